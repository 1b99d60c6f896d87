import type { Database } from 'better-sqlite3'
import type { Hit } from '../ports/search-index.ts'
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
  /** Drops rows from every ranking, even when the transaction that erases them is rolled back. */
  forget(rowids: number[]): void
}

/** Limits of sqlite-vec: the width of a column and the number of results. */
export const MAX_VEC0_DIMENSIONS = 8192
const MAX_VEC0_HITS = 4096

/** In smaller collections exact search is as fast: about 4 ms at 384 dimensions. */
const MANY_PASSAGES = 5000
/**
 * Candidates compared exactly for each wanted hit: reading their vectors takes most of a search. So
 * many of them must not be hidden.
 */
const CANDIDATES = 2
const VISIBLE = 1.5
/** How long one search may spend on loading vectors into the cache, a window of rows at a time. */
const CATCH_UP_MS = 50
const WINDOW_ROWS = 1000
/** Memory for the vectors of all collections: 600,000 of 384 dimensions. */
const MAX_CODE_BYTES = 256 * 1024 ** 2

/**
 * Finds the nearest vectors of a collection. Those of a large collection are cached in memory in
 * one byte per dimension to find candidates, which are then compared exactly. Small collections are
 * searched exactly, and large ones too until their cache is filled, which each search does a step
 * of.
 */
export function openNearest(db: Database, vectors: Vectors, cache: VectorCodeCache): Nearest {
  const { id, number, dimensions } = vectors
  const exact = openExact(db, vectors)
  const passageCount = db
    .prepare<{ id: string }, number>('SELECT passage_count FROM collections WHERE id = :id')
    .pluck()
  const newest = db.prepare<[], number>('SELECT coalesce(max(rowid), 0) FROM passages').pluck()
  // Vectors never change and row ids are never reused, so each window of rows is read once.
  const between = db.prepare<Record<string, unknown>, { rowid: number; embedding: Buffer }>(`
    SELECT passages.rowid, embedding
      FROM passages
      CROSS JOIN vectors_${number} AS vectors ON vectors.rowid = passages.rowid
     WHERE passages.rowid > :after AND passages.rowid <= :until
       AND collection_id = :id AND state <> 'gone'
     ORDER BY passages.rowid
  `)
  const compared = db.prepare<Record<string, unknown>, Hit>(`
    SELECT vectors.rowid AS key, 1 - vec_distance_cosine(embedding, :vector) AS score
      FROM json_each(:rowids) AS candidates
      CROSS JOIN passages ON passages.rowid = candidates.value
      CROSS JOIN vectors_${number} AS vectors ON vectors.rowid = candidates.value
     WHERE collection_id = :id AND state = 'live'
     ORDER BY score DESC, vectors.rowid
  `)

  /** False while there are committed vectors that are not cached. */
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

  /** When memory cannot be allocated, searches continue without the cache. */
  function isCaughtUp(held: HeldCodes): boolean {
    try {
      return catchUp(held)
    } catch (error) {
      if (error instanceof RangeError) return false
      throw error
    }
  }

  /** Asks for more candidates when too many of them are hidden. */
  function approximate(codes: VectorCodes, vector: Float32Array, limit: number): Hit[] {
    for (let count = CANDIDATES * limit; ; count *= CANDIDATES) {
      const rowids = JSON.stringify(codes.nearest(vector, count))
      const hits = compared.all({ id, rowids, vector })
      if (hits.length >= VISIBLE * limit || count >= codes.size) return hits.slice(0, limit)
    }
  }

  return {
    find(vector, limit) {
      const count = passageCount.get({ id }) ?? 0
      const held = count < MANY_PASSAGES ? null : cache.reserve(id, { count, dimensions })
      if (!held || !isCaughtUp(held)) return exact(vector, limit)
      return approximate(held.codes, vector, limit)
    },

    forget: (rowids) => cache.get(id)?.codes.drop(new Set(rowids)),
  }
}

/**
 * sqlite-vec returns hidden rows too, so it is asked for as many more as are hidden. When that
 * exceeds its limit, or vectors are too wide for it, all vectors are compared one by one instead.
 */
function openExact(db: Database, { id, number, dimensions }: Vectors) {
  const hiddenCount = db
    .prepare<{ id: string }, number>(`
      SELECT count(*) FROM passages WHERE state <> 'live' AND collection_id = :id
    `)
    .pluck()
  const compared = db.prepare<Record<string, unknown>, Hit>(`
    SELECT rowid AS key, 1 - vec_distance_cosine(embedding, :vector) AS score
      FROM vectors_${number}
     WHERE rowid NOT IN (SELECT rowid FROM passages WHERE state <> 'live' AND collection_id = :id)
     ORDER BY score DESC, rowid
     LIMIT :limit
  `)
  if (dimensions > MAX_VEC0_DIMENSIONS) {
    return (vector: Float32Array, limit: number) => compared.all({ id, vector, limit })
  }

  // Materialized, because sqlite-vec refuses other conditions inside its own search.
  const found = db.prepare<Record<string, unknown>, Hit>(`
    WITH near AS MATERIALIZED (
      SELECT rowid, distance FROM vectors_${number} WHERE embedding MATCH :vector AND k = :k
    )
    SELECT rowid AS key, 1 - distance AS score
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

/** The floats of a blob, which may begin at any offset of its buffer. */
function floats(blob: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(blob).buffer)
}

/** The codes of all vectors up to row `seen` of the passages table. */
interface HeldCodes {
  codes: VectorCodes
  seen: number
}

export type VectorCodeCache = ReturnType<typeof createVectorCodeCache>

/** Caches the vector codes of collections, first come first served, within `maxBytes`. */
export function createVectorCodeCache(maxBytes = MAX_CODE_BYTES) {
  const entries = new Map<string, HeldCodes>()

  return {
    get: (id: string) => entries.get(id),

    /** The codes of a collection, with room for `count` vectors; null when there is no memory. */
    reserve(
      id: string,
      { count, dimensions }: { count: number; dimensions: number },
    ): HeldCodes | null {
      const held = entries.get(id) ?? { codes: createVectorCodes(dimensions), seen: 0 }
      entries.delete(id)
      const others = [...entries.values()].reduce((sum, { codes }) => sum + codes.bytes, 0)
      if (others + Math.max(count * dimensions, held.codes.bytes) > maxBytes) return null
      entries.set(id, held)
      return held
    },
  }
}
