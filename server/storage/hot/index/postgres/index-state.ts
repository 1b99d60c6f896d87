import type { Runner } from '../../../drivers/postgres/database.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import type { IndexState } from '../../../index/state.ts'
import type { CollectionPlace as Place } from '../../../rows/documents.ts'

export type { CollectionPlace as Place } from '../../../rows/documents.ts'

/** The row of a collection in `search_indexes`, which is named by its id. */
export interface StoredIndex extends IndexState<string> {
  organization_id: string
  /** Rows of `fresh_postings`, and the last number given to a row of `vocabulary`. */
  batches: number
  last_row: number
  reset: 0 | 1
  rebuild_done: number | null
  rebuild_until: number | null
}

/** Columns of `search_indexes`. */
export const STATE = `search_indexes.organization_id, collection_id AS collection, passages, length,
  postings, erased, revision, blocks_revision, generation, fold_until, fold_after, purge_erased,
  purge_term, purge_first, batches, last_row, reset, rebuild_done, rebuild_until`

const lock = sql<Place, StoredIndex>(`
  SELECT ${STATE}
    FROM search_indexes
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     FOR UPDATE
`)
const save = sql<StoredIndex>(`
  UPDATE search_indexes
     SET passages = :passages, length = :length, postings = :postings, erased = :erased,
         revision = :revision, blocks_revision = :blocks_revision, generation = :generation,
         fold_until = :fold_until, fold_after = :fold_after, purge_erased = :purge_erased,
         purge_term = :purge_term, purge_first = :purge_first, batches = :batches,
         last_row = :last_row, reset = :reset, rebuild_done = :rebuild_done,
         rebuild_until = :rebuild_until
   WHERE organization_id = :organization_id AND collection_id = :collection
`)

/**
 * Locks the index of a collection, which orders all who change it; undefined when there is no such
 * collection.
 */
export function lockIndex(on: Runner, place: Place): Promise<StoredIndex | undefined> {
  return lock.get(on, place)
}

export async function saveIndex(on: Runner, state: StoredIndex): Promise<void> {
  await save.run(on, state)
}

export function placeOf({ organization_id, collection }: StoredIndex): Place {
  return { organization_id, collection_id: collection }
}
