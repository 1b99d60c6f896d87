import { type Cell, gapBetween, LINE_HEIGHT, type Line } from './lines.ts'

export interface Table {
  /** In Markdown, the first row as its header; empty when the lines are no table. */
  text: string
  /** How many lines it takes, at least one. */
  lines: number
}

type Column = Omit<Cell, 'text'>

/** In letter heights: rows that are further apart are no table. */
const MAX_ROW_HEIGHT = 3.5

/**
 * The lines from here on that have at least two cells, as long as those stand below each other, and
 * lines that go on in one cell. No table are a single row, and items with their bullets or numbers.
 */
export function tableAt(lines: Line[], from: number): Table {
  const rows: Cell[][] = []
  let columns: Column[] = []
  let at = from
  for (; at < lines.length; at++) {
    const line = lines[at] as Line
    if (rows.length > 0 && gapBetween(lines[at - 1], line) > MAX_ROW_HEIGHT) break
    if (line.cells.length < 2) {
      if (!continueCell(rows.at(-1), columns, lines, at)) break
      continue
    }
    const aligned = align(columns, line.cells)
    if (!aligned) break
    columns = aligned
    rows.push(line.cells.map((cell) => ({ ...cell })))
  }
  const isTable = rows.length > 1 && !rows.every(([first]) => BULLET.test(first?.text.trim() ?? ''))
  return { text: isTable ? inMarkdown(rows, columns) : '', lines: Math.max(1, at - from) }
}

const BULLET = /^(?:\W|\(?\w{1,3}[.)])$/

/** The columns widened by these cells; null when the cells do not stand below those before. */
function align(columns: Column[], cells: Cell[]): Column[] | null {
  if (columns.length === 0) return cells.map(({ from, to }) => ({ from, to }))
  const places = cells.map((cell) =>
    columns.flatMap((column, at) => (meet(column, cell) ? [at] : [])),
  )
  const taken = places.flat()
  if (places.some((found) => found.length > 1) || new Set(taken).size < Math.max(2, taken.length))
    return null
  const widened = columns.map((column, at) => {
    const { from, to } = cells[places.findIndex(([place]) => place === at)] ?? column
    return { from: Math.min(from, column.from), to: Math.max(to, column.to) }
  })
  const added = cells.filter((_, index) => places[index]?.length === 0)
  const all = [...widened, ...added.map(({ from, to }) => ({ from, to }))]
  all.sort((a, b) => a.from - b.from)
  return all.some((column, at) => at > 0 && meet(column, all[at - 1] ?? column)) ? null : all
}

function meet(a: Column, b: Column): boolean {
  return a.from < b.to && b.from < a.to
}

/**
 * A line of a single cell goes on in the row above when it stands below one cell only, nearer to
 * that row than to the next. False: it does not belong to the table.
 */
function continueCell(
  row: Cell[] | undefined,
  columns: Column[],
  lines: Line[],
  at: number,
): boolean {
  const cell = lines[at]?.cells[0]
  const gap = gapBetween(lines[at - 1], lines[at])
  if (!row || !cell || gap > LINE_HEIGHT || gapBetween(lines[at], lines[at + 1]) < 1.2 * gap)
    return false
  const [column, second] = columns.filter((column) => meet(column, cell))
  if (!column || second) return false
  const above = row.find((other) => meet(column, other))
  if (above) above.text += ` ${cell.text}`
  else row.push({ ...cell })
  return true
}

function inMarkdown(rows: Cell[][], columns: Column[]): string {
  const [header = '', ...rest] = rows.map((row) => {
    const values = columns.map((column) => row.find((cell) => meet(column, cell))?.text ?? '')
    return `| ${values.map((text) => text.trim().replace(/\s+/g, ' ').replace(/\|/g, '\\|')).join(' | ')} |`
  })
  return [header, `| ${columns.map(() => '---').join(' | ')} |`, ...rest].join('\n')
}
