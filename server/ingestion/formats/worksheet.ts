import { format, isDateFormat } from 'numfmt'
import { type Attributes, readXml } from './xml.ts'

/** The values of a row that has any, each with the number of its column, from 0. */
export type Row = [column: number, value: string][]

/** What cells refer to. */
export interface Workbook {
  strings: string[]
  /** The pattern of each style; absent: the number as it is. */
  patterns: (string | undefined)[]
  /** Days are counted from 1904 instead of 1900. */
  isFrom1904: boolean
}

/** The rows of a worksheet that hold something and are not hidden. */
export function readCells(part: Uint8Array, workbook: Workbook): Row[] {
  const rows: Row[] = []
  const hidden: [from: number, to: number][] = []
  let row: Row = []
  let isHidden = false
  let cell: Attributes = {}
  let column = -1
  let text = ''
  let isText = false
  readXml(part, {
    open(name, attributes) {
      isText = name === 'v' || name === 't'
      if (name === 'col' && isTrue(attributes.hidden))
        hidden.push([Number(attributes.min) - 1, Number(attributes.max) - 1])
      else if (name === 'row') {
        row = []
        column = -1
        isHidden = isTrue(attributes.hidden)
      } else if (name === 'c') {
        cell = attributes
        column = columnOf(attributes.r) ?? column + 1
        text = ''
      }
    },
    text(more) {
      if (isText) text += more
    },
    close(name) {
      isText = false
      if (name === 'row' && !isHidden && row.length > 0) rows.push(row)
      if (name !== 'c' || hidden.some(([from, to]) => column >= from && column <= to)) return
      const value = valueOf(cell, text, workbook).trim()
      if (value !== '') row.push([column, value])
    },
  })
  return rows
}

function isTrue(flag: string | undefined): boolean {
  return flag === '1' || flag === 'true'
}

/** `AB12` → 27 */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return null
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function valueOf({ t, s }: Attributes, text: string, workbook: Workbook): string {
  if (text === '') return ''
  switch (t ?? 'n') {
    case 's':
      return workbook.strings[Number(text)] ?? ''
    case 'b':
      return text === '1' ? 'TRUE' : 'FALSE'
    case 'n':
      return numberOf(text, workbook.patterns[Number(s)], workbook)
    default:
      return text
  }
}

/** Days that lie before 1904, where the count of some workbooks begins. */
const DAYS_BEFORE_1904 = 1462

function numberOf(text: string, pattern: string | undefined, { isFrom1904 }: Workbook): string {
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  // As precise as a cell shows it: 0.1 + 0.2 is stored as 0.30000000000000004.
  const plain = String(Number(value.toPrecision(15)))
  if (pattern === undefined || /^general$/i.test(pattern)) return plain
  const days = isFrom1904 && isDateFormat(pattern) ? value + DAYS_BEFORE_1904 : value
  const shown = format(pattern, days, { throws: false })
  return /^#+$/.test(shown) ? plain : shown
}
