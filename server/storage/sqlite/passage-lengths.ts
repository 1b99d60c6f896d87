import type { Database } from 'better-sqlite3'

/** The lengths of a collection's passages in terms; 0 where a passage is not indexed. */
export interface PassageLengths {
  of(key: number): number
}

/** Passages on one page: 512 bytes, which SQLite stores within its b-tree. */
const PAGE = 256
const PAGE_BITS = 8

interface Loaded extends PassageLengths {
  pages: Uint16Array[]
  revision: number
}

const EMPTY = new Uint16Array(PAGE)

/** The lengths of passages, cached page by page as of the revision of their collection's index. */
export function createPassageLengths(db: Database) {
  const find = db
    .prepare<{ collection: number; page: number }, Buffer>(
      'SELECT body FROM passage_lengths WHERE collection = :collection AND page = :page',
    )
    .pluck()
  const write = db.prepare<{ collection: number; page: number; revision: number; body: Buffer }>(`
    INSERT OR REPLACE INTO passage_lengths (collection, page, revision, body)
    VALUES (:collection, :page, :revision, :body)
  `)
  const changed = db.prepare<
    { collection: number; revision: number },
    { page: number; body: Buffer }
  >(`
    SELECT page, body FROM passage_lengths WHERE collection = :collection AND revision > :revision
  `)
  const erase = db.prepare<{ collection: number; revision: number; pages: number }>(`
    UPDATE passage_lengths
       SET revision = :revision, body = zeroblob(${2 * PAGE})
     WHERE collection = :collection
       AND page IN (SELECT page
                      FROM passage_lengths
                     WHERE collection = :collection AND body <> zeroblob(${2 * PAGE})
                     LIMIT :pages)
  `)
  const loaded = new Map<number, Loaded>()

  /** Changes pages; returns by how many passages and terms the collection is longer. */
  function change(collection: number, revision: number, lengths: Map<number, number>) {
    const grown = { passages: 0, length: 0 }
    for (const [page, keys] of Map.groupBy(lengths.keys(), (key) => key >>> PAGE_BITS)) {
      const body = lengthsIn(find.get({ collection, page }))
      for (const key of keys) {
        const [before, after] = [body[key & (PAGE - 1)] as number, lengths.get(key) as number]
        grown.passages += Math.sign(after) - Math.sign(before)
        grown.length += after - before
        body[key & (PAGE - 1)] = after
      }
      write.run({ collection, page, revision, body: Buffer.from(body.buffer) })
    }
    return grown
  }

  return {
    /** Within a transaction; `revision` is higher than any before. */
    change,

    /** Within a transaction: erases up to so many pages of lengths; false when none is left. */
    eraseSome: (collection: number, revision: number, pages: number) =>
      erase.run({ collection, revision, pages }).changes > 0,

    /** The lengths as of the revision, which is that of the index in this transaction. */
    load(collection: number, revision: number): PassageLengths {
      const held = loaded.get(collection) ?? noLengths()
      if (held.revision !== revision) {
        for (const { page, body } of changed.iterate({ collection, revision: held.revision })) {
          held.pages[page] = lengthsIn(body)
        }
        held.revision = revision
        loaded.set(collection, held)
      }
      return held
    },
  }
}

function noLengths(): Loaded {
  const pages: Uint16Array[] = []
  return {
    pages,
    revision: 0,
    of: (key) => (pages[key >>> PAGE_BITS] ?? EMPTY)[key & (PAGE - 1)] as number,
  }
}

function lengthsIn(body: Buffer | undefined): Uint16Array {
  return body ? new Uint16Array(new Uint8Array(body).buffer) : new Uint16Array(PAGE)
}
