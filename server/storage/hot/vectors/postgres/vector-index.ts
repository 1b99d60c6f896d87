import type { Database, Transaction } from '../../../drivers/postgres/database.ts'
import { isRefused } from '../../../drivers/postgres/failures.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import type { SetPlace } from '../../../sql/passage-index.ts'
import type { Place } from '../../index/postgres/index-state.ts'
import { hasExtension } from './pgvector.ts'
import { EMBEDDING, servingOf, toHalfvec, type VectorRow, vectorOf } from './vector-rows.ts'

/** The limit of an index of `halfvec`. */
const MAX_DIMENSIONS = 4000
/** Vectors that one step indexes, and numbers in them: less than a tenth of a second. */
const STEP = { vectors: 100, numbers: 20_000 }
/** After the table could not be used, it is left alone so long. */
const TRY_AGAIN_MS = 60_000

/** SQL for whether the table is there, with the column that goes when the extension is dropped. */
export const HAS_TABLE = `EXISTS (
  SELECT 1
    FROM pg_attribute
   WHERE attrelid = to_regclass('nearest_vectors') AND attname = 'embedding' AND NOT attisdropped)`

// The foreign key takes a vector out of the index in the step that erases it, whichever version of
// the program does. The statistics tell the planner that a collection has one organization.
const MAKE_TABLE = `
  DROP TABLE IF EXISTS nearest_vectors;
  CREATE TABLE nearest_vectors (
    organization_id text COLLATE "C" NOT NULL,
    collection_id   text COLLATE "C" NOT NULL,
    set_number      integer NOT NULL,
    key             bigint NOT NULL,
    dimensions      integer NOT NULL,
    embedding       halfvec NOT NULL,
    PRIMARY KEY (organization_id, collection_id, set_number, key),
    FOREIGN KEY (organization_id, collection_id, set_number, key)
      REFERENCES set_vectors (organization_id, collection_id, set_number, key) ON DELETE CASCADE
  );
  CREATE STATISTICS nearest_vectors_owners (dependencies)
    ON organization_id, collection_id FROM nearest_vectors`

const lockSchema = sql<object>('SELECT version FROM schema_version FOR UPDATE')
const look = sql<{ index: string }, { has_table: number; has_index: number }>(`
  SELECT ${HAS_TABLE} AS has_table, to_regclass(:index) IS NOT NULL AS has_index
`)
// Locked so that none is erased before it is indexed.
const unindexed = sql<SetPlace & { count: number }, VectorRow>(`
  SELECT key, ${EMBEDDING}
    FROM set_vectors
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND set_number = :set
     AND key > coalesce((SELECT max(key)
                           FROM nearest_vectors
                          WHERE organization_id = :organization_id
                            AND collection_id = :collection_id AND set_number = :set), 0)
   ORDER BY key
   LIMIT :count
     FOR KEY SHARE
`)
// Another process may index the same ones.
const insert = sql<SetPlace & { dimensions: number; keys: number[]; vectors: string[] }>(`
  INSERT INTO nearest_vectors (organization_id, collection_id, set_number, key, dimensions,
                               embedding)
  SELECT :organization_id, :collection_id, :set, key, :dimensions, vector::halfvec
    FROM unnest(:keys::bigint[], :vectors::text[]) AS row (key, vector)
  ON CONFLICT DO NOTHING
`)

export type VectorIndex = ReturnType<typeof createVectorIndex>

/**
 * The vectors of collections that are searched by vectors, in a table with an index of pgvector,
 * where the database has it. It is filled in the background in the order of keys. Without the
 * extension, and after it was dropped, everything is as if nothing was indexed.
 */
export function createVectorIndex(db: Database) {
  let isThere = false
  let lostAt = Number.NEGATIVE_INFINITY
  /** Dimensions that the table has an index for. */
  const made = new Set<number>()
  /** Collections that were searched, and those of them with vectors that are not indexed. */
  const searched = new Set<string>()
  const behind = new Map<string, Place>()

  const mayTry = () => performance.now() - lostAt > TRY_AGAIN_MS

  function lose(): void {
    isThere = false
    made.clear()
    lostAt = performance.now()
  }

  /** Of several processes one makes it, and the others wait for it. */
  async function make(on: Transaction, dimensions: number): Promise<void> {
    await lockSchema.get(on, {})
    const index = `nearest_vectors_${dimensions}`
    const found = await look.get(on, { index })
    if (!found?.has_table) await on.query(MAKE_TABLE, [])
    if (found?.has_table && found.has_index) return
    await on.query(
      `CREATE INDEX ${index} ON nearest_vectors
        USING hnsw ((embedding::halfvec(${dimensions})) halfvec_cosine_ops)
        WHERE dimensions = ${dimensions}`,
      [],
    )
  }

  async function isMade(dimensions: number): Promise<boolean> {
    if (made.has(dimensions)) return true
    if (dimensions > MAX_DIMENSIONS || !(await hasExtension(db))) return false
    await db.step((transaction) => make(transaction, dimensions), 'read committed')
    made.add(dimensions)
    return true
  }

  /** Indexes some vectors of a collection; true when there may be more. */
  async function indexSome(place: Place): Promise<boolean> {
    const serving = await servingOf.get(db, place)
    if (!serving || !(await isMade(serving.dimensions))) return false
    const { set, dimensions } = serving
    const count = Math.min(STEP.vectors, Math.ceil(STEP.numbers / dimensions))
    return db.step(async (transaction) => {
      const rows = await unindexed.all(transaction, { ...place, set, count })
      const keys = rows.map(({ key }) => key)
      const vectors = rows.map((row) => toHalfvec(vectorOf(row)))
      await insert.run(transaction, { ...place, set, dimensions, keys, vectors })
      return rows.length === count
    }, 'read committed')
  }

  return {
    /** Whether the table is there, as far as is known. */
    isThere: () => isThere,

    /** The table was seen. */
    found(): void {
      if (mayTry()) isThere = true
    },

    /** A collection was searched; `hasRest` when it has vectors that are not indexed. */
    searched(place: Place, { hasRest }: { hasRest: boolean }): void {
      searched.add(place.collection_id)
      if (hasRest) behind.set(place.collection_id, place)
    },

    /** A collection got vectors. */
    grew(place: Place): void {
      if (searched.has(place.collection_id)) behind.set(place.collection_id, place)
    },

    /** Runs `work`, and again without the table when that cannot be used any more. */
    async ifUsable<Made>(work: () => Promise<Made>): Promise<Made> {
      const wasThere = isThere
      try {
        return await work()
      } catch (error) {
        if (!wasThere || !isRefused(error)) throw error
        lose()
        return work()
      }
    },

    /** Indexes some vectors of one of the collections; true while there may be more to do. */
    async fill(): Promise<boolean> {
      const [place] = behind.values()
      if (!place || !mayTry()) return false
      behind.delete(place.collection_id)
      try {
        if (await indexSome(place)) behind.set(place.collection_id, place)
      } catch (error) {
        if (!isRefused(error)) throw error
        lose()
      }
      return behind.size > 0
    },
  }
}
