import type { Database } from 'better-sqlite3'
import type { Hit } from '../../../ports/search-index.ts'

/** The vectors of one set, in a table of their own. */
export interface VectorTable {
  /** Of the collection. */
  id: string
  /** The number of the set. */
  set: number
  dimensions: number
  /** How many passages the collection shows. */
  passageCount(): number
  insert(key: number, vector: Int8Array): void
  erase(key: number): void
  /** Those of the collection's passages in a range of keys, in ascending order. */
  between(range: { after: number; until: number }): { key: number; embedding: Buffer }[]
  /** The nearest of the passages that are shown, best first: all vectors are compared. */
  nearest(vector: Int8Array, limit: number): Hit[]
}

/** A set of vectors as its table is named and made. */
export interface TableOfSet {
  organization_id: string
  /** The collection's id and number. */
  id: string
  collection: number
  set: number
  dimensions: number
}

/** Limits of sqlite-vec: the width of a column and the number of results. */
const MAX_VEC0_DIMENSIONS = 8192
const MAX_VEC0_HITS = 4096
/** Vectors stored side by side. The first passage of a collection allocates space for as many. */
const VEC0_CHUNK_SIZE = 128

export function tableNameOf({ collection, set }: Pick<TableOfSet, 'collection' | 'set'>): string {
  return `vectors_${collection}_${set}`
}

/** SQL for a bound vector, as a set's table takes it. */
export function vectorIn(value: string, dimensions: number): string {
  return dimensions > MAX_VEC0_DIMENSIONS ? value : `vec_int8(${value})`
}

/** Makes the table of a new set. */
export function createVectorTable(db: Database, table: Omit<TableOfSet, 'id'>): void {
  const { dimensions } = table
  db.exec(
    dimensions > MAX_VEC0_DIMENSIONS
      ? `CREATE TABLE ${tableNameOf(table)} (
           rowid INTEGER PRIMARY KEY, embedding BLOB NOT NULL) STRICT`
      : `CREATE VIRTUAL TABLE ${tableNameOf(table)} USING vec0(
           embedding int8[${dimensions}] distance_metric=cosine, chunk_size=${VEC0_CHUNK_SIZE})`,
  )
}

export function openVectorTable(db: Database, table: TableOfSet): VectorTable {
  const { organization_id, id, set, dimensions } = table
  const name = tableNameOf(table)
  const passageCount = db
    .prepare<{ organization_id: string; id: string }, number>(`
      SELECT passage_count FROM collections WHERE organization_id = :organization_id AND id = :id
    `)
    .pluck()
  const insert = db.prepare(`
    INSERT INTO ${name} (rowid, embedding) VALUES (:key, ${vectorIn(':vector', dimensions)})
  `)
  const erase = db.prepare<{ key: bigint }>(`DELETE FROM ${name} WHERE rowid = :key`)
  const between = db.prepare<Record<string, unknown>, { key: number; embedding: Buffer }>(`
    SELECT passages.key, embedding
      FROM passages
      CROSS JOIN ${name} AS vectors ON vectors.rowid = passages.key
     WHERE passages.key > :after AND passages.key <= :until
       AND collection_id = :id AND state <> 'gone'
     ORDER BY passages.key
  `)
  return {
    id,
    set,
    dimensions,
    passageCount: () => passageCount.get({ organization_id, id }) ?? 0,
    insert: (key, vector) => void insert.run({ key: BigInt(key), vector }),
    erase: (key) => void erase.run({ key: BigInt(key) }),
    between: ({ after, until }) => between.all({ id, after, until }),
    nearest: openNearest(db, table),
  }
}

/**
 * sqlite-vec returns hidden rows too, so it is asked for as many more as are hidden. When that
 * exceeds its limit, or vectors are too wide for it, all vectors are compared one by one instead.
 */
function openNearest(db: Database, table: TableOfSet) {
  const { id, dimensions } = table
  const name = tableNameOf(table)
  const hiddenCount = db
    .prepare<{ id: string }, number>(`
      SELECT count(*) FROM passages WHERE state <> 'live' AND collection_id = :id
    `)
    .pluck()
  const compared = db.prepare<Record<string, unknown>, Hit>(`
    SELECT rowid AS key, 1 - vec_distance_cosine(vec_int8(embedding), vec_int8(:vector)) AS score
      FROM ${name}
     WHERE rowid NOT IN (SELECT key FROM passages WHERE state <> 'live' AND collection_id = :id)
     ORDER BY score DESC, rowid
     LIMIT :limit
  `)
  if (dimensions > MAX_VEC0_DIMENSIONS) {
    return (vector: Int8Array, limit: number) => compared.all({ id, vector, limit })
  }

  // Materialized, because sqlite-vec refuses other conditions inside its own search.
  const found = db.prepare<Record<string, unknown>, Hit>(`
    WITH near AS MATERIALIZED (
      SELECT rowid, distance FROM ${name} WHERE embedding MATCH vec_int8(:vector) AND k = :k
    )
    SELECT rowid AS key, 1 - distance AS score
      FROM near
     WHERE distance IS NOT NULL
       AND rowid NOT IN (SELECT key FROM passages WHERE state <> 'live' AND collection_id = :id)
     ORDER BY score DESC, rowid
     LIMIT :limit
  `)
  return (vector: Int8Array, limit: number) => {
    const k = limit + (hiddenCount.get({ id }) ?? 0)
    return k > MAX_VEC0_HITS
      ? compared.all({ id, vector, limit })
      : found.all({ id, vector, limit, k })
  }
}
