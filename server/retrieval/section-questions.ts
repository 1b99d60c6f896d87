import type { Pace } from '../pacer.ts'
import { cosineOf } from '../storage/index/nearest.ts'
import type { Hit } from '../storage/ports/search-index.ts'
import type { ComparedQuestion, SectionPlace } from '../storage/ports/section-questions.ts'
import type { Store } from '../storage/store.ts'
import type { WeightedWord } from './match.ts'
import { QUESTIONS } from './question-weights.ts'

/** How nearly one of its section's questions asks what is asked, 0 to 1. */
export interface QuestionFeatures {
  /** The best of them by words. */
  questionWords: number
  /** The best of them by meaning: the cosine of their vectors, where both have one. */
  questionMeaning: number
}

/** How the questions of sections compare with one that is asked. */
export interface Comparison {
  /** By key, of passages whose sections have questions. */
  features: Map<number, QuestionFeatures>
  /** The section of an owner's question that is like it; null: there is none. */
  pointed: SectionPlace | null
}

export const NOT_COMPARED: Comparison = { features: new Map(), pointed: null }

/** From this cosine on two questions ask the same. */
const ALIKE = 0.85

/** A question that is asked, as those of sections are compared with it. */
interface Asked {
  words: WeightedWord[]
  /** The vector of the question, as the collections of a passage embed it; null: none is used. */
  vectorIn(collection_id: string): Int8Array | null
}

/**
 * Compares a question with those of the sections of passages that words or meaning have found
 * (docs/behaviour.md#questions-of-sections).
 */
export async function compareQuestions(
  { sectionQuestions }: Pick<Store, 'sectionQuestions'>,
  {
    organization_id,
    keys,
    pace,
    words,
    vectorIn,
  }: Asked & {
    organization_id: string
    keys: number[]
    pace: Pace
  },
): Promise<Comparison> {
  const passages = await sectionQuestions.placesOf(organization_id, keys)
  const bySection = Map.groupBy(passages, placeOf)
  const sections = [...bySection.values()].flatMap(([first]) =>
    first ? [{ document_id: first.document_id, section: first.section }] : [],
  )
  const questions = await sectionQuestions.ofSections(organization_id, sections)
  const asked = weighed(words)
  const features = new Map<number, QuestionFeatures>()
  let pointed: ComparedQuestion | null = null
  let nearest = ALIKE
  for (const [place, own] of Map.groupBy(questions, placeOf)) {
    await pace()
    const inSection = bySection.get(place) ?? []
    const vector = vectorIn(inSection[0]?.collection_id ?? '')
    const best = bestOf(own, asked, vector)
    for (const { key } of inSection) features.set(key, best)
    if (best.questionMeaning < nearest) continue
    for (const question of own) {
      const cosine = question.origin === 'owner' ? likenessByMeaning(vector, question) : 0
      if (cosine < nearest) continue
      nearest = cosine
      pointed = question
    }
  }
  return { features, pointed }
}

function placeOf({
  document_id,
  section,
}: Pick<ComparedQuestion, 'document_id' | 'section'>): string {
  return section === null ? document_id : `${document_id} ${section}`
}

function bestOf(
  questions: ComparedQuestion[],
  asked: WeighedWords,
  vector: Int8Array | null,
): QuestionFeatures {
  const best = { questionWords: 0, questionMeaning: 0 }
  for (const question of questions) {
    best.questionWords = Math.max(best.questionWords, likenessByWords(asked, question))
    best.questionMeaning = Math.max(best.questionMeaning, likenessByMeaning(vector, question))
  }
  return best
}

/** The words of a question, and of each term the word that it stands for. */
interface WeighedWords {
  words: WeightedWord[]
  places: Map<string, { word: number; share: number }[]>
  /** The sum of the words' weights. */
  total: number
}

function weighed(words: WeightedWord[]): WeighedWords {
  const places: WeighedWords['places'] = new Map()
  for (const [word, { terms, shares }] of words.entries()) {
    for (const term of new Set(terms)) {
      const known = places.get(term) ?? []
      places.set(term, [...known, { word, share: shares.get(term) ?? 1 }])
    }
  }
  return { words, places, total: words.reduce((sum, { idf }) => sum + idf, 0) }
}

/**
 * How many words the two share, by their weights: both ways, what one lacks of the other counts. A
 * word that only the section's question has weighs as much as one of those asked on average.
 */
function likenessByWords(asked: WeighedWords, { terms }: ComparedQuestion): number {
  const { words, places, total } = asked
  if (total === 0 || terms.length === 0) return 0
  const best = words.map(() => 0)
  let known = 0
  let unknown = 0
  for (const alternatives of terms) {
    let weight = 0
    for (const { word, share } of alternatives.flatMap((term) => places.get(term) ?? [])) {
      best[word] = Math.max(best[word] ?? 0, share)
      weight = Math.max(weight, share * (words[word]?.idf ?? 0))
    }
    known += weight
    if (weight === 0) unknown += total / words.length
  }
  const there = words.reduce((sum, { idf }, word) => sum + idf * (best[word] ?? 0), 0) / total
  const back = known / (known + unknown || 1)
  return (2 * there * back) / (there + back || 1)
}

function likenessByMeaning(asked: Int8Array | null, { vector }: ComparedQuestion): number {
  if (!asked || vector?.length !== asked.length) return 0
  const cosine = cosineOf(asked, vector)
  return cosine > 0 ? cosine : 0
}

/** How many passages are ranked for the questions of their sections alone. */
const LIFTED = 10

/** The passages whose sections' questions are nearest to what is asked. */
export function nearestByQuestions(features: Map<number, QuestionFeatures>): number[] {
  return [...features]
    .map(([key, own]) => ({ key, nearness: nearnessOf(own, QUESTIONS) }))
    .filter(({ nearness }) => nearness > 0)
    .toSorted((one, other) => other.nearness - one.nearness || one.key - other.key)
    .slice(0, LIFTED)
    .map(({ key }) => key)
}

/** Share of a question, 0 to 1, that no passage says: the one that says most lacks as much. */
export function lackingOf(candidates: { match: { passage: number } }[]): number {
  return 1 - Math.max(0, ...candidates.map(({ match }) => match.passage))
}

/** A ranking by the passages alone. */
export interface Ranked {
  hits: Hit[]
  /** See `lackingOf`. */
  lacking: number
}

/**
 * Scores with what the questions of their sections add, best first: never more than the best score
 * there is without them, and nothing to a passage that was not scored. The less of what is asked
 * the passages say themselves, the more their sections' questions count.
 */
export function liftByQuestions(
  { hits, lacking }: Ranked,
  features: Map<number, QuestionFeatures>,
  weights: QuestionWeights = QUESTIONS,
): Hit[] {
  if (features.size === 0) return hits
  const most = Math.max(0, ...hits.map(({ score }) => score))
  const share = weights.said + (1 - weights.said) * lacking
  return hits
    .map(({ key, score }) => {
      const own = features.get(key)
      const lift = own ? Math.min(1, share * nearnessOf(own, weights)) : 0
      return { key, score: score + most * lift }
    })
    .toSorted((one, other) => other.score - one.score)
}

export type QuestionWeights = typeof QUESTIONS

function nearnessOf(
  { questionWords, questionMeaning }: QuestionFeatures,
  { words, meaning, meaningFrom }: QuestionWeights,
): number {
  const alike = Math.max(0, questionMeaning - meaningFrom) / (1 - meaningFrom)
  return words * questionWords + meaning * alike
}
