import { plainLines } from '../../text/markdown.ts'
import { MARKER_LIKE } from '../../text/marker-syntax.ts'
import { NEGATION } from './rules/clauses.ts'

/** A text, to be compared word for word. */
export interface Said {
  /** Letters and digits between single spaces, and a space at both ends. */
  words: string
  /** Offsets in `words` at which a sentence, a line or a block begins. */
  begins: Set<number>
}

/** How far before a statement the word that negates it may be, in characters. */
const NEGATION_REACH = 16

export function saidIn(text: string): Said {
  const begins = new Set<number>()
  const source = text.normalize('NFKC').replace(MARKER_LIKE, ' ')
  let words = ' '
  let end = 0
  for (const { 0: word, index } of source.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (isBoundary(source.slice(end, index), word)) begins.add(words.length - 1)
    words += `${word.toLowerCase()} `
    end = index + word.length
  }
  return { words, begins }
}

/** A line that goes on in lower case belongs to the one before. */
function isBoundary(between: string, next: string): boolean {
  if (/[.!?。…]|\n\s*\n/u.test(between)) return true
  return between.includes('\n') && !/^\p{Ll}/u.test(next)
}

/**
 * Whether a text says an assertion word for word; `denied` when the assertion leaves out a negation
 * before it in the same sentence. An assertion that repeats a sentence from its beginning leaves
 * nothing out.
 */
export function repetition(texts: Said[], assertion: string): 'said' | 'denied' | null {
  return repeats(texts, assertion) ?? repeats(texts, cellsOf(assertion))
}

/** The cells of a row that is written as "column: value; column: value"; else ''. */
function cellsOf(assertion: string): string {
  const cells = assertion.split(/; (?=[^;:]{1,60}: )/)
  return cells.length > 1 ? cells.map((cell) => cell.replace(/^[^:]{1,60}: /, '')).join(' | ') : ''
}

function repeats(texts: Said[], assertion: string): 'said' | 'denied' | null {
  const { words } = saidIn(plainLines(assertion))
  if (words.trim() === '') return null
  let found: 'denied' | null = null
  for (const said of texts) {
    for (let at = said.words.indexOf(words); at !== -1; at = said.words.indexOf(words, at + 1)) {
      if (!NEGATION.test(before(said, at))) return 'said'
      found = 'denied'
    }
  }
  return found
}

/** The words right before a place, in the same sentence. */
function before({ words, begins }: Said, at: number): string {
  let start = at
  while (start > 0 && at - start < NEGATION_REACH && !begins.has(start)) start -= 1
  return words.slice(start, at + 1)
}
