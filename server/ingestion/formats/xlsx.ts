import { type Block, type Content, type Section, titleFromPath } from '../extracted.ts'
import { NOTHING, openOffice, type Parts, relatedTo } from './office.ts'
import { recordBlock } from './records.ts'
import { type Row, readCells, type Workbook } from './worksheet.ts'
import { readXml } from './xml.ts'

const MAIN = 'xl/workbook.xml'

/**
 * Workbooks: a section for each sheet, in which each row becomes `Column: value` lines, with values
 * written as their cells show them. Hidden sheets, rows and columns are left out. Throws
 * `encrypted`, `limit_exceeded` for more than 64 MiB, `malformed`.
 */
export async function extractXlsx(bytes: Uint8Array, path: string): Promise<Content> {
  const parts = await openOffice(bytes, { main: MAIN, kind: 'an Excel workbook' })
  const { sheets, isFrom1904 } = readWorkbook(parts)
  const related = relatedTo(MAIN, parts)
  const part = (name: string) => parts[`xl/${name}.xml`] ?? NOTHING
  const workbook: Workbook = {
    strings: sharedStrings(part('sharedStrings')),
    patterns: numberFormats(part('styles')),
    isFrom1904,
  }
  const sections = sheets.map(({ name, id }) => {
    const rows = readCells(parts[related.get(id) ?? ''] ?? NOTHING, workbook)
    return sectionOf(rows, sheets.length > 1 ? [name] : [])
  })
  return { title: titleFromPath(path), url: null, sections }
}

/** The sheets that are shown, in their order. */
function readWorkbook(parts: Parts) {
  const sheets: { name: string; id: string }[] = []
  let isFrom1904 = false
  readXml(parts[MAIN] ?? NOTHING, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible')
        sheets.push({ name: attributes.name ?? '', id: attributes['r:id'] ?? '' })
    },
  })
  return { sheets, isFrom1904 }
}

function sharedStrings(part: Uint8Array): string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  /** How a word is pronounced, which Japanese workbooks keep beside it. */
  let isPhonetic = false
  readXml(part, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    text(more) {
      if (isText) text += more
    },
    close(name) {
      isText = false
      if (name === 'rPh') isPhonetic = false
      if (name === 'si') strings.push(text)
    },
  })
  return strings
}

/** Patterns of the formats that every workbook has without declaring them (ECMA-376, 18.8.30). */
const BUILT_IN: Record<string, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
}

/** The pattern of each style that cells have, by its number. */
function numberFormats(part: Uint8Array): (string | undefined)[] {
  const declared = new Map<string, string>()
  const patterns: (string | undefined)[] = []
  let isOfCells = false
  readXml(part, {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') declared.set(numFmtId, formatCode)
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells) patterns.push(declared.get(numFmtId) ?? BUILT_IN[numFmtId])
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return patterns
}

/** The first row of several values names the columns; what stands above it is a text. */
function sectionOf(rows: Row[], headings: string[]): Section {
  const found = rows.findIndex((row) => row.length > 1)
  const at = found < 0 || found === rows.length - 1 ? rows.length : found
  const names = new Map(rows[at])
  const blocks = [
    ...rows.slice(0, at).map((row) => recordBlock([['', row.map(([, value]) => value).join(' ')]])),
    ...rows
      .slice(at + 1)
      .map((row) => recordBlock(row.map(([column, value]) => [names.get(column) ?? '', value]))),
  ]
  return {
    headings,
    fragment: null,
    page: null,
    blocks: blocks.filter((block): block is Block => block !== null),
  }
}
