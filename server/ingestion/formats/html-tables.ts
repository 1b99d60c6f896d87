import type { CheerioAPI } from 'cheerio'
import type { Element } from 'domhandler'

/** The cells of a table by row, without empty rows and without those of tables in its cells. */
export function rowsOf($: CheerioAPI, table: Element): Element[][] {
  return $(table)
    .find('tr')
    .filter((_, row) => $(row).closest('table').is(table))
    .get()
    .map((row) => $(row).children('th, td').get())
    .filter((cells) => cells.some((cell) => !isBlank($, cell)))
}

/** Takes the first row of each table for the names of its columns, as office documents mean it. */
export function nameColumns($: CheerioAPI): void {
  for (const table of $('table').get()) {
    const [first = [], second] = rowsOf($, table)
    if (second) for (const cell of first) cell.name = 'th'
  }
}

/** Whether a table lays code out beside the numbers of its lines. */
export function isNumbered($: CheerioAPI, rows: Element[][]): boolean {
  const cells = rows.length === 1 ? (rows[0] ?? []) : []
  return cells.some((cell) => $(cell).find('pre').length > 0) && cells.every(isCode)

  function isCode(cell: Element): boolean {
    const text = $(cell).text().trim()
    return /^[\d\s]*$/.test(text) || text === $(cell).find('pre').text().trim()
  }
}

/**
 * Whether a table only draws a frame or lays a page out: around one text, with its title and an
 * icon ("Note"), in one row around paragraphs, lists and other blocks, or around headings.
 */
export function isBox($: CheerioAPI, rows: Element[][]): boolean {
  if ($(rows.flat()).find('h1, h2, h3, h4, h5, h6').length > 0) return true
  if (rows.length === 1 && rows[0]?.every(({ name }) => name === 'td')) {
    if ($(rows[0]).find(BLOCKS).length > 0) return true
  }
  return rows.length <= 2 && rows.every(hasOneText)

  /** Pictures before the text are icons; after it they say something. */
  function hasOneText(cells: Element[]): boolean {
    const filled = cells.filter((cell) => !isBlank($, cell))
    return filled.slice(0, -1).every((cell) => !hasText($, cell))
  }
}
const BLOCKS = 'p, ul, ol, dl, pre, table, blockquote, h1, h2, h3, h4, h5, h6'

/**
 * Whether a table names its rows and not its columns: no row has more than a label and its text,
 * and the first row is no header; or there is only one row.
 */
export function isLabelled($: CheerioAPI, rows: Element[][]): boolean {
  if (rows.length === 1) return true
  const pairs = rows.filter((cells) => cells.length > 1)
  const [label, text] = pairs[0] ?? []
  if (!label || text?.name !== 'td' || !hasText($, label)) return false
  if (label.name === 'td' && isHeader($, [label, text], rows)) return false
  const isHead = $(label).closest('thead, table').is('thead')
  return !isHead && pairs.every((cells) => cells.length === 2 && cells[1]?.name === 'td')
}

/** Whether ordinary cells name columns: all of them are bold, which other rows are not. */
function isHeader($: CheerioAPI, cells: Element[], rows: Element[][]): boolean {
  const isBold = (cell: Element) => $(cell).find('b, strong').text().trim() === textIn($, cell)
  return cells.every(isBold) && !rows.slice(1).every((others) => others.every(isBold))
}

/** Whether rows are labels with texts that hold lists, code or tables of their own. */
export function isRich($: CheerioAPI, rows: Element[][]): boolean {
  const isPair = ([label, , ...rest]: Element[]) => rest.length === 0 && !holdsNested($, label)
  return rows.every(isPair) && rows.some(([, text]) => holdsNested($, text))
}

function holdsNested($: CheerioAPI, cell: Element | undefined): boolean {
  return cell !== undefined && $(cell).find(NESTED).length > 0
}
const NESTED = 'ul, ol, pre, table'

/** The names of columns. */
export function isHeadRow(cells: Element[]): boolean {
  return cells.length > 1 && cells.every(({ name }) => name === 'th')
}

/** Rows below a title of their own, which stands in a row across the columns. */
export interface TablePart {
  title: Element | null
  rows: Element[][]
}

/** The parts of a table, each with the names of its columns. */
export function partsOf($: CheerioAPI, rows: Element[][]): TablePart[] {
  const parts: TablePart[] = [{ title: null, rows: [] }]
  const head = rows.find(isHeadRow)
  for (const cells of rows) {
    const [cell] = cells
    const part = parts.at(-1)
    if (cell && cells.length === 1 && isTitle($, cell)) parts.push({ title: cell, rows: [] })
    else if (head && part?.rows.length === 0 && !isHeadRow(cells)) part.rows.push(head, cells)
    else part?.rows.push(cells)
  }
  return parts.filter((part) => part.title !== null || part.rows.length > 0)
}

const TITLE_CHARS = 120

function isTitle($: CheerioAPI, cell: Element): boolean {
  const text = textIn($, cell)
  const isAcross = Number(cell.attribs.colspan ?? 1) > 1
  return isAcross && text.length <= TITLE_CHARS && !/[.!?:]$/.test(text) && !holdsNested($, cell)
}

function textIn($: CheerioAPI, cell: Element): string {
  return $(cell).text().trim()
}

/** A table in Markdown, whose first row is the header; shorter rows are filled up. */
export function markdownTable(rows: string[][]): string {
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const [header, ...rest] = rows.map((cells) => lineOf(cells, width))
  if (header === undefined) return ''
  return [header, lineOf(Array(width).fill('---'), width), ...rest].join('\n')
}

function lineOf(cells: string[], width: number): string {
  return `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`
}

function hasText($: CheerioAPI, cell: Element): boolean {
  return textIn($, cell) !== ''
}

function isBlank($: CheerioAPI, cell: Element): boolean {
  return !hasText($, cell) && $(cell).find('img[alt]').length === 0
}
