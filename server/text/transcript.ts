import { analyzedPart } from './analyzed-part.ts'
import { stemmingLanguageOf } from './language.ts'
import { bigramsOf, fold, isStopWord, type Word, wordsOf } from './words.ts'

/** A word of a question counts as much as three of an answer. */
const QUESTION_WEIGHT = 3
/** More often does not make it more relevant. */
const MAX_WEIGHT = 9
/** Different words that are kept of one conversation. */
const MAX_WORDS = 5000
/** Words of a search that are looked for. */
const MAX_SEARCHED = 12
/** Shorter words are found whole only. */
const MIN_PREFIX_CHARS = 3

/** Words with their weights, as they are stored. */
export type Transcript = Record<string, number>

/** The words of a turn that its conversation is found by, less stop words. */
export function wordsOfTurn(turn: { question: string; answer: string }): Transcript {
  const weights = new Map<string, number>()
  const add = (word: string, weight: number) =>
    weights.set(word, Math.min((weights.get(word) ?? 0) + weight, MAX_WEIGHT))
  for (const word of writtenWords(turn.question)) add(word, QUESTION_WEIGHT)
  for (const word of writtenWords(turn.answer)) add(word, 1)
  return Object.fromEntries(weights)
}

/** Adds the words of a turn to earlier ones; `changed` are those that weigh more than before. */
export function addTurn(
  words: Transcript,
  turn: Transcript,
): { words: Transcript; changed: Transcript } {
  const weights = new Map(Object.entries(words))
  const changed = new Map<string, number>()
  for (const [word, weight] of Object.entries(turn)) {
    const before = weights.get(word) ?? 0
    if (before === MAX_WEIGHT || (before === 0 && weights.size === MAX_WORDS)) continue
    const after = Math.min(before + weight, MAX_WEIGHT)
    weights.set(word, after)
    changed.set(word, after)
  }
  return { words: Object.fromEntries(weights), changed: Object.fromEntries(changed) }
}

/** The first and last word of a range, both inclusive. */
export type WordRange = [from: string, to: string]

/**
 * A range of words for each word of a search: the words that begin with it. Stop words of any
 * language are left out when others remain.
 */
export function searchedWords(search: string): WordRange[] {
  const words = wordsOf(analyzedPart(search))
  const telling = words.filter(({ stopIn }) => stopIn.length === 0)
  const searched = (telling.length > 0 ? telling : words).flatMap((word) =>
    spellings(word).map((spelling) => rangeOf(word, spelling)),
  )
  return searched.slice(0, MAX_SEARCHED)
}

function rangeOf({ script }: Word, spelling: string): WordRange {
  const isPrefix = script !== 'unspaced' && spelling.length >= MIN_PREFIX_CHARS
  return [spelling, isPrefix ? `${spelling}\u{10ffff}` : spelling]
}

function writtenWords(text: string): string[] {
  const language = stemmingLanguageOf(text)
  return wordsOf(analyzedPart(text))
    .filter((word) => !isStopWord(word, language))
    .flatMap(spellings)
}

function spellings({ script, text }: Word): string[] {
  return script === 'unspaced' ? bigramsOf(text) : [fold(text)]
}
