import type { Database } from 'better-sqlite3'
import type { Hit } from '../ports/search-index.ts'
import {
  createVectorCodeCache,
  MAX_VEC0_DIMENSIONS,
  openNearest,
  type VectorCodeCache,
  type Vectors,
} from './nearest.ts'

/** The vectors of one collection. */
export interface VectorIndex {
  /** Throws a `RangeError` when a vector has another width, or numbers that are not finite. */
  insert(passages: { key: number; vector: Float32Array | null }[]): void
  erase(keys: number[]): void
  /** Cosine similarity, best first. */
  nearest(vector: Float32Array, limit: number): Hit[]
}

/** Vectors stored side by side. The first passage of a collection allocates space for as many. */
const VEC0_CHUNK_SIZE = 128

/** Makes the table of a new collection's vectors. */
export function createVectorTable(db: Database, number: number, dimensions: number): void {
  db.exec(
    dimensions > MAX_VEC0_DIMENSIONS
      ? `CREATE TABLE vectors_${number} (rowid INTEGER PRIMARY KEY, embedding BLOB NOT NULL) STRICT`
      : `CREATE VIRTUAL TABLE vectors_${number} USING vec0(
           embedding float[${dimensions}] distance_metric=cosine, chunk_size=${VEC0_CHUNK_SIZE})`,
  )
}

/** Finds the vectors of a collection by its id; undefined when there is no such collection. */
export function createVectorIndexes(db: Database): (id: string) => VectorIndex | undefined {
  const collection = db.prepare<{ id: string }, Vectors>(`
    SELECT id, number, embedding_dimensions AS dimensions FROM collections WHERE id = :id
  `)
  // Neither the number nor the width of a collection ever changes, and none is ever deleted.
  const opened = new Map<string, VectorIndex>()
  const cache = createVectorCodeCache()

  return (id) => {
    const known = opened.get(id)
    if (known) return known
    const found = collection.get({ id })
    if (!found) return undefined
    const index = openVectors(db, found, cache)
    opened.set(id, index)
    return index
  }
}

function openVectors(db: Database, vectors: Vectors, cache: VectorCodeCache): VectorIndex {
  const { number, dimensions } = vectors
  const insert = db.prepare(`
    INSERT INTO vectors_${number} (rowid, embedding) VALUES (:key, :vector)
  `)
  const erase = db.prepare<{ key: bigint }>(`DELETE FROM vectors_${number} WHERE rowid = :key`)
  const nearest = openNearest(db, vectors, cache)

  return {
    insert(passages) {
      for (const { vector } of passages) if (vector) checkVector(vector, dimensions)
      for (const { key, vector } of passages) {
        // A zero vector has no direction: its similarity would be NaN and break the order.
        if (vector && pointsSomewhere(vector)) insert.run({ key: BigInt(key), vector })
      }
    },

    erase(keys) {
      for (const key of keys) erase.run({ key: BigInt(key) })
      nearest.forget(keys)
    },

    nearest(vector, limit) {
      checkVector(vector, dimensions)
      return pointsSomewhere(vector) ? nearest.find(vector, limit) : []
    },
  }
}

function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions || !vector.every(Number.isFinite)) {
    throw new RangeError(`A vector of this collection must hold ${dimensions} finite numbers.`)
  }
}

function pointsSomewhere(vector: Float32Array): boolean {
  return vector.some((component) => component !== 0)
}
