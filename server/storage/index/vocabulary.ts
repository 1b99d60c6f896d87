import { gramsOfWord } from '../../text/ngrams.ts'
import type { LikeTerm } from '../ports/search-index.ts'
import type { CollectionKey } from './state.ts'

/** Terms that a word may be misspelt for. */
const LETTERS = /^[^\p{N}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{3,40}$/u
/** Terms of fewer letters are not looked for by n-grams: they have too few to be alike. */
const LIKE_LETTERS = 4
/** How long one search, or the storing of passages, may spend on loading terms. */
const CATCH_UP_MS = 5
/** Terms held in memory, of all collections: some 100 bytes each. */
const MAX_TERMS = 600_000

/** Terms that were stored together, separated by spaces. */
export interface VocabularyRow {
  id: number
  terms: string
}

/** The terms of a collection between two purges, up to row `seen`, held by their n-grams. */
export interface HeldVocabulary {
  readonly generation: number
  readonly seen: number
  /** Takes rows after those seen, in their order, for a few milliseconds. */
  take(rows: Iterable<VocabularyRow>): void
  /** Those of the terms that it has. */
  known(terms: string[]): string[]
  /** Those of the terms that it lacks. */
  unknown(terms: string[]): string[]
  /** The terms that share most n-grams with a word, in descending order. */
  like(grams: string[], limit: number): LikeTerm[]
}

/** The terms that are kept in a vocabulary, as they are stored; null when there is none. */
export function storedTerms(terms: string[]): string | null {
  return terms.filter((term) => LETTERS.test(term)).join(' ') || null
}

/** Holds the vocabularies of collections, of which those used least recently are dropped. */
export function holdVocabularies() {
  const held = new Map<CollectionKey, Loaded>()

  return (collection: CollectionKey, generation: number): HeldVocabulary => {
    const before = held.get(collection)
    const current = before?.generation === generation ? before : noTerms(generation)
    held.delete(collection)
    let free = MAX_TERMS
    for (const [other, { terms }] of [...held].toReversed()) {
      free -= terms.length
      if (free < current.terms.length) held.delete(other)
    }
    held.set(collection, current)
    return readable(current)
  }
}

interface Loaded {
  generation: number
  seen: number
  terms: string[]
  known: Set<string>
  /** By n-gram, the places of its terms. */
  places: Map<string, number[]>
}

function noTerms(generation: number): Loaded {
  return { generation, seen: 0, terms: [], known: new Set(), places: new Map() }
}

function readable(loaded: Loaded): HeldVocabulary {
  const { generation, terms, known } = loaded
  return {
    generation,
    get seen() {
      return loaded.seen
    },

    take(rows) {
      const since = performance.now()
      for (const row of rows) {
        if (row.id <= loaded.seen) continue
        for (const term of row.terms.split(' ')) addTo(loaded, term)
        loaded.seen = row.id
        if (performance.now() - since > CATCH_UP_MS || terms.length > MAX_TERMS) break
      }
    },

    known: (asked) => asked.filter((term) => known.has(term)),
    unknown: (asked) => asked.filter((term) => !known.has(term)),
    like: (grams, limit) => likest(loaded, grams, limit),
  }
}

function likest({ terms, places }: Loaded, grams: string[], limit: number): LikeTerm[] {
  const shared = new Map<number, number>()
  for (const gram of new Set(grams)) {
    for (const place of places.get(gram) ?? []) {
      shared.set(place, (shared.get(place) ?? 0) + 1)
    }
  }
  return [...shared]
    .map(([place, shared]) => ({ term: terms[place] as string, shared }))
    .sort((one, two) => two.shared - one.shared || (one.term < two.term ? -1 : 1))
    .slice(0, limit)
}

/** A term may be listed twice, but is held once. */
function addTo({ terms, known, places }: Loaded, term: string): void {
  if (known.has(term)) return
  known.add(term)
  const place = terms.push(term) - 1
  if (term.length < LIKE_LETTERS) return
  for (const gram of new Set(gramsOfWord(term))) {
    const list = places.get(gram)
    if (list) list.push(place)
    else places.set(gram, [place])
  }
}
