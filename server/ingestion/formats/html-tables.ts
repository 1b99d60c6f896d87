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
 * Whether a table only draws a frame: around one text, with its title and an icon ("Note"), or in
 * one row around paragraphs, lists and other blocks.
 */
export function isBox($: CheerioAPI, rows: Element[][]): boolean {
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
 * or there is only one row.
 */
export function isLabelled($: CheerioAPI, rows: Element[][]): boolean {
  if (rows.length === 1) return true
  const pairs = rows.filter((cells) => cells.length > 1)
  const [label, text] = pairs[0] ?? []
  if (label?.name !== 'th' || text?.name !== 'td' || !hasText($, label)) return false
  const isHead = $(label).closest('thead, table').is('thead')
  return !isHead && pairs.every((cells) => cells.length === 2 && cells[1]?.name === 'td')
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
  return $(cell).text().trim() !== ''
}

function isBlank($: CheerioAPI, cell: Element): boolean {
  return !hasText($, cell) && $(cell).find('img[alt]').length === 0
}
