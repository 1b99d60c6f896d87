import type { ScoredPostings } from '../ports/search-index.ts'
import type { CollectionKey } from './state.ts'

/** Memory for the posting lists of all collections. */
const MAX_BYTES = 64 * 1024 ** 2
/** Of a posting, and about that of a list. */
const POSTING_BYTES = 7
const LIST_BYTES = 300

interface Cached {
  revision: number
  lists: Map<string, ScoredPostings | null>
}

/**
 * Decoded posting lists as of the revision of their collection's blocks, and which terms have none.
 * The list that was asked for least recently goes first.
 */
export function createPostingCache(maxBytes = MAX_BYTES) {
  const collections = new Map<CollectionKey, Cached>()
  let bytes = 0

  function sizeOf(list: ScoredPostings | null): number {
    return LIST_BYTES + (list?.keys.length ?? 0) * POSTING_BYTES
  }

  function forget(collection: CollectionKey): void {
    for (const list of collections.get(collection)?.lists.values() ?? []) bytes -= sizeOf(list)
    collections.delete(collection)
  }

  /** Frees what other collections hold first, then the oldest lists of this one. */
  function makeRoom(collection: CollectionKey, lists: Cached['lists']): void {
    for (const other of collections.keys()) {
      if (bytes > maxBytes && other !== collection) forget(other)
    }
    for (const [term, list] of lists) {
      if (bytes <= maxBytes) return
      bytes -= sizeOf(list)
      lists.delete(term)
    }
  }

  return {
    /** The revision of what is cached of a collection; undefined: nothing is. */
    revisionOf: (collection: CollectionKey) => collections.get(collection)?.revision,

    /** The cached lists of terms, and the terms of which it is not known whether there is one. */
    find(collection: CollectionKey, revision: number, terms: string[]) {
      if (collections.get(collection)?.revision !== revision) forget(collection)
      const cached = collections.get(collection) ?? { revision, lists: new Map() }
      collections.delete(collection)
      collections.set(collection, cached)
      const lists = new Map<string, ScoredPostings[]>()
      const missing: string[] = []
      for (const term of terms) {
        const list = cached.lists.get(term)
        if (list === undefined) missing.push(term)
        else if (list) lists.set(term, [list])
        if (list !== undefined) {
          cached.lists.delete(term)
          cached.lists.set(term, list)
        }
      }
      return { lists, missing }
    },

    /** Caches which lists the terms have, unless another revision was asked for since. */
    add(
      { collection, revision }: { collection: CollectionKey; revision: number },
      terms: string[],
      lists: Map<string, ScoredPostings>,
    ): void {
      const cached = collections.get(collection)
      if (cached?.revision !== revision) return
      for (const term of terms) {
        if (cached.lists.has(term)) continue
        const list = lists.get(term) ?? null
        cached.lists.set(term, list)
        bytes += sizeOf(list)
      }
      if (bytes > maxBytes) makeRoom(collection, cached.lists)
    },
  }
}
