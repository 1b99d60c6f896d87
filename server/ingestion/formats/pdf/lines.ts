/** A piece of text as PDF.js gives it. */
export interface TextItem {
  str: string
  /** Its last two numbers are the place of its beginning, from the lower left corner. */
  transform: number[]
  width: number
  height: number
}

/** Text with the horizontal room that it takes. */
export interface Cell {
  text: string
  from: number
  to: number
}

/** A line of text on a page. Wide gaps part it into cells. */
export interface Line {
  cells: [Cell, ...Cell[]]
  baseline: number
  /** Of its largest letters. */
  height: number
}

/** In letter heights: justified text has smaller gaps between its words. */
const GAP_BETWEEN_CELLS = 1

/** The lines of a page, in the order in which they were written to it. */
export function linesOf(items: TextItem[]): Line[] {
  const lines: Line[] = []
  let line: Line | null = null
  for (const item of items) {
    const height = item.height || 12
    const [from = 0, baseline = 0] = item.transform.slice(4)
    if (item.str.trim() === '') {
      const cell = line?.cells.at(-1)
      // A blank as wide as a gap is one.
      if (cell && item.str !== '' && item.width < GAP_BETWEEN_CELLS * (line?.height ?? 0))
        cell.text += ' '
      continue
    }
    const cell = { text: item.str, from, to: from + item.width }
    if (!line || Math.abs(line.baseline - baseline) > 0.5 * Math.max(line.height, height)) {
      line = { cells: [cell], baseline, height }
      lines.push(line)
      continue
    }
    line.height = Math.max(line.height, height)
    addTo(line, cell)
  }
  return lines
}

function addTo(line: Line, cell: Cell): void {
  const last = line.cells.at(-1) ?? cell
  // Languages that are written from the right add to the left.
  const gap = Math.max(cell.from - last.to, last.from - cell.to)
  if (gap >= GAP_BETWEEN_CELLS * line.height) {
    line.cells.push(cell)
    return
  }
  last.text += cell.text
  last.from = Math.min(last.from, cell.from)
  last.to = Math.max(last.to, cell.to)
}

/** On so many pages, the same line at the beginning or end of each belongs to none of them. */
const RUNNING_ON = 3

/** The pages without their numbers and without the headers and footers that they share. */
export function withoutRunningLines(pages: Line[][]): Line[][] {
  const keys = pages.map((lines) => new Set([lines.at(0), lines.at(-1)].map(runningKey)))
  const counts = new Map<string, number>()
  for (const key of keys.flatMap((found) => [...found])) counts.set(key, (counts.get(key) ?? 0) + 1)
  const isRunning = (line: Line) => (counts.get(runningKey(line)) ?? 0) >= RUNNING_ON
  return pages.map((lines) =>
    lines.filter((line, at) => (at > 0 && at < lines.length - 1) || !isRunning(line)),
  )
}

/** The same for lines of the same letters that differ in a number only. */
function runningKey(line: Line | undefined): string {
  if (!line) return ''
  const text = textOf(line).replace(/\d+/g, '#').replace(/\s+/g, '')
  return `${Math.round(line.height)} ${text}`
}

export function textOf({ cells }: Line): string {
  return cells.map(({ text }) => text).join(' ')
}

/** In letter heights: a wider gap between two lines begins a paragraph. */
export const LINE_HEIGHT = 1.6

/** The gap between the baselines of two lines, in the letter heights of the second. */
export function gapBetween(line: Line | undefined, next: Line | undefined): number {
  if (!line || !next) return Number.POSITIVE_INFINITY
  return Math.abs(line.baseline - next.baseline) / next.height
}
