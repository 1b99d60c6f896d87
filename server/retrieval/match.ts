import type { ReadPassage } from '../text/passage.ts'
import type { AnalyzedQuestion, QuestionWord, Synonym } from '../text/question.ts'
import type { Language } from '../text/stop-words.ts'
import { rarityOf } from '../text/word-ranks.ts'
import { idfOf } from './bm25.ts'

/** A question's word with its weight: its inverse document frequency in the collections asked. */
export interface WeightedWord extends QuestionWord {
  idf: number
  /** No passage holds it as it is spelt. */
  absent: boolean
  /** Few passages or none hold it or a synonym of the collection, and many more a related word. */
  replaced: boolean
  /** What each of its synonyms counts, beside the word itself. */
  shares: ReadonlyMap<string, number>
}

/** What a synonym counts, beside the word itself. */
const SYNONYM_SHARES: Record<Synonym['meaning'], number> = { same: 0.9, related: 0.5 }

/** How a passage matches a question: shares, 0 to 1, of the IDF of the question's words. */
export interface PassageMatch {
  /** In the whole passage. */
  passage: number
  /** In title and headings. */
  heading: number
  /**
   * How nearly its headings ask the question: the share in the headings, times the share of the
   * nearest heading's words that the question has.
   */
  likeness: number
  /** The same of its title or one of its headings alone, the one that asks the question best. */
  titled: number
  /** In the best window of `WINDOW_TERMS` terms of the text. */
  window: number
  /** Of the question's neighbouring words, the pairs that are close together in the text. */
  near: number
  /** In the whole passage, where an absent word counts by the share of its n-grams. */
  spelling: number
  /** BM25 of the passage, beside passages of ordinary length. */
  score: number
  /** The IDF that the passage lacks of the question; a common word counts half. */
  missed: number
  /**
   * How much rarer in any text of its language the words are that it holds than in the collections,
   * as a sum of differences of IDF: what knowledge is about, it says more often than others.
   */
  subject: number
}

/** About three sentences. */
const WINDOW_TERMS = 45
/** The largest distance between words of a phrase, in terms. */
const NEAR_TERMS = 4

/**
 * The question's words and their weights. A word without an indexed term has the highest weight: a
 * question about an unknown thing cannot be answered. A joined identifier that is not indexed is
 * left out instead, because its parts are words of the question too.
 */
export function weighWords(
  query: AnalyzedQuestion,
  frequencies: Map<string, number>,
  indexed: number,
): WeightedWord[] {
  return query.words
    .map((word) => ({ word, ...countsOf(word, frequencies) }))
    .filter(({ word, own, related }) => own + related > 0 || !word.compound)
    .map(({ word, own, related }) => {
      const replaced = isReplaced({ own, related })
      const idf = idfOf(indexed, replaced ? related : own)
      const rarityOfTerm = (term: string) => idfOf(indexed, frequencies.get(term) ?? 0)
      const shares = sharesOf(word, (term) => Math.min(1, rarityOfTerm(term) / idf))
      return { ...word, absent: own + related === 0, replaced, idf, shares }
    })
}

/** A related word that more passages hold than the word itself says less than it. */
function sharesOf({ synonyms = [] }: QuestionWord, rarity: (term: string) => number) {
  return new Map(
    synonyms.map(({ term, meaning }) => [
      term,
      SYNONYM_SHARES[meaning] * (meaning === 'related' ? rarity(term) : 1),
    ]),
  )
}

/** Of so many passages with related words, one has the word itself: they are the usual ones. */
const USUAL = 5

function isReplaced({ own, related }: { own: number; related: number }): boolean {
  return related > 0 && related >= own * USUAL
}

/** How many passages hold a word or a synonym of it, and a related word. */
function countsOf(word: QuestionWord, frequencies: Map<string, number>) {
  const own = withoutRelated(word).terms
  const most = (terms: string[]) => Math.max(0, ...terms.map((term) => frequencies.get(term) ?? 0))
  return { own: most(own), related: most(word.terms.filter((term) => !own.includes(term))) }
}

/** A word without the terms that are only related to it. */
export function withoutRelated<Word extends QuestionWord>(word: Word): Word {
  const { terms, synonyms = [] } = word
  const related = synonyms.filter(({ meaning }) => meaning === 'related').map(({ term }) => term)
  return related.length === 0
    ? word
    : { ...word, terms: terms.filter((term) => !related.includes(term)) }
}

/** Measures how much of the question a passage holds, and how closely together. */
export function matchPassage(
  { language, heading, text, nearest, titles, spelling }: ReadPassage,
  words: WeightedWord[],
): PassageMatch {
  const inHeading = new Set(heading)
  const inText = new Set(text)
  const isHeld = (term: string) => inHeading.has(term) || inText.has(term)
  const holds = words.map((word) => heldShare(word, isHeld))
  const spelled = words.map((word, at) => holds[at] || spelledShare(word, spelling))
  const wordOf = new Map(words.flatMap((word) => word.terms.map((term) => [term, word] as const)))
  const places = placesOf(text, wordOf)
  const window = bestWindow(places)
  const headingShare = share(words, (word) => heldShare(word, (term) => inHeading.has(term)))
  return {
    passage: share(words, (_, at) => holds[at] ?? 0),
    heading: headingShare,
    likeness: headingShare * shareAsked(nearest, words),
    titled: Math.max(0, ...titles.map((title) => titledShare(title, words))),
    window: share(words, (word) => window.get(word) ?? 0),
    near: nearness(places, words),
    spelling: share(words, (_, at) => spelled[at] ?? 0),
    score: scoreOf([...places, ...placesOf(heading, wordOf)], heading.length + text.length),
    missed: missedOf(words, spelled),
    subject: language
      ? sumOf(words.map((word, at) => (holds[at] ?? 0) * surplusOf(word, isHeld, language)))
      : SOME_SUBJECT,
  }
}

