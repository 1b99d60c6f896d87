import { z } from 'zod'
import { sized } from './bounded.ts'
import { webAddressOf } from './web-address.ts'

/** Length in code points, the unit of every text limit (docs/behaviour.md#text-fields). */
export function codePoints(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** The first `limit` code points of a text; never half of a surrogate pair. */
export function firstCodePoints(text: string, limit: number): string {
  if (text.length <= limit) return text
  return Array.from(text.slice(0, 2 * limit))
    .slice(0, limit)
    .join('')
}

/** Characters that no text may contain (docs/behaviour.md#text-fields). */
const UNSHOWABLE =
  '[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\\u2800\\ufff9-\\ufffb]'

const VIRAMA =
  '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D3B\\u0D3C\\u0D4D\\u0DCA\\u0F84\\u1039\\u17D2\\u1A60\\u1B44\\u1BAA\\uA806\\uA8C4\\uA953\\uA9C0\\uABED'
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mongolian}\\p{Script=Mandaic}'

/** Those that writing systems need: joiners in their places, emoji styling and tags. */
const WRITTEN = [
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\uFE0F?)\\u200D(?=\\p{Extended_Pictographic})',
  `(?<=[${VIRAMA}])[\\u200C\\u200D]`,
  `(?<=[${JOINING}]\\p{M}*)\\u200C(?=[${JOINING}])`,
  '(?<=\\p{Emoji})\\uFE0F',
  '(?<=\\u{1F3F4})[\\u{E0020}-\\u{E007E}]+\\u{E007F}',
].join('|')

/**
 * Finds forbidden characters as the group `unshowable`; its other matches are allowed in place.
 */
const inName = new RegExp(`(?<unshowable>${UNSHOWABLE})`, 'gu')
const inLine = new RegExp(`${WRITTEN}|(?<unshowable>${UNSHOWABLE})`, 'gu')
const inLines = new RegExp(`[\\n\\t]|${WRITTEN}|(?<unshowable>${UNSHOWABLE})`, 'gu')

const MAX_MARKS = 30
/**
 * More marks on a letter than any writing system has (UAX #15, stream-safe text): normalizing them
 * takes quadratic time. Half-width voicing marks become combining marks in NFKC.
 */
const MARKS = '[\\p{M}\\uff9e\\uff9f]'
const MARK_HEAP = new RegExp(`(?<!${MARKS})${MARKS}{${MAX_MARKS + 1}}`, 'u')
const TOO_MANY_MARKS = `must have at most ${MAX_MARKS} combining marks in a row`

/**
 * A text field, trimmed and in NFC; lengths count code points. Input that would be slow to
 * normalize is refused first, by its length in UTF-16 code units.
 */
function textOf({
  min = 0,
  max,
  tidy = (text) => text,
  unshowable,
  expected,
}: {
  min?: number
  max: number
  tidy?: (text: string) => string
  unshowable: RegExp
  expected: string
}) {
  const error =
    min > 0
      ? `must be ${min} to ${max} characters after trimming`
      : `must be at most ${max} characters after trimming`
  return (
    z
      .string()
      .refine((text) => text.length <= 4 * max, { error, abort: true })
      .refine((text) => !MARK_HEAP.test(text), { error: TOO_MANY_MARKS, abort: true })
      .transform((text) => tidy(text).trim().normalize('NFC'))
      // NFC splits some marks in two, and a stored text must be accepted again.
      .refine((text) => !MARK_HEAP.test(text), { error: TOO_MANY_MARKS, abort: true })
      .refine((text) => firstUnshowable(text, unshowable) === null, {
        error: ({ input }) =>
          `${expected}; it contains ${firstUnshowable(String(input), unshowable)}`,
        abort: true,
      })
      .refine((text) => codePoints(text) >= min && codePoints(text) <= max, { error, abort: true })
      .meta({ ...(min > 0 && { minLength: min }), maxLength: max })
  )
}

/** A name or title: `min` to `max` code points on one line, without invisible characters. */
export function shownText(min: number, max: number) {
  const expected =
    'must be free of control, invisible and private-use characters and be a single line'
  return textOf({ min, max, unshowable: inName, expected })
}

/** One line of ordinary text: as `longText`, without line breaks and tabs. */
export function lineText(min: number, max: number) {
  const expected = 'must be free of control and invisible characters and be a single line'
  return textOf({ min, max, unshowable: inLine, expected })
}

/** A text of several lines, such as an instruction or a note: `min` to `max` code points. */
export function longText(max: number, min = 0) {
  const expected = 'must be free of control and invisible characters other than newlines and tabs'
  return textOf({ min, max, tidy: normalizeNewlines, unshowable: inLines, expected })
}

/**
 * The first `limit` code points at most of a text that `lineText` or `longText` accepted. It does
 * not split a grapheme, and would be accepted again.
 */
