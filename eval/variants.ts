import type { SpokenLanguage } from '../server/text/language.ts'
import { analyzeQuestion } from '../server/text/question.ts'
import { type WrapperKind, wrappersOf } from './wrappers.ts'

/** Ways in which people write a question that an evaluation set has in plain form. */
export const variants = [
  'greeting',
  'context',
  'one typo',
  'two typos',
  'keywords',
  'upper case',
  'no question mark',
  'dictated',
] as const
export type Variant = (typeof variants)[number]

/** How a question is written in variants. */
export interface Manner {
  language: SpokenLanguage | null
  wrappers: WrapperKind
  /** Chooses wrappers, and the places of typing errors: the same seed gives the same variants. */
  seed: number
}

/**
 * A question as somebody else would write it, in the given language. The question itself where a
 * variant does not apply: Chinese has neither letters to mistype nor capitals.
 */
export function variantOf(question: string, variant: Variant, manner: Manner): string {
  const { language, wrappers, seed } = manner
  switch (variant) {
    case 'greeting':
      return wrapped(question, wrappersOf(language, wrappers).greetings, seed)
    case 'context':
      return wrapped(question, wrappersOf(language, wrappers).contexts, seed)
    case 'one typo':
      return mistyped(question, 1, seed)
    case 'two typos':
      return mistyped(question, 2, seed)
    case 'keywords':
      return keywordsOf(question)
    case 'upper case':
      return question.toUpperCase()
    case 'no question mark':
      return question.replace(/\s*[?？؟]+\s*$/u, '')
    case 'dictated':
      return question
        .toLowerCase()
        .replace(/(?<!\p{N})[\p{P}\p{S}]+|[\p{P}\p{S}]+(?!\p{N})/gu, ' ')
        .trim()
  }
}

function wrapped(question: string, wrappers: string[], seed: number): string {
  const wrapper = wrappers[seed % wrappers.length] ?? '{}'
  return wrapper.replace('{}', () => question)
}

/** Words of a question that count as its keywords. */
const KEYWORDS = 2

/** A question's longest words, longest first. */
function keywordsOf(question: string): string {
  const words = analyzeQuestion(question).words.map(({ text }) => text)
  const longest = words.toSorted((one, other) => other.length - one.length)
  return longest.slice(0, KEYWORDS).join(' ')
}

/** Shorter words are seldom mistyped. */
const MISTYPED = /\p{L}{4,}/gu
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u

/** With one typing error in each of `count` words. */
function mistyped(question: string, count: number, seed: number): string {
  const random = randomFrom(seed)
  const places = [...question.matchAll(MISTYPED)]
    .filter(([word]) => !UNSPACED.test(word))
    .map((match) => ({ match, order: random() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, count)
    .sort((one, other) => other.match.index - one.match.index)
  return places.reduce((text, { match: { 0: word, index } }) => {
    return text.slice(0, index) + withError(word, random) + text.slice(index + word.length)
  }, question)
}

/** Leaves out a letter, doubles it, swaps it with the next or puts another of the word for it. */
function withError(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2))
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  const errors = [
    before + after,
    before + letter + letter + after,
    before + after.charAt(0) + letter + after.slice(1),
    before + word.charAt(Math.floor(random() * word.length)) + after,
  ].filter((error) => error !== word)
  return errors[Math.floor(random() * errors.length)] ?? word
}

/** Random numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b9)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
