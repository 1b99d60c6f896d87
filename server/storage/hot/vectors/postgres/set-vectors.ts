import { type Packed, pack } from '../../../drivers/postgres/bytes.ts'
import type { Runner } from '../../../drivers/postgres/database.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import { checkVector, pointsSomewhere } from '../../../index/nearest.ts'
import { bytesOf, joinWindows } from '../../../index/windows.ts'
import type { PassageVectors, SetPlace } from '../../../sql/passage-index.ts'
import type { Place } from '../../index/postgres/index-state.ts'
import { servingOf } from './vector-rows.ts'

type Rows = SetPlace & Packed & { keys: number[] }

const insert = sql<Rows>(insertInto('set_vectors', 'embedding'))
const insertWindows = sql<Rows>(insertInto('passage_windows', 'windows'))
// An earlier version that still runs has made the collection.
const add = sql<Place>(`
  INSERT INTO vector_sets (organization_id, collection_id, number, embedding_model, dimensions,
                           state)
  SELECT organization_id, id,
         coalesce((SELECT max(number)
                     FROM vector_sets
                    WHERE organization_id = :organization_id
                      AND collection_id = :collection_id), 0) + 1,
         embedding_model, embedding_dimensions, 'serving'
    FROM collections
   WHERE organization_id = :organization_id AND id = :collection_id
`)
const erasures = ['set_vectors', 'passage_windows'].map((table) =>
  sql<Place & { keys: number[] }>(`
    DELETE FROM ${table}
     WHERE organization_id = :organization_id AND collection_id = :collection_id
       AND set_number IN (SELECT number
                            FROM vector_sets
                           WHERE organization_id = :organization_id
                             AND collection_id = :collection_id)
       AND key = ANY (:keys)
  `),
)
/** Rows of one step. */
const ERASED = 1000
const erasuresOfSet = ['passage_windows', 'set_vectors'].map((table) =>
  sql<SetPlace>(`
    DELETE FROM ${table}
     WHERE organization_id = :organization_id AND collection_id = :collection_id
       AND set_number = :set
       AND key IN (SELECT key
                     FROM ${table}
                    WHERE organization_id = :organization_id
                      AND collection_id = :collection_id AND set_number = :set
                    LIMIT ${ERASED})
  `),
)
const eraseFloats = sql<Place & { keys: number[] }>(`
  DELETE FROM passage_vectors
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND key = ANY (:keys)
`)

function insertInto(table: string, column: string): string {
  return `
    INSERT INTO ${table} (organization_id, collection_id, set_number, key, ${column})
    SELECT :organization_id, :collection_id, :set, key, substring(:bodies::bytea FROM start FOR size)
      FROM unnest(:keys::bigint[], :starts::integer[], :sizes::integer[]) AS row (key, start, size)
    ON CONFLICT DO NOTHING`
}

/** In a step that has locked the index: the set of a collection that is searched, and its width. */
export async function servingSet(on: Runner, place: Place) {
  const known = await servingOf.get(on, place)
  if (known) return known
  await add.run(on, place)
  return servingOf.get(on, place)
}

/**
 * In a step that has locked the index: stores the vectors of passages in a set. Throws a
 * `RangeError` when one has another width.
 */
export async function insertVectors(
  on: Runner,
  place: SetPlace & { dimensions: number },
  passages: PassageVectors[],
): Promise<void> {
  const { dimensions, ...set } = place
  const given = passages.flatMap(({ key, vector }) => (vector ? [{ key, vector }] : []))
  for (const { vector } of given) checkVector(vector, dimensions)
  const stored = given.filter(({ vector }) => pointsSomewhere(vector))
  await insertRows(
    on,
    insert,
    set,
    stored.map(({ key, vector }) => ({ key, body: bytesOf(vector) })),
  )
  const windowed = passages.filter(({ windows }) => windows.length > 0)
  await insertRows(
    on,
    insertWindows,
    set,
    windowed.map(({ key, windows }) => ({ key, body: joinWindows(windows, dimensions) })),
  )
}

async function insertRows(
  on: Runner,
  statement: typeof insert,
  set: SetPlace,
  rows: { key: number; body: Uint8Array }[],
): Promise<void> {
  if (rows.length === 0) return
  const packed = pack(rows.map(({ body }) => body))
  await statement.run(on, { ...set, ...packed, keys: rows.map(({ key }) => key) })
}

/** In a step that has locked the index: erases the vectors of passages from all sets. */
export async function eraseVectors(on: Runner, place: Place, keys: number[]): Promise<void> {
  for (const erase of [...erasures, eraseFloats]) await erase.run(on, { ...place, keys })
}

/** In a step: erases some vectors of a set; false when there are none. */
export async function eraseSomeOf(on: Runner, set: SetPlace): Promise<boolean> {
  for (const erase of erasuresOfSet) if ((await erase.run(on, set)) > 0) return true
  return false
}
