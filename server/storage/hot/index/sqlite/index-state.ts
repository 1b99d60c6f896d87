import type { Database } from 'better-sqlite3'
import type { IndexState } from '../../../index/state.ts'

/** Collections are named by their numbers. */
type State = IndexState<number>

/** Reads and writes the state of a collection's index. */
export function createIndexStates(db: Database) {
  const find = db.prepare<{ collection: number }, State>(`
    SELECT collection, passages, length, postings, erased, revision, blocks_revision, generation,
           fold_until, fold_after, purge_erased, purge_term, purge_first
      FROM search_indexes
     WHERE collection = :collection
  `)
  const save = db.prepare<State>(`
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
    find(collection: number): State {
      const state = find.get({ collection })
      if (!state) throw new Error('The collection has no search index.')
      return state
    },
    save: (state: State) => void save.run(state),
  }
}
