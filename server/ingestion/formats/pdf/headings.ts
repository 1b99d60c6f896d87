import { joined } from './blocks.ts'
import { gapBetween, type Line } from './lines.ts'

/** A heading in the text: lines of a page. */
export interface Heading {
  level: number
  text: string
  /** From 0. */
  page: number
  /** The first of its lines. */
  at: number
  lines: number
}

/** An entry of the outline, with the page that it leads to. */
export interface OutlineEntry {
  level: number
  title: string
  /** From 0. */
  page: number
}

/** Letters that are this much larger than those of the text make a heading. */
const LARGER = 1.15
const MAX_HEADING_LENGTH = 200
/** In letter heights: a line that is further down is another heading. */
const LINE_OF_HEADING = 1.4
/** Where more of the text is large, the letters say nothing of its parts. */
const MAX_SHARE = 0.5

/** Lines in larger letters than most of the text; the largest are of the first level. */
export function headingsBySize(pages: Line[][]): Heading[] {
  const body = mostFrequentSize(pages.flat())
  const found = pages.flatMap((lines, page) => largeLines(lines, page, LARGER * body))
  const length = (texts: string[]) => texts.reduce((sum, text) => sum + text.length, 0)
  const all = length(pages.map(joined))
  if (length(found.map(({ text }) => text)) > MAX_SHARE * all) return []
  const sizes = [...new Set(found.map(({ size }) => size))].sort((a, b) => b - a)
  return found.map(({ size, ...heading }) => ({ ...heading, level: sizes.indexOf(size) + 1 }))
}

function largeLines(lines: Line[], page: number, size: number) {
  const found: (Omit<Heading, 'level'> & { size: number })[] = []
  for (let at = 0; at < lines.length; ) {
    const first = lines[at] as Line
    const height = rounded(first)
    let to = at + 1
    if (height >= size) {
      while (to < lines.length && rounded(lines[to] as Line) === height) {
        if (gapBetween(lines[to - 1], lines[to]) > LINE_OF_HEADING) break
        to++
      }
      const text = joined(lines.slice(at, to))
      if (/\p{L}.*\p{L}/u.test(text) && text.length <= MAX_HEADING_LENGTH)
        found.push({ size: height, text, page, at, lines: to - at })
    }
    at = to
  }
  return found
}

/** Half a point is a difference that readers see. */
function rounded({ height }: Line): number {
  return Math.round(height * 2) / 2
}

function mostFrequentSize(lines: Line[]): number {
  const letters = new Map<number, number>()
  for (const line of lines) {
    const length = line.cells.reduce((sum, { text }) => sum + text.length, 0)
    letters.set(rounded(line), (letters.get(rounded(line)) ?? 0) + length)
  }
  return [...letters].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0]
}

/**
 * The lines that repeat the titles of the outline; titles that the pages do not show are left out.
 */
export function headingsByOutline(outline: OutlineEntry[], pages: Line[][]): Heading[] {
  const from = new Map<number, number>()
  return outline.flatMap(({ level, title, page }) => {
    const lines = pages[page] ?? []
    const wanted = folded(title)
    if (wanted === '') return []
    for (let at = from.get(page) ?? 0; at < lines.length; at++) {
      const count = linesThatSay(wanted, lines, at)
      if (count === 0) continue
      from.set(page, at + count)
      return [{ level, text: title, page, at, lines: count }]
    }
    return []
  })
}

/** How many lines from here on say this, and nothing else; 0: they do not. */
function linesThatSay(wanted: string, lines: Line[], from: number): number {
  let said = ''
  for (let at = from; at < lines.length && at < from + 4; at++) {
    said += folded(joined(lines.slice(at, at + 1)))
    if (said === wanted || withoutNumber(said) === withoutNumber(wanted)) return at - from + 1
    if (!wanted.startsWith(said) && !wanted.startsWith(withoutNumber(said))) return 0
  }
  return 0
}

/** Letters and digits only: pages and outline differ in blanks and punctuation. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

function withoutNumber(text: string): string {
  return text.replace(/^(?:chapter|section)?\d+/, '')
}
