import type { Database } from 'better-sqlite3'
import { cutPostings, decodeBlock, encodeBlock, joinPostings, type Postings } from '../postings.ts'

/** A row of `posting_blocks`. */
export interface BlockRow {
  term: string
  first: number
  n: number
  body: Buffer
}

interface Place {
  collection: number
  term: string
}

/** Postings of one block: with these it stays within SQLite's b-tree, mostly. */
export const BLOCK_POSTINGS = 320

/** Reads and writes blocks of postings. */
export function createPostingBlocks(db: Database) {
  const ofTerms = db.prepare<{ collection: number; terms: string }, BlockRow>(`
    SELECT term, first, n, body
      FROM json_each(:terms) AS asked
      CROSS JOIN posting_blocks ON collection = :collection AND term = asked.value
     ORDER BY asked.key, first
  `)
  const last = db.prepare<Place, Omit<BlockRow, 'term'>>(`
    SELECT first, n, body
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
  const write = db.prepare<Place & Omit<BlockRow, 'term'>>(`
    INSERT OR REPLACE INTO posting_blocks (collection, term, first, n, body)
    VALUES (:collection, :term, :first, :n, :body)
  `)
  const erase = db.prepare<Place & { first: number }>(`
    DELETE FROM posting_blocks WHERE collection = :collection AND term = :term AND first = :first
  `)

  function writeAll(place: Place, list: Postings): void {
    for (const part of cutPostings(list, BLOCK_POSTINGS)) {
      const first = part.keys[0] as number
      write.run({ ...place, first, n: part.keys.length, body: encodeBlock(part) })
    }
  }

  return {
    decode,

    /** The postings of each term that has any. */
    read(collection: number, terms: string[]): Map<string, Postings> {
      const rows = ofTerms.all({ collection, terms: JSON.stringify(terms) })
      const lists = Map.groupBy(rows, ({ term }) => term)
      return new Map([...lists].map(([term, blocks]) => [term, joinPostings(blocks.map(decode))]))
    },

    /** Appends postings of higher keys. */
    append(place: Place, list: Postings): void {
      const tail = last.get(place)
      const fits = tail && tail.n + list.keys.length <= BLOCK_POSTINGS
      writeAll(place, fits ? joinPostings([decode(tail), list]) : list)
    },

    /** The blocks after a place, in order. */
    after: (place: Place & { first: number }, limit: number) => after.all({ ...place, limit }),

    /** Puts postings in the place of some of a term's blocks. */
    replace(place: Place, blocks: BlockRow[], list: Postings): void {
      for (const { first } of blocks) erase.run({ ...place, first })
      writeAll(place, list)
    },
  }
}

function decode({ first, n, body }: Omit<BlockRow, 'term'>): Postings {
  return decodeBlock(first, n, body)
}
