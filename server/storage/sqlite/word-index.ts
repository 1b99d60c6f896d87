import type { Database } from 'better-sqlite3'
import type { ScoredPostings } from '../ports/search-index.ts'
import {
  type Batch,
  decodeBatch,
  encodeBatch,
  type IndexedTerms,
  placeOf,
} from '../posting-batches.ts'
import { keepPostings, type Postings } from '../postings.ts'
import { createIndexStates, type IndexState } from './index-state.ts'
import { createPassageLengths, type PassageLengths } from './passage-lengths.ts'
import { createPostingBlocks } from './posting-blocks.ts'
import { createPostingCache } from './posting-cache.ts'
import { createVocabulary } from './vocabulary.ts'

/** What a collection holds, hidden passages left out. */
export interface Held {
  passages: number
  length: number
  lists: Map<string, ScoredPostings[]>
}

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

  function change(state: IndexState, changed: Map<number, number>): void {
    state.revision += 1
    const grown = lengths.change(state.collection, state.revision, changed)
    state.passages += grown.passages
    state.length += grown.length
    state.erased -= Math.min(0, grown.passages)
    states.save(state)
  }

  /** While blocks are purged, the next generation of the vocabulary grows beside this one. */
  function learn({ collection, generation, purge_erased }: IndexState, terms: string[]): void {
    vocabulary.learn({ collection, generation }, terms)
    if (purge_erased !== null) vocabulary.add({ collection, generation: generation + 1 }, terms)
  }

  function read(state: IndexState, terms: string[]): Map<string, ScoredPostings[]> {
    const { collection } = state
    const known = lengths.load(collection, state.revision)
    const { lists, missing } = cache.find(collection, state.blocks_revision, terms)
    const found = missing.length > 0 ? blocks.read(collection, missing) : new Map()
    for (const term of missing) {
      const list = withLengths(found.get(term), known)
      cache.add(collection, term, list)
      if (list) lists.set(term, [list])
    }
    for (const [id, fresh] of freshOf(collection)) {
      for (const term of terms) {
        const list = isFolded(state, id, term) ? undefined : postingsOf(fresh, term)
        if (list) append(lists, term, withLengths(list, known))
      }
    }
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
      const lists = read(state, terms)
      const known = lengths.load(collection, state.revision)
      if (hidden.length === 0 && state.erased === 0) return { ...state, lists }

      const left = new Set(hidden)
      const shown = (key: number) => known.of(key) > 0 && !left.has(key)
      const indexed = hidden.filter((key) => known.of(key) > 0)
      return {
        passages: state.passages - indexed.length,
        length: state.length - indexed.reduce((sum, key) => sum + known.of(key), 0),
        lists: onlyShown(lists, shown, known),
      }
    },
  }
}

/** Whether a term of a batch is in the blocks already: they are folded in the order of terms. */
function isFolded({ fold_until, fold_after }: IndexState, id: number, term: string): boolean {
  return fold_until !== null && id <= fold_until && fold_after !== null && term <= fold_after
}

function postingsOf(batch: Batch, term: string): Postings | undefined {
  const at = placeOf(batch, term)
  return batch.term(at) === term ? batch.postings(at) : undefined
}

function append(lists: Map<string, ScoredPostings[]>, term: string, list: ScoredPostings | null) {
  if (list) lists.set(term, [...(lists.get(term) ?? []), list])
}

function withLengths(list: Postings | undefined, known: PassageLengths): ScoredPostings | null {
  if (!list) return null
  const lengths = new Uint16Array(list.keys.length)
  for (let at = 0; at < lengths.length; at += 1) lengths[at] = known.of(list.keys[at] as number)
  return { ...list, lengths }
}

function onlyShown(
  lists: Map<string, ScoredPostings[]>,
  shown: (key: number) => boolean,
  known: PassageLengths,
): Map<string, ScoredPostings[]> {
  const kept = new Map<string, ScoredPostings[]>()
  for (const [term, parts] of lists) {
    for (const part of parts) {
      const list = keepPostings(part, shown)
      if (list === part) append(kept, term, part)
      else if (list.keys.length > 0) append(kept, term, withLengths(list, known))
    }
  }
  return kept
}
