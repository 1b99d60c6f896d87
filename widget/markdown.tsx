import type { ComponentChildren, VNode } from 'preact'
import { Code } from './components/Code.tsx'
import { Memo } from './components/Memo.tsx'
import { Table } from './components/Table.tsx'
import { inline } from './inline.tsx'
import { plainText } from './plain-text.ts'

/**
 * Incremental Markdown renderer for an answer that streams. Each line is parsed once: a block, list
 * item, table row or code line that is closed stays the same vnode in every later result, and so
 * does each group of them, so that Preact skips it. Renders no HTML and no images; never throws.
 */
export function createMarkdown() {
  const empty = contain(blocks(0))
  let consumed = ''
  let answer = empty
  return {
    /**
     * Returns the blocks of the text so far. With `growing`, an unfinished construct is rendered as
     * if it were closed, or left out; its raw characters are never shown.
     */
    read(text: string, { growing }: { growing: boolean }): ComponentChildren {
      if (!text.startsWith(consumed)) {
        consumed = ''
        answer = empty
      }
      // A copy: slices of a string keep all of it in memory, and every delta makes a new string.
      const lines = Array.from(text.slice(consumed.length)).join('').split(/\r?\n/)
      const tail = lines.pop() ?? ''
      consumed = text.slice(0, text.length - tail.length)
      answer = lines.reduce(feed, answer)
      const isShown = tail !== '' && !(growing && UNDECIDED.test(tail))
      return (isShown ? feed(answer, tail) : answer).draw(growing)
    },
  }
}

/** An open block, which the next line may still belong to. Immutable: each line makes a new one. */
interface Open {
  /** The block with the line added; undefined when the line does not belong to it. */
  feed?: (line: string) => Open | undefined
  /** With `growing`, unfinished constructs at the end are rendered as if they were closed. */
  draw: (growing: boolean) => ComponentChildren
}

function feed(open: Open, line: string): Open {
  return open.feed?.(line) ?? open
}

/** First lines of blocks, in the order in which they are tried. */
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/
const FENCE = /^ {0,3}(`{3,}|~{3,}) *([^\s`]*)[^`]*$/
const QUOTE = /^ {0,3}> ?(.*$)/
const ITEM = /^ {0,3}([-*+]|\d{1,9}[.)])(?: {1,4}(?=\S)| |$)(.*$)/

/** A last line that may still become the mark of a block; hidden until that is decided. */
const UNDECIDED = /^[-*+_=|:#>`~\d.)\s]*(?:!?\[|(?<=```|~~~)[^`]*)?$/

/** Nested containers are plain text below this depth, so that hostile nesting stays cheap. */
const MAX_DEPTH = 8

/** The block that a line begins; undefined for plain text. */
function begin(line: string, depth: number): Open | undefined {
  if (line.trim() === '') return nothing
  const [, hashes, title = ''] = HEADING.exec(line) ?? []
  if (hashes) return heading(hashes.length, title)
  if (RULE.test(line)) return { draw: () => <hr /> }
  const [, fence, language = ''] = FENCE.exec(line) ?? []
  if (fence) return code(fence, language, line.indexOf(fence))
  if (depth === MAX_DEPTH) return undefined
  const [, quoted] = QUOTE.exec(line) ?? []
  if (quoted !== undefined) return quote(quoted, depth)
  const [mark] = itemOf(line)
  return mark ? list(line, mark, depth) : undefined
}

/** The mark and the text of a list item; nothing for other lines, `* * *` among them. */
function itemOf(line: string): string[] {
  return RULE.test(line) ? [] : (ITEM.exec(line) ?? []).slice(1)
}

const nothing: Open = { draw: () => null }

/** Levels start at h4, below the panel's own headings. */
function heading(level: number, title: string): Open {
  const Tag = level <= 2 ? 'h4' : level === 3 ? 'h5' : 'h6'
  const text = title.trim().replace(/(?:^| )#+$/, '')
  return { draw: (growing) => <Tag>{inline(text, growing)}</Tag> }
}

/** `head` is a first line without successor: a delimiter row after it turns it into a table. */
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
      const onlyMarkers = plainText(children) === ''
      return <p class={onlyMarkers ? 'cites' : undefined}>{children}</p>
    },
  }
}

