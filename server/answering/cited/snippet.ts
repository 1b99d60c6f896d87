import { codePoints, firstCodePoints } from '../../contract/text.ts'
import { plainText } from '../../text/markdown.ts'
import type { QuestionWord } from '../../text/question.ts'
import { splitSentences } from '../../text/sentences.ts'
import { fold } from '../../text/words.ts'

/** Length of a citation's snippet in code points, ellipses included. */
export const MAX_SNIPPET_CHARS = 300
const ELLIPSIS = '…'

/**
 * The stretch of a passage that supports a claim: plain text of at most 300 code points, cut between
 * words, from the sentence with which most words of `clue` come together. null when the passage has
 * no text.
 */
export function snippetOf(passage: string, clue: QuestionWord[]): string | null {
  const { text, stretches } = readable(passage)
  if (text === '') return null
  if (stretches.length === 0) return text
  let best = { start: 0, found: 0 }
  for (const { start, folded } of stretches) {
    const found = shared(clue, folded)
    if (found > 0 && found >= best.found) best = { start, found }
  }
  return cut(text, leadIn(text, best.start))
}

/** Where a snippet may begin, at each sentence, and what it would then hold; none when all of the text fits. */
function readable(passage: string) {
  const text = plainText(passage).toWellFormed()
  if (codePoints(text) <= MAX_SNIPPET_CHARS) return { text, stretches: [] }
  const stretches = splitSentences(text).map(({ start }) => ({
    start,
    folded: fold(text.slice(start, start + MAX_SNIPPET_CHARS).toLowerCase()),
  }))
  return { text, stretches }
}

/** How many words of the clue occur; a stem is nearly always how its words begin. */
function shared(words: QuestionWord[], stretch: string): number {
  return words.filter(({ terms }) => terms.some((term) => stretch.includes(term))).length
}

/** Where to begin, so that a sentence near the end still has a full snippet's worth of text around it. */
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

/** End of the last whole word: a text without spaces has its words from the segmenter. */
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
