/** An address that is to be asked for. */
export interface Entry {
  url: string
  /** Links that lead there from a start address. */
  depth: number
  /** Where the address was found; null for a start address. */
  found_on: string | null
  /** A start address, or where one was redirected. */
  isStart?: boolean
  /** Redirects that led there. */
  redirects?: number
  /** Its canonical address could not be read. */
  ignoresCanonical?: boolean
}

/**
 * The addresses that are known and not yet asked for, those nearest to a start address first. Takes
 * each address once, and no more than `most` in all, so that its memory is bounded.
 */
export function createFrontier(most: number) {
  const seen = new Set<string>()
  const byDepth: { entries: Entry[]; next: number }[] = []
  let waiting = 0
  let isFull = false

  function put(entry: Entry): void {
    const level = byDepth[entry.depth] ?? { entries: [], next: 0 }
    byDepth[entry.depth] = level
    level.entries.push(entry)
    waiting += 1
  }

  return {
    /** False when it is known already, or there are too many. */
    add(entry: Entry): boolean {
      if (seen.has(entry.url)) return false
      isFull ||= seen.size >= most
      if (isFull) return false
      seen.add(entry.url)
      put(entry)
      return true
    },

    /** Asks for an address once more. */
    again: put,

    /** The next one at most so deep. */
    take(maxDepth: number): Entry | undefined {
      for (const [depth, level] of byDepth.entries()) {
        if (depth > maxDepth) return undefined
        const entry = level?.entries[level.next]
        if (entry) {
          level.next += 1
          waiting -= 1
          return entry
        }
      }
      return undefined
    },

    has: (url: string) => seen.has(url),
    /** Those that nobody has taken. */
    rest: (): Entry[] => byDepth.flatMap((level) => level?.entries.slice(level.next) ?? []),
    waiting: () => waiting,
    isFull: () => isFull,
  }
}
export type Frontier = ReturnType<typeof createFrontier>