interface Container {
  /**
   * A line without the container's own marks or indent; undefined when it does not belong to it.
   */
  inside?: (line: string, before: string) => string | undefined
  /** The child that a text begins; undefined when the text does not belong to the container. */
  begin: (text: string) => Open | undefined
  /** Renders a group of children, the first of which is number `from`. */
  drawGroup: (children: VNode[], from: number) => VNode
  draw: (groups: VNode[], growing: boolean) => ComponentChildren
}

/** Children per group. A closed group is one vnode, which Preact skips as a whole. */
const GROUP = 32

/**
 * A block made of children, the last of which may still grow. Adding the hundredth child costs as
 * little as the first, because closed children and closed groups are reused as they are.
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
    return [...past, container.drawGroup(children.map(memo), past.length * GROUP)]
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
    draw: (growing) => container.draw(groups(children(growing)).map(memo), growing),
  }
}

function memo(drawn: ComponentChildren) {
  return <Memo>{drawn}</Memo>
}

/** Blocks one below the other: the content of an answer, a quote or a list item. */
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
    inside: (line) => QUOTE.exec(line)?.[1],
    draw: (groups) => <blockquote>{groups}</blockquote>,
  }
  return contain(container, text)
}

/** A list is one `role="list"` with an element per group, so that Preact skips closed groups. */
function list(line: string, first: string, depth: number): Open {
  const start = Number.parseInt(first, 10)
  const Tag = start >= 0 ? 'ol' : 'ul'
  function begin(line: string): Open | undefined {
    const [mark = '', text = ''] = itemOf(line)
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

/** Holds its indented lines, and unindented text that continues a paragraph. */
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

function table(head: string, align: Align[], depth: number): Open {
  const columns: Column[] = []
  const drawRow = (line: string, growing: boolean, Cell: 'td' | 'th' = 'td') => (
    <tr>
      {cells(line).map((cell, at, { length }) => {
        const children = inline(cell, growing && at === length - 1)
        const text = plainText(children)
        const column = widened(columns[at], text, Cell === 'th' ? BOLD : 1)
        columns[at] = column
        return (
          <Cell
            data-align={align[at]}
            data-prose={Cell === 'th' && column.text >= PROSE}
            data-long={LONG_WORD.test(text)}
            data-short={text.length < (WIDE_LETTER.test(text) ? PROSE / 2 : PROSE)}
          >
            {children}
          </Cell>
        )
      })}
    </tr>
  )
  const container: Container = {
    begin: (line) =>
      begin(line, depth) ? undefined : { draw: (growing) => drawRow(line, growing) },
    drawGroup: (rows) => <tbody>{rows}</tbody>,
    draw(groups, growing) {
      const top = <thead>{drawRow(head, growing && groups.length === 0, 'th')}</thead>
      return (
        <Table columns={growing ? columns.map(widthOf).join(' ') : undefined}>
          {top}
          {groups}
        </Table>
      )
    },
  }
  return contain(container)
}

/** A column of prose, by the characters of its longest cell; it is at least 10em wide. */
const PROSE = 20
/** A letter of East Asia, as wide as two others. */
const WIDE_LETTER = /[\u2e80-\uffef]/
/** Width of bold letters against others. */
const BOLD = 1.2
/** A word that may be broken, as a column for it would leave no room for others. */
const LONG_WORD = /[!-\u2e80]{33}/

/**
 * Length in characters of the longest word and of the longest text in a column, both capped. Lines
 * break between words, and around letters of East Asia.
 */
interface Column {
  word: number
  text: number
}

/** Width of a column while the table grows, for `grid-template-columns`. */
function widthOf({ word, text }: Column): string {
  const least = text < PROSE ? '' : '10em,'
  return `minmax(calc(24px + max(${least}${word + 1}ch)),${text}fr)`
}

function widened({ word, text }: Column = { word: 1, text: 3 }, cell: string, weight: number) {
  const words = cell.split(/[^!-\u2e80]/).map(({ length }) => Math.min(length * weight, 32))
  return { word: Math.max(word, ...words), text: Math.max(text, Math.min(cell.length, 40)) }
}

/** Undefined for `start`, which is the default. */
type Align = 'center' | 'end' | undefined

function alignment(cell: string): Align {
  if (!cell.endsWith(':')) return undefined
  return cell.startsWith(':') ? 'center' : 'end'
}

/** Splits a table row into cells; `\|` is a pipe within a cell. */
function cells(line: string): string[] {
  const inside = line.trim().replace(/^\||(?<!\\)\|$/g, '')
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}
