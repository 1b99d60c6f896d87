import { clausesOf, joinClauses } from '../text/clauses.ts'
import { type AnalyzedQuestion, contentWordsOf } from '../text/question.ts'
import type { WeightedWord } from './match.ts'

/**
 * The words of the sentences that ask. All words where no sentence does, or where those that do
 * say nothing ("My order is late. Can you help me?").
 */
export function askedOf(words: WeightedWord[]): WeightedWord[] {
  const asking = words.filter(({ asks }) => asks)
  return asking.some(({ common, absent }) => !common && !absent) ? asking : words
}

/**
 * The ways to read a message: what it asks, and as a whole; where nothing asks, each sentence.
 * The best decides: a sentence may add to the confidence, and takes nothing from it.
 */
export function readingsOf(words: WeightedWord[]): WeightedWord[][] {
  const asked = askedOf(words)
  if (asked.length < words.length) return [asked, words]
  const clauses = [...Map.groupBy(words, ({ clause }) => clause).values()]
  return clauses.length === 1 ? [words] : [...clauses.slice(0, MAX_CLAUSES), words]
}
/** Of a longer message the whole and the first sentences are read. */
const MAX_CLAUSES = 4

/**
 * The sentences of a message that ask, whose meaning is compared: those around them say something
 * else. The whole message where none asks, or where they say little alone.
 */
export function askingText({ text }: Pick<AnalyzedQuestion, 'text'>): string {
  const asking = joinClauses(clausesOf(text).filter(({ asks }) => asks))
  const telling = contentWordsOf(asking).filter(({ common }) => !common)
  return telling.length < 2 ? text : asking
}

/**
 * How much a word counts in the ranking whose sentence only surrounds what is asked; more where the
 * question says little alone ("My order was cancelled. How long must I wait?").
 */
const CONTEXT = 0.4
const NEEDED_CONTEXT = 0.8

/** All words, of which those around what is asked count less: they tell the subject. */
export function inContext(words: WeightedWord[]): WeightedWord[] {
  const asked = new Set(askedOf(words))
  const saysLittle = [...asked].filter(({ common, absent }) => !common && !absent).length < 2
  const weight = saysLittle ? NEEDED_CONTEXT : CONTEXT
  return words.map((word) => (asked.has(word) ? word : { ...word, idf: word.idf * weight }))
}
