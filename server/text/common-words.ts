import { createRequire } from 'node:module'
import { stemOf } from './stems.ts'
import type { Language } from './stop-words.ts'
import { createWord, scriptOf, type Word } from './words.ts'

/**
 * Words that are common in any text of a language, whatever its subject: "please", "problem",
 * "wondering". They are searched for as any other, but it says little when they are missing.
 * Collected by the Stopwords ISO project from the stop words of search engines and text libraries.
 */
const listed: Record<string, string[]> = createRequire(import.meta.url)('stopwords-iso')

const codes: Partial<Record<Language, string>> = {
  english: 'en',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
  portuguese: 'pt',
  dutch: 'nl',
  swedish: 'sv',
  danish: 'da',
  norwegian: 'no',
  finnish: 'fi',
  turkish: 'tr',
  romanian: 'ro',
  czech: 'cs',
  hungarian: 'hu',
  vietnamese: 'vi',
  russian: 'ru',
  arabic: 'ar',
}
const stems = new Map<Language, ReadonlySet<string>>()

/** Whether a word, in any of its forms, is common in texts of the language. */
export function isCommonWord(word: Word, language: Language): boolean {
  if (word.script === 'unspaced' || word.script === 'dictionary') return false
  return stemsOf(languageOf(word, language)).has(stemOf(word, language))
}

function languageOf({ script }: Word, language: Language): Language {
  if (script === 'cyrillic') return 'russian'
  return script === 'arabic' ? 'arabic' : language
}

function stemsOf(language: Language): ReadonlySet<string> {
  const known = stems.get(language)
  if (known) return known
  const words = listed[codes[language] ?? ''] ?? []
  const found = new Set(words.map((word) => stemOf(createWord(word, scriptOf(word)), language)))
  stems.set(language, found)
  return found
}
