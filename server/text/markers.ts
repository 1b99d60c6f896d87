import { BEFORE_CHARS, type Before, LOOSE_START, readLooseMarker } from './loose-markers.ts'
import { MARKER, MARKER_BEGUN, MARKER_CUT_OFF, numbersOf } from './marker-syntax.ts'

/**
 * A piece of a model's Markdown as it was written: text, code (in which brackets mean nothing), or
 * a marker that points at passages.
 */
export type Piece =
  | { kind: 'text' | 'code'; raw: string }
  | { kind: 'marker'; raw: string; numbers: number[] }

/** The state of reading one Markdown text from its start. */
export interface Reading {
  /** Only white space since the last newline. */
  lineStart: boolean
  /** The fence that a code block began with, or null outside of one. */
  fence: string | null
  before: Before
  /** How many passages markers without square brackets may name. */
  loose: number
}

/**
 * The text of a model that was shown `loose` passages may name them without square brackets as
 * well (`loose-markers.ts`).
 */
export function startReading(loose = 0): Reading {
  return { lineStart: true, fence: null, before: { tail: '', bracketed: false }, loose }
}

/** Limits of undecided text, in characters, so that hostile text costs linear time. */
const MAX_MARKER = 100
const MAX_INLINE_CODE = 1000
const MAX_FENCE_INFO = 200
const MAX_LINK_TARGET = 1000

const LEAD = '[ \\t>]{0,100}(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]{1,9})?'
const INFO = `[^\\n]{0,${MAX_FENCE_INFO}}`
const TICKED_INFO = `[^\`\\n]{0,${MAX_FENCE_INFO}}`
const FENCE = new RegExp(`^${LEAD}(\`{3,9}(?=${TICKED_INFO}\\n)|~{3,9})${INFO}\\n`)
const FENCE_AT_END = new RegExp(`^${LEAD}(\`{3,9}(?=${TICKED_INFO}$)|~{3,9})${INFO}$`)
const FENCE_BEGUN = new RegExp(
  `^[ \\t>]{0,100}(?:[-*+]|\\d{1,9}[.)]?)?$|^${LEAD}(?:\`{0,2}|~{0,2}|\`{3,9}${TICKED_INFO}|~{3,9}${INFO})$`,
)

/**
 * The first piece of `held`, or null while more text is needed to tell (never when `last`). A link
 * on a marker, `[1](https://…)`, is read as the marker alone: the address is the model's. At the
 * start of a line the colon of `[1]: …` belongs to the marker, because Markdown would hide the
 * line as a link definition. Brackets in fenced and inline code stay code. Pieces end at the same
 * places however the text was cut when it arrived, except within plain text and code.
 */
export function readPiece(held: string, reading: Reading, last: boolean): Piece | null {
  const piece = reading.fence ? readFenced(held, reading, last) : readOpen(held, reading, last)
  if (piece) reading.before.tail = (reading.before.tail + piece.raw).slice(-BEFORE_CHARS)
  if (piece && !reading.fence) {
    reading.lineStart = piece.raw.endsWith('\n') || (reading.lineStart && !/\S/.test(piece.raw))
  }
  return piece
}

/** The markers of a finished answer with their places, in order. */
export function markersIn(text: string): { start: number; end: number; ordinal: number }[] {
  const markers: { start: number; end: number; ordinal: number }[] = []
  for (const { piece, start } of readAll(text)) {
    if (piece.kind !== 'marker') continue
    const end = start + piece.raw.length
    for (const ordinal of piece.numbers) markers.push({ start, end, ordinal })
  }
  return markers
}

/** Every piece of a finished text with its place. */
export function* readAll(text: string): Generator<{ piece: Piece; start: number }> {
  const reading = startReading()
  let start = 0
  while (start < text.length) {
    const piece = readPiece(text.slice(start), reading, true)
    if (!piece) return
    yield { piece, start }
    start += piece.raw.length
  }
}

function readOpen(held: string, reading: Reading, last: boolean): Piece | null {
  if (reading.lineStart) {
    const [line, fence] = FENCE.exec(held) ?? (last ? FENCE_AT_END.exec(held) : null) ?? []
    if (line && fence) {
      reading.fence = fence
      return { kind: 'code', raw: line }
    }
    if (!last && FENCE_BEGUN.test(held)) return null
  }
  switch (held.charAt(0)) {
    case '\n':
      return { kind: 'text', raw: '\n' }
    case '`':
      return readInlineCode(held, last)
    case '\\':
      return readEscape(held, reading, last)
    case '[':
    case '【':
    case '［':
      return readMarker(held, reading, last)
    case '!':
      return readImage(held, last)
    case '(':
    case '（':
      return readLoose(held, reading, last)
    default:
      if (RAISED_START.test(held)) return readLoose(held, reading, last)
      return readText(held, last)
  }
}

const IMAGE = /^!\[[^\]\n]{0,300}\]\([^)\n]{0,1000}\)/
const IMAGE_BEGUN = /^!(?:\[[^\]\n]{0,300}(?:\](?:\([^)\n]{0,1000})?)?)?$/

/**
 * An image is removed like a marker of no passage: a page that shows it would fetch an address of
 * the model's choice, with whatever a hostile passage made the model put there. `![1]` is a marker
 * after an exclamation mark.
 */
function readImage(held: string, last: boolean): Piece | null {
  if (!last && IMAGE_BEGUN.test(held) && !MARKER.test(held.slice(1, MAX_MARKER))) return null
  const image = MARKER.test(held.slice(1, MAX_MARKER)) ? undefined : IMAGE.exec(held)?.[0]
  return image ? { kind: 'marker', raw: image, numbers: [] } : { kind: 'text', raw: '!' }
}

