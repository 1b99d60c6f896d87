import { MARKER_NAME, numbersOf } from './marker-syntax.ts'

/*
 * Markers without square brackets: `(1)`, `(Passage 1)`, `¹`. In prose the same characters may
 * mean something else, so they count only in the text of a model that was shown such a passage.
 */

/** What came before, as far as it tells whether such characters are a marker. */
export interface Before {
  /** The last characters, `BEFORE_CHARS` at most. */
  tail: string
  /** The text has markers in square brackets: round ones then are no markers. */
  bracketed: boolean
}

export const BEFORE_CHARS = 8
/** Characters that may begin such a marker. */
export const LOOSE_START = '(（¹²³⁰⁴⁵⁶⁷⁸⁹'

/** A marker with its source, `null` while more text is needed to tell, `none` when it is none. */
type Found = { raw: string; numbers: number[] } | 'none' | null

const LIST = '\\d{1,2}(?:[ \\t]?[,;、，–—-][ \\t]?\\d{1,2}){0,9}'
const NAMED = new RegExp(`^[(（][ \\t]?(?:see[ \\t])?${MARKER_NAME}(${LIST})[ \\t]?[)）]`, 'i')
const NAMED_BEGUN =
  /^[(（][ \t]?(?:see[ \t]?)?[a-z]{0,10}[ \t]?[:.#]?[ \t]?#?[\d ,;、，–—-]{0,40}$/i
const NAMED_CUT_OFF = new RegExp(`^[(（][ \\t]?${MARKER_NAME}[\\d ,;–—-]{0,40}$`, 'i')
const ROUND = new RegExp(`^[(（](${LIST})[)）]`)
/** What a round marker follows: a word and a blank, a letter of a script without, a marker. */
const CITABLE = /(?:[\p{L}\p{N}"'”’)`*_%][ \t]|[\p{sc=Han}\p{sc=Hiragana}]|\(\d{1,2}\))$/u
const RAISED = /^[¹²³⁰⁴-⁹]{1,3}(?:[,˒][¹²³⁰⁴-⁹]{1,3}){0,9}/
const MAX_RAISED = 40
const RAISED_DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Reads a loose marker of one of the first `count` passages at the start of `held`. */
export function readLooseMarker(
  held: string,
  { before, count, last }: { before: Before; count: number; last: boolean },
): Found {
  const isRound = /^[(（]/.test(held)
  const found = isRound ? readRound(held, before, last) : readRaised(held, before, last)
  if (found === null || found === 'none') return found
  return found.numbers.every((number) => number >= 1 && number <= count) ? found : 'none'
}

function readRound(held: string, before: Before, last: boolean): Found {
  const [named, list] = NAMED.exec(held) ?? []
  if (named && list) return { raw: named, numbers: numbersOf(list) }
  const [round, numbers] = ROUND.exec(held) ?? []
  if (round && numbers) {
    if (before.bracketed || !/\S/.test(before.tail)) return 'none'
    const marker = { raw: round, numbers: numbersOf(numbers) }
    if (/[.!?。！？]["'”’)*_]*\s?$/u.test(before.tail)) return marker
    if (!CITABLE.test(before.tail)) return 'none'
    const after = held.slice(round.length)
    if (/^[ \t]{0,9}[(（]?$/.test(after)) return last ? marker : null
    return /^[ \t]{0,9}(?:[.,;:!?。，；、|]|\n|[(（]\d)/.test(after) ? marker : 'none'
  }
  if (!last && NAMED_BEGUN.test(held)) return null
  return last && NAMED_CUT_OFF.test(held) ? { raw: held, numbers: [] } : 'none'
}

/** A power or a square measure, `x²` and `km²`, has few letters before it. */
function readRaised(held: string, { tail }: Before, last: boolean): Found {
  const raw = RAISED.exec(held)?.[0] ?? ''
  if (!last && /^[,˒]?$/.test(held.slice(raw.length)) && raw.length < MAX_RAISED) return null
  if (raw === '' || !/(?:\p{L}{4}|[.!?。,;:)"'”’]|\p{sc=Han})$/u.test(tail)) return 'none'
  const digits = raw.replace(/[⁰¹²³⁴-⁹]/g, (digit) => String(RAISED_DIGITS.indexOf(digit)))
  return { raw, numbers: numbersOf(digits.replaceAll('˒', ',')) }
}
