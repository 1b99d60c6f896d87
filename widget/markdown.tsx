import type { ComponentChildren, VNode } from 'preact'
import { Code } from './components/Code.tsx'
import { Once } from './components/Once.tsx'
import { Table } from './components/Table.tsx'
import { inline } from './inline.tsx'
import { plainText } from './plain-text.ts'

/**
 * Reads a growing Markdown text as what is drawn of it. Every line is read once: a block, list item,
 * table row or code line that can no longer change is the same object in every later result, and so
 * is each group of them, and is not drawn again. No HTML, no images, and never throws.
 */
export function createMarkdown() {
  const empty = contain(blocks(0))
  let consumed = ''
  let answer = empty
  return {
    /**
     * The blocks of the text so far. While it grows, a construct that is still half open is shown as
     * what it is going to be, or not at all, never as its raw characters.
     */
    read(text: string, { growing }: { growing: boolean }): ComponentChildren {
      if (!text.startsWith(consumed)) {
        consumed = ''
        answer = empty
      }
      // In a string of its own: each of them would keep the whole text, as long as it was then.
      const lines = Array.from(text.slice(consumed.length)).join('').split(/\r?\n/)
      const tail = lines.pop() ?? ''
      consumed = text.slice(0, text.length - tail.length)
      answer = lines.reduce(feed, answer)
      const isShown = tail !== '' && !(growing && UNDECIDED.test(tail))
      return (isShown ? feed(answer, tail) : answer).draw(growing)
    },
  }
}

/** What the next line may still belong to. It never changes: a line makes another of it. */
interface Open {
  /** With the line; nothing when the line does not belong to it, as none does to some. */
  feed?: (line: string) => Open | undefined
  /** With `growing`, what is half open at the end is shown as what it is going to be. */
  draw: (growing: boolean) => ComponentChildren
}

function feed(open: Open, line: string): Open {
  return open.feed?.(line) ?? open
}

/**
 * What a line may begin: nothing, a heading, a rule, code, a quote or a list item. Its groups are what
 * `begin` calls them; what a quote and an item hold follows their marks.
 */
