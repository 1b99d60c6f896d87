import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { composeIngestion } from '../server/compose-ingestion.ts'
import type { Page } from '../server/contract/operation.ts'
import { createVaultWith } from '../server/identity/vault.ts'
import { READING_VERSION } from '../server/ingestion/content-hash.ts'
import type { OpenSource } from '../server/ingestion/define-source.ts'
import { createExtractor, type Extractor } from '../server/ingestion/parser/extractor.ts'
import { runJob } from '../server/ingestion/run-job.ts'
import type { EmbeddingModel } from '../server/models/ports.ts'
import { openStore } from '../server/open-store.ts'
import { everyPage } from '../server/resources/every-page.ts'
import type { OpenedStore } from '../server/storage/opened-store.ts'
import type { Store } from '../server/storage/store.ts'
import type { CorpusDocument } from './sets.ts'

/** A question set, ingested into its own database. */
export interface Library {
  store: Store
  organization_id: string
  /** The collection with the set's name for it; all of them when it has no names. */
  collectionsOf(name: string | undefined): string[]
  /** The set's document ids by the product's. */
  documents: Map<string, string>
  /** All stored passages in reading order. */
  passages: LibraryPassage[]
  /** Removes its own database; at an address everything stays. */
  close(): Promise<void>
}

/** A stored passage; `doc` is the set's document id. */
export interface LibraryPassage {
  doc: string
  collection_id: string
  title: string
  anchor: string | null
  text: string
}

/** Where a library is stored: in a temporary folder, unless a place is named. */
export interface LibraryPlace {
  /** Of a PostgreSQL database, which keeps what it was given as another organization. */
  database_url?: string | null
  /** A folder in which libraries of the same texts and embedding are found again. */
  kept?: string | undefined
}

/** Ingests a set's documents with one job for each of its collections, or opens a kept library. */
export async function openLibrary(
  corpus: CorpusDocument[],
  embedding: EmbeddingModel,
  { database_url = null, kept }: LibraryPlace = {},
): Promise<Library> {
  const folder = kept ? join(kept, keyOf(corpus, embedding)) : mkdtempSync(join(tmpdir(), 'eval-'))
  const file = join(folder, 'library.json')
  if (kept && !existsSync(file)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }
  const store = await openStore({ data_dir: folder, database_url })
  const ingested = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Ingested)
    : await ingestInto(store, { corpus, embedding, folder })
  if (kept) writeFileSync(file, JSON.stringify(ingested))
  const collections = new Map(ingested.collections)
  return {
    ...ingested,
    documents: new Map(ingested.documents),
    store,
    collectionsOf: (name) =>
      name === undefined ? [...collections.values()] : [collections.get(name) ?? ''],
    async close() {
      await store.close()
      if (!kept) rmSync(folder, { recursive: true })
    },
  }
}

/** Names texts as they are read now, and the embedding that they are stored with. */
function keyOf(corpus: CorpusDocument[], { selector, dimensions }: EmbeddingModel): string {
  const read = JSON.stringify([READING_VERSION, selector, dimensions, corpus])
  return createHash('sha256').update(read).digest('hex').slice(0, 20)
}

async function ingestInto(
  store: OpenedStore,
  { corpus, ...how }: Omit<Parts, 'store' | 'extractor'> & { corpus: CorpusDocument[] },
): Promise<Ingested> {
  const extractor = createExtractor()
  try {
    return await ingest(corpus, { ...how, store, extractor })
  } finally {
    await extractor.close()
  }
}

/** The facts that a library is known by, beside its store. */
interface Ingested {
  organization_id: string
  /** By name; `''` when the set has none. */
  collections: [name: string, id: string][]
  documents: [id: string, doc: string][]
  passages: LibraryPassage[]
}

interface Parts {
  store: OpenedStore
  embedding: EmbeddingModel
  extractor: Extractor
  folder: string
}

