import type { Database, Runner } from '../../../drivers/postgres/database.ts'
import { type Statement, sql } from '../../../drivers/postgres/statement.ts'
import type { Searched } from '../../../ports/search-index.ts'
import { EMBEDDING, toHalfvec, type VectorCollection, type VectorRow } from './vector-rows.ts'

/** A candidate that is still stored, with its vector. */
export interface Compared extends VectorRow {
  collection_id: string
  state: string
}

/** Candidates by their collections, sets and keys. */
export interface Named {
  organization_id: string
  in_collections: string[]
  in_sets: number[]
  keys: number[]
}

interface Candidates {
  rows: Compared[]
  /** How many of them are of the index. */
  found: number
}

type Search = Statement<
  Named & Searched & { sets: number[]; vector: string; count: number },
  Compared & { found: number }
>

/** With fewer passages in all collections together, all their vectors are compared. */
const EXACT_PASSAGES = 2000
// Of this transaction alone, since a pooler may give the connection to another one.
const SETTINGS = 'SET LOCAL hnsw.ef_search = 100; SET LOCAL hnsw.iterative_scan = relaxed_order'

const NAMED = 'SELECT * FROM unnest(:in_collections::text[], :in_sets::integer[], :keys::bigint[])'
const COLUMNS = `asked.collection_id, asked.key, ${EMBEDDING}, state`
const STORED = `
    FROM asked
    JOIN set_vectors
      ON set_vectors.organization_id = :organization_id
     AND set_vectors.collection_id = asked.collection_id
     AND set_vectors.set_number = asked.set_number
     AND set_vectors.key = asked.key
    JOIN passages
      ON passages.organization_id = :organization_id AND passages.key = asked.key`

const compared = sql<Named, Compared>(`
  WITH asked (collection_id, set_number, key) AS (${NAMED})
  SELECT ${COLUMNS} ${STORED}
`)

/** By the index of some number of dimensions, or by comparing all vectors of the collections. */
function searchOf(dimensions: number, isExact: boolean): Search {
  return sql(`
    WITH searched AS ${isExact ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (
           SELECT collection_id, set_number, key, embedding
             FROM nearest_vectors
            WHERE organization_id = :organization_id AND collection_id = ANY (:collection_ids)
              AND dimensions = ${dimensions}
              AND (collection_id, set_number) IN (
                    SELECT * FROM unnest(:collection_ids::text[], :sets::integer[]))),
         nearest AS MATERIALIZED (
           SELECT collection_id, set_number, key
             FROM searched
            ORDER BY embedding::halfvec(${dimensions}) <=> :vector::text::halfvec(${dimensions})
            LIMIT :count),
         asked AS (SELECT collection_id, set_number, key FROM nearest UNION ${NAMED})
    SELECT ${COLUMNS}, (SELECT count(*) FROM nearest) AS found ${STORED}
  `)
}

/** Reads candidates: those that are named, and those that the index of pgvector finds. */
export function createVectorCandidates(db: Database) {
  const searches = new Map<string, Search>()

  function search(dimensions: number, isExact: boolean): Search {
    const name = `${dimensions} ${isExact}`
    const known = searches.get(name) ?? searchOf(dimensions, isExact)
    searches.set(name, known)
    return known
  }

  return {
    /** Those that are named. */
    read: (named: Named) => compared.all(db, named),

    /** Those that are named, and the `count` nearest in the index of some collections. */
    async find(
      named: Named,
      collections: VectorCollection[],
      { vector, count }: { vector: Int8Array; count: number },
    ): Promise<Candidates> {
      const collection_ids = collections.map(({ id }) => id)
      const sets = collections.map(({ set }) => set)
      const values = { ...named, collection_ids, sets, vector: toHalfvec(vector), count }
      const read = async (on: Runner, isExact: boolean) => {
        const rows = await search(vector.length, isExact).all(on, values)
        return { rows, found: rows[0]?.found ?? 0 }
      }
      const passages = collections.reduce((sum, { passage_count }) => sum + passage_count, 0)
      if (passages >= EXACT_PASSAGES) {
        const candidates = await db.snapshot(async (snapshot) => {
          await snapshot.query(SETTINGS, [])
          return read(snapshot, false)
        })
        // Fewer when the index gave up, as among many vectors of others.
        if (candidates.found === count) return candidates
      }
      return read(db, true)
    },
  }
}
