import { type ReadPassage, readPassage } from '../text/passage.ts'
import type { Language } from '../text/stop-words.ts'
import { rarityOf } from '../text/word-ranks.ts'
import { readingsOf } from './asked.ts'
import { probabilityOf } from './confidence.ts'
import type { WeightedWord } from './match.ts'
import type { Retrieval, RetrievedPassage } from './retrieval.ts'
import { ANSWER_CONFIDENCE } from './weights.ts'

/** Text that was chosen to answer a question, and the passages that it is from. */
export interface ChosenAnswer extends Pick<Retrieval, 'indexed' | 'confidence' | 'signs'> {
  text: string
  cited: Pick<RetrievedPassage, 'key' | 'title' | 'headings' | 'score'>[]
  /** The best score of all passages that were found. */
  best: number
}

/** Signs that a chosen text answers. */
export interface AnswerSigns {
  /** The share of the question's weight that the text holds, with its title and headings. */
  told: number
  /** The weight of the heaviest word that it lacks, where that of no other passage is 1. */
  rarest: number
  /** The weight of the question's words together, on the same scale, `MOST_WEIGHT` at the most. */
  weight: number
  titled: number
  subject: number
  /** The logarithm of the number of passages, `CROWD` at the most. */
  indexed: number
  lead: number
  trusted: number
  /** How like the likest passage is that the text is from, in deviations (`scale.ts`). */
  meant: number
  agreed: number
  /** The best score of these passages, as a share of the best of all. */
  first: number
}

/**
 * How likely a chosen text answers its question, 0 to 1; where the search tells no signs, how
 * likely what it found does. Fitted by `npm run fit` to questions as visitors write them, of which
 * a third is answered right: what is said is the share of answers that are.
 */
export function confidenceInAnswer(chosen: ChosenAnswer): number {
  const signs = answerSigns(chosen)
  return signs ? probabilityOf(signs, ANSWER_CONFIDENCE) : chosen.confidence
}

const MOST_WEIGHT = 4
const CROWD = 1000

/** The signs of a chosen text; null where the search tells none. */
export function answerSigns(chosen: ChosenAnswer): AnswerSigns | null {
  const { signs, indexed, text, cited, best } = chosen
  if (!signs || signs.words.length === 0) return null
  const { words, titled, subject, lead, trusted, agreed, likenesses } = signs
  const read = readPassage({
    title: cited[0]?.title ?? '',
    headings: cited.flatMap(({ headings }) => headings),
    text,
  })
  return {
    ...coverageOf(words, read, Math.log(1 + indexed)),
    titled,
    subject,
    indexed: Math.log(1 + Math.min(indexed, CROWD)),
    lead,
    trusted,
    meant: Math.max(0, ...cited.map(({ key }) => likenesses.get(key) ?? 0)),
    agreed,
    first: best === 0 ? 0 : Math.max(0, ...cited.map(({ score }) => score)) / best,
  }
}

type Coverage = Pick<AnswerSigns, 'told' | 'rarest' | 'weight'>

/** Of the way to read a message that the text answers best: sentences around it only add. */
function coverageOf(words: WeightedWord[], text: ReadPassage, rarest: number): Coverage {
  return readingsOf(words)
    .map((reading) => covered(reading, text, rarest))
    .reduce((best, each) => (each.told - each.rarest > best.told - best.rarest ? each : best))
}

function covered(words: WeightedWord[], text: ReadPassage, rarest: number): Coverage {
  const held = new Set([...text.heading, ...text.text])
  let total = 0
  let told = 0
  let missing = 0
  for (const word of words) {
    const weight = word.idf * contentIn(word, text.language)
    const terms = word.terms.filter((term) => held.has(term))
    const share = Math.max(0, ...terms.map((term) => word.shares.get(term) ?? 1))
    total += weight
    told += weight * share
    missing = Math.max(missing, weight * (1 - Math.max(share, spelt(word, text))))
  }
  return {
    told: total === 0 ? 0 : told / total,
    rarest: missing / rarest,
    weight: Math.min(MOST_WEIGHT, total / rarest),
  }
}

function spelt({ grams }: WeightedWord, { spelling }: ReadPassage): number {
  if (grams.length === 0) return 0
  return grams.filter((gram) => spelling.includes(gram)).length / grams.length
}

/**
 * The rarities from which on a word says something, and all that it can: function words and
 * fillers are the commonest of their language. The word of rank 25 is below, that of rank 180
 * above (`word-ranks.ts`).
 */
const FILLER = 2
const CONTENT = 4
/** What a common word says in a language whose ranks are not known. */
const COMMON = 0.3

/** How much a word says in its language, 0 to 1. */
function contentIn({ text, terms, common }: WeightedWord, language: Language | null): number {
  if (!language) return common ? COMMON : 1
  const rarity = Math.min(...(terms.length > 0 ? terms : [text]).map((t) => rarityOf(t, language)))
  return Math.min(1, Math.max(0, (rarity - FILLER) / (CONTENT - FILLER)))
}
