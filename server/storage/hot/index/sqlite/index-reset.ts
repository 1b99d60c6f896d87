import type { Database } from 'better-sqlite3'
import { enterReset } from '../../../index/state.ts'
import type { WordIndex } from './word-index.ts'

/** Rows of one step, some 4 ms each. */
const STEP_ROWS = { fresh_postings: 32, posting_blocks: 1000, vocabulary: 200 }
const STEP_PAGES = 200

/**
 * Erases word indexes, so that they can be built anew, a short step at a time. Nothing of them is
 * decoded, because it may be damaged.
 */
export function createIndexReset(db: Database, index: WordIndex) {
  const { states, lengths } = index
  const request = db.prepare<{ organization_id: string }>(`
    INSERT OR IGNORE INTO index_resets (collection)
    SELECT number FROM collections WHERE organization_id = :organization_id
  `)
  const requested = db.prepare<[], number>('SELECT min(collection) FROM index_resets').pluck()
  const forget = db.prepare<{ collection: number }>(
    'DELETE FROM index_resets WHERE collection = :collection',
  )
  const erasures = [
    db.prepare<{ collection: number }>(`
      DELETE FROM fresh_postings
       WHERE id IN (SELECT id FROM fresh_postings WHERE collection = :collection
                     LIMIT ${STEP_ROWS.fresh_postings})
    `),
    db.prepare<{ collection: number }>(`
      DELETE FROM posting_blocks
       WHERE (collection, term, first) IN (SELECT collection, term, first FROM posting_blocks
                                            WHERE collection = :collection
                                            LIMIT ${STEP_ROWS.posting_blocks})
    `),
    db.prepare<{ collection: number }>(`
      DELETE FROM vocabulary
       WHERE id IN (SELECT id FROM vocabulary WHERE collection = :collection
                     LIMIT ${STEP_ROWS.vocabulary})
    `),
  ]

  /** True when nothing is left of the index. */
  function eraseSome(collection: number): boolean {
    const state = states.find(collection)
    const isErased =
      !erasures.some((erase) => erase.run({ collection }).changes > 0) &&
      !lengths.eraseSome(collection, state.revision + 1, STEP_PAGES)
    enterReset(state, isErased)
    states.save(state)
    return isErased
  }

  return {
    /** In a transaction: the collection whose index is to be erased; null when there is none. */
    requested: () => requested.get() ?? null,

    request: (organization_id: string) => void request.run({ organization_id }),

    /** In a transaction: takes a step; true when that was the last one. */
    step(collection: number): boolean {
      const isErased = eraseSome(collection)
      if (isErased) {
        forget.run({ collection })
        index.fresh.forget(Number.POSITIVE_INFINITY)
      }
      return isErased
    },
  }
}
