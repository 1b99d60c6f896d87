import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { chunk } from '../server/ingestion/chunk.ts'
import { extract, type RawDocument } from '../server/ingestion/extract.ts'
import { DocumentError, type Section } from '../server/ingestion/extracted.ts'
import type { EmbeddingModel } from '../server/models/ports.ts'
import { analyzePassage } from '../server/retrieval/analyze.ts'
import { openDatabase } from '../server/storage/sqlite/database.ts'
import { createSqliteStore } from '../server/storage/sqlite/store.ts'
import type { NewPassage, Store } from '../server/storage/store.ts'
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
  /** Removes the database. */
  close(): void
}

/** A stored passage; `doc` is the set's document id. */
export interface LibraryPassage {
  doc: string
  collection_id: string
  title: string
  anchor: string | null
  text: string
}

/** Ingests a set's documents as uploads: extraction, chunking, analysis, embedding and storing. */
export async function openLibrary(
  corpus: CorpusDocument[],
  embedding: EmbeddingModel,
): Promise<Library> {
  const folder = mkdtempSync(join(tmpdir(), 'eval-'))
  const store = createSqliteStore(openDatabase(join(folder, 'set.db')))
  const { collections, ...library } = await ingest(corpus, { store, embedding })
  return {
    ...library,
    store,
    collectionsOf: (name) =>
      name === undefined ? [...collections.values()] : [collections.get(name) ?? ''],
    close() {
      store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function ingest(
  corpus: CorpusDocument[],
  { store, embedding }: { store: Store; embedding: EmbeddingModel },
) {
  const now = new Date().toISOString()
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
    created_at: now,
  })
  for (const [name, documents] of Map.groupBy(corpus, (document) => document.collection ?? '')) {
    const collection_id = newId()
    const source_id = newId()
    library.collections.set(name, collection_id)
    await store.collections.create(organization_id, {
      id: collection_id,
      name: name || 'All',
      description: '',
      embedding_model: embedding.selector,
      embedding_dimensions: embedding.dimensions,
      created_at: now,
    })
    await store.sources.create(organization_id, {
      id: source_id,
      collection_id,
      name: 'Corpus',
      type: 'folder',
      config: {},
      schedule: null,
      created_at: now,
    })
    for (const document of documents) {
      const id = newId()
      library.documents.set(id, document.id)
      const { title, passages } = await readDocument(document, embedding)
      for (const { anchor, text } of passages) {
        library.passages.push({ doc: document.id, collection_id, title, anchor, text })
      }
      await store.documents.stage(collection_id, id, passages)
      await store.documents.publish(organization_id, collection_id, {
        id,
        source_id,
        path: `${id}.md`,
        title,
        url: null,
        media_type: 'text/markdown',
        bytes: Buffer.byteLength(document.text),
        content_hash: createHash('sha256').update(document.text).digest('hex'),
        status: 'ingested',
        error_code: null,
        error_message: null,
        passage_count: passages.length,
        updated_at: now,
      })
    }
  }
  return library
}

async function readDocument(
  document: CorpusDocument,
  embedding: EmbeddingModel,
): Promise<{ title: string; passages: NewPassage[] }> {
  const { id, path = `${id}.md` } = document
  const bytes = Buffer.from(document.text)
  const extracted = await extractedFrom({ bytes, path, title: document.title })
  const title = document.path === undefined ? document.title : extracted.title
  const drafts = chunk(extracted.sections)
  const texts = drafts.map((draft) => [title, ...draft.headings, draft.text].join('\n'))
  const { signal } = new AbortController()
  const vectors = embedding.weight === 0 ? [] : await embedding.embed(texts, 'passage', signal)
  const passages = drafts.map(({ position, headings, anchor, text }, at) => {
    const analyzed = analyzePassage({ title, headings: headings.join('\n'), text })
    const vector = vectors[at] ?? null
    return { id: newId(), position, anchor, url: null, text, vector, ...analyzed }
  })
  return { title, passages }
}

/** No sections for an unreadable document, which a job would count as skipped or failed. */
async function extractedFrom(
  document: RawDocument,
): Promise<{ title: string; sections: Section[] }> {
  try {
    return await extract(document)
  } catch (error) {
    if (error instanceof DocumentError) return { title: '', sections: [] }
    throw error
  }
}
