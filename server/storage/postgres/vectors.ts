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
import type { Hit, Searched, SearchIndex } from '../ports/search-index.ts'
import { type Packed, pack } from './bytes.ts'
import type { Database, Runner } from './database.ts'
import type { Place } from './index-state.ts'
import { sql } from './statement.ts'

/** Vectors that are read at once: some 2 MB of 384 dimensions. */
const ROWS = 500

interface VectorRow {
  key: number
  embedding: Buffer
}

interface VectorCollection {
  organization_id: string
  id: string
  dimensions: number
  passage_count: number
}

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
const collections = sql<Searched, VectorCollection>(`
  SELECT organization_id, id, embedding_dimensions AS dimensions, passage_count
    FROM collections
   WHERE organization_id = :organization_id AND id = ANY (:collection_ids)
`)
const after = sql<Place & { after: number }, VectorRow>(`
  SELECT key, embedding
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
  SELECT asked.collection_id, asked.key, embedding, state
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
    async loadVectors(searched) {
      const loaded = await Promise.all((await collections.all(db, searched)).map(codes.load))
      return loaded.includes(false)
    },

    async nearest(searched, vector, limit) {
      const asked = await collections.all(db, searched)
      for (const { dimensions } of asked) checkVector(vector, dimensions)
      if (!pointsSomewhere(vector)) return []
      const coded: Coded<VectorCollection>[] = []
      const hits: Hit[] = []
      for (const vectors of asked) {
        const held = await codes.of(vectors)
        if (held) coded.push({ vectors, codes: held.codes })
        else hits.push(...(await exact(db, vectors, vector, limit)))
      }
      if (coded.length > 0) hits.push(...(await approximate(coded, vector, limit)))
      return bestOf(hits, limit)
    },
  }
}

/** The codes of vectors in memory, which are read as far as they are not held yet. */
function createCodes(db: Database) {
  const cache = createVectorCodeCache()

  /** Reads some vectors that are not held yet; true when all are, null when there is no memory. */
  async function load(collection: VectorCollection): Promise<boolean | null> {
    try {
      const held = cache.hold(collection, collection.passage_count)
      if (!held) return null
      const rows = await after.all(db, { ...placeOf(collection), after: held.seen })
      for (const { key, embedding } of rows) takeIn(held, key, embedding)
      return rows.length < ROWS && !held.codes.sign()
    } catch (error) {
      if (error instanceof RangeError) return null
      throw error
    }
  }

  /** The codes of all vectors of a collection; null when there is no memory for them. */
  async function of(collection: VectorCollection) {
    let loaded = await load(collection)
    while (loaded === false) loaded = await load(collection)
    return loaded && cache.hold(collection, collection.passage_count)
  }

  return {
    load,
    of,
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
function takeIn(held: HeldCodes, key: number, embedding: Buffer): void {
  if (key <= held.seen) return
  held.codes.add(key, floatsIn(embedding))
  held.seen = key
}

function scored(key: number, embedding: Buffer, vector: Float32Array): Hit {
  return { key, score: cosineOf(floatsIn(embedding), vector) }
}
