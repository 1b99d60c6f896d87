import type { StoredPassage } from '../storage/ports/passages.ts'
import type { Hit } from '../storage/ports/search-index.ts'
import type { ReadPassage } from '../text/passage.ts'
import { stretch } from './fuse.ts'
import type { PassageMatch, WeightedWord } from './match.ts'
import type { TrustedLikeness } from './meaning.ts'
import { RANKING } from './weights.ts'

/** A passage that a ranking found, to be ranked again. */
export interface Candidate
  extends Pick<StoredPassage, 'key' | 'document_id' | 'title' | 'headings' | 'text'> {
  passage: ReadPassage
  /** BM25 over n-grams of words that are not indexed as they are spelt, 0 to 1. */
  grams: number
  match: PassageMatch
  /** How like it is to the question in meaning, and how far to trust that; null: not known. */
  likeness: TrustedLikeness | null
}

/** What a candidate is ranked by. */
export interface Features {
  /** BM25 over terms. */
  words: number
  /** BM25 over n-grams of words that are not indexed as they are spelt. */
  grams: number
  /** The same over n-grams of words that inflect. */
  endings: number
  spelling: number
  heading: number
  likeness: number
  window: number
  near: number
  /** How much its page holds of the question, over all passages of it that were found. */
  page: number
  /** How much it is about what the others are about that were found. */
  agreement: number
  /** How like its best window is to the question in meaning. */
  meaning: number
  /** Likeness in meaning, as far as no passage says the words of the question. */
  unsaid: number
}

/** Of BM25. The usual length normalization of 0.75 ranked most sets worse. */
const SATURATION = 1.2
const LENGTH_NORMALIZATION = 0.5
/** How many words of the text one of title or headings counts as. */
const HEADING_COUNT = 1.75
/** Of fewer candidates it says less that they agree. */
const CROWD = 30
/** The most n-grams of a question that are compared: those of some forty words. */
const MAX_GRAMS = 300

/** Scores candidates by their features. */
export function rankByWords(
  candidates: Candidate[],
  words: WeightedWord[],
  weights: Features = RANKING,
): Hit[] {
  const features = featuresOf(candidates, words)
  const names = Object.keys(weights) as (keyof Features)[]
  const total = sumOf(names.map((name) => weights[name]))
  return candidates.map(({ key }, at) => ({
    key,
    score: sumOf(names.map((name) => weights[name] * (features[at]?.[name] ?? 0))) / total,
  }))
}

/**
 * The features of each candidate, from 0 to 1. What speaks for it beside its own words counts
 * only where a passage has some of the question.
 */
export function featuresOf(candidates: Candidate[], words: WeightedWord[]): Features[] {
  const byWords = ofBest(scoreWords(candidates, words))
  const byEndings = ofBest(scoreEndings(candidates, words))
  const byPage = ofBest(scorePages(candidates, byWords))
  const byAgreement = ofBest(scoreAgreement(candidates, byWords))
  const lacking = 1 - Math.max(0, ...candidates.map(({ match }) => match.passage))
  const byMeaning = scoreMeaning(candidates, byWords, lacking)
  const crowd = Math.min(1, candidates.length / CROWD)
  return candidates.map(({ grams, match }, at) => ({
    words: byWords[at] ?? 0,
    grams,
    endings: byEndings[at] ?? 0,
    spelling: match.spelling,
    heading: match.heading,
    likeness: match.likeness,
    window: match.window,
    near: match.near,
    page: byWords[at] ? (byPage[at] ?? 0) : 0,
    agreement: byWords[at] ? (byAgreement[at] ?? 0) * crowd : 0,
    meaning: byMeaning[at] ?? 0,
    unsaid: (byMeaning[at] ?? 0) * lacking,
  }))
}

/**
 * BM25 of each candidate. It is computed again because the several stems of a word are one word.
 */
function scoreWords(candidates: Candidate[], words: WeightedWord[]): number[] {
  const places = placesOf(words)
  const lengths = candidates.map(({ passage }) => passage.heading.length + passage.text.length)
  const mean = sumOf(lengths) / lengths.length || 1
  return candidates.map(({ passage }, at) => {
    const length = (lengths[at] ?? 0) / mean
    const norm = SATURATION * (1 - LENGTH_NORMALIZATION + LENGTH_NORMALIZATION * length)
    const counts = words.map(() => 0)
    const count = (term: string, times: number) => {
      const place = places.get(term)
      if (place) counts[place.at] = (counts[place.at] ?? 0) + times * place.share
    }
    for (const term of passage.heading) count(term, HEADING_COUNT)
    for (const term of passage.text) count(term, 1)
    return sumOf(
      words.map(({ idf }, word) => (idf * (counts[word] ?? 0)) / ((counts[word] ?? 0) + norm)),
    )
  })
}

