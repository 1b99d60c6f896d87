import type { Database } from 'better-sqlite3'
import { checkVector, pointsSomewhere } from '../../../index/nearest.ts'
import type { Hit } from '../../../ports/search-index.ts'
import { createNearest } from './nearest.ts'
import { openVectorTable, type VectorCollection, type VectorTable } from './vector-table.ts'

/** The vectors of one collection, as the steps that store passages change them. */
export interface VectorIndex {
  /** Throws a `RangeError` when a vector has another width, or numbers that are not finite. */
  insert(passages: { key: number; vector: Float32Array | null }[]): void
  erase(keys: number[]): void
}

/** The vectors of all collections, by their ids; those that do not exist are left out. */
export interface VectorIndexes {
  of(id: string): VectorIndex | undefined
  /** A short step of loading what `nearest` needs; true while there is more to load. */
  load(ids: string[]): boolean
  /** Cosine similarity, best first. Throws a `RangeError` as `insert` does. */
  nearest(ids: string[], vector: Float32Array, limit: number): Hit[]
}

export function createVectorIndexes(db: Database): VectorIndexes {
  const collection = db.prepare<{ id: string }, VectorCollection>(`
    SELECT id, number, embedding_dimensions AS dimensions FROM collections WHERE id = :id
  `)
  // Neither the number nor the width of a collection ever changes, and none is ever deleted.
  const opened = new Map<string, VectorTable>()
  const nearest = createNearest(db)

  function open(id: string): VectorTable | undefined {
    const known = opened.get(id)
    if (known) return known
    const found = collection.get({ id })
    if (!found) return undefined
    const table = openVectorTable(db, found)
    opened.set(id, table)
    return table
  }

  return {
    of(id) {
      const table = open(id)
      return table && openVectorIndex(table, (keys) => nearest.forget(id, keys))
    },

    load: (ids) => nearest.load(ids.flatMap((id) => open(id) ?? [])),

    nearest(ids, vector, limit) {
      const tables = ids.flatMap((id) => open(id) ?? [])
      for (const { dimensions } of tables) checkVector(vector, dimensions)
      return pointsSomewhere(vector) ? nearest.find(tables, vector, limit) : []
    },
  }
}

function openVectorIndex(
  { dimensions, insert, erase }: VectorTable,
  forget: (keys: number[]) => void,
): VectorIndex {
  return {
    insert(passages) {
      for (const { vector } of passages) if (vector) checkVector(vector, dimensions)
      for (const { key, vector } of passages) {
        // A zero vector has no direction: its similarity would be NaN and break the order.
        if (vector && pointsSomewhere(vector)) insert(key, vector)
      }
    },

    erase(keys) {
      for (const key of keys) erase(key)
      forget(keys)
    },
  }
}
