import { markerOf } from '../../text/marker-syntax.ts'
import type { Span } from '../../text/sentences.ts'
import type { Part, Unit } from './passage-units.ts'
import { relationsOf } from './relations.ts'

/** A larger table or list is cut to the rows that answer best. */
const MAX_ROWS = 8
const MAX_UNIT_CHARS = 1200
/** After its lead-in a list, or where all of it is asked for, is whole up to so many rows. */
const MAX_WHOLE_ROWS = 20
/** So many rows of a table are shown as "column: value" where the question singles them out. */
const MAX_SINGLED_OUT = 3

/** How a question chooses among the rows of a table or a list. */
export interface RowChoice {
  /** Counts the words of the question that a row holds, without those that a heading holds. */
  count: (row: string, heading?: string) => number
  asksForTable: boolean
}

/**
 * Writes chosen units as Markdown, in blocks. Each paragraph, item and row ends with the marker of
 * its passage. Code has it on what stands before it, or on a line of its own below
 * (docs/behaviour.md#built-in-answers).
 */
export function composeAnswer(units: Unit[], choice: RowChoice): QuotingText[] {
  return paragraphsOf(withWholeLists(units, choice)).map((paragraph, at, all) => {
    const { text, quoted } = written(paragraph, all[at - 1]?.[0], choice)
    return { text: at === 0 ? text : `\n\n${text}`, quoted }
  })
}

/** A piece of an answer. */
export interface QuotingText {
  text: string
  /** For each of its markers, in order, the places in its passage that stand before it. */
  quoted: Span[][]
}

/** The sentences of a paragraph together, every other unit alone. */
function paragraphsOf(units: Unit[]): Unit[][] {
  const paragraphs: Unit[][] = []
  for (const unit of units) {
    const open = paragraphs.at(-1)
    if (open?.[0] && isOneParagraph(open[0], unit)) open.push(unit)
    else paragraphs.push([unit])
  }
  return paragraphs
}

function isOneParagraph(one: Unit, other: Unit): boolean {
  const sentences = one.kind === 'sentence' && other.kind === 'sentence'
  return sentences && one.passage === other.passage && one.block === other.block
}

function written(paragraph: Unit[], before: Unit | undefined, choice: RowChoice): QuotingText {
  const [unit] = paragraph
  if (!unit) return { text: '', quoted: [] }
  const marker = markerOf(unit.passage)
  switch (unit.kind) {
    case 'sentence':
      return {
        text: `${joined(paragraph.map(({ markdown }) => markdown))} ${marker}`,
        quoted: [placesOf(paragraph.flatMap(({ parts }) => parts))],
      }
    case 'list':
      return writtenItems(shownItems(unit, choice), marker)
    case 'table':
      return writtenTable(unit, marker, choice)
    case 'code':
      return before?.passage === unit.passage
        ? { text: unit.markdown, quoted: [] }
        : { text: `${unit.markdown}\n\n${marker}`, quoted: [placesOf(unit.parts)] }
  }
}

/** Places of parts that share a marker; none where that of one is not sure. */
function placesOf(parts: Part[]): Span[] {
  const places = parts.map(({ place }) => place())
  const known = places.filter((place) => place !== null)
  return known.length === places.length ? known : []
}

