/** The syntax of citation markers: how answers write them, and what models write in their place. */

/** The marker of an answer: it names the citation with this ordinal, in a prompt the passage. */
export function markerOf(number: number): string {
  return `[${number}]`
}

/** The pattern of an answer's marker. */
export const WRITTEN_MARKER = '\\[\\d{1,9}\\]'
const MARKERS = new RegExp(WRITTEN_MARKER, 'g')
const MARKERS_AND_BLANKS = new RegExp(` ?${WRITTEN_MARKER}`, 'g')
const MARKER_AT_START = new RegExp(`^${WRITTEN_MARKER}`)

/** The marker with which a text begins, or ''. */
export function markerAtStart(text: string): string {
  return MARKER_AT_START.exec(text)?.[0] ?? ''
}

/** An answer without its markers, each with the blank before it. */
export function withoutMarkers(answer: string): string {
  return answer.replace(MARKERS_AND_BLANKS, '')
}

/** An answer with a blank in place of each marker, so that no words join. */
export function blankMarkers(answer: string): string {
  return answer.replace(MARKERS, ' ')
}

const OPEN = '\\\\?[[【［]'
const CLOSE = '\\\\?[\\]】］]'
const DIGIT = '[0-9０-９]'
const BETWEEN = '(?:[ \\t]*[,;、，；–—-][ \\t]*|[ \\t]+)'
const LIST = '[0-9０-９,;、，；–—^ \\t-]*'
const NAMES = [
  'passages',
  'sources',
  'documents',
  'docs',
  'references',
  'refs',
  'citations',
  'cites',
]
const NAME = `(?:${NAMES.map((name) => `${name.slice(0, -1)}s?`).join('|')})`
const AFTER_NAME = '[ \\t]*[:.#]?[ \\t]*#?'
/** What a model may call a passage, with the signs between that and its number. */
export const MARKER_NAME = `${NAME}${AFTER_NAME}`
const LABEL = `(?:${MARKER_NAME})?`
const NOTE = '(?:[:†][^\\]】］\\n]{0,40})?'

/**
 * A marker as a model may write it, at the start of a text, with its list of numbers: `[1]`, `[1,
 * 2]`, `[1-3]`, `[^1]`, `【1†source】`, `[source 1]`, `[cite:1]` and `\[1\]`.
 */
export const MARKER = new RegExp(
  `^${OPEN}[ \\t]?\\^?${LABEL}(${DIGIT}{1,90}(?:${BETWEEN}\\^?${DIGIT}{1,90})*)${NOTE}[ \\t]?${CLOSE}`,
  'i',
)

/** A text that may become a marker when it goes on. */
export const MARKER_BEGUN = new RegExp(
  `^${OPEN}[ \\t]?\\^?[a-z]{0,10}[ \\t#:.]*${LIST}${NOTE}[ \\t]?\\\\?$`,
  'i',
)

/** A marker that the end of a text cuts off. */
export const MARKER_CUT_OFF = new RegExp(
  `^${OPEN}[ \\t]?\\^?(?:${NAMES.map(beginningOf).join('|')})?[ \\t#:.]*(?:${DIGIT}${LIST}${NOTE})?\\\\?$`,
  'i',
)

/** A pattern of the first letters of a word, at least one. */
function beginningOf(word: string): string {
  return [...word].reduceRight((rest, letter) => (rest ? `${letter}(?:${rest})?` : letter), '')
}

/** Anything in a quoted text that a reader may take for a marker, with digits of any script. */
export const MARKER_LIKE = new RegExp(
  `${OPEN}\\s?\\^?(?:${NAME}[ \\t]{0,9}[:.#]?[ \\t]{0,9}#?)?\\p{N}[\\p{N}\\s,;、，；^–—-]*${NOTE}${CLOSE}`,
  'giu',
)

const OPEN_BRACKET = /[[【［][^\]】］]*$/

/** Whether a text ends within brackets, which may become a marker when something is taken out. */
export function endsInBrackets(text: string): boolean {
  return OPEN_BRACKET.test(text)
}

/** The numbers of a marker's list: `1, 3-5` → 1, 3, 4, 5. A range has at most 101 of them. */
export function numbersOf(list: string): number[] {
  const ascii = list.replace(/[０-９]/g, (digit) =>
    String.fromCharCode(digit.charCodeAt(0) - 0xfee0),
  )
  const numbers: number[] = []
  for (const [, from, to] of ascii.matchAll(/(\d+)(?:[ \t]*[–—-][ \t]*\^?(\d+))?/g)) {
    const first = Number(from)
    const final = Math.min(to === undefined ? first : Number(to), first + 100)
    for (let number = first; number <= final; number += 1) numbers.push(number)
  }
  return [...new Set(numbers)]
}
