import { codeBytes } from './code-blocks.ts'
import { createVectorCodes, type VectorCodes } from './vector-codes.ts'

/** Memory for the vectors of all collections: 600,000 of 384 dimensions. */
const MAX_CODE_BYTES = 256 * 1024 ** 2

/** The codes of all vectors of a set after the key `from` and up to the key `seen`. */
export interface HeldCodes {
  codes: VectorCodes
  /** The number of the set among those of its collection. */
  set: number
  from: number
  seen: number
}

/**
 * Caches the vector codes of collections, of one set each, first come first served, within
 * `maxBytes`.
 */
export function createVectorCodeCache(maxBytes = MAX_CODE_BYTES) {
  const entries = new Map<string, HeldCodes>()

  return {
    /**
     * The codes of a set that has `count` vectors after the key `from`, in place of those of
     * another set of the collection; null when there is no memory for them.
     */
    hold(
      { id, set, dimensions }: { id: string; set: number; dimensions: number },
      count: number,
      from = 0,
    ): HeldCodes | null {
      const known = entries.get(id)
      const held =
        known?.set === set ? known : { codes: createVectorCodes(dimensions), set, from, seen: from }
      entries.delete(id)
      const others = [...entries.values()].reduce((sum, { codes }) => sum + codes.bytes, 0)
      const own = Math.max(codeBytes(count, dimensions), held.codes.bytes)
      if (others + own > maxBytes) return null
      entries.set(id, held)
      return held
    },

    /** What is held of a collection. */
    heldOf: (id: string): Readonly<HeldCodes> | undefined => entries.get(id),

    /** Holds nothing of a collection any more. */
    release: (id: string) => void entries.delete(id),

    /** Writes signs that are missing for a millisecond; true while there are more. */
    sign: (id: string) => entries.get(id)?.codes.sign() ?? false,

    /** Drops vectors that are or will be erased. */
    forget: (id: string, keys: number[]) => entries.get(id)?.codes.drop(new Set(keys)),
  }
}
