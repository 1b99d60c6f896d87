import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { embedPassages } from '../../server/ingestion/passage-vectors.ts'
import type { EmbeddingModel } from '../../server/models/ports.ts'
import { wordsOnly } from '../../server/models/words-only.ts'
import { openStore } from '../../server/open-store.ts'
import type { Retrieval } from '../../server/retrieval/retrieval.ts'
import { createRetrieve } from '../../server/retrieval/retrieve.ts'
import type { NewPassage } from '../../server/storage/ports/documents.ts'
import type { Store } from '../../server/storage/store.ts'
import { analyzePassage } from '../../server/text/passage.ts'
import { emptyData } from '../support/data.ts'
import { WITHOUT_STRUCTURE } from '../support/passages.ts'

export const NOW = '2026-01-01T00:00:00.000Z'
export const ORGANIZATION = idOf(1)

/** A document's title, and its passages with their headings. */
export interface Page {
  title: string
  url?: string
  passages: { heading?: string; text: string }[]
}

export interface Library {
  /**
   * Adds a collection, of another embedding than the library's where one is given, and gives its
   * id back.
   */
  add(name: string, pages: Page[], embedding?: EmbeddingModel): Promise<string>
  ask(query: string, collection_ids: string[], limit?: number): Promise<Retrieval>
  store: Store
}

/** A store with one organization, whose collections are filled page by page and then asked. */
export async function openLibrary(
  ownEmbedding: EmbeddingModel = wordsOnly('test/words', 64),
): Promise<Library> {
  const folder = await mkdtemp(join(tmpdir(), 'retrieval-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const data = await emptyData(folder)
  onTestFinished(data.drop)
  const store = await openStore(data)
  onTestFinished(() => store.close())
  await store.organizations.create({
    id: ORGANIZATION,
    slug: 'acme',
    name: 'Acme',
    status: 'active',
    support_access: false,
    created_at: NOW,
  })
  const models = new Map<string, EmbeddingModel>()
  const retrieve = createRetrieve({
    store,
    embeddings: (selector) => models.get(selector) ?? ownEmbedding,
  })
  const newId = counter()

  return {
    store,
    ask: (query, collection_ids, limit = 10) =>
      retrieve(
        { organization_id: ORGANIZATION, collection_ids, query, limit },
        new AbortController().signal,
      ),

    async add(name, pages, embedding = ownEmbedding) {
      models.set(embedding.selector, embedding)
      const collection_id = newId()
      const source_id = newId()
      await store.collections.create(ORGANIZATION, {
        id: collection_id,
        name,
        description: '',
        embedding_model: embedding.selector,
        embedding_dimensions: embedding.dimensions,
        created_at: NOW,
      })
      await store.sources.create(ORGANIZATION, {
        id: source_id,
        collection_id,
        name,
        type: 'folder',
        config: {},
        schedule: null,
        time_zone: 'UTC',
        created_at: NOW,
      })
      for (const page of pages) await addPage(page, { collection_id, source_id, embedding })
      return collection_id
    },
  }

  async function addPage(
    { title, url, passages }: Page,
    {
      collection_id,
      source_id,
      embedding,
    }: { collection_id: string; source_id: string; embedding: EmbeddingModel },
  ): Promise<void> {
    const id = newId()
    const written = passages.map(({ heading, text }) => ({
      title,
      headings: heading === undefined ? [] : [heading],
      text,
      blocks: [],
    }))
    const vectors = await embedPassages(written, embedding, new AbortController().signal)
    const staged = passages.map(({ heading, text }, position): NewPassage => {
      const { terms } = analyzePassage({
        title,
        headings: heading === undefined ? [] : [heading],
        text,
      })
      return {
        id: newId(),
        position,
        ...WITHOUT_STRUCTURE,
        headings: heading === undefined ? [] : [heading],
        url: url ?? null,
        text,
        terms,
        ...(vectors[position] ?? { vector: null, windows: [] }),
      }
    })
    await store.documents.stage(ORGANIZATION, collection_id, { document_id: id, passages: staged })
    await store.documents.publish(ORGANIZATION, collection_id, {
      id,
      source_id,
      path: `${id}.md`,
      title,
      url: null,
      media_type: 'text/markdown',
      bytes: 1,
      content_hash: id,
      status: 'ingested',
      error_code: null,
      error_message: null,
      passage_count: staged.length,
      updated_at: NOW,
    })
  }
}

function counter(): () => string {
  let count = 1
  return () => idOf((count += 1))
}

function idOf(count: number): string {
  return `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`
}
