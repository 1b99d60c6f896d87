import { type Inline, inline, inlineText } from './inline.ts'

export interface ListItem {
  blocks: Block[]
}
export interface TableRow {
  cells: Inline[][]
}
export interface CodeLine {
  text: string
}

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'rule' }
  | { kind: 'code'; language: string; lines: CodeLine[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; start: number | null; items: ListItem[] }
  | { kind: 'table'; align: Align[]; head: TableRow; rows: TableRow[] }

export type Align = 'start' | 'center' | 'end' | null

/** Containers within containers are read as text below this depth, so that hostile nesting stays cheap. */
const MAX_DEPTH = 8

/**
 * Reads a growing Markdown text. Every line is read once: a block, list item, table row or code line
 * that can no longer change is the same object in every later result, so that a renderer may skip it.
 * No HTML, no images, and never throws.
 */
export function createMarkdown() {
  let consumed = ''
  let lines = createBlocks(0)
  return {
    /**
     * The blocks of the text so far. While it grows, a construct that is still half open is shown as
     * what it is going to be, or not at all, never as its raw characters.
     */
    read(text: string, { growing }: { growing: boolean }): Block[] {
      if (!text.startsWith(consumed)) {
        consumed = ''
        lines = createBlocks(0)
      }
      const end = text.lastIndexOf('\n') + 1
      for (const line of text.slice(consumed.length, end).split('\n').slice(0, -1)) {
        lines.feed(line.replace(/\r$/, ''))
      }
      consumed = text.slice(0, end)
      const tail = text.slice(end)
      if (tail === '' || (growing && UNDECIDED.test(tail))) return lines.show(growing)
      const whole = lines.copy()
      whole.feed(tail)
      return whole.show(growing)
    },
  }
}

/** The text without its markup, to be spoken or copied. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.map(blockText).join('\n')
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return inlineText(block.children)
    case 'rule':
      return ''
    case 'code':
      return block.lines.map(({ text }) => text).join('\n')
    case 'quote':
      return plainText(block.blocks)
    case 'list':
      return block.items.map(({ blocks }) => plainText(blocks)).join('\n')
    case 'table':
      return [block.head, ...block.rows]
        .map(({ cells }) => cells.map(inlineText).join(', '))
        .join('\n')
  }
}

interface Blocks {
  feed(line: string): void
  /** Every block; with `growing`, what is half open at the end is shown as what it is going to be. */
  show(growing: boolean): Block[]
  /** The same state, to be fed a line that may yet change. Closed blocks are shared. */
  copy(): Blocks
}

/** The block that the next line may still belong to. */
type Open =
  | { kind: 'paragraph'; lines: string[] }
  | { kind: 'heading'; level: number; title: string }
  | { kind: 'table'; align: Align[]; head: TableRow; rows: TableRow[]; line: string | null }
  | { kind: 'code'; fence: string; indent: number; language: string; lines: CodeLine[] }
  | { kind: 'quote'; inner: Blocks }
  | OpenList

interface OpenList {
  kind: 'list'
  /** What the markers of its items have in common: the character, or `.` or `)` after a number. */
  marker: string
  start: number | null
  items: ListItem[]
  inner: Blocks
  /** Columns that a line must be indented by to belong to the current item. */
  indent: number
  blank: boolean
}

const FENCE = /^ {0,3}(`{3,}|~{3,}) *([^\s`]*)[^`]*$/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/
const QUOTE = /^ {0,3}> ?(.*)$/
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}(?=\S)| (?= )|$)(.*)$/
const DELIMITER = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

/** A last line that may still turn into a marker of some kind; it is not shown until it has. */
const UNDECIDED =
  /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:#{1,6}|[-*+_=|: \t]+|\d{1,9}[.)]?|[`~]{1,2}|(?:`{3,}|~{3,})[^`\n]*|!?\[)?[ \t]*$/

