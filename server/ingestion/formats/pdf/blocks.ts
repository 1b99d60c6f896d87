import type { Block } from '../../extracted.ts'
import { clean } from '../decode.ts'
import { escapeTags } from '../escape-tags.ts'
import { gapBetween, LINE_HEIGHT, type Line, textOf } from './lines.ts'
import { tableAt } from './tables.ts'

/** Paragraphs, and tables where lines have cells below each other. */
export function blocksOf(lines: Line[]): Block[] {
  const blocks: Block[] = []
  let paragraph: Line[] = []
  const endParagraph = () => {
    const text = escapeTags(joined(paragraph))
    if (text !== '') blocks.push({ kind: 'paragraph', text })
    paragraph = []
  }
  for (let at = 0; at < lines.length; ) {
    const table = tableAt(lines, at)
    if (table.text !== '') {
      endParagraph()
      blocks.push({ kind: 'table', text: clean(escapeTags(table.text)) })
    } else {
      for (const line of lines.slice(at, at + table.lines)) {
        if (gapBetween(paragraph.at(-1), line) > LINE_HEIGHT) endParagraph()
        paragraph.push(line)
      }
    }
    at += table.lines
  }
  endParagraph()
  return blocks
}

/** The text of lines that belong together. A hyphen at a line's end joins a word. */
export function joined(lines: Line[]): string {
  const text = lines.reduce((before, line) => {
    const start = /\p{Ll}-$/u.test(before) ? before.slice(0, -1) : `${before} `
    return start + textOf(line).trim()
  }, '')
  return clean(text).replace(/\s+/g, ' ').trim()
}
