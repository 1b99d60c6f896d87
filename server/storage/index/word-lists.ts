import type { Lookup, ScoredPostings } from '../ports/search-index.ts'
import type { PassageLengths } from './passage-lengths.ts'
import { type Batch, placeOf } from './posting-batches.ts'
import { keepPostings, type Postings } from './postings.ts'
import type { IndexState } from './state.ts'

/** What a collection holds, hidden passages left out. */
export interface Held {
  passages: number
  length: number
  lists: Map<string, ScoredPostings[]>
}

/** The words of one collection, all of one moment. */
export interface WordsOfMoment {
  state: IndexState
  lengths: PassageLengths
  /** The postings of terms in blocks. */
  lists: Map<string, ScoredPostings[]>
  /** The batches that were not folded yet, in the order of their passages. */
  fresh: [id: number, Batch][]
  /** Passages that are not shown. */
  hidden: number[]
}

/** What a collection holds of the terms. */
export function heldOf(words: WordsOfMoment, terms: string[]): Held {
  const { state, lengths, fresh, hidden } = words
  const lists = new Map(words.lists)
  for (const [id, batch] of fresh) {
    for (const term of terms) {
      const list = isFolded(state, id, term) ? undefined : postingsOf(batch, term)
      if (list) append(lists, term, withLengths(list, lengths))
    }
  }
  if (hidden.length === 0 && state.erased === 0) return { ...state, lists }

  const left = new Set(hidden)
  const shown = (key: number) => lengths.of(key) > 0 && !left.has(key)
  const indexed = hidden.filter((key) => lengths.of(key) > 0)
  return {
    passages: state.passages - indexed.length,
    length: state.length - indexed.reduce((sum, key) => sum + lengths.of(key), 0),
    lists: onlyShown(lists, shown, lengths),
  }
}

/** What several collections hold, as one. */
export function together(held: Held[]): Lookup {
  const lists: Lookup['lists'] = new Map()
  for (const each of held) {
    for (const [term, parts] of each.lists) lists.set(term, [...(lists.get(term) ?? []), ...parts])
  }
  const passages = held.reduce((sum, each) => sum + each.passages, 0)
  const length = held.reduce((sum, each) => sum + each.length, 0)
  return { passages, meanLength: passages > 0 ? length / passages : 0, lists }
}

/** Whether a term of a batch is in the blocks already: they are folded in the order of terms. */
function isFolded({ fold_until, fold_after }: IndexState, id: number, term: string): boolean {
  return fold_until !== null && id <= fold_until && fold_after !== null && term <= fold_after
}

function postingsOf(batch: Batch, term: string): Postings | undefined {
  const at = placeOf(batch, term)
  return batch.term(at) === term ? batch.postings(at) : undefined
}

function append(lists: Map<string, ScoredPostings[]>, term: string, list: ScoredPostings): void {
  lists.set(term, [...(lists.get(term) ?? []), list])
}

/** Postings with the lengths of their passages. */
export function withLengths(list: Postings, known: PassageLengths): ScoredPostings {
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
