import type { Database } from 'better-sqlite3'
import {
  type Batch,
  decodeBatch,
  encodeBatch,
  type IndexedTerms,
} from '../index/posting-batches.ts'
import { createPostingCache } from '../index/posting-cache.ts'
import { enterPassages, type IndexState } from '../index/state.ts'
import { type Held, heldOf, withLengths } from '../index/word-lists.ts'
import type { ScoredPostings } from '../ports/search-index.ts'
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
  const vocabulary = createVocabulary(db)
  const cache = createPostingCache()
  const insertBatch = db.prepare<{ collection: number; terms: string; body: Buffer }>(`
    INSERT INTO fresh_postings (collection, terms, body) VALUES (:collection, :terms, :body)
  `)
  const batchIds = db
    .prepare<{ collection: number }, number>(
      'SELECT id FROM fresh_postings WHERE collection = :collection ORDER BY id',
    )
    .pluck()
  const batch = db.prepare<{ id: number }, { terms: string; body: Buffer }>(
    'SELECT terms, body FROM fresh_postings WHERE id = :id',
  )
  const since = db.prepare<{ seen: number }, { id: number; terms: string; body: Buffer }>(
    'SELECT id, terms, body FROM fresh_postings WHERE id > :seen ORDER BY id',
  )
  /** Decoded batches, by id; they never change. */
  const decoded = new Map<number, Batch>()
  /** All up to this one were decoded once. */
  let seen = 0

  /** The batches that were not folded yet, in the order of their passages. */
  function freshOf(collection: number): [id: number, Batch][] {
    return batchIds.all({ collection }).map((id) => [id, decodedBatch(id)])
  }

  function decodedBatch(id: number): Batch {
    const known = decoded.get(id)
    if (known) return known
    const row = batch.get({ id })
    if (!row) throw new Error('The batch of postings does not exist.')
    const made = decodeBatch(row.terms, row.body)
    decoded.set(id, made)
    return made
  }

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
    vocabulary,
    freshOf,
    /** Decodes new batches before searches need them; false when `goesOn` ended it too early. */
    decodeFresh(goesOn: () => boolean): boolean {
      for (const { id, terms, body } of since.iterate({ seen })) {
        if (!goesOn()) return false
        if (!decoded.has(id)) decoded.set(id, decodeBatch(terms, body))
        seen = id
      }
      return true
    },
    /** Those up to this one were folded or erased; others are decoded again when needed. */
    forgetBatches(until: number): void {
      for (const id of decoded.keys()) if (id <= until) decoded.delete(id)
    },

    /** In a transaction. Keys are higher than all before in the collection. */
    insert(collection: number, passages: IndexedTerms[]): void {
      const { terms, body, postings, lengths } = encodeBatch(passages)
      insertBatch.run({ collection, terms: terms.join('\n'), body })
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
        fresh: freshOf(collection),
      }
      return heldOf(words, terms)
    },
  }
}
