import { parse } from 'csv-parse/sync'
import { type Content, DocumentError, titleFromPath } from '../extracted.ts'
import { recordBlock } from './records.ts'

/**
 * A table with a header in its first row. Each row becomes `Column: value` lines, so that a passage
 * tells what its numbers mean. The delimiter is the most frequent one of the header. Throws
 * `malformed`.
 */
export function extractCsv(text: string, path: string): Content {
  const [header = [], ...rows] = readRows(text)
  const names = header.map((name, index) => name.trim() || `Column ${index + 1}`)
  const blocks = rows
    .map((row) => recordBlock(row.map((value, index) => [names[index] ?? '', value])))
    .filter((block) => block !== null)
  const only = rows.length === 0 ? recordBlock(header.map((value) => ['', value])) : null
  const sections = [{ headings: [], fragment: null, page: null, blocks: only ? [only] : blocks }]
  return { title: titleFromPath(path), url: null, sections }
}

function readRows(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
  } catch (cause) {
    throw new DocumentError('malformed', 'The file is not a table of comma-separated values.', {
      cause,
    })
  }
}

function delimiterOf(text: string): string {
  const header = text.slice(0, text.indexOf('\n') >>> 0)
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, count: header.split(mark).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).mark
}
