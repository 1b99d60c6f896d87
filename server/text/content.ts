import { gramsOfWord, spelledWords } from './ngrams.ts'
import { termsOf } from './stems.ts'
import type { Language } from './stop-words.ts'
import { fold, isStopWord, wordsOf } from './words.ts'

/**
 * The content words of a text, to be compared with those of a question: terms in order, n-grams.
 */
export function contentOf(text: string, language: Language): { terms: string[]; grams: string[] } {
  const words = wordsOf(text).filter((word) => !isStopWord(word, language))
  return {
    terms: termsOf(words, language),
    grams: spelledWords(words).flatMap((word) => gramsOfWord(fold(word.text))),
  }
}
