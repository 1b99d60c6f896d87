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

/** What is said in questions, and the words by which documents answer it. */
export interface ThesaurusGroup {
  said: string[]
  meant: string[]
}

/**
 * The groups of a language; none where it has no thesaurus. A line `a, b > c, d` is one: who says
 * "a" may mean "c". The words of a line without `>` stand for each other.
 */
export function thesaurusOf(language: Language): ThesaurusGroup[] {
  const lines = (books[language] ?? '').trim().split('\n')
  return lines.map((line) => {
    const [said = [], meant = said] = line.split(' > ').map((side) => side.split(', '))
    return { said, meant }
  })
}
