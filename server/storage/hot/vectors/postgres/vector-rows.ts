import { fromBase64, inBase64 } from '../../../drivers/postgres/bytes.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import { floatsIn } from '../../../index/nearest.ts'
import type { Place } from '../../index/postgres/index-state.ts'

/** A row of `passage_vectors`, the embedding in base64. */
export interface VectorRow {
  key: number
  embedding: string
}

/** SQL for the embedding of a `VectorRow`. */
export const EMBEDDING = `${inBase64('passage_vectors.embedding')} AS embedding`

/** The width of a collection's vectors. */
export const widthOf = sql<Place, { dimensions: number }>(`
  SELECT embedding_dimensions AS dimensions
    FROM collections
   WHERE organization_id = :organization_id AND id = :collection_id
`)

/** A collection as it is searched by vectors. */
export interface VectorCollection {
  organization_id: string
  id: string
  dimensions: number
  passage_count: number
  /** The vectors up to this key are in `indexed_vectors`; 0: none are. */
  indexed: number
}

export function vectorOf({ embedding }: Pick<VectorRow, 'embedding'>): Float32Array {
  return floatsIn(fromBase64(embedding))
}

/** A vector scaled to length 1 as `halfvec` reads it, which has no room for large numbers. */
export function toHalfvec(vector: Float32Array): string {
  const length = Math.hypot(...vector)
  return `[${Array.from(vector, (component) => (component / length).toPrecision(6)).join()}]`
}
