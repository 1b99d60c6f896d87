import { codeBytes } from './code-blocks.ts'
import { createVectorCodes, type VectorCodes } from './vector-codes.ts'
import type { VectorTable } from './vector-table.ts'

/** Memory for the vectors of all collections: 600,000 of 384 dimensions. */
const MAX_CODE_BYTES = 256 * 1024 ** 2
/** After how many rows a step of loading looks whether its time is over. */
const STEP_ROWS = 250

/** The codes of all vectors up to row `seen` of the passages table. */
interface Held {
  codes: VectorCodes
  seen: number
}

/** The codes of a collection; `isComplete` when those of all committed vectors are loaded. */
export interface LoadedCodes {
  codes: VectorCodes
  isComplete: boolean
}

export type VectorCodeCache = ReturnType<typeof createVectorCodeCache>

/**
 * Caches the vector codes of collections, first come first served, within `maxBytes`. `newest` is
 * the last row of the passages table.
 */
export function createVectorCodeCache(newest: () => number, maxBytes = MAX_CODE_BYTES) {
  const entries = new Map<string, Held>()

  /** null when there is no memory for `count` vectors. */
  function reserve({ id, dimensions }: VectorTable, count: number): Held | null {
    const held = entries.get(id) ?? { codes: createVectorCodes(dimensions), seen: 0 }
    entries.delete(id)
    const others = [...entries.values()].reduce((sum, { codes }) => sum + codes.bytes, 0)
    const own = Math.max(codeBytes(count, dimensions), held.codes.bytes)
    if (others + own > maxBytes) return null
    entries.set(id, held)
    return held
  }

  /** Vectors never change and row ids are never used again, so each row is read once. */
  function load(held: Held, table: VectorTable, endsAt: number): boolean {
    const last = newest()
    while (held.seen < last && performance.now() < endsAt) {
      const until = Math.min(last, held.seen + STEP_ROWS)
      for (const { rowid, embedding } of table.between({ after: held.seen, until })) {
        held.codes.add(rowid, floats(embedding))
      }
      held.seen = until
    }
    return held.seen >= last && !held.codes.sign()
  }

  return {
    /**
     * Loads more codes of a collection of `count` passages until a time of `performance.now()`.
     * null when there is no memory for them.
     */
    load(table: VectorTable, count: number, endsAt: number): LoadedCodes | null {
      try {
        const held = reserve(table, count)
        return held && { codes: held.codes, isComplete: load(held, table, endsAt) }
      } catch (error) {
        if (error instanceof RangeError) return null
        throw error
      }
    },

    /** Drops rows, even when the transaction that erases them is rolled back. */
    forget: (id: string, keys: number[]) => entries.get(id)?.codes.drop(new Set(keys)),
  }
}

/** The floats of a blob, which may begin at any offset of its buffer. */
function floats(blob: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(blob).buffer)
}
