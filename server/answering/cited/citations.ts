import { endsInBrackets, markerOf } from '../../text/marker-syntax.ts'
import { type Reading, readPiece, startReading } from '../../text/markers.ts'

/** A piece of an answer, ready to be shown, and the passages first cited in it. */
export interface CitedText {
  text: string
  /** Numbers of passages in the prompt, in the order of their ordinals. */
  cited: number[]
}

export interface Citations {
  /** Takes the next text of the model; returns the part that can be shown. */
  push(text: string): CitedText
  /** Returns the rest. Nothing may be pushed afterwards. */
  end(): CitedText
  /** The passage with ordinal `n` has the number `order[n - 1]`. */
  readonly order: readonly number[]
}

/**
 * Turns the text of a model, whose `[n]` are numbers of passages, into the text of an answer,
 * whose `[n]` are ordinals of citations (docs/behaviour.md#citations). A marker is never split
 * between two pieces of text; one that names no passage is removed with the space before it. The
 * whole text is the same however it was cut when it arrived. Control characters, text-direction
 * overrides and lone surrogates are removed, and white space at both ends. Of `any` forms, the
 * markers may do without square brackets: `(1)`, `(Passage 1)`, `¹`. As `numbers`, the markers keep
 * the numbers of passages.
 */
export function createCitations(
  passageCount: number,
  forms: 'bracketed' | 'any' = 'bracketed',
  written: 'ordinals' | 'numbers' = 'ordinals',
): Citations {
  const order: number[] = []
  const reading: Reading = startReading(forms === 'any' ? passageCount : 0)
  let held = ''
  /**
   * White space that is not written before other text follows: a marker after it may be removed.
   */
  let space = ''
  let empty = true
  /** A marker was removed at the start of a line; the space after it must not become an indent. */
  let indenting = false
  /** The last characters written. */
  let tail = ''

  return {
    order,
    push(text) {
      held += text.replace(UNWANTED, '')
      return read(false)
    },
    end() {
      return read(true)
    },
  }

  function read(last: boolean): CitedText {
    const known = order.length
    let text = ''
    while (held !== '') {
      const piece = readPiece(held, reading, last)
      if (!piece) break
      held = held.slice(piece.raw.length)
      text += piece.kind === 'marker' ? writeMarkers(piece.numbers) : write(piece.raw)
    }
    return { text: text.toWellFormed(), cited: order.slice(known) }
  }

  function write(source: string): string {
    const text = indenting ? source.replace(/^[ \t]+/, '') : source
    if (text !== '') indenting = false
    const body = text.trimEnd()
    if (body === '') {
      space += text
      return ''
    }
    const written = (empty ? '' : space) + (empty ? body.trimStart() : body)
    empty = false
    space = text.slice(body.length)
    tail = (tail + written).slice(-TAIL_CHARS)
    return written
  }

  function writeMarkers(numbers: number[]): string {
    const valid = numbers.filter((number) => number >= 1 && number <= passageCount)
    if (valid.length === 0) {
      // `[1 [99]]` must not close up to `[1]`, which would cite something.
      if (endsInBrackets(tail)) return write('…')
      space = withoutTrailingSpaces(space)
      indenting = empty || space.endsWith('\n')
      return ''
    }
    return write(valid.map((number) => markerOf(cite(number))).join(''))
  }

  function cite(number: number): number {
    const at = order.indexOf(number)
    const ordinal = at === -1 ? order.push(number) : at + 1
    return written === 'ordinals' ? ordinal : number
  }
}

/** Passes a finished text through `createCitations`: gives it ordinals from 1 without gaps. */
export function renumber(text: string, count: number): { text: string; order: readonly number[] } {
  const citations = createCitations(count)
  const { text: begun } = citations.push(text)
  return { text: begun + citations.end().text, order: citations.order }
}

const TAIL_CHARS = 24

const UNWANTED = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu

function withoutTrailingSpaces(space: string): string {
  let end = space.length
  while (end > 0 && (space[end - 1] === ' ' || space[end - 1] === '\t')) end -= 1
  return space.slice(0, end)
}
