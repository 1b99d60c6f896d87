import type { Pace } from '../pacer.ts'
import { cosineOf } from '../storage/index/nearest.ts'
import type { StoredPassage } from '../storage/ports/passages.ts'
import type { Hit } from '../storage/ports/search-index.ts'
import type { ComparedQuestion } from '../storage/ports/section-questions.ts'
import type { Store } from '../storage/store.ts'
import type { WeightedWord } from './match.ts'

/** How nearly one of its section's questions asks what is asked, 0 to 1. */
export interface QuestionFeatures {
  /** The best of them by words. */
  questionWords: number
  /** The best of them by meaning: the cosine of their vectors, where both have one. */
  questionMeaning: number
}

/** A passage that words or meaning have found. */
type Found = Pick<StoredPassage, 'key' | 'collection_id' | 'document_id' | 'anchor'>

/** Question that is compared. */
interface Asked {
  words: WeightedWord[]
  /** The vector of the question, as the collections of a passage embed it; null: none is used. */
  vectorIn(collection_id: string): Int8Array | null
}

/**
 * Compares a question with those of the sections of passages, by key; without the passages whose
 * sections have none (docs/behaviour.md#questions-of-sections). Only what was found already is
 * looked up, so that no question brings a section in by itself.
 */
export async function compareQuestions(
  { sectionQuestions }: Pick<Store, 'sectionQuestions'>,
  {
    organization_id,
    passages,
    pace,
    ...asked
  }: Asked & {
    organization_id: string
    passages: Found[]
    pace: Pace
  },
): Promise<Map<number, QuestionFeatures>> {
  const bySection = Map.groupBy(passages, placeOf)
  const sections = [...bySection.values()].flatMap(([first]) =>
    first ? [{ document_id: first.document_id, section: first.anchor }] : [],
  )
  const questions = await sectionQuestions.ofSections(organization_id, sections)
  const features = new Map<number, QuestionFeatures>()
  for (const [place, own] of Map.groupBy(questions, ({ document_id, section }) =>
    placeOf({ document_id, anchor: section }),
  )) {
    const inSection = bySection.get(place) ?? []
    const vector = asked.vectorIn(inSection[0]?.collection_id ?? '')
    const best = { questionWords: 0, questionMeaning: 0 }
    for (const question of own) {
      await pace()
      best.questionWords = Math.max(best.questionWords, likenessByWords(asked.words, question))
      best.questionMeaning = Math.max(best.questionMeaning, likenessByMeaning(vector, question))
    }
    for (const { key } of inSection) features.set(key, best)
  }
  return features
}

function placeOf({ document_id, anchor }: Pick<Found, 'document_id' | 'anchor'>): string {
  return JSON.stringify([document_id, anchor])
}

/**
 * How many words the two share, by their weights: both ways, what one lacks of the other counts. A
 * word that only the section's question has weighs as much as one of those asked on average.
 */
function likenessByWords(words: WeightedWord[], { terms }: ComparedQuestion): number {
  const asked = words.reduce((sum, { idf }) => sum + idf, 0)
  if (asked === 0 || terms.length === 0) return 0
  const mean = asked / words.length
  let held = 0
  const heldBack = terms.map(() => 0)
  for (const word of words) {
    let best = 0
    for (const [at, alternatives] of terms.entries()) {
      const like = shareOf(word, alternatives)
      best = Math.max(best, like)
      if (like > 0) heldBack[at] = Math.max(heldBack[at] ?? 0, like * word.idf)
    }
    held += word.idf * best
  }
  const known = heldBack.reduce((sum, each) => sum + each, 0)
  const unknown = heldBack.filter((each) => each === 0).length * mean
  const there = held / asked
  const back = known / (known + unknown || 1)
  return (2 * there * back) / (there + back || 1)
}

/** Share of an asked word in one of the section's question, 0 to 1. */
function shareOf({ terms, shares }: WeightedWord, alternatives: string[]): number {
  return Math.max(
    0,
    ...alternatives.map((term) => (terms.includes(term) ? (shares.get(term) ?? 1) : 0)),
  )
}

function likenessByMeaning(asked: Int8Array | null, { vector }: ComparedQuestion): number {
  if (!asked || vector?.length !== asked.length) return 0
  const cosine = cosineOf(asked, vector)
  return cosine > 0 ? cosine : 0
}

/**
 * Gain of a section whose nearest question asks the same. By meaning it
 * counts from a cosine on that questions about something else hardly reach.
 */
const LIFT = { words: 0.35, meaning: 0.35, alikeFrom: 0.5 }

/**
 * Scores with what the questions of their sections add, best first: never more than the best score
 * there is without them, and nothing to a passage that was not scored.
 */
export function liftByQuestions(ranked: Hit[], features: Map<number, QuestionFeatures>): Hit[] {
  if (features.size === 0) return ranked
  const most = Math.max(0, ...ranked.map(({ score }) => score))
  return ranked
    .map(({ key, score }) => ({ key, score: score + Math.min(most, liftOf(features.get(key))) }))
    .toSorted((one, other) => other.score - one.score)
}

function liftOf(features: QuestionFeatures | undefined): number {
  if (!features) return 0
  const { questionWords, questionMeaning } = features
  const alike = Math.max(0, questionMeaning - LIFT.alikeFrom) / (1 - LIFT.alikeFrom)
  return LIFT.words * questionWords + LIFT.meaning * alike
}
