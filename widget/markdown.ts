import { type Inline, inline } from './inline.ts'

export interface ListItem {
  kind: 'item'
  children: Block[]
}
export interface TableRow {
  kind: 'row'
  children: { children: Inline[] }[]
}
export interface CodeLine {
  text: string
}

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'rule' }
  | { kind: 'code'; language: string; children: CodeLine[] }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'list'; start: number | null; children: ListItem[] }
  /** Its first row is its head. */
  | { kind: 'table'; align: Align[]; children: TableRow[] }

export type Align = 'start' | 'center' | 'end'

/** Containers within containers are read as text below this depth, so that hostile nesting stays cheap. */
const MAX_DEPTH = 8

/**
 * Reads a growing Markdown text. Every line is read once: a block, list item, table row or code line
 * that can no longer change is the same object in every later result, so that a renderer may skip it.
 * No HTML, no images, and never throws.
 */
export function createMarkdown() {
  let consumed = ''
  let lines = createBlocks({ depth: 0, growing: false })
  return {
    /**
     * The blocks of the text so far. While it grows, a construct that is still half open is shown as
     * what it is going to be, or not at all, never as its raw characters.
     */
    read(text: string, { growing }: { growing: boolean }): Block[] {
      if (!text.startsWith(consumed)) {
        consumed = ''
        lines = createBlocks({ depth: 0, growing: false })
      }
      const end = text.lastIndexOf('\n') + 1
      text.slice(consumed.length, end).split(/\r?\n/).slice(0, -1).forEach(lines.feed)
      consumed = text.slice(0, end)
      const tail = text.slice(end)
      const shown = lines.copy(growing)
      if (tail !== '' && !(growing && UNDECIDED.test(tail))) shown.feed(tail)
      return shown.show(growing)
    },
  }
}

interface Blocks {
  feed(line: string): void
  /** Every block; with `growing`, what is half open at the end is shown as what it is going to be. */
  show(growing: boolean): Block[]
  /** The same state, to be fed a line that may yet change. Closed blocks are shared. */
  copy(growing: boolean): Blocks
}

type Table = Block & { kind: 'table' }
type Code = Block & { kind: 'code' }

/** The block that the next line may still belong to. */
type Open =
  | { kind: 'paragraph'; children: string[] }
  | Table
  | (Code & { end: RegExp; indent: number })
  | { kind: 'quote'; children: Block[]; inner: Blocks }
  | OpenList

interface OpenList {
  kind: 'list'
  /** What the markers of its items have in common: the character, or `.` or `)` after a number. */
  marker: string
  start: number | null
  children: ListItem[]
  /** The current item. */
  inner: Blocks
  /** Columns that a line must be indented by to belong to it. */
  indent: number
  blank: boolean
}

const FENCE = /^ {0,3}(`{3,}|~{3,}) *([^\s`]*)[^`]*$/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/
const QUOTE = /^ {0,3}> ?(.*)$/
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}(?=\S)| (?= )|$)(.*)$/
const DELIMITER = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

/** A last line that may still turn into a marker of some kind; it is not shown until it has. */
const UNDECIDED =
  /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:#{1,6}|[-*+_=|: \t]+|\d{1,9}[.)]?|[`~]{1,2}|(?:`{3,}|~{3,})[^`\n]*|!?\[)?[ \t]*$/

interface Place {
  depth: number
  /** Whether more may follow on a line that is fed. */
  growing: boolean
}