/** The block structure of a text, fed line by line. */
function createBlocks(depth: number, closed: Block[] = [], open: Open | null = null): Blocks {
  function feed(line: string) {
    if (!continues(line)) begin(line)
  }

  /** True when the open block has taken the line. */
  function continues(line: string): boolean {
    switch (open?.kind) {
      case 'paragraph':
        return continueParagraph(open.lines, line)
      case 'table':
        return continueTable(open, line)
      case 'code':
        return continueCode(open, line)
      case 'quote':
        return continueQuote(open.inner, line)
      case 'list':
        return continueList(open, line)
      case 'heading':
      case undefined:
        return false
    }
  }

  function continueParagraph(lines: string[], line: string): boolean {
    const [first = ''] = lines
    const align = lines.length === 1 && DELIMITER.test(line) ? cells(line).map(alignment) : []
    if (first.includes('|') && align.length > 0 && align.length === cells(first).length) {
      open = { kind: 'table', align, head: row(first), rows: [], line: null }
      return true
    }
    if (line.trim() === '' || startsBlock(line)) return false
    lines.push(line)
    return true
  }

  function continueTable(table: Open & { kind: 'table' }, line: string): boolean {
    if (!line.includes('|')) return false
    if (table.line !== null) table.rows.push(row(table.line))
    table.line = line
    return true
  }

  function continueCode({ fence, indent, lines }: Open & { kind: 'code' }, line: string): boolean {
    if (closesFence(line, fence)) close()
    else lines.push({ text: outdent(line, indent) })
    return true
  }

  function continueQuote(inner: Blocks, line: string): boolean {
    const inside = QUOTE.exec(line)?.[1]
    if (inside !== undefined) inner.feed(inside)
    return inside !== undefined
  }

  function continueList(list: OpenList, line: string): boolean {
    if (line.trim() === '') {
      list.blank = true
      list.inner.feed('')
      return true
    }
    if (indentation(line) >= list.indent) {
      list.blank = false
      list.inner.feed(outdent(line, list.indent))
      return true
    }
    const item = beginsItem(line)
    if (item?.marker === list.marker) {
      list.items.push({ blocks: list.inner.show(false) })
      Object.assign(list, { inner: createBlocks(depth + 1), indent: item.indent, blank: false })
      list.inner.feed(item.text)
      return true
    }
    if (list.blank || startsBlock(line)) return false
    list.inner.feed(line)
    return true
  }

  function begin(line: string) {
    close()
    if (line.trim() === '') return
    open = beginFence(line) ?? beginHeading(line)
    if (open) return
    if (RULE.test(line)) closed.push({ kind: 'rule' })
    else open = beginContainer(line) ?? { kind: 'paragraph', lines: [line] }
  }

  function beginContainer(line: string): Open | null {
    if (depth >= MAX_DEPTH) return null
    const quoted = QUOTE.exec(line)?.[1]
    const item = beginsItem(line)
    const inside = quoted ?? item?.text
    if (inside === undefined) return null
    const inner = createBlocks(depth + 1)
    inner.feed(inside)
    if (!item) return { kind: 'quote', inner }
    const { marker, start, indent } = item
    return { kind: 'list', marker, start, items: [], inner, indent, blank: false }
  }

  function startsBlock(line: string): boolean {
    if (FENCE.test(line) || HEADING.test(line) || RULE.test(line)) return true
    return depth < MAX_DEPTH && (QUOTE.test(line) || beginsItem(line)?.text.trim() !== undefined)
  }

  function close() {
    if (open) closed.push(toBlock(open, false))
    open = null
  }

  return {
    feed,
    show(growing) {
      return open ? [...closed, toBlock(open, growing)] : closed.slice()
    },
    copy() {
      return createBlocks(depth, closed.slice(), open && copyOpen(open))
    },
  }
}

function copyOpen(open: Open): Open {
  switch (open.kind) {
    case 'heading':
      return open
    case 'paragraph':
    case 'code':
      return { ...open, lines: open.lines.slice() } as Open
    case 'table':
      return { ...open, rows: open.rows.slice() }
    case 'quote':
      return { ...open, inner: open.inner.copy() }
    case 'list':
      return { ...open, items: open.items.slice(), inner: open.inner.copy() }
  }
}

function toBlock(open: Open, growing: boolean): Block {
  switch (open.kind) {
    case 'paragraph':
      return toParagraph(open.lines, growing)
    case 'heading':
      return { kind: 'heading', level: open.level, children: inline(open.title, growing) }
    case 'table': {
      const { align, head, rows, line } = open
      return {
        kind: 'table',
        align,
        head,
        rows: line === null ? rows.slice() : [...rows, row(line, growing)],
      }
    }
    case 'code':
      return { kind: 'code', language: open.language, lines: open.lines.slice() }
    case 'quote':
      return { kind: 'quote', blocks: open.inner.show(growing) }
    case 'list': {
      const items = [...open.items, { blocks: open.inner.show(growing) }]
      return { kind: 'list', start: open.start, items }
    }
  }
}

/** A first line in pipes is shown as a table's head, because its second line is likely to make it one. */
function toParagraph(lines: string[], growing: boolean): Block {
  const [first = ''] = lines
  if (growing && lines.length === 1 && first.trimStart().startsWith('|')) {
    return { kind: 'table', align: [], head: row(first, growing), rows: [] }
  }
  const text = lines.map((line) => line.trimStart()).join('\n')
  return { kind: 'paragraph', children: inline(text.trimEnd(), growing) }
}

function beginFence(line: string): Open | null {
  const [, fence, language = ''] = FENCE.exec(line) ?? []
  return fence ? { kind: 'code', fence, indent: indentation(line), language, lines: [] } : null
}

function closesFence(line: string, fence: string): boolean {
  const text = line.trim()
  return text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length)
}

function beginHeading(line: string): Open | null {
  const [, hashes, title = ''] = HEADING.exec(line) ?? []
  if (!hashes) return null
  return { kind: 'heading', level: hashes.length, title: title.trim().replace(/(?:^| )#+$/, '') }
}

function beginsItem(line: string) {
  const [, before = '', mark, after = '', text = ''] = ITEM.exec(line) ?? []
  if (!mark || RULE.test(line)) return null
  const numbered = /\d/.test(mark)
  return {
    marker: mark.slice(-1),
    start: numbered ? Number.parseInt(mark, 10) : null,
    indent: before.length + mark.length + Math.max(after.length, 1),
    text,
  }
}

function indentation(line: string): number {
  return line.length - line.trimStart().length
}

function outdent(line: string, columns: number): string {
  return line.slice(Math.min(columns, indentation(line)))
}

function row(line: string, growing = false): TableRow {
  const parts = cells(line)
  return {
    cells: parts.map((cell, index) => inline(cell, growing && index === parts.length - 1)),
  }
}

/** The cells of a table's line; `\|` is a pipe within one. */
function cells(line: string): string[] {
  const inside = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function alignment(cell: string): Align {
  const start = cell.startsWith(':')
  if (cell.endsWith(':')) return start ? 'center' : 'end'
  return start ? 'start' : null
}
