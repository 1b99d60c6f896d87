import type { Database } from 'better-sqlite3'
import {
  type HeldVocabulary,
  holdVocabularies,
  storedTerms,
  type VocabularyRow,
} from '../../../index/vocabulary.ts'

/** The vocabulary of a collection between two purges. */
interface Generation {
  collection: number
  generation: number
}

/**
 * The terms of each collection, in the order in which they came in, and held in memory by their
 * n-grams. A purge writes those that are left as the next generation. A term may be listed twice.
 */
export function createVocabulary(db: Database) {
  const insert = db.prepare<Generation & { terms: string }>(`
    INSERT INTO vocabulary (collection, generation, terms) VALUES (:collection, :generation, :terms)
  `)
  const eraseBefore = db.prepare<Generation>(
    'DELETE FROM vocabulary WHERE collection = :collection AND generation < :generation',
  )
  const rows = db.prepare<Generation & { seen: number }, VocabularyRow>(`
    SELECT id, terms
      FROM vocabulary
     WHERE collection = :collection AND generation = :generation AND id > :seen
     ORDER BY id
  `)
  const held = holdVocabularies()

  /** In a transaction. */
  function add({ collection, generation }: Generation, terms: string[]): void {
    const stored = storedTerms(terms)
    if (stored) insert.run({ collection, generation, terms: stored })
  }

  function load({ collection, generation }: Generation): HeldVocabulary {
    const vocabulary = held(collection, generation)
    vocabulary.take(rows.iterate({ collection, generation, seen: vocabulary.seen }))
    return vocabulary
  }

  return {
    add,
    load,
    /** In a transaction: erases all generations before. */
    begin: ({ collection, generation }: Generation) =>
      void eraseBefore.run({ collection, generation }),
  }
}