export function beginningOf(text: string, limit: number): string {
  const room = firstCodePoints(text, limit)
  if (room.length === text.length) return text
  const cut = graphemes.segment(text).containing(room.length)?.index || room.length
  return text.slice(0, cut).replace(inLines, keepShowable).trimEnd()
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function keepShowable(found: string, unshowable: string | undefined): string {
  return unshowable === undefined ? found : ''
}

/** `U+200B (zero width space) at position 17`, counted from 1; null when there is none. */
function firstUnshowable(text: string, unshowable: RegExp): string | null {
  for (const { index, groups } of text.matchAll(unshowable)) {
    const found = groups?.unshowable
    if (found === undefined) continue
    const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `U+${code} (${nameOf(found)}) at position ${codePoints(text.slice(0, index)) + 1}`
  }
  return null
}

/** Unicode names of the invisible characters that are pasted most often. */
const NAMES: Record<string, string> = {
  '\0': 'null',
  '\t': 'tab',
  '\n': 'line feed',
  '\r': 'carriage return',
  '\u001b': 'escape',
  '\u00ad': 'soft hyphen',
  '\u034f': 'combining grapheme joiner',
  '\u061c': 'Arabic letter mark',
  '\u180e': 'Mongolian vowel separator',
  '\u200b': 'zero width space',
  '\u200c': 'zero width non-joiner',
  '\u200d': 'zero width joiner',
  '\u200e': 'left-to-right mark',
  '\u200f': 'right-to-left mark',
  '\u2028': 'line separator',
  '\u2029': 'paragraph separator',
  '\u202a': 'left-to-right embedding',
  '\u202b': 'right-to-left embedding',
  '\u202c': 'pop directional formatting',
  '\u202d': 'left-to-right override',
  '\u202e': 'right-to-left override',
  '\u2060': 'word joiner',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\u2068': 'first strong isolate',
  '\u2069': 'pop directional isolate',
  '\u2800': 'Braille pattern blank',
  '\u3164': 'Hangul filler',
  '\ufeff': 'zero width no-break space',
}

function nameOf(character: string): string {
  if (NAMES[character]) return NAMES[character]
  if (/\p{Cc}/u.test(character)) return 'control character'
  if (/\p{Co}/u.test(character)) return 'private-use character'
  if (/\p{Cs}/u.test(character)) return 'half of a surrogate pair'
  if (/\p{Variation_Selector}/u.test(character)) return 'variation selector'
  return 'invisible character'
}

/**
 * The text of a question: 1 to 16,000 code points after trimming (docs/behaviour.md#text-fields).
 */
export const QuestionText = longText(16_000, 1)

/** Labels of questions and conversations, returned verbatim (docs/behaviour.md#text-fields). */
export const Metadata = sized(z.record(z.string(), z.string()), {
  max: 20,
  error: 'must have at most 20 entries',
})
  .refine((labels) => Object.keys(labels).every((key) => /^[a-z][a-z0-9_.-]{0,63}$/.test(key)), {
    error: 'keys must be 1 to 64 characters that match ^[a-z][a-z0-9_.-]*$',
  })
  .refine(
    (labels) =>
      Object.values(labels).every(
        (value) => codePoints(value) <= 512 && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(value),
      ),
    { error: 'values must be at most 512 characters on a single line' },
  )
  .meta({
    maxProperties: 20,
    propertyNames: { pattern: '^[a-z][a-z0-9_.-]{0,63}$' },
    additionalProperties: { type: 'string', maxLength: 512 },
  })
export type Metadata = z.infer<typeof Metadata>

/** `idempotency_key` (docs/behaviour.md#idempotency). */
export const IdempotencyKey = z.string().regex(/^[A-Za-z0-9_.:-]{1,128}$/, {
  error: 'must be 1 to 128 characters from A-Z a-z 0-9 _ . : -',
})

/** A timestamp as the server sends it: UTC, milliseconds, `Z` (docs/behaviour.md#requests). */
export const Timestamp = z.iso.datetime({ precision: 3 })

const NO_TIMESTAMP = 'must be an ISO 8601 timestamp'
const MAX_TIMESTAMP_CHARS = 64

/**
 * A timestamp from a caller, converted to the server's form; without an offset it is UTC
 * (docs/behaviour.md#requests).
 */
export const SentTimestamp = z
  .string()
  .max(MAX_TIMESTAMP_CHARS, { error: NO_TIMESTAMP, abort: true })
  .check(z.iso.datetime({ offset: true, local: true, error: NO_TIMESTAMP, abort: true }))
  .transform((text) => new Date(HAS_OFFSET.test(text) ? text : `${text}Z`).toISOString())
  .meta({ format: 'date-time' })

const MAX_ADDRESS_CHARS = 2000
const NO_ADDRESS = `must be an http or https address of at most ${MAX_ADDRESS_CHARS} characters`

function addressWithout(credentials: string) {
  return z
    .string()
    .max(MAX_ADDRESS_CHARS, { error: NO_ADDRESS, abort: true })
    .check(z.url({ protocol: /^https?$/, error: NO_ADDRESS, abort: true }))
    .refine((address) => webAddressOf(address) !== null, {
      error: `must be an address without user name and password${credentials}`,
    })
}

/** A web address from a caller, without user name and password, which others would be shown. */
export const WebAddress = addressWithout('')

/** A web address that the service asks for, as it was written. */
export const OpenAddress = addressWithout('; use credentials')

/** A web address that is stored to be shown as a link, in its normalized form. */
export const LinkAddress = WebAddress.transform((address) => new URL(address).href)

const HAS_OFFSET = /Z$|[+-]\d\d:?\d\d$/i

function normalizeNewlines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
