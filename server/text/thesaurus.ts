import type { Language } from './stop-words.ts'
import { de } from './thesaurus/de.ts'
import { en } from './thesaurus/en.ts'
import { es } from './thesaurus/es.ts'
import { fr } from './thesaurus/fr.ts'

const books: Partial<Record<Language, string>> = {
  english: en,
  german: de,
  french: fr,
  spanish: es,
}

/** The languages that have a thesaurus. */
export const thesaurusLanguages = Object.keys(books) as readonly Language[]

/** Groups of words of support that stand for each other in a language; none where it has none. */
export function thesaurusOf(language: Language): string[][] {
  const lines = (books[language] ?? '').trim().split('\n')
  return lines.map((line) => line.split(', '))
}