/** Sentences with a blank between them, which scripts with wide full stops do without. */
function joined(sentences: string[]): string {
  return sentences.join(' ').replace(/(?<=[。！？｡]["'”’」』）)]*) /gu, '')
}

function writtenItems(items: Part[], marker: string): QuotingText {
  const marked = items.map(({ markdown }) => markedItem(markdown, marker))
  const cited = items.filter(({ markdown }, at) => marked[at] !== markdown)
  return { text: marked.join('\n'), quoted: cited.map((item) => placesOf([item])) }
}

/** A marker on the line of a fence would keep the code open. */
function markedItem(item: string, marker: string): string {
  const [first = '', ...rest] = item.split('\n')
  if (!/^\s*`{3,}\s*$/.test(rest.at(-1) ?? '')) return `${item} ${marker}`
  return [/^\S+\s*`{3}/.test(first) ? first : `${first} ${marker}`, ...rest].join('\n')
}

/**
 * Lists that their lead-in announces have no rows to choose from, unless the question singles out
 * entries of them; the lead-in of such a list is left out, and that of one too long to be whole.
 */
function withWholeLists(units: Unit[], choice: RowChoice): Unit[] {
  return units.flatMap((unit, at) => {
    const above = units[at - 1]
    if (above && isAnnounced(unit, above) && !isCut(unit, above)) return { ...unit, rows: [] }
    const next = units[at + 1]
    return next && isAnnounced(next, unit) && isCut(next, unit) ? [] : unit
  })

  function isCut(list: Unit, { text }: Unit): boolean {
    if (list.rows.length > MAX_WHOLE_ROWS) return true
    return LABEL.test(text) && singledOut(list, choice).length > 0
  }
}

/** Indexes of the few entries of a list ("Name: what it does") that hold most of the question. */
function singledOut({ rows }: Unit, { count, asksForTable }: RowChoice): number[] {
  const entries = rows.filter((row) => ENTRY.test(row))
  if (asksForTable || rows.length < LEAST_ENTRIES || entries.length < rows.length) return []
  const counts = rows.map((row) => count(row))
  const best = holding(counts, 1)
  const most = Math.max(...counts)
  const isNamed = best.every((at) => count(rows[at]?.split(/[:–—]/)[0] ?? '') > 0)
  const isClear = isNamed && most >= LEAST_HELD && holding(counts, 0.51).length === best.length
  return isClear && best.length <= Math.min(MAX_SINGLED_OUT, rows.length - 2) ? best : []
}
/** A lead-in that says no more than what a list holds: "Options:". */
const LABEL = /^(?:\S+ ){0,2}\S+[:：]$/u
const ENTRY = /^- [^.!?:;–—\n]{1,60}(?:: ?|:\*\* ?| [–—] )\S/
const LEAST_ENTRIES = 3
const LEAST_HELD = 2

function isAnnounced({ kind, section }: Unit, above: Unit | undefined): boolean {
  if (kind !== 'list' || above?.kind !== 'sentence') return false
  return above.section === section && relationsOf(above).needsNext
}

/** The items that hold most of the question, in order. Numbered steps stay whole. */
function shownItems(list: Unit, choice: RowChoice): Part[] {
  const { markdown, rows, parts } = list
  const singled = singledOut(list, choice)
  if (singled.length > 0) return pick(parts, singled)
  const isShort = rows.length <= MAX_ROWS && markdown.length <= MAX_UNIT_CHARS
  if (isShort || rows.length === 0) return parts
  return pick(parts, askedRows(list, rows, choice))
}

function pick<Item>(items: Item[], places: number[]): Item[] {
  return places.flatMap((place) => items[place] ?? [])
}

/** The header and the rows that are asked for; a few that stand out without it. */
function writtenTable(table: Unit, marker: string, choice: RowChoice): QuotingText {
  const { header, rows, values, parts } = table
  const best = holding(countsIn(table, values, choice), 1)
  const standOut = best.length > 0 && best.length <= Math.min(MAX_SINGLED_OUT, rows.length - 1)
  if (standOut && !choice.asksForTable) {
    const items = pick(values, best).map((value) => `- ${value} ${marker}`)
    return { text: items.join('\n'), quoted: quotedRows(best) }
  }
  const shown = rows.length <= MAX_ROWS ? [...rows.keys()] : askedRows(table, rows, choice)
  const lines = pick(rows, shown).map((row) => row.replace(/ \|$/, ` ${marker} |`))
  return { text: [header, ...lines].join('\n'), quoted: quotedRows(shown) }

  function quotedRows(places: number[]): Span[][] {
    return pick(parts, places).map((part) => placesOf([part]))
  }
}

/**
 * Indexes of the rows that hold most of what the question asks beside the headings above them, and
 * of all where it asks no more than those.
 */
function askedRows(unit: Unit, rows: string[], choice: RowChoice): number[] {
  const counts = countsIn(unit, rows, choice)
  const asksForAll = choice.asksForTable || Math.max(...counts) === 0
  return asksForAll
    ? [...rows.keys()].slice(0, MAX_WHOLE_ROWS)
    : holding(counts, 0.5).slice(0, MAX_ROWS)
}

function countsIn({ heading }: Unit, rows: string[], { count }: RowChoice): number[] {
  return rows.map((row) => count(row, heading))
}

/** Indexes of the counts that are at least a share of the highest one. */
function holding(counts: number[], share: number): number[] {
  const most = Math.max(...counts)
  return [...counts.keys()].filter((at) => (counts[at] ?? 0) >= most * share)
}
