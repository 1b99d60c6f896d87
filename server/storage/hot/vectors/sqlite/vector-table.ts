import type { Database } from 'better-sqlite3'
import type { Hit } from '../../../ports/search-index.ts'

/** The vectors of one collection, in a table of their own. */
export interface VectorTable {
  id: string
  dimensions: number
  /** How many passages the collection shows. */
  passageCount(): number
  insert(key: number, vector: Float32Array): void
  erase(key: number): void
  /** Those of the collection's passages in a range of keys, in ascending order. */
  between(range: { after: number; until: number }): { key: number; embedding: Buffer }[]
  /** The cosine similarity of some of the vectors. */
  compare(keys: number[], vector: Float32Array): Hit[]
  /** The nearest of the passages that are shown, best first: all vectors are compared. */
  nearest(vector: Float32Array, limit: number): Hit[]
}

/** The collection of a table: its id, and the number and width that it always keeps. */
export interface VectorCollection {
  id: string
  number: number
  dimensions: number
}

/** Limits of sqlite-vec: the width of a column and the number of results. */
const MAX_VEC0_DIMENSIONS = 8192
const MAX_VEC0_HITS = 4096
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

export function openVectorTable(db: Database, collection: VectorCollection): VectorTable {
  const { id, number, dimensions } = collection
  const passageCount = db
    .prepare<{ id: string }, number>('SELECT passage_count FROM collections WHERE id = :id')
    .pluck()
  const insert = db.prepare(`
    INSERT INTO vectors_${number} (rowid, embedding) VALUES (:key, :vector)
  `)
  const erase = db.prepare<{ key: bigint }>(`DELETE FROM vectors_${number} WHERE rowid = :key`)
  const between = db.prepare<Record<string, unknown>, { key: number; embedding: Buffer }>(`
    SELECT passages.key, embedding
      FROM passages
      CROSS JOIN vectors_${number} AS vectors ON vectors.rowid = passages.key
     WHERE passages.key > :after AND passages.key <= :until
       AND collection_id = :id AND state <> 'gone'
     ORDER BY passages.key
  `)
  const compared = db.prepare<{ keys: string; vector: Float32Array }, Hit>(`
    SELECT vectors.rowid AS key, 1 - vec_distance_cosine(embedding, :vector) AS score
      FROM json_each(:keys) AS asked
      CROSS JOIN vectors_${number} AS vectors ON vectors.rowid = asked.value
  `)
  return {
    id,
    dimensions,
    passageCount: () => passageCount.get({ id }) ?? 0,
    insert: (key, vector) => void insert.run({ key: BigInt(key), vector }),
    erase: (key) => void erase.run({ key: BigInt(key) }),
    between: ({ after, until }) => between.all({ id, after, until }),
    compare: (keys, vector) => compared.all({ keys: JSON.stringify(keys), vector }),
    nearest: openNearest(db, collection),
  }
}

/**
 * sqlite-vec returns hidden rows too, so it is asked for as many more as are hidden. When that
 * exceeds its limit, or vectors are too wide for it, all vectors are compared one by one instead.
 */
function openNearest(db: Database, { id, number, dimensions }: VectorCollection) {
  const hiddenCount = db
    .prepare<{ id: string }, number>(`
      SELECT count(*) FROM passages WHERE state <> 'live' AND collection_id = :id
    `)
    .pluck()
  const compared = db.prepare<Record<string, unknown>, Hit>(`
    SELECT rowid AS key, 1 - vec_distance_cosine(embedding, :vector) AS score
      FROM vectors_${number}
     WHERE rowid NOT IN (SELECT key FROM passages WHERE state <> 'live' AND collection_id = :id)
     ORDER BY score DESC, rowid
     LIMIT :limit
  `)
  if (dimensions > MAX_VEC0_DIMENSIONS) {
    return (vector: Float32Array, limit: number) => compared.all({ id, vector, limit })
  }

  // Materialized, because sqlite-vec refuses other conditions inside its own search.
  const found = db.prepare<Record<string, unknown>, Hit>(`
    WITH near AS MATERIALIZED (
      SELECT rowid, distance FROM vectors_${number} WHERE embedding MATCH :vector AND k = :k
    )
    SELECT rowid AS key, 1 - distance AS score
      FROM near
     WHERE distance IS NOT NULL
       AND rowid NOT IN (SELECT key FROM passages WHERE state <> 'live' AND collection_id = :id)
     ORDER BY score DESC, rowid
     LIMIT :limit
  `)
  return (vector: Float32Array, limit: number) => {
    const k = limit + (hiddenCount.get({ id }) ?? 0)
    return k > MAX_VEC0_HITS
      ? compared.all({ id, vector, limit })
      : found.all({ id, vector, limit, k })
  }
}
