import type { QuestionWord } from './question.ts'

/** A text by which words are looked for. */
export interface TextIndex {
  terms: ReadonlySet<string>
  /** N-grams of its words as they are spelt. */
  grams: ReadonlySet<string>
}

/** A word with its weight, and how well each text matches it, 0 to 1. */
export interface WeighedWord {
  word: QuestionWord
  weight: number
  matches: number[]
  /** How many texts match it. */
  count: number
}

/** Share of n-grams from which on a word counts as spelt alike, and the factor it counts by. */
const ALIKE = 0.6
const MIN_GRAMS = 3
/** How much a word counts that is common in any text of its language. */
const COMMON = 0.5

/** How well a text holds a word: 1 as itself, less where one is spelt alike, else 0. */
export function matchOf({ terms, grams }: QuestionWord, text: TextIndex): number {
  if (terms.some((term) => text.terms.has(term))) return 1
  if (grams.length < MIN_GRAMS) return 0
  const share = grams.filter((gram) => text.grams.has(gram)).length / grams.length
  return share >= ALIKE ? share * ALIKE : 0
}

/**
 * Weighs words by the texts that they are looked for in: the fewer texts hold a word, the more it
 * weighs, since all of them hold the subject of a question. Common words and joined ones that no
 * text holds are left out.
 */
export function weighWords(words: QuestionWord[], texts: TextIndex[]): WeighedWord[] {
  return words
    .map((word) => {
      const matches = texts.map((text) => matchOf(word, text))
      const count = matches.filter((match) => match > 0).length
      const rarity = Math.log(1 + texts.length / (count + 0.5))
      return { word, matches, count, weight: word.common ? COMMON * rarity : rarity }
    })
    .filter(({ word, count }) => count > 0 || !(word.compound || word.common))
}
