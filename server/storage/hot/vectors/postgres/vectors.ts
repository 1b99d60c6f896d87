import { type Packed, pack } from '../../../drivers/postgres/bytes.ts'
import type { Database, Runner } from '../../../drivers/postgres/database.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import {
  bestOf,
  CANDIDATES,
  type Candidate,
  type Coded,
  candidatesOf,
  checkVector,
  cosineOf,
  mayBeNearest,
  pointsSomewhere,
  VISIBLE,
} from '../../../index/nearest.ts'
import type { Hit, SearchIndex } from '../../../ports/search-index.ts'
import type { Place } from '../../index/postgres/index-state.ts'
import { createCodes, ROWS } from './loaded-codes.ts'
import { type Compared, createVectorCandidates, type Named } from './vector-candidates.ts'
import type { VectorIndex } from './vector-index.ts'
import {
  EMBEDDING,
  type VectorCollection,
  type VectorRow,
  vectorOf,
  widthOf,
} from './vector-rows.ts'

const insert = sql<Place & Packed & { keys: number[] }>(`
  INSERT INTO passage_vectors (organization_id, collection_id, key, embedding)
  SELECT :organization_id, :collection_id, key, substring(:bodies::bytea FROM start FOR size)
    FROM unnest(:keys::bigint[], :starts::integer[], :sizes::integer[]) AS row (key, start, size)
`)
const erase = sql<Place & { keys: number[] }>(`
  DELETE FROM passage_vectors
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND key = ANY (:keys)
`)
const after = sql<Place & { after: number }, VectorRow>(`
  SELECT key, ${EMBEDDING}
    FROM passage_vectors
   WHERE organization_id = :organization_id AND collection_id = :collection_id AND key > :after
   ORDER BY key
   LIMIT ${ROWS}
`)
const states = sql<Place & { keys: number[] }, { key: number; state: string }>(`
  SELECT key, state
    FROM passages
   WHERE organization_id = :organization_id AND key = ANY (:keys)
     AND collection_id = :collection_id
`)

/**
 * In a step that has locked the index: stores the vectors of passages. Throws a `RangeError` when
 * one has another width than the collection, or numbers that are not finite.
 */
export async function insertVectors(
  on: Runner,
  place: Place,
  passages: { key: number; vector: Float32Array | null }[],
): Promise<void> {
  const given = passages.flatMap(({ key, vector }) => (vector ? [{ key, vector }] : []))
  if (given.length === 0) return
  const { dimensions = 0 } = (await widthOf.get(on, place)) ?? {}
  for (const { vector } of given) checkVector(vector, dimensions)
  const stored = given.filter(({ vector }) => pointsSomewhere(vector))
  const packed = pack(
    stored.map(({ vector }) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)),
  )
  await insert.run(on, { ...place, ...packed, keys: stored.map(({ key }) => key) })
}

/** In a step that has locked the index. */
export async function eraseVectors(on: Runner, place: Place, keys: number[]): Promise<void> {
  await erase.run(on, { ...place, keys })
}

/**
 * Finds the nearest vectors of several collections. The index of pgvector and codes in memory, of
 * the vectors that are not in it, find candidates, of which the stored vectors are compared. Where
 * there is no memory for codes, all stored vectors are.
 */
