import { createHash } from 'node:crypto'
import { guessLanguageOf, spokenLanguageOf } from './language.ts'
import { contentWordsOf } from './question.ts'

/** A question of a section, read once, before the step that stores it. */
export interface ReadQuestion {
  language: string
  /** SHA-256 of its content words, whatever their order, endings and number. */
  words: string
  /** Of each content word the terms that it may be indexed as, the likeliest first. */
  terms: string[][]
}

export function readSectionQuestion(text: string): ReadQuestion {
  const found = contentWordsOf(text)
  const words = [...new Set(found.map((word) => word.terms[0] ?? word.text))].sort()
  return {
    language: spokenLanguageOf(text) ?? guessLanguageOf(text).language,
    words: createHash('sha256').update(JSON.stringify(words)).digest('hex'),
    terms: found.map(({ terms }) => terms),
  }
}