/** The surplus where it cannot be told: that of a question which is as likely answered as not. */
const SOME_SUBJECT = 5

/** How much more usual a word that is held is in the collections than in its language. */
function surplusOf(
  { terms, idf }: WeightedWord,
  isHeld: (term: string) => boolean,
  language: Language,
): number {
  const rarities = terms.filter(isHeld).map((term) => rarityOf(term, language))
  return rarities.length === 0 ? 0 : Math.max(0, Math.min(...rarities) - idf)
}

function heldShare({ terms, shares }: WeightedWord, isHeld: (term: string) => boolean): number {
  return Math.max(0, ...terms.filter(isHeld).map((term) => shares.get(term) ?? 1))
}

function share(words: WeightedWord[], heldOf: (word: WeightedWord, at: number) => number): number {
  let held = 0
  let total = 0
  words.forEach((word, at) => {
    held += word.idf * heldOf(word, at)
    total += word.idf
  })
  return total === 0 ? 0 : held / total
}

/** How much it counts that a word is missing which is common in any text of its language. */
const COMMON = 0.5

function missedOf(words: WeightedWord[], held: number[]): number {
  return sumOf(
    words.map(({ idf, common }, at) => idf * (1 - (held[at] ?? 0)) * (common ? COMMON : 1)),
  )
}

/** Of BM25: how soon further occurrences of a word count little, and how much the length does. */
const SATURATION = 1.2
const LENGTH_NORMALIZATION = 0.75
/** The length of an ordinary passage, in terms: the scale must not depend on what was found. */
const ORDINARY_TERMS = 120

function scoreOf(places: Place[], terms: number): number {
  const counts = new Map<WeightedWord, number>()
  for (const { word } of places) counts.set(word, (counts.get(word) ?? 0) + 1)
  const length = terms / ORDINARY_TERMS
  const norm = SATURATION * (1 - LENGTH_NORMALIZATION + LENGTH_NORMALIZATION * length)
  return sumOf(
    [...counts].map(([{ idf }, count]) => ((SATURATION + 1) * idf * count) / (count + norm)),
  )
}

function shareAsked(heading: string[], words: WeightedWord[]): number {
  if (heading.length === 0) return 0
  const asked = new Set(words.flatMap(({ terms }) => terms))
  return heading.filter((term) => asked.has(term)).length / heading.length
}

function titledShare(title: string[], words: WeightedWord[]): number {
  const own = new Set(title)
  return (
    share(words, ({ terms }) => (terms.some((term) => own.has(term)) ? 1 : 0)) *
    shareAsked(title, words)
  )
}

function spelledShare({ grams }: WeightedWord, spelling: string): number {
  if (grams.length === 0) return 0
  return grams.filter((gram) => spelling.includes(gram)).length / grams.length
}

/**
 * The question's words within the best window, with what each counts there. It slides over the
 * places of question words, so its cost grows with their number and not with the text.
 */
function bestWindow(places: Place[]): Map<WeightedWord, number> {
  let most = 0
  let best = new Map<WeightedWord, number>()
  for (let from = 0; from < places.length; from += 1) {
    const end = (places[from]?.at ?? 0) + WINDOW_TERMS
    const inside = new Map<WeightedWord, number>()
    for (let to = from; to < places.length && (places[to]?.at ?? end) < end; to += 1) {
      const place = places[to]
      if (place) inside.set(place.word, Math.max(place.share, inside.get(place.word) ?? 0))
    }
    const said = sumOf([...inside].map(([{ idf }, share]) => idf * share))
    if (said <= most) continue
    most = said
    best = inside
  }
  return best
}

/**
 * The share of the question's neighbours that are neighbours in the text. A pair weighs as much as
 * its commoner word.
 */
function nearness(places: Place[], words: WeightedWord[]): number {
  const order = new Map(words.map((word, at) => [word, at]))
  const pairs = words.slice(1).map((word, at) => Math.min(word.idf, words[at]?.idf ?? 0))
  const near = new Set<number>()
  places.forEach(({ at, word }, from) => {
    for (const next of places.slice(from + 1, from + 1 + NEAR_TERMS)) {
      if (next.at - at > NEAR_TERMS) break
      const [here, there] = [order.get(word) ?? 0, order.get(next.word) ?? 0]
      if (Math.abs(here - there) === 1) near.add(Math.min(here, there))
    }
  })
  const total = sumOf(pairs)
  return total === 0 ? 0 : sumOf([...near].map((at) => pairs[at] ?? 0)) / total
}

/** An occurrence of a question's word, in terms from the beginning of the text. */
interface Place {
  at: number
  word: WeightedWord
  /** What the term counts for the word. */
  share: number
}

function placesOf(terms: string[], wordOf: Map<string, WeightedWord>): Place[] {
  return terms.flatMap((term, at) => {
    const word = wordOf.get(term)
    return word ? [{ at, word, share: word.shares.get(term) ?? 1 }] : []
  })
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
