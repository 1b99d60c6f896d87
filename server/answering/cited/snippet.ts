import { codePoints, firstCodePoints } from '../../contract/text.ts'
import { plainText } from '../../text/markdown.ts'
import type { QuestionWord } from '../../text/question.ts'
import { splitSentences } from '../../text/sentences.ts'
import { fold } from '../../text/words.ts'

/** Length of a citation's snippet in code points, ellipses included. */
export const MAX_SNIPPET_CHARS = 300
const ELLIPSIS = '…'

/**
 * The part of a passage that supports an assertion: plain text of at most 300 code points, cut
 * between words. It begins with the sentence from which on most words of `clue` occur. null when
 * the passage has no text.
 */
export function snippetOf(passage: string, clue: QuestionWord[]): string | null {
  const { text, candidates } = readable(passage)
  if (text === '') return null
  if (candidates.length === 0) return text
  let best = { start: 0, found: 0 }
  for (const { start, folded } of candidates) {
    const found = shared(clue, folded)
    if (found > 0 && found >= best.found) best = { start, found }
  }
  return cut(text, leadIn(text, best.start))
}

/**
 * The text, and for each sentence the snippet that would begin there; none if all of the text
 * fits.
 */
function readable(passage: string) {
  const text = plainText(passage).toWellFormed()
  if (codePoints(text) <= MAX_SNIPPET_CHARS) return { text, candidates: [] }
  const candidates = splitSentences(text).map(({ start }) => ({
    start,
    folded: fold(text.slice(start, start + MAX_SNIPPET_CHARS).toLowerCase()),
  }))
  return { text, candidates }
}

/** How many words of the clue occur. Words nearly always begin with their stem. */
function shared(words: QuestionWord[], snippet: string): number {
  return words.filter(({ terms }) => terms.some((term) => snippet.includes(term))).length
}

/**
 * The start of the snippet: further up for a sentence near the end, so that the snippet is full.
 */
function leadIn(text: string, start: number): number {
  const latest = Math.max(0, text.length - MAX_SNIPPET_CHARS + ELLIPSIS.length)
  if (start <= latest) return start
  const space = text.indexOf(' ', latest)
  return space === -1 || space > start ? start : space + 1
}

function cut(text: string, start: number): string {
  const begun = start > 0 ? ELLIPSIS : ''
  const rest = begun + text.slice(start)
  if (codePoints(rest) <= MAX_SNIPPET_CHARS) return rest
  const room = firstCodePoints(rest, MAX_SNIPPET_CHARS - 1)
  return `${room.slice(0, lastWordEnd(room)).trimEnd()}${ELLIPSIS}`
}

/** The end of the last whole word; the segmenter finds it in scripts without spaces. */
function lastWordEnd(text: string): number {
  const tail = Math.max(0, text.length - 60)
  const space = text.lastIndexOf(' ')
  if (space > tail) return space
  const words = [
    ...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text.slice(tail)),
  ]
  const last = words.at(-1)
  return last && last.index > 0 ? tail + last.index : text.length
}
