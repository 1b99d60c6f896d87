import type { EmbeddingMove, MoveEmbedding } from '../contract/embedding-move.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import type { EmbeddingModels } from './collections.ts'
import { found } from './not-found.ts'

export type EmbeddingMoves = ReturnType<typeof createEmbeddingMoves>

/**
 * Moves of collections to another embedding (docs/behaviour.md#moving-to-another-embedding).
 * `wakeJobs` tells the worker of a new one.
 */
export function createEmbeddingMoves({
  store,
  models,
  wakeJobs,
  now,
  newId,
}: {
  store: Store
  models: EmbeddingModels
  wakeJobs: () => void
  now: () => string
  newId: () => string
}) {
  return {
    /** A collection that is being moved, and an assistant left with two embeddings, conflict. */
    async begin(
      { organization_id }: Caller,
      id: string,
      { embedding_model, embedding_dimensions, collection_ids = [] }: MoveEmbedding,
    ): Promise<EmbeddingMove> {
      found(await store.collections.find(organization_id, id), 'Collection')
      const { selector, dimensions } = models.chosenEmbedding(embedding_model, embedding_dimensions)
      const move = {
        id: newId(),
        collection_ids: [...new Set([id, ...collection_ids])],
        embedding_model: selector,
        embedding_dimensions: dimensions,
      }
      const begun = await store.embeddingMoves.begin(organization_id, move, now())
      wakeJobs()
      return begun
    },

    /** Moves that run, the one that began first before the others. */
    async list({ organization_id }: Caller): Promise<{ data: EmbeddingMove[] }> {
      return { data: await store.embeddingMoves.listRunning(organization_id) }
    },

    async get({ organization_id }: Caller, id: string): Promise<EmbeddingMove> {
      return found(await store.embeddingMoves.find(organization_id, id), 'Move')
    },

    /** Idempotent: a move that has ended is returned as it is. */
    async cancel({ organization_id }: Caller, id: string): Promise<EmbeddingMove> {
      return found(await store.embeddingMoves.cancel(organization_id, id, now()), 'Move')
    },
  }
}
