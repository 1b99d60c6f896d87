import { z } from 'zod'
import { sized } from './bounded.ts'
import { CreateCollection } from './collection.ts'
import { operation } from './operation.ts'

export const moveErrorCodes = ['embedding_failure', 'storage_full', 'internal_error'] as const
export type MoveErrorCode = (typeof moveErrorCodes)[number]

/** A move of collections to another embedding (docs/behaviour.md#moving-to-another-embedding). */
export const EmbeddingMove = z.strictObject({
  id: z.uuid(),
  collection_ids: z.array(z.uuid()).describe('That of the path first, none twice.'),
  status: z.enum(['running', 'succeeded', 'failed', 'cancelled']),
  passages_total: z.int().describe('Grows with passages that are stored meanwhile.'),
  passages_done: z.int(),
  error_code: z.enum(moveErrorCodes).nullable(),
})
export type EmbeddingMove = z.infer<typeof EmbeddingMove>

const MAX_COLLECTIONS = 100

const { embedding_model, embedding_dimensions } = CreateCollection.shape

export const MoveEmbedding = z.strictObject({
  embedding_model: embedding_model
    .unwrap()
    .min(1, { error: 'must name a model' })
    .describe('The model of the new vectors.'),
  embedding_dimensions: embedding_dimensions.describe('Those of the model when they are absent.'),
  collection_ids: sized(z.array(z.string()), {
    max: MAX_COLLECTIONS,
    error: `must be a list of at most ${MAX_COLLECTIONS} ids`,
  })
    .optional()
    .describe('Collections that move together; that of the path is one of them, named or not.'),
})
export type MoveEmbedding = z.infer<typeof MoveEmbedding>

export const moveEmbedding = operation({
  rule: 'behaviour.md#moving-to-another-embedding',
  summary: 'Move collections to another embedding',
  description:
    'The new vectors are made beside the old ones, which answer until all are there. 409 for a collection that is being moved, and for an assistant that would combine two embeddings, which is named.',
  method: 'post',
  path: '/knowledge/collections/{collection_id}/embedding',
  access: 'knowledge.manage',
  body: MoveEmbedding,
  status: 202,
  // The collection of the path is what was changed, not the move that is answered.
  audit: { action: 'embedding.moved', target: 'collection', within: 'collection' },
  reply: EmbeddingMove,
})

export const listEmbeddingMoves = operation({
  rule: 'behaviour.md#moving-to-another-embedding',
  summary: 'List the moves that run',
  method: 'get',
  path: '/knowledge/embedding-moves',
  access: 'knowledge.read',
  status: 200,
  reply: z.strictObject({ data: z.array(EmbeddingMove) }),
})

export const getEmbeddingMove = operation({
  rule: 'behaviour.md#moving-to-another-embedding',
  summary: 'Read a move',
  description: 'Poll it until `status` is not `running`.',
  method: 'get',
  path: '/knowledge/embedding-moves/{move_id}',
  access: 'knowledge.read',
  status: 200,
  reply: EmbeddingMove,
})

export const cancelEmbeddingMove = operation({
  rule: 'behaviour.md#moving-to-another-embedding',
  summary: 'Cancel a move',
  description:
    'Its collections keep the embedding that they have. One that has ended is returned as it is.',
  method: 'post',
  path: '/knowledge/embedding-moves/{move_id}/cancel',
  access: 'knowledge.manage',
  status: 200,
  audit: { action: 'embedding.cancelled', target: 'embedding_move' },
  reply: EmbeddingMove,
})
