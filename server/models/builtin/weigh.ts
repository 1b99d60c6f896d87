import { analyzeQuery, contentOf, languageOf, type QuestionWord } from '../../retrieval/analyze.ts'
import type { PromptPassage } from '../ports.ts'
import { type Unit, unitsOf } from './units.ts'

/** A question's word, and what it says among the units at hand. */
interface AskedWord extends QuestionWord {
  weight: number
}

/** A unit with how well it answers. */
export interface WeighedUnit extends Unit {
  /** Position among all units of all passages: reading order. */
  at: number
  /** Higher answers better; comparable within one question only. */
  score: number
  /** Share, 0 to 1, of what the question's words say that the unit holds, with its headings and neighbours. */
  support: number
  /** Indexes of the question's words that the unit itself holds. */
  holds: ReadonlySet<number>
}

/** What a word counts that stands not in the unit but above it, or in the sentence before or after. */
const HEADING_SHARE = 0.4
const NEIGHBOUR_SHARE = 0.3
/** A word that is spelt alike, by the share of its n-grams found. */
const ALIKE = 0.6
/** Lost with each place a passage stands further down the ranking. */
const RANK_LOSS = 0.05
const EXPECTED_KIND_BONUS = 0.12

/** Weighs every unit of the passages against a question; in reading order. */
export function weighUnits(question: string, passages: PromptPassage[]): WeighedUnit[] {
  const read = passages.flatMap((passage, rank) => {
    const language = languageOf(passage.text)
    return unitsOf(passage).map((unit) => ({
      unit,
      rank,
      own: indexed(unit.text, language),
      heading: indexed(unit.heading, language),
    }))
  })
  const words = askedWords(
    question,
    read.map(({ own }) => own),
  )
  const total = words.reduce((sum, word) => sum + word.weight, 0) || 1
  const expected = expectedKind(question)
  return read.map(({ unit, rank, own, heading }, at) => {
    const around = [read[at - 1], read[at + 1]]
      .filter((other) => other?.unit.passage === unit.passage)
      .flatMap((other) => (other ? [other.own] : []))
    let held = 0
    let support = 0
    const holds = new Set<number>()
    words.forEach((word, index) => {
      const own_ = match(word, own)
      const elsewhere = Math.max(
        HEADING_SHARE * match(word, heading),
        NEIGHBOUR_SHARE * Math.max(0, ...around.map((other) => match(word, other))),
      )
      if (own_ > 0) holds.add(index)
      held += word.weight * Math.max(own_, elsewhere)
      support += word.weight * (own_ > 0 || elsewhere > 0 ? 1 : 0)
    })
    const bonus = expected?.test(unit.text) ? EXPECTED_KIND_BONUS : 0
    const score = (held / total + bonus) * (1 - RANK_LOSS * rank) * lengthFactor(unit)
    return { ...unit, at, score, support: support / total, holds }
  })
}

interface Indexed {
  terms: Set<string>
  grams: Set<string>
}

function indexed(text: string, language: ReturnType<typeof languageOf>): Indexed {
  const { terms, grams } = contentOf(text, language)
  return { terms: new Set(terms), grams: new Set(grams) }
}

/** Weights by how few of the units hold a word: the subject stands in all, what is asked of it in few. */
function askedWords(question: string, units: Indexed[]): AskedWord[] {
  const words = analyzeQuery(question).words.map((word) => {
    const count = units.filter((unit) => match(word, unit) > 0).length
    return { ...word, weight: Math.log(1 + units.length / (count + 0.5)), count }
  })
  return words.filter((word) => !word.compound || word.count > 0)
}

/** 1 for the word itself, less for one that is spelt alike, else 0. */
function match(word: QuestionWord, { terms, grams }: Indexed): number {
  if (word.terms.some((term) => terms.has(term))) return 1
  if (word.grams.length < 3) return 0
  const share = word.grams.filter((gram) => grams.has(gram)).length / word.grams.length
  return share >= ALIKE ? share * ALIKE : 0
}

/** A heading-like scrap answers little; a sentence of a hundred words answers everything a little. */
function lengthFactor(unit: Unit): number {
  if (unit.kind !== 'sentence') return 1
  const words = unit.text.split(/\s+/).length
  if (unit.text.length < 15) return 0.5
  return words > 60 ? 0.85 : 1
}

const KINDS: [RegExp, RegExp][] = [
  [
    /^(?:when|what year|which year|wann|quand|cuándo|quando|wanneer|когда|متى)\b|什么时候|何时|哪一年|いつ/iu,
    /\b(?:1\d{3}|20\d{2})\b|\d{1,2}[:.]\d{2}|\b(?:day|week|month|year|hour|tag|woche|monat|jahr|jour|semaine|mois|día|semana|mes|año)s?\b|[年月日]/iu,
  ],
  [
    /\b(?:how (?:many|much|long|often|old|far|big|large|high)|what (?:percentage|percent|number|amount)|wie (?:viele?|lange|oft|hoch|groß)|combien|cuánt[oa]s?|quant[oaie]|hoeveel|сколько|كم)\b|多少|几|いくつ|いくら/iu,
    /\p{N}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|deux|trois|dos|tres)\b/iu,
  ],
  [
    /^(?:why|warum|wieso|pourquoi|por qué|perché|waarom|почему)\b|为什么/iu,
    /\b(?:because|since|due to|so that|in order to|weil|damit|denn|parce|porque|perché|omdat|потому)\b|因为/iu,
  ],
]

/** What an answer to such a question usually holds, or null. */
function expectedKind(question: string): RegExp | null {
  return KINDS.find(([asked]) => asked.test(question.trim()))?.[1] ?? null
}