const RAISED_START = new RegExp(`^[${LOOSE_START.replace(/[(（]/g, '')}]`)

function readLoose(held: string, reading: Reading, last: boolean): Piece | null {
  const { before, loose: count } = reading
  if (count === 0) return { kind: 'text', raw: held.charAt(0) }
  const found = readLooseMarker(held.slice(0, MAX_MARKER), { before, count, last })
  if (found === 'none') return { kind: 'text', raw: held.charAt(0) }
  return found && { kind: 'marker', ...found }
}

const SPECIAL = new RegExp(`[\\n\`\\\\[【［!${LOOSE_START}]`)

/** Up to the next character that may begin another piece; never half of a surrogate pair. */
function readText(held: string, last: boolean): Piece | null {
  const end = held.search(SPECIAL)
  const run = wholeCharacters(end === -1 ? held : held.slice(0, end), last || end !== -1)
  return run === '' ? null : { kind: 'text', raw: run }
}

function wholeCharacters(text: string, complete: boolean): string {
  return !complete && /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text
}

/** A backslash escapes the next character, unless that is the bracket of a marker. */
function readEscape(held: string, reading: Reading, last: boolean): Piece | null {
  if (held.length === 1) return last ? { kind: 'text', raw: held } : null
  if (/^[[【［]/.test(held.slice(1))) return readMarker(held, reading, last)
  const escaped = /^\\[`\\]/.test(held) ? 2 : 1
  return { kind: 'text', raw: held.slice(0, escaped) }
}

/**
 * Code from a run of backticks to the next run as long, within a paragraph; an unclosed run is
 * text.
 */
function readInlineCode(held: string, last: boolean): Piece | null {
  const run = /^`+/.exec(held)?.[0] ?? ''
  if (run.length === held.length && run.length < MAX_INLINE_CODE) {
    return last ? { kind: 'text', raw: run } : null
  }
  const reach = held.slice(run.length, run.length + MAX_INLINE_CODE)
  const paragraphEnd = reach.search(/\n[ \t]*\n/)
  const within = paragraphEnd === -1 ? reach : reach.slice(0, paragraphEnd)
  const complete = paragraphEnd !== -1
  for (const close of within.matchAll(/`+/g)) {
    const end = close.index + close[0].length
    const ended = end < within.length || complete || (last && reach.length < MAX_INLINE_CODE)
    if (close[0].length === run.length && ended) {
      return { kind: 'code', raw: held.slice(0, run.length + end) }
    }
  }
  if (!last && !complete && reach.length < MAX_INLINE_CODE) return null
  return { kind: 'text', raw: run }
}

function readMarker(held: string, reading: Reading, last: boolean): Piece | null {
  const head = held.slice(0, MAX_MARKER)
  const [marker, list] = MARKER.exec(head) ?? []
  if (!marker || !list) return readUnmarked(head, last)
  const target = readLinkTarget(held.slice(marker.length), last)
  if (target === null) return null
  const end = marker.length + target.length
  reading.before.bracketed = true
  const colon = reading.lineStart && held.charAt(end) === ':' ? 1 : 0
  return { kind: 'marker', raw: held.slice(0, end + colon), numbers: numbersOf(list) }
}

/** A bracket that begins no marker. A marker that the end of the text cuts off is removed. */
function readUnmarked(head: string, last: boolean): Piece | null {
  if (!last && head.length < MAX_MARKER && MARKER_BEGUN.test(head)) return null
  if (last && MARKER_CUT_OFF.test(head)) return { kind: 'marker', raw: head, numbers: [] }
  return { kind: 'text', raw: head.startsWith('\\') ? head.slice(0, 2) : head.slice(0, 1) }
}

/** The `(…)` after a marker, `''` when there is none, null while that is open. */
function readLinkTarget(rest: string, last: boolean): string | null {
  if (rest === '') return last ? '' : null
  const reach = rest.slice(0, MAX_LINK_TARGET)
  const target = /^\([^\s()]*\)/.exec(reach)?.[0]
  if (target) {
    // The colon of a definition, which may follow, belongs to the marker.
    return rest.length === target.length && !last ? null : target
  }
  if (!last && reach.length < MAX_LINK_TARGET && /^\([^\s()]*$/.test(reach)) return null
  return ''
}

/** Code is passed on as it arrives; only a line that may close the block waits for its end. */
function readFenced(held: string, reading: Reading, last: boolean): Piece | null {
  const newline = held.indexOf('\n')
  const line = newline === -1 ? held : held.slice(0, newline + 1)
  if (newline === -1 && !last) {
    if (
      reading.lineStart &&
      line.length < MAX_FENCE_INFO &&
      /^[ \t>]*(?:`*|~*)[ \t]*$/.test(line)
    ) {
      return null
    }
    reading.lineStart = false
    const raw = wholeCharacters(line, false)
    return raw === '' ? null : { kind: 'code', raw }
  }
  if (reading.lineStart && closes(line, reading.fence ?? '')) reading.fence = null
  reading.lineStart = true
  return { kind: 'code', raw: line }
}

function closes(line: string, fence: string): boolean {
  const run = /^[ \t>]*(`{3,}|~{3,})[ \t]*\n?$/.exec(line)?.[1]
  return run !== undefined && run.charAt(0) === fence.charAt(0) && run.length >= fence.length
}
