import type { Database } from 'better-sqlite3'
import type { Hit } from '../ports/search-index.ts'
import { createVectorCodeCache, type LoadedCodes } from './vector-code-cache.ts'
import type { Near, VectorCodes } from './vector-codes.ts'
import type { VectorTable } from './vector-table.ts'

/** With fewer numbers in all vectors together exact search is as fast: about 4 ms. */
const MANY_NUMBERS = 2_000_000
/** How long one step of loading codes may take. */
const LOAD_MS = 6
/** Candidates for each wanted hit, of which so many must not be hidden. */
const CANDIDATES = 2
const VISIBLE = 1.5
/** Deviations by which a candidate's score and the last wanted one may both be wrong. */
const DEVIATIONS = 4

/** The codes of a collection beside its vectors. */
interface Coded {
  table: VectorTable
  codes: VectorCodes
}

interface Candidate extends Near {
  table: VectorTable
}

/**
 * Finds the nearest vectors of several collections. Those of large ones are cached in memory in
 * codes, which find candidates of all collections together; candidates that may be among the
 * nearest are then compared exactly. Small collections are searched exactly, and others too until
 * their codes are loaded.
 */
export function createNearest(db: Database) {
  const newest = db.prepare<[], number>('SELECT coalesce(max(rowid), 0) FROM passages').pluck()
  const shown = db
    .prepare<{ keys: string }, number>(`
      SELECT passages.rowid
        FROM json_each(:keys) AS asked
        CROSS JOIN passages ON passages.rowid = asked.value
       WHERE state = 'live'
    `)
    .pluck()
  const cache = createVectorCodeCache(() => newest.get() ?? 0)

  /** A step of loading the codes of collections that are large together; null for small ones. */
  function loadStep(tables: VectorTable[]): (LoadedCodes | null)[] | null {
    const counts = tables.map((table) => table.passageCount())
    const numbers = tables.map(({ dimensions }, at) => dimensions * (counts[at] as number))
    if (numbers.reduce((sum, each) => sum + each, 0) < MANY_NUMBERS) return null
    const endsAt = performance.now() + LOAD_MS
    return tables.map((table, at) => cache.load(table, counts[at] as number, endsAt))
  }

  /** Asks for more candidates when too many of them are hidden. */
  function approximate(coded: Coded[], vector: Float32Array, limit: number): Hit[] {
    for (let count = CANDIDATES * limit; ; count *= CANDIDATES) {
      const candidates = candidatesOf(coded, vector, count)
      const keys = JSON.stringify(candidates.map(({ rowid }) => rowid))
      const live = new Set(shown.all({ keys }))
      const visible = candidates.filter(({ rowid }) => live.has(rowid))
      if (visible.length < VISIBLE * limit && candidates.length === count) continue
      return compareExactly(mayBeNearest(visible, limit), vector)
    }
  }

  return {
    /** Loads codes for a few milliseconds; true while there are more to load. */
    load: (tables: VectorTable[]) =>
      loadStep(tables)?.some((loaded) => loaded?.isComplete === false) ?? false,

    /** Cosine similarity, best first. */
    find(tables: VectorTable[], vector: Float32Array, limit: number): Hit[] {
      const loaded = loadStep(tables)
      const coded: Coded[] = []
      const hits: Hit[] = []
      for (const [at, table] of tables.entries()) {
        const codes = loaded?.[at]
        if (codes?.isComplete) coded.push({ table, codes: codes.codes })
        else hits.push(...table.nearest(vector, limit))
      }
      if (coded.length > 0) hits.push(...approximate(coded, vector, limit))
      return hits.sort((one, two) => two.score - one.score || one.key - two.key).slice(0, limit)
    },

    forget: cache.forget,
  }
}

function candidatesOf(coded: Coded[], vector: Float32Array, count: number): Candidate[] {
  return coded
    .flatMap(({ table, codes }) =>
      codes.nearest(vector, count).map((near): Candidate => ({ ...near, table })),
    )
    .sort((one, two) => two.score - one.score)
    .slice(0, count)
}

/** Candidates, best first, without those that rounding cannot have kept from the first `limit`. */
function mayBeNearest(candidates: Candidate[], limit: number): Candidate[] {
  const last = candidates[limit - 1]
  if (!last) return candidates
  return candidates.filter(
    ({ score, deviation }) =>
      score >= last.score - DEVIATIONS * Math.max(deviation, last.deviation),
  )
}

function compareExactly(candidates: Candidate[], vector: Float32Array): Hit[] {
  return [...Map.groupBy(candidates, ({ table }) => table)].flatMap(([table, own]) =>
    table.compare(
      own.map(({ rowid }) => rowid),
      vector,
    ),
  )
}
