import type { Database } from 'better-sqlite3'
import {
  changeLengths,
  type HeldLengths,
  holdLengths,
  type LengthPage,
  PAGE_BYTES,
  type PassageLengths,
  pagesOf,
} from '../../../index/passage-lengths.ts'

/** The lengths of passages, cached page by page as of the revision of their collection's index. */
export function createPassageLengths(db: Database) {
  const find = db.prepare<{ collection: number; page: number }, LengthPage>(
    'SELECT page, body FROM passage_lengths WHERE collection = :collection AND page = :page',
  )
  const write = db.prepare<LengthPage & { collection: number; revision: number }>(`
    INSERT OR REPLACE INTO passage_lengths (collection, page, revision, body)
    VALUES (:collection, :page, :revision, :body)
  `)
  const changed = db.prepare<{ collection: number; revision: number }, LengthPage>(`
    SELECT page, body FROM passage_lengths WHERE collection = :collection AND revision > :revision
  `)
  const erase = db.prepare<{ collection: number; revision: number; pages: number }>(`
    UPDATE passage_lengths
       SET revision = :revision, body = zeroblob(${PAGE_BYTES})
     WHERE collection = :collection
       AND page IN (SELECT page
                      FROM passage_lengths
                     WHERE collection = :collection AND body <> zeroblob(${PAGE_BYTES})
                     LIMIT :pages)
  `)
  const held = new Map<number, HeldLengths>()

  return {
    /**
     * Within a transaction; `revision` is higher than any before. Returns by how many passages and
     * terms the collection is longer.
     */
    change(collection: number, revision: number, lengths: Map<number, number>) {
      const stored = pagesOf(lengths.keys()).flatMap((page) => find.get({ collection, page }) ?? [])
      const { pages, grown } = changeLengths(stored, lengths)
      for (const page of pages) write.run({ ...page, collection, revision })
      return grown
    },

    /** Within a transaction: erases up to so many pages of lengths; false when none is left. */
    eraseSome: (collection: number, revision: number, pages: number) =>
      erase.run({ collection, revision, pages }).changes > 0,

    /** The lengths as of the revision, which is that of the index in this transaction. */
    load(collection: number, revision: number): PassageLengths {
      const own = held.get(collection) ?? holdLengths()
      if (own.revision !== revision) {
        own.take(revision, changed.iterate({ collection, revision: own.revision }))
        held.set(collection, own)
      }
      return own
    },
  }
}
