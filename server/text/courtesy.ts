import type { PhraseBook } from './phrase-book.ts'
import { unitsOf } from './phrase-book.ts'
import { phraseBooks } from './phrase-books.ts'

/** More words than this are a sentence that says something. */
export const MAX_COURTESY_WORDS = 6

/** Whether a few words only thank or say goodbye in some language; the last one may be a name. */
export function isCourtesy(text: string): boolean {
  const units = unitsOf(text, { unspaced: false })
  if (units.length === 0 || units.length > MAX_COURTESY_WORDS) return false
  return [...phraseBooks().values()].some((book) => !book.unspaced && isCourtesyIn(book, units))
}

function isCourtesyIn({ words }: PhraseBook, units: string[]): boolean {
  const phrases = units.map((unit) =>
    (words.get(unit) ?? []).filter(
      ({ rule }) => rule === null || rule.act === 'thanks' || rule.act === 'goodbye',
    ),
  )
  const isKnown = phrases.every(
    (found, at) => found.length > 0 || (at > 0 && at === units.length - 1),
  )
  return isKnown && phrases.some((found) => found.some(({ groups }) => groups !== 0))
}
