import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { composeIngestion } from '../server/compose-ingestion.ts'
import type { Page } from '../server/contract/operation.ts'
import { createVaultWith } from '../server/identity/vault.ts'
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

/**
 * Ingests a set's documents with one job for each of its collections, into a database of its own or
 * as another organization of the one at `database_url`.
 */
export async function openLibrary(
  corpus: CorpusDocument[],
  embedding: EmbeddingModel,
  database_url: string | null = null,
): Promise<Library> {
  const folder = mkdtempSync(join(tmpdir(), 'eval-'))
  const store = await openStore({ data_dir: folder, database_url })
  const extractor = createExtractor()
  const parts = { store, embedding, extractor, folder }
  const { collections, ...library } = await ingest(corpus, parts)
  await extractor.close()
  return {
    ...library,
    store,
    collectionsOf: (name) =>
      name === undefined ? [...collections.values()] : [collections.get(name) ?? ''],
    async close() {
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

interface Parts {
  store: OpenedStore
  embedding: EmbeddingModel
  extractor: Extractor
  folder: string
}

async function ingest(corpus: CorpusDocument[], parts: Parts) {
  const { store } = parts
  const organization_id = newId()
  const library = {
    organization_id,
    /** By name; `''` when the set has none. */
    collections: new Map<string, string>(),
    documents: new Map<string, string>(),
    passages: [] as LibraryPassage[],
  }
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
    library.collections.set(name, source.collection_id)
    const ids = new Map(documents.map((document) => [pathOf(document), document.id]))
    for (const { id, path } of await everyDocument(store, source)) {
      const doc = ids.get(path) ?? ''
      library.documents.set(id, doc)
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
