import type { Database } from 'better-sqlite3'
import { type BlockRow, blocksAfter, postingsByTerm } from '../../../index/posting-blocks.ts'
import type { Postings } from '../../../index/postings.ts'

interface Place {
  collection: number
  term: string
}

/** Reads and writes blocks of postings. */
export function createPostingBlocks(db: Database) {
  const ofTerms = db.prepare<{ collection: number; terms: string }, BlockRow>(`
    SELECT term, first, n, body
      FROM json_each(:terms) AS asked
      CROSS JOIN posting_blocks ON collection = :collection AND term = asked.value
     ORDER BY asked.key, first
  `)
  const last = db.prepare<Place, BlockRow>(`
    SELECT term, first, n, body
      FROM posting_blocks
     WHERE collection = :collection AND term = :term
     ORDER BY first DESC
     LIMIT 1
  `)
  const after = db.prepare<Place & { first: number; limit: number }, BlockRow>(`
    SELECT term, first, n, body
      FROM posting_blocks
     WHERE collection = :collection AND (term, first) > (:term, :first)
     ORDER BY term, first
     LIMIT :limit
  `)
  const write = db.prepare<BlockRow & { collection: number }>(`
    INSERT OR REPLACE INTO posting_blocks (collection, term, first, n, body)
    VALUES (:collection, :term, :first, :n, :body)
  `)
  const erase = db.prepare<Place & { first: number }>(`
    DELETE FROM posting_blocks WHERE collection = :collection AND term = :term AND first = :first
  `)

  return {
    /** The postings of each term that has any. */
    read: (collection: number, terms: string[]): Map<string, Postings> =>
      postingsByTerm(ofTerms.all({ collection, terms: JSON.stringify(terms) })),

    /** Appends postings of higher keys. */
    append(place: Place, list: Postings): void {
      for (const block of blocksAfter(last.get(place), place.term, list)) {
        write.run({ ...block, collection: place.collection })
      }
    },

    /** The blocks after a place, in order. */
    after: (place: Place & { first: number }, limit: number) => after.all({ ...place, limit }),

    /** Puts blocks in the place of others. */
    replace(collection: number, replaced: BlockRow[], written: BlockRow[]): void {
      for (const { term, first } of replaced) erase.run({ collection, term, first })
      for (const block of written) write.run({ ...block, collection })
    },
  }
}