export function createVectorSearch(
  db: Database,
  index: VectorIndex,
): Pick<SearchIndex, 'loadVectors' | 'nearest'> {
  const codes = createCodes(db, index)
  const stored = createVectorCandidates(db)

  /** Those that were erased since, by any process, are candidates no more. */
  function forgetErased(candidates: Candidate<VectorCollection>[], rows: Compared[]): void {
    const known = new Set(rows.map(({ key }) => key))
    const erased = candidates.filter(({ key }) => !known.has(key))
    for (const [{ id }, own] of Map.groupBy(erased, ({ vectors }) => vectors)) {
      codes.forget(
        id,
        own.map(({ key }) => key),
      )
    }
  }

  /** Those that may be among the nearest by their codes; null when some of them are hidden. */
  async function likeliest(
    { organization_id, coded }: Places,
    vector: Float32Array,
    limit: number,
  ): Promise<Hit[] | null> {
    const candidates = mayBeNearest(candidatesOf(coded, vector, CANDIDATES * limit), limit)
    const rows = await stored.read(named(organization_id, candidates))
    forgetErased(candidates, rows)
    const visible = rows.filter(({ state }) => state === 'live')
    return visible.length < candidates.length ? null : visible.map((row) => scored(row, vector))
  }

  /** Asks for more candidates when too many of them are hidden. */
  async function approximate(places: Places, vector: Float32Array, limit: number): Promise<Hit[]> {
    const { organization_id, coded, indexed } = places
    const hits = indexed.length === 0 ? await likeliest(places, vector, limit) : null
    if (hits) return hits
    for (let count = CANDIDATES * limit; ; count *= CANDIDATES) {
      const candidates = candidatesOf(coded, vector, count)
      const { rows, found } =
        indexed.length > 0
          ? await stored.find(named(organization_id, candidates), indexed, { vector, count })
          : { rows: await stored.read(named(organization_id, candidates)), found: 0 }
      forgetErased(candidates, rows)
      const visible = rows.filter(({ state }) => state === 'live')
      const mayBeMore = candidates.length === count || found === count
      if (visible.length < VISIBLE * limit && mayBeMore) continue
      return visible.map((row) => scored(row, vector))
    }
  }

  return {
    loadVectors: ({ organization_id, collection_ids }) =>
      index.ifUsable(async () => {
        if (codes.sign(collection_ids)) return true
        const loaded = await codes.load({ organization_id, collection_ids })
        return loaded.some(({ isComplete }) => !isComplete)
      }),

    nearest: (searched, vector, limit) =>
      index.ifUsable(async () => {
        const loaded = await codes.loadAll(searched)
        for (const { vectors } of loaded) checkVector(vector, vectors.dimensions)
        if (!pointsSomewhere(vector)) return []
        const coded: Coded<VectorCollection>[] = []
        const hits: Hit[] = []
        for (const { vectors, hasRest, codes } of loaded) {
          if (codes) coded.push({ vectors, codes })
          else if (hasRest) hits.push(...(await exact(db, vectors, vector, limit)))
        }
        const indexed = loaded.flatMap(({ vectors }) => (vectors.indexed > 0 ? [vectors] : []))
        if (coded.length + indexed.length > 0) {
          const places = { organization_id: searched.organization_id, coded, indexed }
          hits.push(...(await approximate(places, vector, limit)))
        }
        return bestOf(hits, limit)
      }),
  }
}

/** Where candidates are looked for. */
interface Places {
  organization_id: string
  coded: Coded<VectorCollection>[]
  indexed: VectorCollection[]
}

/** The nearest of a collection, by comparing all its vectors that are not indexed. */
async function exact(
  db: Database,
  collection: VectorCollection,
  vector: Float32Array,
  limit: number,
): Promise<Hit[]> {
  const place = placeOf(collection)
  let hits: Hit[] = []
  for (let seen = collection.indexed; ; ) {
    const rows = await after.all(db, { ...place, after: seen })
    const keys = rows.map(({ key }) => key)
    const live = new Set(
      (await states.all(db, { ...place, keys }))
        .filter(({ state }) => state === 'live')
        .map(({ key }) => key),
    )
    const shown = rows.filter(({ key }) => live.has(key))
    const more = shown.map((row) => scored(row, vector))
    hits = bestOf([...hits, ...more], limit)
    seen = keys.at(-1) ?? seen
    if (rows.length < ROWS) return hits
  }
}

function named(organization_id: string, candidates: Candidate<VectorCollection>[]): Named {
  return {
    organization_id,
    in_collections: candidates.map(({ vectors }) => vectors.id),
    keys: candidates.map(({ key }) => key),
  }
}

function placeOf({ organization_id, id }: VectorCollection): Place {
  return { organization_id, collection_id: id }
}

function scored(row: VectorRow, vector: Float32Array): Hit {
  return { key: row.key, score: cosineOf(vectorOf(row), vector) }
}
