import { fold } from '../text/words.ts'

/** Shorter words, and shorter stems, are as similar to words of other meanings. */
const MIN_LETTERS = 6
const MIN_STEM_LETTERS = 5
/** From this length on a word may have two mistakes, below it one. */
const TWICE_WRONG_LETTERS = 9

/** A word that no passage holds: as it is written, in lower case, and its stems. */
interface Misspelt {
  text: string
  terms: string[]
}

/**
 * Spelling correction: the indexed term nearest to any stem of a misspelt word; of equally near
 * ones the longest, because letters are left out more often than added. A letter that is left out,
 * added or changed, or two that are swapped, is one mistake. First letters and numbers are taken as
 * right.
 */
export function spellingOf({ text, terms }: Misspelt, known: string[]): string | undefined {
  const spelling = fold(text)
  if (spelling.length < MIN_LETTERS || /\p{N}/u.test(spelling)) return undefined
  let allowed = mistakesIn(spelling)
  let nearest: string | undefined
  for (const term of known) {
    for (const stem of new Set([spelling, ...terms])) {
      // The cheap comparison first: this runs for every term that is alike.
      if (term[0] !== stem[0] || Math.abs(term.length - stem.length) > allowed) continue
      const wrong = mistakes(stem, term)
      if (wrong > Math.min(allowed, mistakesIn(stem))) continue
      if (wrong === allowed && nearest !== undefined && term.length <= nearest.length) continue
      nearest = term
      allowed = wrong
    }
  }
  return nearest
}

/** How many mistakes a stem may have. */
function mistakesIn({ length }: string): number {
  if (length < MIN_STEM_LETTERS) return 0
  return length < TWICE_WRONG_LETTERS ? 1 : 2
}

/** The edit distance of two spellings (optimal string alignment). */
function mistakes(from: string, to: string): number {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const changed = from[row - 1] === to[column - 1] ? 0 : 1
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      line.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + changed,
          swapped ? (before[column - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = above
    above = line
  }
  return above[to.length] ?? 0
}
