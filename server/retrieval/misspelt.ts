import { searchableText } from '../text/searchable-text.ts'
import { fold, type Word, wordsOf } from '../text/words.ts'

/** Shorter words are as similar to words of other meanings. */
const MIN_LETTERS = 5
/** From this length on a word may have two mistakes, below it one. */
const TWICE_WRONG_LETTERS = 9

/**
 * Spelling correction: for each misspelt word the nearest word of the texts; of equally near ones
 * the longest, because letters are left out more often than added. A letter that is left out,
 * added or changed, or two that are swapped, is one mistake. First letters and numbers are taken
 * as right.
 */
export function spellingsIn(texts: string[], misspelt: string[]): Map<string, Word> {
  const open = misspelt.filter((word) => word.length >= MIN_LETTERS && !/\p{N}/u.test(word))
  const spellings = new Map<string, Word>()
  if (open.length === 0) return spellings
  const known = new Set(texts.flatMap((text) => wordsOf(searchableText(text))))
  for (const word of open) {
    const nearest = nearestOf(known, word)
    if (nearest) spellings.set(word, nearest)
  }
  return spellings
}

function nearestOf(known: Set<Word>, misspelt: string): Word | undefined {
  const spelling = fold(misspelt)
  let allowed = misspelt.length < TWICE_WRONG_LETTERS ? 1 : 2
  let nearest: Word | undefined
  let letters = 0
  for (const word of known) {
    const { text } = word
    // The cheap comparison first: this runs for every word of the texts.
    if (text[0] !== misspelt[0] || Math.abs(text.length - misspelt.length) > allowed) continue
    if (word.compound) continue
    const wrong = mistakes(spelling, fold(text))
    if (wrong > allowed || (wrong === allowed && text.length <= letters)) continue
    nearest = word
    letters = text.length
    allowed = wrong
  }
  return nearest
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
