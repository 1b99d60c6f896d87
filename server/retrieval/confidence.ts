import type { ReadPassage } from '../text/passage.ts'
import { readingsOf } from './asked.ts'
import { matchPassage, type PassageMatch, type WeightedWord, withoutRelated } from './match.ts'
import { CONFIDENCE } from './weights.ts'

/** The part of a search's result that tells whether the question is answered. */
export interface Found {
  words: WeightedWord[]
  /** Passages that could have been found. */
  indexed: number
  /** The leading ones, best first. */
  passages: ReadPassage[]
  /** How far the first page is ahead of the next ones (`leadOf`). */
  lead: number
  /** Signs of the embeddings. */
  meaning: MeaningSigns
}

/** How many pages the first one is compared with. */
const RIVALS = 3

/**
 * How far the page ranked first is ahead: its score less the mean of the best scores of the three
 * pages after it. Where several pages hold the words of a question equally well, it may be any of
 * them. Where there is no other page, what follows on it takes their place.
 */
export function leadOf(ranked: { document_id: string; score: number }[]): number {
  const [first, ...others] = ranked.toSorted((one, other) => other.score - one.score)
  if (!first) return 0
  const pages = new Map<string, number>()
  for (const { document_id, score } of others) {
    if (!pages.has(document_id)) pages.set(document_id, score)
  }
  pages.delete(first.document_id)
  const rivals = pages.size > 0 ? [...pages.values()] : others.map(({ score }) => score)
  const nearest = rivals.slice(0, RIVALS)
  return nearest.length === 0 ? first.score : first.score - sumOf(nearest) / nearest.length
}

/** Features that tell a question that is answered from one that is not. */
export interface Signs extends MeaningSigns {
  /** The best BM25 score as a share of the IDF of the question's words, at most 1. */
  share: number
  /**
   * The likeness of the title or a heading to the question, times the share of the question in the
   * text below it. A heading alone tells too little: every question about a subject has the title
   * of its article.
   */
  titled: number
  /** The greatest surplus of a passage (`PassageMatch`). */
  subject: number
  /**
   * How many passages there are, `CROWD` at the most, as a logarithm: of many, some match by
   * chance.
   */
  indexed: number
  /**
   * What the passage that holds most of the question lacks of it: a sum of IDF in which a word of
   * no other passage is 1, so that one rare word weighs as much as several frequent ones. Of that
   * the square root: the first word that is missing tells most.
   */
  missed: number
  /** How far the first page is ahead of the next ones (`leadOf`). */
  lead: number
}

/** Signs of meaning, each 0 where no embedding is trusted with the question, and less if little. */
export interface MeaningSigns {
  /** How far an embedding is trusted, 0 to 1. */
  trusted: number
  /** How like the likest passage is, in deviations (`scale.ts`), `MOST_LIKE` at the most. */
  alike: number
  /** How far its page is ahead of the next ones, in deviations too. */
  ahead: number
  /** How like the passage ranked first is, beside the likest and the least, 0 to 1. */
  agreed: number
}

/** Of a search in which no embedding took part. */
export const NO_MEANING: MeaningSigns = { trusted: 0, alike: 0, ahead: 0, agreed: 0 }

/** More says nothing more: a text that repeats the question. */
const MOST_LIKE = 8

/** A passage with its likeness, and how far that counts (`meaning.ts`). */
interface Judged {
  document_id: string
  likeness: { score: number; trust: number } | null
}

/** How like a passage is as far as that counts, in deviations; 0 where it is not known. */
export function likenessOf(likeness: Judged['likeness'] | undefined): number {
  return likeness ? likeness.trust * Math.min(MOST_LIKE, Math.max(0, likeness.score)) : 0
}

/** The signs of meaning of ranked passages, best first. */
export function meaningSigns(ranked: Judged[]): MeaningSigns {
  const known = ranked.flatMap(({ document_id, likeness }) =>
    likeness ? [{ document_id, ...likeness }] : [],
  )
  const [likest] = known.toSorted((one, other) => other.score - one.score)
  if (!likest) return NO_MEANING
  const { trust, score: most } = likest
  const least = Math.min(...known.map(({ score }) => score))
  const first = ranked[0]?.likeness?.score ?? least
  return {
    trusted: trust,
    alike: likenessOf(likest),
    ahead: trust * leadOf(known),
    agreed: trust * (most === least ? 1 : (first - least) / (most - least)),
  }
}

/**
 * How likely passages answer a question, 0 to 1, judged by words and by meaning; 0 when nothing
 * was found.
 * At 0.5 the odds that they do are 2 to 1 among questions of which half are foreign.
 */
export function confidenceOf(readings: Signs[]): number {
  return Math.max(0, ...readings.map((signs) => probabilityOf(signs, CONFIDENCE)))
}

/** The signs of each way to read a question; none when nothing was found. */
export function readingSigns(found: Found): Signs[] {
  return matchReadings(found).flatMap((reading) => signsOf(reading) ?? [])
}

/** A way to read a message, and how the passages match what is read. */
export interface Reading {
  words: WeightedWord[]
  indexed: number
  matches: PassageMatch[]
  lead: number
  meaning: MeaningSigns
}

/** A question of so few words says nothing with words to spare. */
const SHORT = 3

/**
 * The ways to read a question, and how the leading passages match each. In a short question no
 * word counts as common. A related word is no sign, unless it is what the passages say for the
 * word: foreign questions have related words too.
 */
export function matchReadings({ words, passages, ...found }: Found): Reading[] {
  const judged = words.map((word) => ({
    ...(word.replaced ? word : withoutRelated(word)),
    common: word.common && words.length > SHORT,
  }))
  return readingsOf(judged).map((reading) => ({
    ...found,
    words: reading,
    matches: passages.map((passage) => matchPassage(passage, reading)),
  }))
}

/** The probability that signs stand for, by the weights of a logistic model. */
export function probabilityOf<Signs extends object>(
  signs: Signs,
  { bias, ...weights }: Signs & { bias: number },
): number {
  const values = new Map(Object.entries<number>(signs as Record<string, number>))
  const z = Object.entries<number>(weights as Record<string, number>).reduce(
    (sum, [name, weight]) => sum + weight * (values.get(name) ?? 0),
    bias,
  )
  return 1 / (1 + Math.exp(-z))
}

/** From so many passages on, a further one adds nothing new that could match by chance. */
const CROWD = 1000

/** The signs of a question; null when nothing was found. */
export function signsOf({ words, indexed, matches, lead, meaning }: Reading): Signs | null {
  const total = sumOf(words.map(({ idf }) => idf))
  if (total === 0 || matches.length === 0) return null
  const best = Math.max(...matches.map((each) => each.score))
  const rarest = Math.log(1 + indexed)
  return {
    share: Math.min(1, best / total),
    titled: Math.max(...matches.map((each) => each.titled * each.window)),
    subject: Math.max(...matches.map((each) => each.subject)),
    indexed: Math.log(1 + Math.min(indexed, CROWD)),
    missed: Math.sqrt(Math.min(...matches.map((each) => each.missed)) / rarest),
    lead,
    ...meaning,
  }
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
