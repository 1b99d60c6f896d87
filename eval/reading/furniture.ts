import { lettersOf } from '../../server/text/letters.ts'

const LEAST_PAGES = 4
const LEAST_SHARE = 0.05
const MOST_SHARE = 0.5
/** Longer texts that repeat are licences and the like. */
const MOST_LETTERS = 400
/** Beginnings of texts that belong to no page, for those that differ from page to page. */
const SAYINGS =
  /^\W*(?:edit (?:this|on)|last (?:updated|modified)|was this (?:page|article|section)|(?:back to )?top$|(?:previous|next|prev|up)(?: (?:page|chapter|section))?\W*$|(?:previous|next): |table of contents|on this page|contents$|copyright (?:©|\d)|©|available languages|related articles|skip to|found a problem|improve this|sign up|subscribe|share this|cookies? (?:policy|settings|notice))/i
const MOST_SAID = 200

/** The letters of texts that stand on many pages, and of those that stand on most. */
export interface Repeated {
  often: ReadonlySet<string>
  onMost: ReadonlySet<string>
}

export function repeatedIn(pages: string[][]): Repeated {
  const counts = new Map<string, number>()
  for (const texts of pages) {
    for (const letters of new Set(texts.map(lettersOf))) {
      if (letters !== '' && letters.length <= MOST_LETTERS) {
        counts.set(letters, (counts.get(letters) ?? 0) + 1)
      }
    }
  }
  const atLeast = (share: number) => {
    const least = Math.max(LEAST_PAGES, pages.length * share)
    return new Set([...counts].flatMap(([letters, count]) => (count >= least ? [letters] : [])))
  }
  return { often: atLeast(LEAST_SHARE), onMost: atLeast(MOST_SHARE) }
}

/**
 * Which texts of a page look as if they belonged to the site: those that repeat before the first
 * and after the last of its own, those on most pages, and sayings. It only measures: no reader goes
 * by it.
 */
export function furnitureAmong(texts: string[], { often, onMost }: Repeated): boolean[] {
  const letters = texts.map(lettersOf)
  const isSaid = texts.map((text) => text.length <= MOST_SAID && SAYINGS.test(text))
  const isOwn = letters.map((each, at) => each !== '' && !often.has(each) && !isSaid[at])
  const [first, last] = [isOwn.indexOf(true), isOwn.lastIndexOf(true)]
  return letters.map((each, at) => {
    const isOutside = often.has(each) && (at < first || at > last) && first >= 0
    return isSaid[at] === true || isOutside || onMost.has(each)
  })
}
