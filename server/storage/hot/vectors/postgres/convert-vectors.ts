import { quantize } from '../../../../quantize.ts'
import { fromBase64, inBase64 } from '../../../drivers/postgres/bytes.ts'
import type { Database } from '../../../drivers/postgres/database.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import { lockIndex, type Place } from '../../index/postgres/index-state.ts'
import { insertVectors, servingSet } from './set-vectors.ts'
import type { VectorRow } from './vector-rows.ts'

/** The others are of collections that have moved to another embedding. */
const FIRST_SET = 1
/** Vectors of one step. */
const ROWS = 200

const next = sql<object, Place>(`
  SELECT organization_id, collection_id FROM passage_vectors LIMIT 1
`)
const take = sql<Place, VectorRow>(`
  DELETE FROM passage_vectors
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND key IN (SELECT key
                   FROM passage_vectors
                  WHERE organization_id = :organization_id AND collection_id = :collection_id
                  ORDER BY key
                  LIMIT ${ROWS})
  RETURNING key, ${inBase64('embedding')} AS embedding
`)

/**
 * Takes a short step of moving the vectors that an earlier version has stored as floats to the sets
 * of their collections, in the order of their keys; true while there may be more. Not in the
 * migration, because the earlier version may go on beside this one, and store more of them.
 */
export async function convertVectors(db: Database): Promise<boolean> {
  const place = await next.get(db, {})
  if (!place) return false
  await db.step(async (transaction) => {
    await lockIndex(transaction, place)
    const set = await servingSet(transaction, place)
    const rows = await take.all(transaction, place)
    if (!set) return
    const vectors = rows
      .map(({ key, embedding }) => ({ key, vector: quantize(floatsIn(embedding)), windows: [] }))
      .filter(({ vector }) => set.set === FIRST_SET && vector.length === set.dimensions)
      .toSorted((one, other) => one.key - other.key)
    await insertVectors(transaction, { ...place, ...set }, vectors)
  }, 'read committed')
  return true
}

function floatsIn(embedding: string): Float32Array {
  return new Float32Array(new Uint8Array(fromBase64(embedding)).buffer)
}
