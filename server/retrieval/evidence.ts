import type { StoredPassage } from '../storage/store.ts'
import type { AnalyzedQuery, QuestionWord } from './analyze.ts'
import { analyzePassage } from './analyze.ts'

/** A question's words with what each says: its inverse document frequency in the collections asked. */
export interface WeightedWord {
  terms: Set<string>
  idf: number
}

/** Shares, 0 to 1, of what the question's words say (their IDF) that parts of a passage hold. */
export interface Evidence {
  passage: number
  /** Title and headings. */
  heading: number
  /** The best stretch of `WINDOW_TERMS` terms of the text. */
  window: number
}

/** About three sentences. */
const WINDOW_TERMS = 45

/**
 * The question's words and their weights. A word none of whose terms is indexed has the highest
 * weight there is: a question about an unknown thing cannot be answered. A joined identifier that is
 * not indexed is left out instead, since its parts stand for it.
 */
export function weighWords(
  query: AnalyzedQuery,
  frequencies: Map<string, number>,
  indexed: number,
): WeightedWord[] {
  return query.words
    .map((word) => ({ word, count: countOf(word, frequencies) }))
    .filter(({ word, count }) => count > 0 || !word.compound)
    .map(({ word, count }) => ({
      terms: new Set(word.terms),
      idf: Math.log(1 + (Math.max(indexed, count) - count + 0.5) / (count + 0.5)),
    }))
}

function countOf(word: QuestionWord, frequencies: Map<string, number>): number {
  return Math.max(0, ...word.terms.map((term) => frequencies.get(term) ?? 0))
}

/** How much of the question a passage speaks of, and how closely together. */
export function weighEvidence(passage: StoredPassage, words: WeightedWord[]): Evidence {
  const { terms } = analyzePassage({
    title: passage.title,
    headings: passage.anchor ?? '',
    text: passage.text,
  })
  const heading = `${terms.title} ${terms.heading}`.split(' ')
  const text = terms.text.split(' ')
  return {
    passage: coverage([...heading, ...text], words),
    heading: coverage(heading, words),
    window: bestWindow(text, words),
  }
}

function coverage(terms: string[], words: WeightedWord[]): number {
  const held = new Set(terms)
  const found = words.filter((word) => [...word.terms].some((term) => held.has(term)))
  return share(found, words)
}

function share(found: WeightedWord[], words: WeightedWord[]): number {
  const total = words.reduce((sum, word) => sum + word.idf, 0)
  return total === 0 ? 0 : found.reduce((sum, word) => sum + word.idf, 0) / total
}

/** Slides over the places where question words stand, so that its cost follows them and not the text. */
function bestWindow(text: string[], words: WeightedWord[]): number {
  const places = placesOf(text, words)
  let best = 0
  for (let from = 0; from < places.length; from += 1) {
    const start = places[from]?.at ?? 0
    const inside = new Set<WeightedWord>()
    for (let to = from; to < places.length; to += 1) {
      const place = places[to]
      if (!place || place.at - start >= WINDOW_TERMS) break
      inside.add(place.word)
    }
    best = Math.max(best, share([...inside], words))
  }
  return best
}

function placesOf(text: string[], words: WeightedWord[]): { at: number; word: WeightedWord }[] {
  const wordOf = new Map<string, WeightedWord>()
  for (const word of words) for (const term of word.terms) wordOf.set(term, word)
  return text.flatMap((term, at) => {
    const word = wordOf.get(term)
    return word ? [{ at, word }] : []
  })
}
