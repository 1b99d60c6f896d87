import { lettersOf } from '../../server/text/letters.ts'
import type { Piece } from './rendered.ts'

/** What became of the text of a page, compared with the page as it is rendered. */
export interface Loss {
  /** Of the main text, without what is furniture. */
  words: number
  lostWords: number
  /** Of the lost ones, those that stand so in the page's file: not the generator's own. */
  lostWritten: number
  /** Of code samples, blanks not counted. */
  codeChars: number
  lostCodeChars: number
  /** Texts that are not read, with the words of each that are missing. */
  dropped: { piece: Piece; missing: string[] }[]
}

/** Words beside each other that stand so in the read text were read. */
const LEAST_RUN = 3

/**
 * `read` is the letters of all that was read of the page (`shownLetters`), `written` those of the
 * passages as they are stored, which code is looked for in, and `source` those of its file.
 */
export function lossOf(
  pieces: Piece[],
  { read, written, source }: { read: string; written: string; source: string },
  isFurniture: (piece: Piece) => boolean,
): Loss {
  const loss: Loss = { ...NOTHING, dropped: [] }
  for (const piece of pieces) {
    const missing = piece.isCode
      ? missingLines(piece.text, read + written)
      : missingWords(piece.text, read)
    if (missing.length > 0) loss.dropped.push({ piece, missing })
    if (!piece.isMain) continue
    if (piece.isCode) {
      loss.codeChars += sizeOf(piece.text)
      loss.lostCodeChars += missing.reduce((sum, line) => sum + sizeOf(line), 0)
    } else if (missing.length === 0 || !isFurniture(piece)) {
      loss.words += wordsOf(piece.text).length
      loss.lostWords += missing.length
      loss.lostWritten += missing.length - unwritten(piece.text, missing, source)
    }
  }
  return loss
}

const NOTHING = { words: 0, lostWords: 0, lostWritten: 0, codeChars: 0, lostCodeChars: 0 }

/** How many of a text's missing words are the generator's. */
function unwritten(text: string, missing: string[], source: string): number {
  return missing.length === 0 ? 0 : Math.min(missing.length, missingWords(text, source).length)
}

/** Lines of code whose letters are nowhere in the read text. Numbers of lines are no code. */
function missingLines(code: string, read: string): string[] {
  if (/^[\d\s]*$/.test(code)) return []
  return code.split('\n').filter((line) => !read.includes(lettersOf(line)))
}

function missingWords(text: string, read: string): string[] {
  if (read.includes(lettersOf(text))) return []
  const words = wordsOf(text)
  const missing: string[] = []
  for (let at = 0; at < words.length; ) {
    const run = runAt(words, at, read)
    if (run < Math.min(LEAST_RUN, words.length)) missing.push(words[at] ?? '')
    at += run < LEAST_RUN ? 1 : run
  }
  return missing
}

/** How many words from here on stand beside each other in the read text. */
function runAt(words: string[], from: number, read: string): number {
  let joined = ''
  for (let at = from; at < words.length; at += 1) {
    joined += words[at]
    if (!read.includes(joined)) return at - from
  }
  return words.length - from
}

function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .map(lettersOf)
    .filter((word) => word !== '')
}

function sizeOf(code: string): number {
  return code.replace(/\s/g, '').length
}
