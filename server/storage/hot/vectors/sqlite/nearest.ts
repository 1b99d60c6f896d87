import type { Database } from 'better-sqlite3'
import { bestOf, CANDIDATES, type Coded, candidatesOf, numbersIn } from '../../../index/nearest.ts'
import { createVectorCodeCache, type HeldCodes } from '../../../index/vector-code-cache.ts'
import type { VectorCodes } from '../../../index/vector-codes.ts'
import type { Hit } from '../../../ports/search-index.ts'
import type { VectorTable } from './vector-table.ts'

/** With fewer numbers in all vectors together comparing all is as fast: about 4 ms. */
const MANY_NUMBERS = 2_000_000
/** How long one step of loading codes may take. */
const LOAD_MS = 6
/** After how many rows a step of loading looks whether its time is over. */
const STEP_ROWS = 250

/** The codes of a collection; `isComplete` when those of all committed vectors are loaded. */
interface LoadedCodes {
  codes: VectorCodes
  isComplete: boolean
}

/**
 * Finds the nearest vectors of several collections. Those of large ones are cached in memory in
 * codes, which find the nearest of all collections together. Of small collections all vectors are
 * compared, and of others too until their codes are loaded.
 */
export function createNearest(db: Database) {
  const newest = db.prepare<[], number>('SELECT coalesce(max(key), 0) FROM passages').pluck()
  const shown = db
    .prepare<{ keys: string }, number>(`
      SELECT passages.key
        FROM json_each(:keys) AS asked
        CROSS JOIN passages ON passages.key = asked.value
       WHERE state = 'live'
    `)
    .pluck()
  const cache = createVectorCodeCache()

  /** Vectors never change and row ids are never used again, so each row is read once. */
  function takeIn(held: HeldCodes, table: VectorTable, endsAt: number): boolean {
    const last = newest.get() ?? 0
    while (held.seen < last && performance.now() < endsAt) {
      const until = Math.min(last, held.seen + STEP_ROWS)
      for (const { key, embedding } of table.between({ after: held.seen, until })) {
        held.codes.add(key, numbersIn(embedding))
      }
      held.seen = until
    }
    return held.seen >= last && !held.codes.sign()
  }

  /** Loads more codes of a collection of `count` passages; null: there is no memory for them. */
  function load(table: VectorTable, count: number, endsAt: number): LoadedCodes | null {
    try {
      const held = cache.hold(table, count)
      return held && { codes: held.codes, isComplete: takeIn(held, table, endsAt) }
    } catch (error) {
      if (error instanceof RangeError) return null
      throw error
    }
  }

  /** A step of loading the codes of collections that are large together; null for small ones. */
  function loadStep(tables: VectorTable[]): (LoadedCodes | null)[] | null {
    const counts = tables.map((table) => table.passageCount())
    const numbers = tables.map(({ dimensions }, at) => dimensions * (counts[at] as number))
    if (numbers.reduce((sum, each) => sum + each, 0) < MANY_NUMBERS) return null
    const endsAt = performance.now() + LOAD_MS
    return tables.map((table, at) => load(table, counts[at] as number, endsAt))
  }

  /** Looks for more when too many are hidden. */
  function byCodes(coded: Coded<VectorTable>[], vector: Int8Array, limit: number): Hit[] {
    for (let count = CANDIDATES * limit; ; count *= CANDIDATES) {
      const candidates = candidatesOf(coded, vector, count)
      const keys = JSON.stringify(candidates.map(({ key }) => key))
      const live = new Set(shown.all({ keys }))
      const visible = candidates.filter(({ key }) => live.has(key))
      if (visible.length < limit && candidates.length === count) continue
      return visible.map(({ key, score }) => ({ key, score }))
    }
  }

  return {
    /** Loads codes for a few milliseconds; true while there are more to load. */
    load: (tables: VectorTable[]) =>
      loadStep(tables)?.some((loaded) => loaded?.isComplete === false) ?? false,

    /** Cosine similarity, best first. */
    find(tables: VectorTable[], vector: Int8Array, limit: number): Hit[] {
      const loaded = loadStep(tables)
      const coded: Coded<VectorTable>[] = []
      const hits: Hit[] = []
      for (const [at, table] of tables.entries()) {
        const codes = loaded?.[at]
        if (codes?.isComplete) coded.push({ vectors: table, codes: codes.codes })
        else hits.push(...table.nearest(vector, limit))
      }
      if (coded.length > 0) hits.push(...byCodes(coded, vector, limit))
      return bestOf(hits, limit)
    },

    forget: cache.forget,
  }
}
