import { MAX_CONTEXT_CHARS, MAX_QUOTED_CHARS, type Quotation } from '../../contract/conversation.ts'
import { codePoints, firstCodePoints } from '../../contract/text.ts'
import type { Span } from '../../text/sentences.ts'
import type { Claim } from './claims.ts'
import type { ReadEvidence } from './judge.ts'
import { placesOfSupport } from './support-places.ts'

/** A quotation, before it is known which marker it belongs to. */
export type Quoted = Omit<Quotation, 'marker'>

/** How many quotations a marker has at most (docs/behaviour.md#citations). */
const MAX_QUOTATIONS = 4

/** Sources of the quotations of an answer. */
export interface QuotedFrom {
  /** Markers of the unchecked answer. */
  markers: Span[]
  evidence: ReadEvidence
  /** Places that a model that quotes names for those markers. */
  quoted: Span[][] | undefined
}

/** The quotations of each marker: where the model quoted, or else what the claim was found in. */
export function quotesOf(claims: Claim[], { markers, evidence, quoted }: QuotedFrom): Quoted[][] {
  const numbers = new Map(markers.map(({ start }, at) => [start, at]))
  return claims.map((claim) => {
    const read = evidence[claim.number - 1]
    if (!read) return []
    const given = claim.place === null ? undefined : quoted?.[numbers.get(claim.place) ?? -1]
    return quotedAt(read.reading().text, given ?? placesOfSupport(claim, read))
  })
}

/** The quotations of places in the reading of a passage, neighbours as one. */
function quotedAt(text: string, places: Span[]): Quoted[] {
  return joined(text, places)
    .slice(0, MAX_QUOTATIONS)
    .map((place) => quotation(text, withinLimit(text, place)))
    .filter(({ exact }) => exact !== '')
}

function joined(text: string, places: Span[]): Span[] {
  const runs: Span[] = []
  for (const place of places.toSorted((one, other) => one.start - other.start)) {
    const open = runs.at(-1)
    const end = Math.max(open?.end ?? 0, place.end)
    const isNext = open && !/[\p{L}\p{N}]/u.test(text.slice(open.end, place.start))
    if (isNext && codePoints(text.slice(open.start, end)) <= MAX_QUOTED_CHARS) open.end = end
    else runs.push({ ...place })
  }
  return runs
}

/** Cut between words where it is too long. */
function withinLimit(text: string, { start, end }: Span): Span {
  const whole = text.slice(start, end)
  const most = firstCodePoints(whole, MAX_QUOTED_CHARS)
  if (most === whole) return { start, end }
  const blank = most.lastIndexOf(' ')
  return { start, end: start + (blank === -1 ? most.length : blank) }
}

function quotation(text: string, { start, end }: Span): Quoted {
  return {
    exact: text.slice(start, end),
    prefix: lastWords(text.slice(0, start)),
    suffix: firstWords(text.slice(end)),
  }
}

function firstWords(text: string): string {
  const most = firstCodePoints(text, MAX_CONTEXT_CHARS)
  return most === text ? text : most.replace(/(?<=\s)\S*$/, '')
}

function lastWords(text: string): string {
  const reach = text.slice(-2 * MAX_CONTEXT_CHARS)
  const most = [...reach].slice(-MAX_CONTEXT_CHARS).join('')
  return most.length === text.length ? text : most.replace(/^\S*(?=\s)/, '')
}
