import { fromBase64, inBase64 } from '../../../drivers/postgres/bytes.ts'
import type { Database } from '../../../drivers/postgres/database.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import {
  bestOf,
  CANDIDATES,
  type Candidate,
  type Coded,
  candidatesOf,
  cosineOf,
  pointsSomewhere,
} from '../../../index/nearest.ts'
import { windowsIn } from '../../../index/windows.ts'
import type { Hit, Searched, SearchIndex } from '../../../ports/search-index.ts'
import type { SetPlace } from '../../../sql/passage-index.ts'
import type { Place } from '../../index/postgres/index-state.ts'
import { createCodes, ROWS } from './loaded-codes.ts'
import { type Compared, createVectorCandidates, type Named } from './vector-candidates.ts'
import type { VectorIndex } from './vector-index.ts'
import { EMBEDDING, type VectorCollection, type VectorRow, vectorOf } from './vector-rows.ts'

const after = sql<SetPlace & { after: number }, VectorRow>(`
  SELECT key, ${EMBEDDING}
    FROM set_vectors
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND set_number = :set AND key > :after
   ORDER BY key
   LIMIT ${ROWS}
`)
const states = sql<Place & { keys: number[] }, { key: number; state: string }>(`
  SELECT key, state
    FROM passages
   WHERE organization_id = :organization_id AND key = ANY (:keys)
     AND collection_id = :collection_id
`)
const windowsOf = sql<
  Searched & { keys: number[] },
  { key: number; windows: string; dimensions: number }
>(`
  SELECT key, ${inBase64('windows')} AS windows, dimensions
    FROM vector_sets
    JOIN passage_windows
      ON passage_windows.organization_id = :organization_id
     AND passage_windows.collection_id = vector_sets.collection_id AND set_number = number
   WHERE vector_sets.organization_id = :organization_id
     AND vector_sets.collection_id = ANY (:collection_ids) AND state = 'serving'
     AND key = ANY (:keys)
`)

/**
 * Finds the nearest vectors of several collections. The index of pgvector and codes in memory, of
 * the vectors that are not in it, find candidates, of which the stored vectors are compared. Where
 * there is no memory for codes, all stored vectors are.
 */
export function createVectorSearch(
  db: Database,
  index: VectorIndex,
): Pick<SearchIndex, 'loadVectors' | 'nearest' | 'windows'> {
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

  /** Looks for more candidates when too many of them are hidden. */
  async function approximate(places: Places, vector: Int8Array, limit: number): Promise<Hit[]> {
    const { organization_id, coded, indexed } = places
    for (let count = CANDIDATES * limit; ; count *= CANDIDATES) {
      const candidates = candidatesOf(coded, vector, count)
      const { rows, found } =
        indexed.length > 0
          ? await stored.find(named(organization_id, candidates), indexed, { vector, count })
          : { rows: await stored.read(named(organization_id, candidates)), found: 0 }
      forgetErased(candidates, rows)
      const visible = rows.filter(({ state }) => state === 'live')
      const mayBeMore = candidates.length === count || found === count
      if (visible.length < limit && mayBeMore) continue
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
        if (!pointsSomewhere(vector)) return []
        const all = await codes.loadAll(searched)
        const loaded = all.filter(({ vectors }) => vectors.dimensions === vector.length)
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

    async windows(searched, keys) {
      const rows = await windowsOf.all(db, { ...searched, keys })
      return new Map(
        rows.map(({ key, windows, dimensions }) => [
          key,
          windowsIn(fromBase64(windows), dimensions),
        ]),
      )
    },
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
  vector: Int8Array,
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
    in_sets: candidates.map(({ vectors }) => vectors.set),
    keys: candidates.map(({ key }) => key),
  }
}

function placeOf({ organization_id, id, set }: VectorCollection): SetPlace {
  return { organization_id, collection_id: id, set }
}

function scored(row: VectorRow, vector: Int8Array): Hit {
  return { key: row.key, score: cosineOf(vectorOf(row), vector) }
}
