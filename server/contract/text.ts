import { z } from 'zod'

/** Length in code points, the unit of every text limit (completions 2). */
export function codePoints(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** The first `limit` code points of a text; never half of a surrogate pair. */
export function firstCodePoints(text: string, limit: number): string {
  if (text.length <= limit) return text
  return Array.from(text).slice(0, limit).join('')
}

/**
 * Characters that no shown text may hold: control, invisible formatting, private use, lone
 * surrogates, line and paragraph separators, the blank Braille pattern, and the marks of annotations,
 * which are not shown either (completions 2).
 */
const UNSHOWABLE =
  /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800\ufff9-\ufffb]/u

const VIRAMA =
  '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D3B\\u0D3C\\u0D4D\\u0DCA\\u0F84\\u1039\\u17D2\\u1A60\\u1B44\\u1BAA\\uA806\\uA8C4\\uA953\\uA9C0\\uABED'
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mongolian}\\p{Script=Mandaic}'

/** What real writing needs of the class above (completions 2): joiners in their places, emoji styling and tags. */
const WRITTEN = new RegExp(
  [
    '[\\n\\t]',
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\uFE0F?)\\u200D(?=\\p{Extended_Pictographic})',
    `(?<=[${VIRAMA}])[\\u200C\\u200D]`,
    `(?<=[${JOINING}]\\p{M}*)\\u200C(?=[${JOINING}])`,
    '(?<=\\p{Emoji})\\uFE0F',
    '(?<=\\u{1F3F4})[\\u{E0020}-\\u{E007E}]+\\u{E007F}',
  ].join('|'),
  'gu',
)

/** A name or title: trimmed, NFC, `min` to `max` code points, one line, nothing invisible. */
export function shownText(min: number, max: number) {
  return z
    .string()
    .transform((text) => text.trim().normalize('NFC'))
    .refine((text) => !UNSHOWABLE.test(text), {
      error: 'must be free of control, invisible and private-use characters and be a single line',
      abort: true,
    })
    .refine((text) => codePoints(text) >= min && codePoints(text) <= max, {
      error:
        min > 0
          ? `must be ${min} to ${max} characters after trimming`
          : `must be at most ${max} characters after trimming`,
    })
    .meta({ minLength: min, maxLength: max })
}

/** A longer text of several lines, such as an instruction or a note: at most `max` code points. */
export function longText(max: number) {
  return z
    .string()
    .transform((text) => normalizeNewlines(text).trim().normalize('NFC'))
    .refine((text) => !UNSHOWABLE.test(text.replace(WRITTEN, '')), {
      error: 'must be free of control and invisible characters other than newlines and tabs',
      abort: true,
    })
    .refine((text) => codePoints(text) <= max, {
      error: `must be at most ${max} characters after trimming`,
    })
    .meta({ maxLength: max })
}

/** The text of a question (contract §4.5, §8): 1 to 16,000 code points after trimming. */
export const QuestionText = longText(16_000)
  .refine((text) => text !== '', { error: 'must be 1 to 16000 characters after trimming' })
  .meta({ minLength: 1, maxLength: 16_000 })

/** Question and conversation labels (contract §8): at most 20 entries, returned verbatim. */
export const Metadata = z
  .record(z.string(), z.string())
  .refine((labels) => Object.keys(labels).length <= 20, { error: 'must have at most 20 entries' })
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

/** `idempotency_key` (contract §8). */
export const IdempotencyKey = z.string().regex(/^[A-Za-z0-9_.:-]{1,128}$/, {
  error: 'must be 1 to 128 characters from A-Z a-z 0-9 _ . : -',
})

/** A timestamp as the server sends it: UTC, milliseconds, `Z` (completions 2). */
export const Timestamp = z.iso.datetime({ precision: 3 })

/** A timestamp as a caller sends it, in the server's form; without an offset it is UTC (contract §2). */
export const SentTimestamp = z.iso
  .datetime({ offset: true, local: true, error: 'must be an ISO 8601 timestamp' })
  .transform((text) => new Date(HAS_OFFSET.test(text) ? text : `${text}Z`).toISOString())

const HAS_OFFSET = /Z$|[+-]\d\d:?\d\d$/i

function normalizeNewlines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
