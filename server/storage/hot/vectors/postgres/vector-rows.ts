import { fromBase64, inBase64 } from '../../../drivers/postgres/bytes.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import { numbersIn } from '../../../index/nearest.ts'
import type { Place } from '../../index/postgres/index-state.ts'

/** A row of `set_vectors`, the embedding in base64. */
export interface VectorRow {
  key: number
  embedding: string
}

/** SQL for the embedding of a `VectorRow`. */
export const EMBEDDING = `${inBase64('set_vectors.embedding')} AS embedding`

/** The set of a collection that is searched, and its width. */
export const servingOf = sql<Place, { set: number; dimensions: number }>(`
  SELECT number AS set, dimensions
    FROM vector_sets
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND state = 'serving'
`)

/** A collection as it is searched by vectors. */
export interface VectorCollection {
  organization_id: string
  id: string
  /** The set that is searched. */
  set: number
  dimensions: number
  passage_count: number
  /** The vectors up to this key are in `nearest_vectors`; 0: none are. */
  indexed: number
}

export function vectorOf({ embedding }: Pick<VectorRow, 'embedding'>): Int8Array {
  return numbersIn(fromBase64(embedding))
}

/** A vector as `halfvec` reads it, which holds these numbers exactly. */
export function toHalfvec(vector: Int8Array): string {
  return `[${vector.join()}]`
}
