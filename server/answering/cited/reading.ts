import { plainText } from '../../text/markdown.ts'
import { MARKER_LIKE } from '../../text/marker-syntax.ts'
import type { Span } from '../../text/sentences.ts'

/** A passage as a reader sees it: the text that quotations are cut from, in one line. */
export interface Reading {
  text: string
  letters: Letters
}

/** Letters and digits of a text: what it has in common with another spelling of it. */
interface Letters {
  letters: string
  /** Where each of them stands in the text. */
  places: number[]
}

export function readingOf(markdown: string): Reading {
  const text = plainText(markdown).toWellFormed()
  return { text, letters: lettersIn(text) }
}

/** A passage as it is written, in which what no reader sees is no letter. */
export function writtenReadingOf(markdown: string): Reading {
  const seen = markdown.replace(UNSEEN, (markup) => ' '.repeat(markup.length))
  return { text: markdown, letters: lettersIn(seen) }
}
/** Fences with their language, numbers of items, targets of links, tags. */
const UNSEEN = /^[ \t>]*(?:(?:`{3,}|~{3,}).*|\d{1,9}[.)](?=\s))|(?<=\])\([^()\s]*\)|<[^<>\n]*>/gm

/**
 * Finds parts of a passage in its reading, where they are given in their order there. null for a
 * part that is not found behind the one before it.
 */
export function createPlacer({ text, letters: { letters, places } }: Reading) {
  let from = 0
  return function place(part: string): Span | null {
    const wanted = lettersIn(part).letters
    if (wanted === '') return null
    for (let at = letters.indexOf(wanted, from); at !== -1; at = letters.indexOf(wanted, at + 1)) {
      const last = at + wanted.length - 1
      const span = { start: places[at] ?? 0, end: endOf(text, places[last] ?? 0) }
      if (isInWord(text, span)) continue
      from = last + 1
      return withSigns(text, span)
    }
    return null
  }
}

function lettersIn(text: string): Letters {
  const visible = text.replace(MARKER_LIKE, (marker) => ' '.repeat(marker.length))
  const places: number[] = []
  let letters = ''
  for (const { 0: letter, index } of visible.matchAll(LETTER)) {
    const plain = (letter.normalize('NFKC').toLowerCase().match(LETTER) ?? []).join('')
    letters += plain
    for (let count = 0; count < plain.length; count += 1) places.push(index)
  }
  return { letters, places }
}
const LETTER = /[\p{L}\p{M}\p{N}]/gu

function endOf(text: string, place: number): number {
  return place + String.fromCodePoint(text.codePointAt(place) ?? 0).length
}

/** Whether a place begins or ends within a word; scripts without blanks have none. */
function isInWord(text: string, { start, end }: Span): boolean {
  return joins(text, start) || joins(text, end)
}

function joins(text: string, at: number): boolean {
  return SPACED_LETTER.test(text.charAt(at - 1)) && SPACED_LETTER.test(text.charAt(at))
}
const SPACED_LETTER =
  /^(?!\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar})[\p{L}\p{N}]$/u

/** With the signs that stick to it: an opening bracket or quote, a full stop, a currency. */
function withSigns(text: string, { start, end }: Span): Span {
  const before = SIGNS_BEFORE.exec(text.slice(Math.max(0, start - MAX_SIGNS), start))
  const after = SIGNS_AFTER.exec(text.slice(end, end + MAX_SIGNS))
  return { start: start - (before?.[0].length ?? 0), end: end + (after?.[0].length ?? 0) }
}
const MAX_SIGNS = 20
const SIGNS_BEFORE = /[^\p{L}\p{M}\p{N}\s\p{Pe}\p{Pf}.,;:!?。！？、，；：]*$/u
const SIGNS_AFTER = /^[^\p{L}\p{M}\p{N}\s\p{Ps}\p{Pi}]*(?:\s[\p{Sc}%‰°](?=\s|$))?/u
