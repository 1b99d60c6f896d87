import { lettersOf } from '../../server/text/letters.ts'

const LEAST_PAGES = 4
const LEAST_SHARE = 0.05
/** Longer texts that repeat are licences and the like. */
const MOST_LETTERS = 400
/** Beginnings of texts that belong to no page, for those that differ from page to page. */
const SAYINGS =
  /^\W*(?:edit (?:this|on)|last (?:updated|modified)|was this (?:page|article|section)|(?:back to )?top$|(?:previous|next|prev|up|home)(?:\W|$)|table of contents|on this page|contents$|copyright|©|available languages|related articles|skip to|found a problem|improve this|sign up|subscribe|share this|cookies?\W)/i
const MOST_SAID = 200

/** The letters of texts that stand on so many pages that they belong to the site. */
export function repeatedIn(pages: string[][]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const texts of pages) {
    for (const letters of new Set(texts.map(lettersOf))) {
      if (letters !== '' && letters.length <= MOST_LETTERS) {
        counts.set(letters, (counts.get(letters) ?? 0) + 1)
      }
    }
  }
  const least = Math.max(LEAST_PAGES, pages.length * LEAST_SHARE)
  return new Set([...counts].flatMap(([letters, count]) => (count >= least ? [letters] : [])))
}

/** Whether a text looks as if it belonged to the site. It only measures: no reader goes by it. */
export function looksLikeFurniture(text: string, repeated: ReadonlySet<string>): boolean {
  return repeated.has(lettersOf(text)) || (text.length <= MOST_SAID && SAYINGS.test(text))
}
