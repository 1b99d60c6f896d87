import type { Database } from 'better-sqlite3'

/** The row of a collection in `search_indexes`. */
export interface IndexState {
  collection: number
  passages: number
  length: number
  postings: number
  erased: number
  revision: number
  blocks_revision: number
  generation: number
  fold_until: number | null
  fold_after: string | null
  purge_erased: number | null
  purge_term: string | null
  purge_first: number | null
}

/** Reads and writes the state of a collection's index. */
export function createIndexStates(db: Database) {
  const find = db.prepare<{ collection: number }, IndexState>(`
    SELECT collection, passages, length, postings, erased, revision, blocks_revision, generation,
           fold_until, fold_after, purge_erased, purge_term, purge_first
      FROM search_indexes
     WHERE collection = :collection
  `)
  const save = db.prepare<IndexState>(`
    UPDATE search_indexes
       SET passages = :passages, length = :length, postings = :postings, erased = :erased,
           revision = :revision, blocks_revision = :blocks_revision,
           generation = :generation,
           fold_until = :fold_until, fold_after = :fold_after, purge_erased = :purge_erased,
           purge_term = :purge_term, purge_first = :purge_first
     WHERE collection = :collection
  `)
  return {
    /** Throws when the collection has no index. */
    find(collection: number): IndexState {
      const state = find.get({ collection })
      if (!state) throw new Error('The collection has no search index.')
      return state
    },
    save: (state: IndexState) => void save.run(state),
  }
}