async function ingest(corpus: CorpusDocument[], parts: Parts): Promise<Ingested> {
  const { store } = parts
  const organization_id = newId()
  const library: Ingested = { organization_id, collections: [], documents: [], passages: [] }
  await store.organizations.create({
    id: organization_id,
    slug: organization_id,
    name: 'Evaluation',
    status: 'active',
    support_access: false,
    created_at: now(),
  })
  for (const [name, documents] of Map.groupBy(corpus, (document) => document.collection ?? '')) {
    const source = await createSource(organization_id, name, parts)
    await sync(source, documents, parts)
    library.collections.push([name, source.collection_id])
    const ids = new Map(documents.map((document) => [pathOf(document), document.id]))
    for (const { id, path } of await everyDocument(store, source)) {
      const doc = ids.get(path) ?? ''
      library.documents.push([id, doc])
      library.passages.push(...(await passagesOf(store, source, { id, doc })))
    }
  }
  return library
}

interface SetSource {
  organization_id: string
  collection_id: string
  id: string
}

async function createSource(
  organization_id: string,
  name: string,
  { store, embedding }: Parts,
): Promise<SetSource> {
  const source = { organization_id, collection_id: newId(), id: newId() }
  await store.collections.create(organization_id, {
    id: source.collection_id,
    name: name || 'All',
    description: '',
    embedding_model: embedding.selector,
    embedding_dimensions: embedding.dimensions,
    created_at: now(),
  })
  await store.sources.create(organization_id, {
    id: source.id,
    collection_id: source.collection_id,
    name: 'Corpus',
    type: 'upload',
    config: {},
    schedule: null,
    time_zone: 'UTC',
    created_at: now(),
  })
  return source
}

function everyDocument(store: Store, { organization_id, id }: SetSource) {
  return everyPage((paging) => found(store.documents.list(organization_id, id, {}, paging)))
}

async function passagesOf(
  store: Store,
  { organization_id, collection_id }: SetSource,
  { id, doc }: { id: string; doc: string },
): Promise<LibraryPassage[]> {
  const passages = await everyPage((paging) =>
    found(store.passages.list(organization_id, id, paging)),
  )
  return passages.map(({ title, anchor, text }) => ({ doc, collection_id, title, anchor, text }))
}

/** Runs one job that reads the documents as those of the source. */
async function sync(
  { organization_id, id }: SetSource,
  documents: CorpusDocument[],
  { store, embedding, extractor, folder }: Parts,
): Promise<void> {
  const job = { id: newId(), trigger: 'manual', max_attempts: 1, joins: 'active' } as const
  await store.jobs.enqueue(organization_id, id, job, now())
  const claimed = await store.jobs.claim(now())
  if (!claimed) throw new Error('The job of the set could not be claimed.')
  const reader = { hasWeakVersions: false, open: () => readCorpusDocuments(documents) }
  const needs = composeIngestion({
    store,
    extractor,
    embeddingModel: () => embedding,
    files: store.files,
    git: { repositoriesDir: folder, searchPath: undefined },
    sourceRoots: [],
    vault: createVaultWith('not used'),
    fetching: { access: [], userAgent: 'KnowledgeAssistant' },
    sources: {
      upload: reader,
      feed: reader,
      folder: reader,
      git: reader,
      openapi: reader,
      s3: reader,
      website: reader,
    },
    report: (error) => console.error(error),
  })
  const outcome = await runJob(claimed, needs, new AbortController().signal)
  if (outcome.kind === 'stopped') throw new Error('The job of the set was stopped.')
  const { kind: _, ...end } = outcome
  await store.jobs.finish(organization_id, job.id, end, now())
  // A document that cannot be read has no passages; only the failure of the whole set ends here.
  if (end.status === 'failed') throw new Error(end.error_message ?? 'The set was not ingested.')
}

/** Where addresses without a host lead. */
const SITE = 'https://corpus.example'

function readCorpusDocuments(documents: CorpusDocument[]): OpenSource {
  return {
    links: {},
    async *discover() {
      for (const document of documents) {
        const bytes = Buffer.from(document.text)
        // A blank title keeps the name of the file, which says nothing, out of the index.
        const title = document.path === undefined ? document.title || ' ' : document.title
        const path = pathOf(document)
        const url = document.url ? new URL(document.url, SITE).href : null
        yield { path, title, url, bytes: bytes.length, read: async () => bytes }
      }
      return { isComplete: true }
    },
  }
}

function pathOf({ id, path = `${id}.md` }: CorpusDocument): string {
  return path
}

async function found<Item>(page: Promise<Page<Item> | null>): Promise<Page<Item>> {
  const items = await page
  if (!items) throw new Error('The set was not stored.')
  return items
}

function now(): string {
  return new Date().toISOString()
}
