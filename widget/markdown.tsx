import type { ComponentChildren, VNode } from 'preact'
import { Code } from './components/Code.tsx'
import { Table } from './components/Table.tsx'
import { inline } from './inline.tsx'
import { plainText } from './plain-text.ts'

/**
 * Reads a growing Markdown text as what is drawn of it. Every line is read once: a block, list item,
 * table row or code line that can no longer change is the same object in every later result, and so
 * is each group of them, and Preact passes over it. No HTML, no images, and never throws.
 */
export function createMarkdown() {
  let consumed = ''
  let blocks = document(0)
  return {
    /**
     * The blocks of the text so far. While it grows, a construct that is still half open is shown as
     * what it is going to be, or not at all, never as its raw characters.
     */
    read(text: string, { growing }: { growing: boolean }): ComponentChildren {
      if (!text.startsWith(consumed)) {
        consumed = ''
        blocks = document(0)
      }
      const lines = text.slice(consumed.length).split(/\r?\n/)
      const tail = lines.pop() ?? ''
      consumed = text.slice(0, text.length - tail.length)
      blocks = lines.reduce(feed, blocks)
      const isShown = tail !== '' && !(growing && UNDECIDED.test(tail))
      return (isShown ? feed(blocks, tail) : blocks).draw(growing)
    },
  }
}

/** What the next line may still belong to. It never changes: a line makes another of it. */
interface Open {
  /** With the line; nothing when the line does not belong to it. */
  feed: (line: string) => Open | undefined
  /** With `growing`, what is half open at the end is shown as what it is going to be. */
  draw: (growing: boolean) => ComponentChildren
}

function feed(open: Open, line: string): Open {
  return open.feed(line) ?? open
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
  if (rule) return leaf(() => <hr />)
  if (fence) return code(fence, language, line.indexOf(fence))
  if (depth === MAX_DEPTH) return undefined
  if (quoted !== undefined) return quote(quoted, depth)
  return mark ? list(line, mark, depth) : undefined
}

/** What no further line belongs to. */
function leaf(draw: Open['draw']): Open {
  return { feed: () => undefined, draw }
}

const nothing = leaf(() => null)

/** Below the panel's own headings, whatever level the answer claims. */
function heading(level: number, title: string): Open {
  const Tag = level <= 2 ? 'h4' : level === 3 ? 'h5' : 'h6'
  return leaf((growing) => <Tag>{inline(title.trim().replace(/(?:^| )#+$/, ''), growing)}</Tag>)
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
  /** What a line begins in it after what was `last`; nothing when the line does not belong to it. */
  begin: (line: string, last: Open) => Open | undefined
  /** Some of its children; `from` of them stand before. */
  drawGroup: (children: VNode[], from: number) => VNode
  draw: (groups: VNode[], growing: boolean) => ComponentChildren
}

/** How many children make a group that is passed over as one. */
const GROUP = 16

/**
 * A block made of others. The hundredth of them costs what the first one did, to read and to draw,
 * because all that are closed, and all groups but the last, stay what they are.
 */
function contain(container: Container, last: Open, past: VNode[] = [], recent: VNode[] = []): Open {
  // In fragments, because of what stays the same Preact passes over components only.
  function children(growing: boolean): VNode[] {
    const drawn = last.draw(growing)
    return drawn ? [...recent, <>{drawn}</>] : recent
  }

  function groups(children: VNode[]): VNode[] {
    if (children.length === 0) return past
    return [...past, <>{container.drawGroup(children, past.length * GROUP)}</>]
  }

  return {
    feed(line) {
      const fed = last.feed(line)
      if (fed) return contain(container, fed, past, recent)
      const begun = container.begin(line, last)
      if (!begun) return undefined
      const closed = children(false)
      return closed.length < GROUP
        ? contain(container, begun, past, closed)
        : contain(container, begun, groups(closed))
    },
    draw: (growing) => container.draw(groups(children(growing)), growing),
  }
}

/** Blocks, one below the other: an answer, or what a quote or a list item holds. */
function document(depth: number): Open {
  const container: Container = {
    begin: (line) => begin(line, depth) ?? paragraph(line, depth),
    drawGroup: (blocks) => (depth > 0 ? <>{blocks}</> : <div class="group">{blocks}</div>),
    draw: (groups) => groups,
  }
  return contain(container, nothing)
}

/** A block that holds a document, which is fed what `inside` leaves of its lines. */
function enclose(
  draw: (children: ComponentChildren) => VNode,
  inside: (line: string, before: string) => string | undefined,
  text: string,
  inner: Open,
): Open {
  const content = feed(inner, text)
  return {
    feed(line) {
      const next = inside(line, text)
      return next === undefined ? undefined : enclose(draw, inside, next, content)
    },
    draw: (growing) => draw(content.draw(growing)),
  }
}

function quote(text: string, depth: number): Open {
  return enclose(
    (children) => <blockquote>{children}</blockquote>,
    (line) => marksOf(line)[QUOTED],
    text,
    document(depth + 1),
  )
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
  return contain(container, begin(line) ?? nothing)
}

/** Indented lines belong to it, and so does text that goes on without. */
function item(first: string, text: string, depth: number): Open {
  const indent = first.length - text.length
  return enclose(
    (children) => <li role="listitem">{children}</li>,
    (line, before) => {
      if (line.slice(0, indent).trim() === '') return line.slice(indent)
      return before.trim() === '' || begin(line, depth) ? undefined : line
    },
    text,
    document(depth + 1),
  )
}

function code(fence: string, language: string, indent: number): Open {
  const end = new RegExp(`^\\s*${fence}+\\s*$`)
  const container: Container = {
    begin(line, last) {
      if (last === nothing) return undefined
      const text = line.slice(0, indent).trimStart() + line.slice(indent)
      return end.test(line) ? nothing : leaf(() => <span>{`${text}\n`}</span>)
    },
    drawGroup: (lines) => <span class="group">{lines}</span>,
    draw: (groups) => <Code language={language}>{groups}</Code>,
  }
  return contain(
    container,
    leaf(() => null),
  )
}

/** Its first line is its head. */
function table(head: string, align: Align[], depth: number): Open {
  const drawRow = (line: string, growing: boolean, Cell: 'td' | 'th' = 'td') => (
    <tr>
      {cells(line).map((cell, column, { length }) => (
        <Cell key={column} data-align={align[column]}>
          {inline(cell, growing && column === length - 1)}
        </Cell>
      ))}
    </tr>
  )
  const container: Container = {
    begin: (line) => (begin(line, depth) ? undefined : leaf((growing) => drawRow(line, growing))),
    drawGroup: (rows) => <tbody>{rows}</tbody>,
    draw: (groups, growing) => (
      <Table>
        <thead>{drawRow(head, growing && groups.length === 0, 'th')}</thead>
        {groups}
      </Table>
    ),
  }
  return contain(container, nothing)
}

/** A class, and none where text begins anyway. */
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
