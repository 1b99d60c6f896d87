/** A piece of a model's Markdown: text, code (whose brackets mean nothing), or a marker that points at passages. */
export type Piece =
  | { kind: 'text' | 'code'; source: string }
  | { kind: 'marker'; source: string; numbers: number[] }

/** Where in a Markdown text the reader stands. One of these belongs to one text read from its start. */
export interface Reading {
  /** Nothing but spaces since the last newline. */
  lineStart: boolean
  /** The fence that a code block began with, or null outside of one. */
  fence: string | null
}

export function startReading(): Reading {
  return { lineStart: true, fence: null }
}

/** Caps on what is held back undecided, so that hostile text costs linear time. Characters. */
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

const OPEN = '\\\\?[[【［]'
const CLOSE = '\\\\?[\\]】］]'
const DIGIT = '[0-9０-９]'
const BETWEEN = '(?:[ \\t]*[,;、，；–—-][ \\t]*|[ \\t]+)'
const LABEL = '(?:(?:passages?|sources?)[ \\t]*#?[ \\t]*)?'
const MARKER = new RegExp(
  `^${OPEN}[ \\t]?\\^?${LABEL}(${DIGIT}{1,90}(?:${BETWEEN}\\^?${DIGIT}{1,90})*)(?:[:†][^\\]】］\\n]{0,40})?[ \\t]?${CLOSE}`,
  'i',
)
const MARKER_BEGUN = new RegExp(
  `^${OPEN}[ \\t]?\\^?[a-z]{0,8}[ \\t#]*[0-9０-９,;、，；–—^ \\t-]*(?:[:†][^\\]】］\\n]{0,40})?[ \\t]?\\\\?$`,
  'i',
)
const MARKER_CUT_OFF = new RegExp(
  `^${OPEN}[ \\t]?\\^?(?:${beginningOf('passages')}|${beginningOf('sources')})?[ \\t#]*(?:${DIGIT}[0-9０-９,;、，；–—^ \\t-]*(?:[:†][^\\]】］\\n]{0,40})?)?\\\\?$`,
  'i',
)

/** A pattern of the first letters of a word, at least one. */
function beginningOf(word: string): string {
  return [...word].reduceRight((rest, letter) => (rest ? `${letter}(?:${rest})?` : letter), '')
}

/**
 * The first piece of `held`, or null while more text is needed to tell (never when `last`). Markers are
 * `[1]`, `[1, 2]`, `[1-3]`, `[^1]`, `【1†source】`, `[source 1]` and `\[1\]`. A link whose text is a marker,
 * `[1](https://…)`, is that marker alone: a model's links are not ours. At the start of a line the
 * colon of `[1]: …` belongs to the marker, because Markdown would hide the line as a link definition.
 * Brackets in fenced and inline code stay code. Where the pieces end does not depend on how the text
 * was cut when it arrived, except within plain text and code.
 */
export function readPiece(held: string, reading: Reading, last: boolean): Piece | null {
  const piece = reading.fence ? readFenced(held, reading, last) : readOpen(held, reading, last)
  if (piece && !reading.fence) {
    reading.lineStart =
      piece.source.endsWith('\n') || (reading.lineStart && !/\S/.test(piece.source))
  }
  return piece
}

/** The markers of a finished answer, in order, with where they begin and end. */
export function markersIn(text: string): { start: number; end: number; ordinal: number }[] {
  const markers: { start: number; end: number; ordinal: number }[] = []
  for (const { piece, start } of readAll(text)) {
    if (piece.kind !== 'marker') continue
    const end = start + piece.source.length
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
    start += piece.source.length
  }
}

function readOpen(held: string, reading: Reading, last: boolean): Piece | null {
  if (reading.lineStart) {
    const [line, fence] = FENCE.exec(held) ?? (last ? FENCE_AT_END.exec(held) : null) ?? []
    if (line && fence) {
      reading.fence = fence
      return { kind: 'code', source: line }
    }
    if (!last && FENCE_BEGUN.test(held)) return null
  }
  switch (held.charAt(0)) {
    case '\n':
      return { kind: 'text', source: '\n' }
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
    default:
      return readText(held, last)
  }
}

const IMAGE = /^!\[[^\]\n]{0,300}\]\([^)\n]{0,1000}\)/
const IMAGE_BEGUN = /^!(?:\[[^\]\n]{0,300}(?:\](?:\([^)\n]{0,1000})?)?)?$/

/**
 * An image goes like a marker of no passage: to show it, a page would fetch an address of the model's
 * choice, and tell it whatever a hostile passage made the model put there. `![1]` is a marker after
 * an exclamation mark.
 */
