import type { Database } from 'better-sqlite3'
import { encodeBatch, type IndexedTerms } from '../../../index/posting-batches.ts'
import { createPostingCache } from '../../../index/posting-cache.ts'
import { enterPassages, type IndexState } from '../../../index/state.ts'
import { type Held, heldOf, withLengths } from '../../../index/word-lists.ts'
import type { ScoredPostings } from '../../../ports/search-index.ts'
import { createFreshPostings } from './fresh-postings.ts'
import { createIndexStates } from './index-state.ts'
import { createPassageLengths } from './passage-lengths.ts'
import { createPostingBlocks } from './posting-blocks.ts'
import { createVocabulary } from './vocabulary.ts'

type State = IndexState<number>

/** The words of all collections, in tables of posting blocks. */
export type WordIndex = ReturnType<typeof createWordIndex>

export function createWordIndex(db: Database) {
  const states = createIndexStates(db)
  const lengths = createPassageLengths(db)
  const blocks = createPostingBlocks(db)
  const fresh = createFreshPostings(db)
  const vocabulary = createVocabulary(db)
  const cache = createPostingCache()

  function change(state: State, changed: Map<number, number>): void {
    state.revision += 1
    enterPassages(state, lengths.change(state.collection, state.revision, changed))
    states.save(state)
  }

  /** While blocks are purged, the next generation of the vocabulary grows beside this one. */
  function learn(state: State, terms: string[]): void {
    const { collection, generation, purge_erased } = state
    vocabulary.add(state, vocabulary.load(state).unknown(terms))
    if (purge_erased !== null) vocabulary.add({ collection, generation: generation + 1 }, terms)
  }

  /** The postings of terms in blocks. */
  function readLists(state: State, terms: string[]): Map<string, ScoredPostings[]> {
    const { collection, blocks_revision: revision } = state
    const { lists, missing } = cache.find(collection, revision, terms)
    if (missing.length === 0) return lists
    const known = lengths.load(collection, state.revision)
    const found = new Map(
      [...blocks.read(collection, missing)].map(([term, list]) => [term, withLengths(list, known)]),
    )
    cache.add({ collection, revision }, missing, found)
    for (const [term, list] of found) lists.set(term, [list])
    return lists
  }

  return {
    states,
    blocks,
    lengths,
    fresh,
    vocabulary,

    /** In a transaction. Keys are higher than all before in the collection. */
    insert(collection: number, passages: IndexedTerms[]): void {
      const { terms, body, postings, lengths } = encodeBatch(passages)
      fresh.add(collection, { terms, body })
      const state = states.find(collection)
      learn(state, terms)
      state.postings += postings
      change(state, new Map(passages.map(({ key }, at) => [key, lengths[at] as number])))
    },

    /** In a transaction. Their postings stay until a purge, and are found no more. */
    erase(collection: number, keys: number[]): void {
      change(states.find(collection), new Map(keys.map((key) => [key, 0])))
    },

    /** In a transaction, at least of reading; `hidden` passages are left out. */
    lookUp(collection: number, terms: string[], hidden: number[]): Held {
      const state = states.find(collection)
      const words = {
        state,
        hidden,
        lengths: lengths.load(collection, state.revision),
        lists: readLists(state, terms),
        fresh: fresh.of(collection),
      }
      return heldOf(words, terms)
    },
  }
}
