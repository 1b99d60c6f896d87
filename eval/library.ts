import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { chunk } from '../server/ingestion/chunk.ts'
import { extract, type RawDocument } from '../server/ingestion/extract.ts'
import { DocumentError, type Section } from '../server/ingestion/extracted.ts'
import type { EmbeddingModel } from '../server/models/ports.ts'
import { analyzePassage } from '../server/retrieval/analyze.ts'
import type { NewPassage, Store } from '../server/storage/store.ts'
import type { CorpusDocument } from './sets.ts'

/** The collections a set was ingested into. */
export interface Library {
  organization_id: string
  /** Collection ids by the name the set gives them; `''` where it gives none. */
  collections: Map<string, string>
  /** The set's document ids by ours. */
  documents: Map<string, string>
}

/** Ingests a set's documents as uploads would be: extracted, cut into passages, analysed, embedded, stored. */
export async function ingest(
  corpus: CorpusDocument[],
  { store, embedding }: { store: Store; embedding: EmbeddingModel },
): Promise<Library> {
  const now = new Date().toISOString()
  const organization_id = newId()
  const library: Library = { organization_id, collections: new Map(), documents: new Map() }
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
      type: 'upload',
      config: {},
      schedule: null,
      created_at: now,
    })
    for (const document of documents) {
      const id = newId()
      library.documents.set(id, document.id)
      const passages = await passagesOf(document, embedding)
      await store.documents.stage(collection_id, id, passages)
      await store.documents.publish(organization_id, collection_id, {
        id,
        source_id,
        path: `${id}.md`,
        title: document.title,
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

async function passagesOf(
  { id, title, text }: CorpusDocument,
  embedding: EmbeddingModel,
): Promise<NewPassage[]> {
  const drafts = chunk(await sectionsOf({ bytes: Buffer.from(text), path: `${id}.md`, title }))
  const vectors = await embedding.embed(
    drafts.map((draft) => [title, ...draft.headings, draft.text].join('\n')),
    'passage',
    new AbortController().signal,
  )
  return drafts.map(({ position, headings, anchor, text }, at) => {
    const analyzed = analyzePassage({ title, headings: headings.join('\n'), text })
    const vector = vectors[at] ?? new Float32Array(embedding.dimensions)
    return { id: newId(), position, anchor, url: null, text, vector, ...analyzed }
  })
}

/** None of a document that cannot be read: it would be counted as skipped or failed. */
async function sectionsOf(document: RawDocument): Promise<Section[]> {
  try {
    return (await extract(document)).sections
  } catch (error) {
    if (error instanceof DocumentError) return []
    throw error
  }
}
