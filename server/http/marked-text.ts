import { createPlacer, writtenReadingOf } from '../answering/cited/reading.ts'
import { ELLIPSIS } from '../resources/passage-links.ts'
import type { Span } from '../text/sentences.ts'
import { escapeHtml } from './escape-html.ts'

/** More quotations than any citation has, and longer ones than an address names. */
const MAX_QUOTES = 20
const MAX_CHARS = 700

/**
 * The Markdown of a passage as HTML, with the quotations marked that are found in it, each whole or
 * by its first and last words. The first mark has the id `quote`.
 */
export function markedText(markdown: string, quotes: string[]): string {
  let html = ''
  let from = 0
  for (const { start, end } of placesOf(markdown, quotes.slice(0, MAX_QUOTES))) {
    const mark = html === '' ? '<mark id="quote">' : '<mark>'
    const quoted = escapeHtml(markdown.slice(start, end))
    html += `${escapeHtml(markdown.slice(from, start))}${mark}${quoted}</mark>`
    from = end
  }
  return html + escapeHtml(markdown.slice(from))
}

/** In their order, without those that overlap the one before. */
function placesOf(markdown: string, quotes: string[]): Span[] {
  const reading = writtenReadingOf(markdown)
  const found = quotes.flatMap((quote) => {
    const place = createPlacer(reading)
    const [first, last = first] = quote.slice(0, MAX_CHARS).split(ELLIPSIS).map(place)
    return first && last ? [{ start: first.start, end: last.end }] : []
  })
  const places: Span[] = []
  for (const span of found.toSorted((one, other) => one.start - other.start)) {
    if (span.start >= (places.at(-1)?.end ?? 0)) places.push(span)
  }
  return places
}
