import type { Collection } from '../../contract/collection.ts'
import type { Collections } from '../ports/collections.ts'

/** Columns of `collections`, as the contract names them. */
export const COLLECTION_COLUMNS = `id, name, description, status, embedding_model,
         embedding_dimensions, document_count, passage_count, created_at, updated_at`

/** A collection as it is created, without documents. */
export function toNewCollection({
  created_at,
  ...given
}: Parameters<Collections['create']>[1]): Collection {
  const counts = { document_count: 0, passage_count: 0 }
  return { ...given, status: 'active', ...counts, created_at, updated_at: created_at }
}
