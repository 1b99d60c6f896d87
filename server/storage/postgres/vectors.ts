import {
  bestOf,
  CANDIDATES,
  type Candidate,
  type Coded,
  candidatesOf,
  checkVector,
  cosineOf,
  floatsIn,
  pointsSomewhere,
  VISIBLE,
} from '../index/nearest.ts'
import { createVectorCodeCache, type HeldCodes } from '../index/vector-code-cache.ts'
import type { VectorCodes } from '../index/vector-codes.ts'
import type { Hit, Searched, SearchIndex } from '../ports/search-index.ts'
import { fromBase64, inBase64, type Packed, pack } from './bytes.ts'
import type { Database, Runner } from './database.ts'
import type { Place } from './index-state.ts'
import { sql } from './statement.ts'

/** Vectors that are read at once: some 1 MB of 384 dimensions. */
const ROWS = 500

interface VectorRow {
  key: number
  /** In base64. */
  embedding: string
}

interface VectorCollection {
  organization_id: string
  id: string
  dimensions: number
  passage_count: number
}

type NextRow = VectorCollection & (VectorRow | { key: null; embedding: null })

const EMBEDDING = `${inBase64('embedding')} AS embedding`

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
const widthOf = sql<Place, { dimensions: number }>(`
  SELECT embedding_dimensions AS dimensions
    FROM collections
   WHERE organization_id = :organization_id AND id = :collection_id
`)
const next = sql<{ organization_id: string; held: string }, NextRow>(`
  SELECT organization_id, id, embedding_dimensions AS dimensions, passage_count, key, embedding
    FROM jsonb_to_recordset(:held::jsonb) AS held (id text, seen bigint)
    JOIN collections USING (id)
    LEFT JOIN LATERAL (
      SELECT key, ${EMBEDDING}
        FROM passage_vectors
       WHERE passage_vectors.organization_id = :organization_id
         AND passage_vectors.collection_id = held.id AND key > seen
       ORDER BY key
       LIMIT ${ROWS}
    ) AS unseen ON true
   WHERE organization_id = :organization_id
   ORDER BY id, key
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
const compared = sql<
  { organization_id: string; collection_ids: string[]; keys: number[] },
  VectorRow & { collection_id: string; state: string }
>(`
  SELECT asked.collection_id, asked.key, ${EMBEDDING}, state
    FROM unnest(:collection_ids::text[], :keys::bigint[]) AS asked (collection_id, key)
    JOIN passage_vectors
      ON passage_vectors.organization_id = :organization_id
     AND passage_vectors.collection_id = asked.collection_id
     AND passage_vectors.key = asked.key
    JOIN passages
      ON passages.organization_id = :organization_id AND passages.key = asked.key
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
 * Finds the nearest vectors of several collections: codes in memory find candidates, of which the
 * stored vectors are compared. Where there is no memory for codes, all stored vectors are.
 */
export function createVectorSearch(db: Database): Pick<SearchIndex, 'loadVectors' | 'nearest'> {
  const codes = createCodes(db)

  /** Asks for more candidates when too many of them are hidden. */
  async function approximate(
    coded: Coded<VectorCollection>[],
    vector: Float32Array,
    limit: number,
  ): Promise<Hit[]> {
    for (let count = CANDIDATES * limit; ; count *= CANDIDATES) {
      const candidates = candidatesOf(coded, vector, count)
      const found = await readCandidates(candidates)
      const visible = found.filter(({ state }) => state === 'live')
      if (visible.length < VISIBLE * limit && candidates.length === count) continue
      return visible.map(({ key, embedding }) => scored(key, embedding, vector))
    }
  }

  /** Those that were erased since, by any process, are candidates no more. */
  async function readCandidates(candidates: Candidate<VectorCollection>[]) {
    const [first] = candidates
    if (!first) return []
    const rows = await compared.all(db, {
      organization_id: first.vectors.organization_id,
      collection_ids: candidates.map(({ vectors }) => vectors.id),
      keys: candidates.map(({ key }) => key),
    })
    const stored = new Set(rows.map(({ key }) => key))
    const erased = candidates.filter(({ key }) => !stored.has(key))
    for (const [{ id }, own] of Map.groupBy(erased, ({ vectors }) => vectors)) {
      codes.forget(
        id,
        own.map(({ key }) => key),
      )
    }
    return rows
  }

  return {
    async loadVectors({ organization_id, collection_ids }) {
      if (codes.sign(collection_ids)) return true
      const loaded = await codes.load({ organization_id, collection_ids })
      return loaded.some(({ isComplete }) => !isComplete)
    },

    async nearest(searched, vector, limit) {
      const loaded = await codes.loadAll(searched)
      for (const { vectors } of loaded) checkVector(vector, vectors.dimensions)
      if (!pointsSomewhere(vector)) return []
      const coded: Coded<VectorCollection>[] = []
      const hits: Hit[] = []
      for (const { vectors, codes } of loaded) {
        if (codes) coded.push({ vectors, codes })
        else hits.push(...(await exact(db, vectors, vector, limit)))
      }
      if (coded.length > 0) hits.push(...(await approximate(coded, vector, limit)))
      return bestOf(hits, limit)
    },
  }
}

interface Loaded {
  vectors: VectorCollection
  /** null when there is no memory for them. */
  codes: VectorCodes | null
  isComplete: boolean
}

/** The codes of vectors in memory, which are read as far as they are not held yet. */
function createCodes(db: Database) {
  const cache = createVectorCodeCache()

  /** Takes in what was read of a collection beyond the key `seen`. */
  function takeIn(seen: number, rows: NextRow[]): Omit<Loaded, 'vectors'> {
    const [{ id, dimensions, passage_count }] = rows as [NextRow]
    try {
      const held = cache.hold({ id, dimensions }, passage_count)
      if (!held) return { codes: null, isComplete: true }
      // Dropped from memory meanwhile, and to be read from the beginning.
      if (held.seen < seen) return { codes: held.codes, isComplete: false }
      for (const { key, embedding } of rows) if (key !== null) addTo(held, key, embedding)
      return { codes: held.codes, isComplete: rows.length < ROWS && !held.codes.sign() }
    } catch (error) {
      if (error instanceof RangeError) return { codes: null, isComplete: true }
      throw error
    }
  }

  /** Reads some vectors that are not held yet of collections, all of one moment. */
  async function load({ organization_id, collection_ids }: Searched): Promise<Loaded[]> {
    const seen = new Map(collection_ids.map((id) => [id, cache.seenOf(id)]))
    const held = JSON.stringify([...seen].map(([id, key]) => ({ id, seen: key })))
    const rows = await next.all(db, { organization_id, held })
    return [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => ({
      vectors: own[0] as NextRow,
      ...takeIn(seen.get(id) as number, own),
    }))
  }

  return {
    load,

    /** Makes more of what is held ready to be searched; true while there is more to do. */
    sign: (ids: string[]) => ids.map(cache.sign).includes(true),

    /** The codes of all vectors of collections. */
    async loadAll(searched: Searched): Promise<Loaded[]> {
      let loaded = await load(searched)
      while (loaded.some(({ isComplete }) => !isComplete)) loaded = await load(searched)
      return loaded
    },

    forget: (id: string, keys: number[]) => cache.forget(id, keys),
  }
}

/** The nearest of a collection, by comparing all its vectors. */
async function exact(
  db: Database,
  collection: VectorCollection,
  vector: Float32Array,
  limit: number,
): Promise<Hit[]> {
  const place = placeOf(collection)
  let hits: Hit[] = []
  for (let seen = 0; ; ) {
    const rows = await after.all(db, { ...place, after: seen })
    const keys = rows.map(({ key }) => key)
    const live = new Set(
      (await states.all(db, { ...place, keys }))
        .filter(({ state }) => state === 'live')
        .map(({ key }) => key),
    )
    const shown = rows.filter(({ key }) => live.has(key))
    const more = shown.map(({ key, embedding }) => scored(key, embedding, vector))
    hits = bestOf([...hits, ...more], limit)
    seen = keys.at(-1) ?? seen
    if (rows.length < ROWS) return hits
  }
}

function placeOf({ organization_id, id }: VectorCollection): Place {
  return { organization_id, collection_id: id }
}

/** Vectors never change and keys are never used again, so each vector is read once. */
function addTo(held: HeldCodes, key: number, embedding: string): void {
  if (key <= held.seen) return
  held.codes.add(key, floatsIn(fromBase64(embedding)))
  held.seen = key
}

function scored(key: number, embedding: string, vector: Float32Array): Hit {
  return { key, score: cosineOf(floatsIn(fromBase64(embedding)), vector) }
}