/** Of each term the word it stands for, and what it counts. */
function placesOf(words: WeightedWord[]): Map<string, { at: number; share: number }> {
  return new Map(
    words.flatMap(({ terms, shares }, at) =>
      terms.map((term) => [term, { at, share: shares.get(term) ?? 1 }] as const),
    ),
  )
}

/**
 * Scores by the n-grams of words that inflect. The fewer candidates hold an n-gram, the more it
 * counts, so endings and the subject that all share count little.
 */
function scoreEndings(candidates: Candidate[], words: WeightedWord[]): number[] {
  const grams = new Set(words.flatMap((word) => (word.inflects ? word.grams : [])))
  const scores = candidates.map(() => 0)
  for (const gram of [...grams].slice(0, MAX_GRAMS)) {
    const holders = candidates.flatMap(({ passage }, at) =>
      passage.spelling.includes(gram) ? [at] : [],
    )
    const weight = Math.log(1 + (candidates.length - holders.length + 0.5) / (holders.length + 0.5))
    for (const at of holders) scores[at] = (scores[at] ?? 0) + weight
  }
  return scores
}

/** Scores as shares of the best. */
function ofBest(scores: number[]): number[] {
  const best = Math.max(0, ...scores) || 1
  return scores.map((score) => score / best)
}

/** What each further passage of a page counts, beside the one before. */
const FURTHER = 0.5

/**
 * Scores pages by what their passages say and how they are headed: a page on the subject is found
 * again and again. The best passage counts most, so that a long page is not put first for its
 * length.
 */
function scorePages(candidates: Candidate[], byWords: number[]): number[] {
  const own = candidates.map(({ match }, at) => (byWords[at] ?? 0) + match.heading)
  const places = Map.groupBy(candidates.keys(), (at) => candidates[at]?.document_id)
  const pages = new Map(
    [...places].map(([page, found]) => {
      const scores = found.map((at) => own[at] ?? 0).sort((one, other) => other - one)
      return [page, sumOf(scores.map((score, rank) => score * FURTHER ** rank))]
    }),
  )
  return candidates.map(({ document_id }) => pages.get(document_id) ?? 0)
}

/**
 * Scores by how like a passage is to the others, where each counts by its words: what matches by
 * chance is about something else than the rest (Rocchio 1971, without the question).
 */
function scoreAgreement(candidates: Candidate[], byWords: number[]): number[] {
  const vectors = vectorsOf(candidates)
  const all = new Map<string, number>()
  vectors.forEach((vector, at) => {
    for (const [term, weight] of vector) {
      all.set(term, (all.get(term) ?? 0) + weight * (byWords[at] ?? 0))
    }
  })
  return vectors.map((vector, at) => {
    const shared = sumOf([...vector].map(([term, weight]) => weight * (all.get(term) ?? 0)))
    return shared - (byWords[at] ?? 0)
  })
}

/**
 * Scores by meaning. Cosines of different embeddings have no common scale: those of each are
 * stretched over its own candidates. The less is `lacking` of the question's words in all passages,
 * the more an embedding counts as the words find in its collections alone, so that the likest
 * passage of a collection on something else stays behind the one that answers word for word.
 */
function scoreMeaning(candidates: Candidate[], byWords: number[], lacking: number): number[] {
  const scores = candidates.map(() => 0)
  const known = [...candidates.keys()].filter((at) => candidates[at]?.likeness)
  for (const own of Map.groupBy(known, (at) => candidates[at]?.likeness?.embedding).values()) {
    const hits = own.map((at) => ({ key: at, score: candidates[at]?.likeness?.score ?? 0 }))
    const said = Math.max(...own.map((at) => byWords[at] ?? 0))
    const share = lacking + (1 - lacking) * said
    for (const { key: at, score } of stretch(hits)) {
      scores[at] = score * share * (candidates[at]?.likeness?.trust ?? 0)
    }
  }
  return scores
}

/** The terms of each candidate, weighted by how few of the others have them, of length 1. */
function vectorsOf(candidates: Candidate[]): Map<string, number>[] {
  const counts = candidates.map(({ passage }) => countsIn(passage.text))
  const holders = countsIn(counts.flatMap((count) => [...count.keys()]))
  return counts.map((count) => {
    const weights = [...count].map(([term, times]): [string, number] => {
      const rarity = Math.log(1 + candidates.length / (holders.get(term) ?? 1))
      return [term, (1 + Math.log(times)) * rarity]
    })
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1
    return new Map(weights.map(([term, weight]) => [term, weight / length]))
  })
}

function countsIn(terms: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
