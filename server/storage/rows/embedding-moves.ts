import type { EmbeddingMove } from '../../contract/embedding-move.ts'
import type { ClaimedMove } from '../ports/embedding-moves.ts'

/** Columns of `embedding_moves`, as `MoveRow` declares them. */
export const MOVE_COLUMNS = 'id, collection_ids, status, passages_total, passages_done, error_code'

export type MoveRow = Omit<EmbeddingMove, 'collection_ids'> & { collection_ids: string }

/** How far a running move has come. */
export interface Progress {
  total: number
  waiting: number
}

export type ClaimedMoveRow = Omit<ClaimedMove, 'collection_ids'> & { collection_ids: string }

export function toMove({ collection_ids, ...row }: MoveRow): EmbeddingMove {
  return { ...row, collection_ids: JSON.parse(collection_ids) as string[] }
}

export function toClaimedMove({ collection_ids, ...row }: ClaimedMoveRow): ClaimedMove {
  return { ...row, collection_ids: JSON.parse(collection_ids) as string[] }
}

export function toCounts({ total, waiting }: Progress) {
  return { passages_total: total, passages_done: total - waiting }
}
