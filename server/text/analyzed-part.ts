import { UNSPACED_LETTER } from './words.ts'

const MAX_CHARS = 32_000
const MAX_WORDS = 2000
/** Whatever it is made of, a shorter text is within both limits. */
const SHORT = 500
const PIECE = /\P{Z}{1,64}\p{Z}*|\p{Z}+/gu
/** In scripts without spaces two letters count as a word. */
const WORD = new RegExp(
  `${UNSPACED_LETTER}{1,2}|(?:(?!${UNSPACED_LETTER})[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
)

/**
 * The beginning of a text that is analysed: 2,000 words and 32,000 characters at the most, both as
 * NFKC has them (docs/behaviour.md#text-fields). A question of 16,000 characters may have 288,000
 * in NFKC: U+FDFA alone is 18. Each run of white space becomes one blank, line break or empty line,
 * so that patterns may look for blanks anywhere and still take linear time.
 */
export function analyzedPart(text: string): string {
  return beginningOf(text.replace(/\s{2,}/g, asOneBlank))
}

function asOneBlank(run: string): string {
  const breaks = run.split('\n').length - 1
  return breaks === 0 ? ' ' : '\n'.repeat(Math.min(breaks, 2))
}

function beginningOf(text: string): string {
  if (text.length <= SHORT) return text
  let chars = 0
  let words = 0
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const normalized = piece.normalize('NFKC')
    chars += normalized.length
    words += normalized.match(WORD)?.length ?? 0
    if (chars > MAX_CHARS || words > MAX_WORDS) return text.slice(0, index)
  }
  return text
}