/** The block structure of a text, fed line by line. */
function createBlocks(
  { depth, growing }: Place,
  closed: Block[] = [],
  open: Open | null = null,
): Blocks {
  const begun = () => createBlocks({ depth: depth + 1, growing })

  function feed(line: string) {
    if (!continues(line)) begin(line)
  }

  /** True when the open block has taken the line. */
  function continues(line: string): boolean {
    switch (open?.kind) {
      case 'paragraph':
        return continueParagraph(open.children, line)
      case 'table':
        return continueTable(open, line)
      case 'code':
        return continueCode(open, line)
      case 'quote':
        return continueQuote(open.inner, line)
      case 'list':
        return continueList(open, line)
      case undefined:
        return false
    }
  }

  function continueParagraph(lines: string[], line: string): boolean {
    const [first = ''] = lines
    const align = lines.length === 1 && DELIMITER.test(line) ? cells(line).map(alignment) : []
    if (first.includes('|') && align.length === cells(first).length) {
      open = { kind: 'table', align, children: [row(first)] }
      return true
    }
    if (interrupts(line)) return false
    lines.push(line)
    return true
  }

  function continueTable({ children }: Table, line: string): boolean {
    if (interrupts(line)) return false
    children.push(row(line, growing))
    return true
  }

  function continueCode({ end, indent, children }: Open & { kind: 'code' }, line: string): boolean {
    if (end.test(line)) close()
    else children.push({ text: outdent(line, indent) })
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
      list.children.push(lastItem(list, false))
      Object.assign(list, { inner: begun(), indent: item.indent, blank: false })
      list.inner.feed(item.text)
      return true
    }
    if (list.blank || interrupts(line)) return false
    list.inner.feed(line)
    return true
  }

  function begin(line: string) {
    close()
    if (line.trim() === '') return
    const [, hashes, title = ''] = HEADING.exec(line) ?? []
    if (hashes) {
      const children = inline(title.trim().replace(/(?:^| )#+$/, ''), growing)
      closed.push({ kind: 'heading', level: hashes.length, children })
    } else if (RULE.test(line)) closed.push({ kind: 'rule' })
    else open = beginFence(line) ?? beginContainer(line) ?? { kind: 'paragraph', children: [line] }
  }

  function beginContainer(line: string): Open | null {
    if (depth >= MAX_DEPTH) return null
    const quoted = QUOTE.exec(line)?.[1]
    const item = beginsItem(line)
    const inside = quoted ?? item?.text
    if (inside === undefined) return null
    const inner = begun()
    inner.feed(inside)
    return item
      ? { kind: 'list', ...item, children: [], inner, blank: false }
      : { kind: 'quote', children: [], inner }
  }

  /** Whether the line ends a paragraph or a table before it. */
  function interrupts(line: string): boolean {
    if (/^\s*$/.test(line) || [FENCE, HEADING, RULE].some((begin) => begin.test(line))) return true
    return depth < MAX_DEPTH && (QUOTE.test(line) || beginsItem(line) !== null)
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
    copy(growing) {
      return createBlocks({ depth, growing }, closed.slice(), open && copyOpen(open, growing))
    },
  }
}

function copyOpen<Kind extends Open>(open: Kind, growing: boolean): Kind {
  const copy = { ...open, children: open.children.slice() }
  if ('inner' in copy) copy.inner = copy.inner.copy(growing)
  return copy
}

function toBlock(open: Open, growing: boolean): Block {
  switch (open.kind) {
    case 'paragraph':
      return toParagraph(open.children, growing)
    case 'table':
    case 'code':
      return copyOpen(open, growing)
    case 'quote':
      return { kind: 'quote', children: open.inner.show(growing) }
    case 'list': {
      const { kind, start, children } = open
      return { kind, start, children: [...children, lastItem(open, growing)] }
    }
  }
}

function lastItem({ inner }: OpenList, growing: boolean): ListItem {
  return { kind: 'item', children: inner.show(growing) }
}

/** A first line in pipes is shown as a table's head, because its second line is likely to make it one. */
function toParagraph(lines: string[], growing: boolean): Block {
  const [first = ''] = lines
  if (growing && lines.length === 1 && first.trimStart().startsWith('|')) {
    return { kind: 'table', align: [], children: [row(first, growing)] }
  }
  const text = lines.join('\n').replace(/^\s+/gm, '').trimEnd()
  return { kind: 'paragraph', children: inline(text, growing) }
}

function beginFence(line: string): Open | null {
  const [, fence, language = ''] = FENCE.exec(line) ?? []
  if (!fence) return null
  const end = new RegExp(`^\\s*${fence}${fence[0]}*\\s*$`)
  return { kind: 'code', end, indent: indentation(line), language, children: [] }
}

function beginsItem(line: string) {
  const [, before = '', mark, after = '', text = ''] = ITEM.exec(line) ?? []
  if (!mark || RULE.test(line)) return null
  return {
    marker: mark.slice(-1),
    start: mark.length > 1 ? Number.parseInt(mark, 10) : null,
    indent: (before + mark).length + (after.length || 1),
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
  const children = cells(line).map((cell, index, { length }) => ({
    children: inline(cell, growing && index === length - 1),
  }))
  return { kind: 'row', children }
}

/** The cells of a table's line; `\|` is a pipe within one. */
function cells(line: string): string[] {
  const inside = line.trim().replace(/^\||(?<!\\)\|$/g, '')
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function alignment(cell: string): Align {
  if (!cell.endsWith(':')) return 'start'
  return cell.startsWith(':') ? 'center' : 'end'
}
