import type { Database } from 'better-sqlite3'
import { type Batch, decodeBatch } from '../../../index/posting-batches.ts'

/** The batches of postings that were not folded yet, of all collections. */
export function createFreshPostings(db: Database) {
  const insert = db.prepare<{ collection: number; terms: string; body: Buffer }>(`
    INSERT INTO fresh_postings (collection, terms, body) VALUES (:collection, :terms, :body)
  `)
  const batchIds = db
    .prepare<{ collection: number }, number>(
      'SELECT id FROM fresh_postings WHERE collection = :collection ORDER BY id',
    )
    .pluck()
  const batch = db.prepare<{ id: number }, { terms: string; body: Buffer }>(
    'SELECT terms, body FROM fresh_postings WHERE id = :id',
  )
  const since = db.prepare<{ seen: number }, { id: number; terms: string; body: Buffer }>(
    'SELECT id, terms, body FROM fresh_postings WHERE id > :seen ORDER BY id',
  )
  /** Decoded batches, by id; they never change. */
  const decoded = new Map<number, Batch>()
  /** All up to this one were decoded once. */
  let seen = 0

  function decodedBatch(id: number): Batch {
    const known = decoded.get(id)
    if (known) return known
    const row = batch.get({ id })
    if (!row) throw new Error('The batch of postings does not exist.')
    const made = decodeBatch(row.terms, row.body)
    decoded.set(id, made)
    return made
  }

  return {
    /** In a transaction. */
    add(collection: number, { terms, body }: { terms: string[]; body: Buffer }): void {
      insert.run({ collection, terms: terms.join('\n'), body })
    },

    /** Those of a collection, in the order of their passages. */
    of(collection: number): [id: number, Batch][] {
      return batchIds.all({ collection }).map((id) => [id, decodedBatch(id)])
    },

    /** Decodes new batches before searches need them; false when `goesOn` ended it too early. */
    decode(goesOn: () => boolean): boolean {
      for (const { id, terms, body } of since.iterate({ seen })) {
        if (!goesOn()) return false
        if (!decoded.has(id)) decoded.set(id, decodeBatch(terms, body))
        seen = id
      }
      return true
    },

    /** Those up to this one were folded or erased; others are decoded again when needed. */
    forget(until: number): void {
      for (const id of decoded.keys()) if (id <= until) decoded.delete(id)
    },
  }
}
