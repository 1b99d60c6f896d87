import type { Database } from 'better-sqlite3'
import type { Hit } from '../store.ts'
import { createVectorCodes, type VectorCodes } from './vector-codes.ts'

/** The vectors of one collection, in `vectors_<number>`. */
export interface Vectors {
  id: string
  number: number
  dimensions: number
}

export interface Nearest {
  /** Cosine similarity, best first. */
  find(vector: Float32Array, limit: number): Hit[]
  /** These rows are gone from every ranking, whether or not their erasure is kept. */
  forget(rowids: number[]): void
}

/** sqlite-vec refuses wider columns and larger answers. */
export const MAX_VEC0_DIMENSIONS = 8192
const MAX_VEC0_HITS = 4096

/** Below, comparing all takes no longer: about 4 ms at 384 dimensions. */
const MANY_PASSAGES = 5000
/** Compared exactly for each hit wanted. */
const CANDIDATES = 4
/** How long a search may spend on taking vectors into memory, a window of rows at a time. */
const CATCH_UP_MS = 50
const WINDOW_ROWS = 1000
/** Memory for the vectors of all collections: 600,000 of 384 dimensions. */
const MAX_CODE_BYTES = 256 * 1024 ** 2

/**
 * Finds the nearest vectors of a collection. A large one's are held in memory in a byte a dimension;
 * what is near by these is compared exactly. All are compared exactly in a small collection, and until
 * the memory has caught up with the table, which it does in steps, a search at a time.
 */
export function openNearest(db: Database, vectors: Vectors, shelf: CodeShelf): Nearest {
  const { id, number, dimensions } = vectors
  const exact = openExact(db, vectors)
  const passageCount = db
    .prepare<{ id: string }, number>('SELECT passage_count FROM collections WHERE id = :id')
    .pluck()
  const newest = db.prepare<[], number>('SELECT coalesce(max(rowid), 0) FROM passages').pluck()
  // A vector never changes and no row is used twice, so what is committed between two rows is read once.
  const between = db.prepare<Record<string, unknown>, { rowid: number; embedding: Buffer }>(`
    SELECT passages.rowid, embedding
      FROM passages
      CROSS JOIN vectors_${number} AS vectors ON vectors.rowid = passages.rowid
     WHERE passages.rowid > :after AND passages.rowid <= :until
       AND collection_id = :id AND state <> 'gone'
     ORDER BY passages.rowid
  `)
  const compared = db.prepare<Record<string, unknown>, Hit>(`
    SELECT vectors.rowid, 1 - vec_distance_cosine(embedding, :vector) AS score
      FROM json_each(:rowids) AS candidates
      CROSS JOIN passages ON passages.rowid = candidates.value
      CROSS JOIN vectors_${number} AS vectors ON vectors.rowid = candidates.value
     WHERE collection_id = :id AND state = 'live'
     ORDER BY score DESC, vectors.rowid
  `)

  /** False while there are committed vectors that the codes do not hold. */
  function catchUp(held: HeldCodes): boolean {
    const last = newest.get() ?? 0
    const since = performance.now()
    while (held.seen < last && performance.now() - since < CATCH_UP_MS) {
      const until = Math.min(last, held.seen + WINDOW_ROWS)
      for (const { rowid, embedding } of between.iterate({ id, after: held.seen, until })) {
        held.codes.add(rowid, floats(embedding))
      }
      held.seen = until
    }
    return held.seen === last
  }

  /** Where memory cannot be had, searches go on without it. */
  function isCaughtUp(held: HeldCodes): boolean {
    try {
      return catchUp(held)
    } catch (error) {
      if (error instanceof RangeError) return false
      throw error
    }
  }

  /** Of many candidates some may be hidden; then there are more behind them. */
  function approximate(codes: VectorCodes, vector: Float32Array, limit: number): Hit[] {
    for (let count = CANDIDATES * limit; ; count *= CANDIDATES) {
      const rowids = JSON.stringify(codes.nearest(vector, count))
      const hits = compared.all({ id, rowids, vector })
      if (hits.length >= 2 * limit || count >= codes.size) return hits.slice(0, limit)
    }
  }

  return {
    find(vector, limit) {
      const count = passageCount.get({ id }) ?? 0
      const held = count < MANY_PASSAGES ? null : shelf.take(id, { count, dimensions })
      if (!held || !isCaughtUp(held)) return exact(vector, limit)
      return approximate(held.codes, vector, limit)
    },

    forget: (rowids) => shelf.held(id)?.codes.drop(new Set(rowids)),
  }
}

/**
 * sqlite-vec answers with hidden rows too, so it is asked for as many more as there are. Where that is
 * more than it gives, and where vectors are wider than it takes, all of them are compared instead.
 */
function openExact(db: Database, { id, number, dimensions }: Vectors) {
  const hiddenCount = db
    .prepare<{ id: string }, number>(`
      SELECT count(*) FROM passages WHERE state <> 'live' AND collection_id = :id
    `)
    .pluck()
  const compared = db.prepare<Record<string, unknown>, Hit>(`
    SELECT rowid, 1 - vec_distance_cosine(embedding, :vector) AS score
      FROM vectors_${number}
     WHERE rowid NOT IN (SELECT rowid FROM passages WHERE state <> 'live' AND collection_id = :id)
     ORDER BY score DESC, rowid
     LIMIT :limit
  `)
  if (dimensions > MAX_VEC0_DIMENSIONS) {
    return (vector: Float32Array, limit: number) => compared.all({ id, vector, limit })
  }

  // Materialized, because sqlite-vec refuses conditions of ours when they are pushed into its search.
  const found = db.prepare<Record<string, unknown>, Hit>(`
    WITH near AS MATERIALIZED (
      SELECT rowid, distance FROM vectors_${number} WHERE embedding MATCH :vector AND k = :k
    )
    SELECT rowid, 1 - distance AS score
      FROM near
     WHERE distance IS NOT NULL
       AND rowid NOT IN (SELECT rowid FROM passages WHERE state <> 'live' AND collection_id = :id)
     ORDER BY score DESC, rowid
     LIMIT :limit
  `)
  return (vector: Float32Array, limit: number) => {
    const k = limit + (hiddenCount.get({ id }) ?? 0)
    return k > MAX_VEC0_HITS
      ? compared.all({ id, vector, limit })
      : found.all({ id, vector, limit, k })
  }
}

/** The floats of a blob, which may stand anywhere in its buffer. */
function floats(blob: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(blob).buffer)
}

/** Codes of all vectors up to the row `seen` of the table of passages. */
interface HeldCodes {
  codes: VectorCodes
  seen: number
}

export type CodeShelf = ReturnType<typeof createCodeShelf>

/** Holds the codes of collections, first come first served, as many as there is memory for. */
export function createCodeShelf(maxBytes = MAX_CODE_BYTES) {
  const shelf = new Map<string, HeldCodes>()

  return {
    held: (id: string) => shelf.get(id),

    /** Codes for `count` vectors or more; null when there is no room. */
    take(
      id: string,
      { count, dimensions }: { count: number; dimensions: number },
    ): HeldCodes | null {
      const held = shelf.get(id) ?? { codes: createVectorCodes(dimensions), seen: 0 }
      shelf.delete(id)
      const others = [...shelf.values()].reduce((sum, { codes }) => sum + codes.bytes, 0)
      if (others + Math.max(count * dimensions, held.codes.bytes) > maxBytes) return null
      shelf.set(id, held)
      return held
    },
  }
}