const MARKS =
  /^(?:(\s*$)| {0,3}(?:(#{1,6})(?:[ \t]+(.*))?$|([-*_])(?:[ \t]*\4){2,}[ \t]*$|(`{3,}|~{3,}) *([^\s`]*)[^`]*$|> ?(.*$)|([-*+]|\d{1,9}[.)])(?: {1,4}(?=\S)| |$)(.*$)))/
const QUOTED = 7
const MARK = 8

/** A last line that may still turn into a marker of some kind; it is not shown until it has. */
const UNDECIDED = /^[-*+_=|:#>`~\d.)\s]*(?:!?\[|(?<=```|~~~)[^`]*)?$/

/** Containers within containers are read as text below this depth, so that hostile nesting stays cheap. */
const MAX_DEPTH = 8

function marksOf(line: string): (string | undefined)[] {
  return MARKS.exec(line) ?? []
}

/** The block that a line begins, unless it is nothing but text. */
function begin(line: string, depth: number): Open | undefined {
  const [, blank, hashes, title = '', rule, fence, language = '', quoted, mark] = marksOf(line)
  if (blank !== undefined) return nothing
  if (hashes) return heading(hashes.length, title)
  if (rule) return { draw: () => <hr /> }
  if (fence) return code(fence, language, line.indexOf(fence))
  if (depth === MAX_DEPTH) return undefined
  if (quoted !== undefined) return quote(quoted, depth)
  return mark ? list(line, mark, depth) : undefined
}

const nothing: Open = { draw: () => null }

/** Below the panel's own headings, whatever level the answer claims. */
function heading(level: number, title: string): Open {
  const Tag = level <= 2 ? 'h4' : level === 3 ? 'h5' : 'h6'
  const text = title.trim().replace(/(?:^| )#+$/, '')
  return { draw: (growing) => <Tag>{inline(text, growing)}</Tag> }
}

/** `head` is its first line as long as it is the only one, because the second may make a table of it. */
function paragraph(text: string, depth: number, head = text): Open {
  return {
    feed(line) {
      const columns = head.includes('|') ? cells(line) : []
      const isTable =
        columns.length === cells(head).length && columns.every((cell) => /^:?-+:?$/.test(cell))
      if (isTable) return table(head, columns.map(alignment), depth)
      return begin(line, depth) ? undefined : paragraph(`${text}\n${line}`, depth, '')
    },
    draw(growing) {
      if (growing && head.trimStart().startsWith('|')) return table(head, [], depth).draw(growing)
      const children = inline(text.trim(), growing)
      // Nothing but markers.
      return <p class={plainText(children) === '' ? 'cites' : undefined}>{children}</p>
    },
  }
}

interface Container {
  /** What is for its children of a line after that `before`; nothing when the line is not its own. */
  inside?: (line: string, before: string) => string | undefined
  /** What that begins; nothing when it is not its own. */
  begin: (text: string) => Open | undefined
  /** Some of its children; `from` of them stand before. */
  drawGroup: (children: VNode[], from: number) => VNode
  draw: (groups: VNode[], growing: boolean) => ComponentChildren
}

/** How many children make a group that is passed over as one. */
const GROUP = 32

/**
 * A block made of others, the last of which may still go on. The hundredth of them costs what the
 * first one did, to read and to draw, because all that are closed, and all groups but the last, stay
 * what they are.
 */
function contain(
  container: Container,
  before = '',
  last = container.begin(before) ?? nothing,
  past: ComponentChildren[] = [],
  recent: ComponentChildren[] = [],
): Open {
  function children(growing: boolean): ComponentChildren[] {
    const drawn = last.draw(growing)
    return drawn ? [...recent, drawn] : recent
  }

  function groups(children: ComponentChildren[]): ComponentChildren[] {
    if (children.length === 0) return past
    return [...past, container.drawGroup(children.map(once), past.length * GROUP)]
  }

  return {
    feed(line) {
      const text = container.inside ? container.inside(line, before) : line
      if (text === undefined) return undefined
      const fed = last.feed?.(text)
      if (fed) return contain(container, text, fed, past, recent)
      const begun = container.begin(text)
      if (!begun) return undefined
      const closed = children(false)
      return closed.length < GROUP
        ? contain(container, text, begun, past, closed)
        : contain(container, text, begun, groups(closed))
    },
    draw: (growing) => container.draw(groups(children(growing)).map(once), growing),
  }
}

function once(drawn: ComponentChildren) {
  return <Once>{drawn}</Once>
}

/** Blocks, one below the other: an answer, or what a quote or a list item holds. */
function blocks(depth: number): Container {
  return {
    begin: (line) => begin(line, depth) ?? paragraph(line, depth),
    drawGroup: (blocks) => (depth > 0 ? <>{blocks}</> : <div class="group">{blocks}</div>),
    draw: (groups) => groups,
  }
}

function quote(text: string, depth: number): Open {
  const container: Container = {
    ...blocks(depth + 1),
    inside: (line) => marksOf(line)[QUOTED],
    draw: (groups) => <blockquote>{groups}</blockquote>,
  }
  return contain(container, text)
}

/** One list, of one element for each group of items: a long one is then passed over group by group. */
function list(line: string, first: string, depth: number): Open {
  const start = Number.parseInt(first, 10)
  const Tag = start >= 0 ? 'ol' : 'ul'
  function begin(line: string): Open | undefined {
    const [mark = '', text = ''] = marksOf(line).slice(MARK)
    return mark.at(-1) === first.at(-1) ? item(line, text, depth) : undefined
  }
  const container: Container = {
    begin,
    drawGroup: (items, from) => (
      <Tag role="presentation" class="group" start={start >= 0 ? start + from : undefined}>
        {items}
      </Tag>
    ),
    draw: (groups) => <div role="list">{groups}</div>,
  }
  return contain(container, line)
}

/** Indented lines belong to it, and so does text that goes on without. */
function item(first: string, text: string, depth: number): Open {
  const indent = first.length - text.length
  const container: Container = {
    ...blocks(depth + 1),
    inside(line, before) {
      if (line.slice(0, indent).trim() === '') return line.slice(indent)
      return before.trim() === '' || begin(line, depth) ? undefined : line
    },
    draw: (groups) => <li role="listitem">{groups}</li>,
  }
  return contain(container, text)
}

function code(fence: string, language: string, indent: number): Open {
  const end = new RegExp(`^\\s*${fence}+\\s*$`)
  const container: Container = {
    begin(line) {
      const text = line.slice(0, indent).trimStart() + line.slice(indent)
      return { draw: () => <span>{`${text}\n`}</span> }
    },
    drawGroup: (lines) => <span class="group">{lines}</span>,
    draw: (groups) => <Code language={language}>{groups}</Code>,
  }
  const untilEnd = (lines: Open): Open => ({
    feed: (line) => (end.test(line) ? { draw: lines.draw } : untilEnd(feed(lines, line))),
    draw: lines.draw,
  })
  return untilEnd(contain(container, '', nothing))
}

/** Its first line is its head. */
function table(head: string, align: Align[], depth: number): Open {
  const columns: Column[] = []
  const drawRow = (line: string, growing: boolean, Cell: 'td' | 'th' = 'td') => (
    <tr>
      {cells(line).map((cell, at, { length }) => {
        const children = inline(cell, growing && at === length - 1)
        columns[at] = widened(columns[at], plainText(children))
        return <Cell data-align={align[at]}>{children}</Cell>
      })}
    </tr>
  )
  const container: Container = {
    begin: (line) =>
      begin(line, depth) ? undefined : { draw: (growing) => drawRow(line, growing) },
    drawGroup: (rows) => <tbody>{rows}</tbody>,
    draw(groups, growing) {
      const top = <thead>{drawRow(head, growing && groups.length === 0, 'th')}</thead>
      const widths = columns.map(({ word, text }) => `minmax(calc(${word + 1}ch + 24px),${text}fr)`)
      return (
        <Table columns={widths.join(' ')}>
          {top}
          {groups}
        </Table>
      )
    },
  }
  return contain(container)
}

/** Characters of the longest word in a column and of its longest text, as far as they count. */
interface Column {
  word: number
  text: number
}

function widened({ word, text }: Column = { word: 1, text: 3 }, cell: string): Column {
  const words = cell.split(/\s/).map(({ length }) => Math.min(length, 16))
  return { word: Math.max(word, ...words), text: Math.max(text, Math.min(cell.length, 40)) }
}

/** Left out where text begins anyway. */
type Align = 'center' | 'end' | undefined

function alignment(cell: string): Align {
  if (!cell.endsWith(':')) return undefined
  return cell.startsWith(':') ? 'center' : 'end'
}

/** The cells of a table's line; `\|` is a pipe within one. */
function cells(line: string): string[] {
  const inside = line.trim().replace(/^\||(?<!\\)\|$/g, '')
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}
