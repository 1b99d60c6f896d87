import type { Database } from '../../../drivers/postgres/database.ts'
import { type Statement, sql } from '../../../drivers/postgres/statement.ts'
import { createVectorCodeCache, type HeldCodes } from '../../../index/vector-code-cache.ts'
import type { VectorCodes } from '../../../index/vector-codes.ts'
import type { Searched } from '../../../ports/search-index.ts'
import { HAS_TABLE, type VectorIndex } from './vector-index.ts'
import { EMBEDDING, type VectorCollection, type VectorRow, vectorOf } from './vector-rows.ts'

/** Vectors that are read at once: some 1 MB of 384 dimensions. */
export const ROWS = 500

type NextRow = VectorCollection & { has_table: 0 | 1; after: number } & (
    | VectorRow
    | { key: null; embedding: null }
  )

/** What is known of a collection, and the codes of its vectors that are not indexed. */
export interface Loaded {
  vectors: VectorCollection
  /** Whether there are such vectors. */
  hasRest: boolean
  /** null when there is no memory for them. */
  codes: VectorCodes | null
  isComplete: boolean
}

/** SQL for the last key of a collection that is indexed. */
const LAST_INDEXED = `(
  SELECT coalesce(max(key), 0)
    FROM nearest_vectors
   WHERE nearest_vectors.organization_id = :organization_id
     AND nearest_vectors.collection_id = asked.id AND set_number = number)`

/** Without the table of indexed vectors, which may not be there, and with it. */
const next = nextWith({ indexed: '0::bigint', hasTable: HAS_TABLE })
const nextIndexed = nextWith({ indexed: LAST_INDEXED, hasTable: 'true' })

function nextWith({
  indexed,
  hasTable,
}: {
  indexed: string
  hasTable: string
}): Statement<{ organization_id: string; held: string }, NextRow> {
  return sql(`
    SELECT collections.organization_id, asked.id AS id, number AS set, dimensions, passage_count,
           indexed, ${hasTable} AS has_table, after, key, embedding
      FROM jsonb_to_recordset(:held::jsonb) AS asked (id text, set integer, seen bigint)
      JOIN collections USING (id)
      JOIN vector_sets
        ON vector_sets.organization_id = :organization_id AND collection_id = asked.id
       AND state = 'serving'
     CROSS JOIN LATERAL (SELECT ${indexed} AS indexed) AS last
     CROSS JOIN LATERAL (
        SELECT greatest(CASE WHEN asked.set = number THEN seen ELSE 0 END, indexed) AS after
      ) AS begun
      LEFT JOIN LATERAL (
        SELECT key, ${EMBEDDING}
          FROM set_vectors
         WHERE set_vectors.organization_id = :organization_id
           AND set_vectors.collection_id = asked.id AND set_number = number AND key > after
         ORDER BY key
         LIMIT ${ROWS}
      ) AS unseen ON true
     WHERE collections.organization_id = :organization_id
     ORDER BY id, key
  `)
}

/** Codes in memory of the vectors that are not indexed, which are read as far as not held yet. */
export function createCodes(db: Database, index: VectorIndex) {
  const cache = createVectorCodeCache()

  /** Codes held of the set, if they go on from the index; others are of another moment. */
  function ofUse({ id, set, indexed }: VectorCollection): Readonly<HeldCodes> | undefined {
    const held = cache.heldOf(id)
    if (!held) return undefined
    if (held.set === set && held.from <= indexed && indexed < held.seen) return held
    cache.release(id)
    return undefined
  }

  /** Takes in what was read of a collection beyond the index and what was held. */
  function takeIn(rows: NextRow[]): Omit<Loaded, 'vectors'> {
    const [first] = rows as [NextRow]
    const { indexed, after } = first
    const known = ofUse(first)
    // Dropped from memory meanwhile, and to be read from the beginning.
    if ((known?.seen ?? indexed) < after) {
      return { hasRest: true, codes: null, isComplete: false }
    }
    if (!known && first.key === null) return { hasRest: false, codes: null, isComplete: true }
    try {
      const held = cache.hold(first, indexed === 0 ? first.passage_count : 0, indexed)
      if (!held) return { hasRest: true, codes: null, isComplete: true }
      for (const row of rows) if (row.key !== null) addTo(held, row)
      const isComplete = rows.length < ROWS && !held.codes.sign()
      return { hasRest: true, codes: held.codes, isComplete }
    } catch (error) {
      if (error instanceof RangeError) return { hasRest: true, codes: null, isComplete: true }
      throw error
    }
  }

  /** Reads some vectors that are not held yet of collections, all of one moment. */
  async function load({ organization_id, collection_ids }: Searched): Promise<Loaded[]> {
    const held = JSON.stringify(
      [...new Set(collection_ids)].map((id) => {
        const { set = 0, seen = 0 } = cache.heldOf(id) ?? {}
        return { id, set, seen }
      }),
    )
    const statement = index.isThere() ? nextIndexed : next
    const rows = await statement.all(db, { organization_id, held })
    if (rows[0]?.has_table) index.found()
    return [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => {
      const vectors = own[0] as NextRow
      const loaded = { vectors, ...takeIn(own) }
      index.searched({ organization_id, collection_id: id }, loaded)
      return loaded
    })
  }

  return {
    load,

    /** Makes more of what is held ready to be searched; true while there is more to do. */
    sign: (ids: string[]) => ids.map(cache.sign).includes(true),

    /** The codes of all vectors of collections that are not indexed. */
    async loadAll(searched: Searched): Promise<Loaded[]> {
      let loaded = await load(searched)
      while (loaded.some(({ isComplete }) => !isComplete)) loaded = await load(searched)
      return loaded
    },

    forget: (id: string, keys: number[]) => cache.forget(id, keys),
  }
}

/** Vectors never change and keys are never used again, so each vector is read once. */
function addTo(held: HeldCodes, row: VectorRow): void {
  if (row.key <= held.seen) return
  held.codes.add(row.key, vectorOf(row))
  held.seen = row.key
}