function readImage(held: string, last: boolean): Piece | null {
  if (!last && IMAGE_BEGUN.test(held) && !MARKER.test(held.slice(1, MAX_MARKER))) return null
  const image = MARKER.test(held.slice(1, MAX_MARKER)) ? undefined : IMAGE.exec(held)?.[0]
  return image ? { kind: 'marker', source: image, numbers: [] } : { kind: 'text', source: '!' }
}

/** Up to the next character that may begin something else; never half of a surrogate pair. */
function readText(held: string, last: boolean): Piece | null {
  const end = held.search(/[\n`\\[【［!]/)
  const run = wholeCharacters(end === -1 ? held : held.slice(0, end), last || end !== -1)
  return run === '' ? null : { kind: 'text', source: run }
}

function wholeCharacters(text: string, complete: boolean): string {
  return !complete && /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text
}

/** A backslash takes the mark that follows its meaning, except that of a marker's bracket. */
function readEscape(held: string, reading: Reading, last: boolean): Piece | null {
  if (held.length === 1) return last ? { kind: 'text', source: held } : null
  if (/^[[【［]/.test(held.slice(1))) return readMarker(held, reading, last)
  const escaped = /^\\[`\\]/.test(held) ? 2 : 1
  return { kind: 'text', source: held.slice(0, escaped) }
}

/** Code from a run of backticks to the next run as long, within a paragraph; an unclosed run is text. */
function readInlineCode(held: string, last: boolean): Piece | null {
  const run = /^`+/.exec(held)?.[0] ?? ''
  if (run.length === held.length && run.length < MAX_INLINE_CODE) {
    return last ? { kind: 'text', source: run } : null
  }
  const reach = held.slice(run.length, run.length + MAX_INLINE_CODE)
  const paragraphEnd = reach.search(/\n[ \t]*\n/)
  const within = paragraphEnd === -1 ? reach : reach.slice(0, paragraphEnd)
  const complete = paragraphEnd !== -1
  for (const close of within.matchAll(/`+/g)) {
    const end = close.index + close[0].length
    const ended = end < within.length || complete || (last && reach.length < MAX_INLINE_CODE)
    if (close[0].length === run.length && ended) {
      return { kind: 'code', source: held.slice(0, run.length + end) }
    }
  }
  if (!last && !complete && reach.length < MAX_INLINE_CODE) return null
  return { kind: 'text', source: run }
}

function readMarker(held: string, reading: Reading, last: boolean): Piece | null {
  const head = held.slice(0, MAX_MARKER)
  const [marker, list] = MARKER.exec(head) ?? []
  if (!marker || !list) return readUnmarked(head, last)
  const target = readLinkTarget(held.slice(marker.length), last)
  if (target === null) return null
  const end = marker.length + target.length
  const colon = reading.lineStart && held.charAt(end) === ':' ? 1 : 0
  return { kind: 'marker', source: held.slice(0, end + colon), numbers: numbersOf(list) }
}

/** A bracket that begins no marker; at the very end, a marker that was cut off goes without a trace. */
function readUnmarked(head: string, last: boolean): Piece | null {
  if (!last && head.length < MAX_MARKER && MARKER_BEGUN.test(head)) return null
  if (last && MARKER_CUT_OFF.test(head)) return { kind: 'marker', source: head, numbers: [] }
  return { kind: 'text', source: head.startsWith('\\') ? head.slice(0, 2) : head.slice(0, 1) }
}

/** The `(…)` after a marker, `''` when there is none, null while that is open. */
function readLinkTarget(rest: string, last: boolean): string | null {
  if (rest === '') return last ? '' : null
  const reach = rest.slice(0, MAX_LINK_TARGET)
  const target = /^\([^\s()]*\)/.exec(reach)?.[0]
  if (target) {
    // The colon of a definition may follow, and decides what the marker's source is.
    return rest.length === target.length && !last ? null : target
  }
  if (!last && reach.length < MAX_LINK_TARGET && /^\([^\s()]*$/.test(reach)) return null
  return ''
}

/** `1, 3-5` → 1, 3, 4, 5. A range is cut after as many as any answer could cite. */
function numbersOf(list: string): number[] {
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

/** Code goes out as it comes; only a line that may yet close the block waits for its end. */
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
    const source = wholeCharacters(line, false)
    return source === '' ? null : { kind: 'code', source }
  }
  if (reading.lineStart && closes(line, reading.fence ?? '')) reading.fence = null
  reading.lineStart = true
  return { kind: 'code', source: line }
}

function closes(line: string, fence: string): boolean {
  const run = /^[ \t>]*(`{3,}|~{3,})[ \t]*\n?$/.exec(line)?.[1]
  return run !== undefined && run.charAt(0) === fence.charAt(0) && run.length >= fence.length
}
