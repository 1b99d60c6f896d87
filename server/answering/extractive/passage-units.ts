import type { List, ListItem, Nodes, Paragraph, RootContent, Table } from 'mdast'
import { toString } from 'mdast-util-to-string'
import type { PromptPassage } from '../../models/ports.ts'
import { once } from '../../once.ts'
import { lettersOf } from '../../text/letters.ts'
import { plainInline, plainText } from '../../text/markdown.ts'
import { parseMarkdown } from '../../text/markdown-tree.ts'
import type { Span } from '../../text/sentences.ts'
import { pathTo } from '../../text/structure.ts'
import { keepCitedLinks } from '../cited/links.ts'
import { createPlacer, readingOf } from '../cited/reading.ts'
import { inlineOf, sentencesOf, withoutLabel } from './inline-markdown.ts'
import { questionAbove, titleWrittenAs } from './written-titles.ts'

/** The smallest part of a passage that can be shown by itself: never cut further. */
export interface Unit {
  kind: 'sentence' | 'list' | 'code' | 'table'
  /** The passage it stands in, by its number in the prompt. */
  passage: number
  /** The section that its passage is cut from, by the number of its first passage. */
  section: number
  /** Where its passage stands in its document. */
  position: number
  /** Which block of the passage; sentences of a paragraph share it. */
  block: number
  /** Sanitised Markdown to be shown, one line for a sentence. */
  markdown: string
  /** Of a table: its header in Markdown, with the line below it. */
  header: string
  /** Rows of a table, or items of a list without numbers, that can be shown without the others. */
  rows: string[]
  /** Of a table that names its columns: its rows as "column: value" pairs. */
  values: string[]
  /** Its words without syntax, to be compared with a question. */
  text: string
  /** Title of the passage, its page and headings, and those within it that are above the unit. */
  headings: string[]
  /** The same as one text, to be compared. */
  heading: string
  /** The bold question that it answers, where a page writes its questions so; else null. */
  question: string | null
  /** Items of a list, rows of a table; of a sentence or code itself. */
  parts: Part[]
  /** A list of numbered steps. */
  ordered: boolean
  /** A list of nothing but links. */
  leads: boolean
  /** Code that is only a part of a block that was cut for its length. */
  cut: boolean
}

/** A part of a unit that is shown with a marker of its own. */
export interface Part {
  markdown: string
  /** Where it stands in the passage as a reader sees that; null where that is not sure. */
  place: () => Span | null
}

/** A title that is written as a paragraph is below all headings. */
const TITLE_DEPTH = 7

/**
 * Reads a passage's Markdown into units in reading order. Raw HTML and images are left out, and so
 * are the targets of links that the check of an answer would take from it.
 */
export function unitsOf(
  passage: PromptPassage,
  { section = passage.number, question = null }: Partial<Pick<Unit, 'section' | 'question'>> = {},
): Unit[] {
  const source = keepCitedLinks(passage.text, [{ url: passage.url ?? null }])
  const tree = parseMarkdown(source)
  const units: Omit<Unit, 'cut'>[] = []
  const reader = createPartReader(passage.text)
  const about = [passage.title, ...pathTo(passage)]
  const links = linesOfLinks(passage.text)
  let headings = question ? [{ depth: TITLE_DEPTH, text: question }] : []
  let block = 0
  for (const [at, node] of tree.children.entries()) {
    const title = node.type === 'paragraph' ? titleWrittenAs(node, tree.children[at + 1]) : null
    if (title === null) readBlock(node)
    else addHeading(TITLE_DEPTH, title)
  }
  return units.map((unit, at) => ({
    ...unit,
    cut: unit.kind === 'code' && isCut(passage, { first: at === 0, last: !units[at + 1] }),
  }))

  function readBlock(node: RootContent): void {
    block += 1
    switch (node.type) {
      case 'heading':
        addHeading(node.depth, toString(node))
        return
      case 'paragraph':
        if (links.has(lettersOf(toString(node))) || REMARK.test(toString(node))) return
        addParagraph(node)
        return
      case 'blockquote':
        node.children.forEach(readBlock)
        return
      case 'list':
        addList(node)
        return
      case 'code':
        addUnit('code', fenced(node.value, node.lang ?? ''), node.value, {
          parts: reader.read([node.value], String),
        })
        return
      case 'table': {
        const { header, rows, values } = readTable(node, source)
        const table = [header, ...rows].join('\n')
        const parts = reader.read(rows, plainInline)
        addUnit('table', table, withoutAddresses(table), { header, rows, values, parts })
        return
      }
      default:
    }
  }

  function addParagraph(node: Paragraph): void {
    const asked = questionAbove(node)
    if (asked) addHeading(TITLE_DEPTH, asked)
    const told = asked ? node.children.slice(1) : node.children
    for (const sentence of sentencesOf(withoutLabel(inlineOf(told, source)))) {
      const parts = reader.read([sentence], plainInline)
      addUnit('sentence', sentence, withoutAddresses(sentence), { parts })
    }
  }

  function addHeading(depth: number, text: string): void {
    reader.read([text], plainInline)
    headings = headings.filter((above) => above.depth < depth)
    headings.push({ depth, text })
  }

  function addList(list: List): void {
    const items = itemsOf(list, source)
    const ordered = list.ordered === true
    const rows = ordered ? [] : items
    const leads = items
      .join('\n')
      .split('\n')
      .every((line) => links.has(lettersOf(line)))
    const parts = reader.read(items, plainText)
    addUnit('list', items.join('\n'), toString(list), { rows, ordered, leads, parts })
  }

  function addUnit(
    kind: Unit['kind'],
    markdown: string,
    text: string,
    more: Pick<Unit, 'parts'> &
      Partial<Pick<Unit, 'header' | 'rows' | 'values' | 'ordered' | 'leads'>>,
  ): void {
    if (!/[\p{L}\p{N}]/u.test(markdown)) return
    const path = [...about, ...headings.map((each) => each.text)].filter(Boolean)
    units.push({
      kind,
      passage: passage.number,
      section,
      position: passage.position ?? 0,
      block,
      markdown,
      text,
      header: more.header ?? '',
      rows: more.rows ?? [],
      values: more.values ?? [],
      headings: path,
      heading: path.join('\n'),
      question: questionIn(headings),
      parts: more.parts,
      ordered: more.ordered ?? false,
      leads: more.leads ?? false,
    })
  }
}

/** Whether the block at the beginning or the end of a passage goes on in another one. */
function isCut({ blocks = [] }: PromptPassage, place: { first: boolean; last: boolean }): boolean {
  const before = place.first ? blocks[0]?.cut : undefined
  const after = place.last ? blocks.at(-1)?.cut : undefined
  return before === 'before' || after === 'after' || [before, after].includes('both')
}

function questionIn(headings: { depth: number; text: string }[]): string | null {
  const last = headings.at(-1)
  return last?.depth === TITLE_DEPTH && /[?？؟]$/.test(last.text) ? last.text : null
}

/** A list with those of its rows that are wanted. */
export function withRows(unit: Unit, isWanted: (row: string) => boolean): Unit {
  const rows = unit.rows.filter(isWanted)
  const parts = unit.parts.filter(({ markdown }) => isWanted(markdown))
  return { ...unit, rows, parts, markdown: rows.join('\n') }
}

/** Finds parts of a passage, which are read in their order there, when the first is asked for. */
function createPartReader(passage: string) {
  const order: (() => string)[] = []
  const places = once(() => {
    const place = createPlacer(readingOf(passage))
    return order.map((plain) => place(plain()))
  })
  return {
    read(parts: string[], plainOf: (markdown: string) => string): Part[] {
      return parts.map((markdown) => {
        const at = order.push(() => plainOf(markdown)) - 1
        return { markdown, place: () => places()[at] ?? null }
      })
    },
  }
}

const LINK = /!?\[([^[\]\n]*)\]\([^()\n]*\)/g

/** The letters of lines made only of links, which lead elsewhere and say nothing. */
function linesOfLinks(markdown: string): Set<string> {
  const lines = markdown.includes('](') ? markdown.split('\n') : []
  return new Set(
    lines
      .filter((line) => line.includes('](') && !/[\p{L}\p{N}]/u.test(line.replace(LINK, '')))
      .map((line) => lettersOf(line.replace(LINK, '$1'))),
  )
}

/** Markdown without the addresses of its links, which no reader sees. */
export function withoutAddresses(markdown: string): string {
  return markdown.replace(/\[([^[\]]*)\]\(https?:[^()\s]*\)/gi, '$1')
}

/** How authors begin what they tell each other. */
const REMARK = /^\s*(?:FIXME|TODO|XXX)(?!\p{L})/u

/** Lists that are nested deeper are left out. */
const MAX_DEPTH = 6

function itemsOf(list: List, source: string, depth = 0): string[] {
  const start = list.start ?? 1
  return list.children
    .map((item, at) => itemOf(item, list.ordered ? `${start + at}. ` : '- ', source, depth))
    .filter((item) => /[\p{L}\p{N}]/u.test(item.replace(/^\d+\./, '')))
}

function itemOf(item: ListItem, bullet: string, source: string, depth: number): string {
  const blocks = item.children.map((child) => blockOf(child, source, depth)).filter(Boolean)
  const indent = ' '.repeat(bullet.length)
  return bullet + blocks.join('\n').replace(/\n(?=.)/g, `\n${indent}`)
}

function blockOf(node: Nodes, source: string, depth: number): string {
  switch (node.type) {
    case 'paragraph':
      return inlineOf(node.children, source)
        .text.replace(/\s*\n\s*/g, ' ')
        .trim()
    case 'list':
      return depth < MAX_DEPTH ? itemsOf(node, source, depth + 1).join('\n') : ''
    case 'code':
      return fenced(node.value, node.lang ?? '')
    case 'blockquote':
      return node.children.map((child) => blockOf(child, source, depth)).join('\n')
    default:
      return ''
  }
}

/** A fence longer than any run of backticks inside, so that the code cannot close it. */
function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language.replace(/[^\w+#.-]/g, '')}\n${code}\n${fence}`
}

function readTable(table: Table, source: string): Pick<Unit, 'header' | 'rows' | 'values'> {
  const [columns = [], ...cells] = table.children.map((row) =>
    row.children.map((cell) => inlineOf(cell.children, source).text.trim()),
  )
  return {
    header: `${lineOf(columns)}\n|${' --- |'.repeat(columns.length)}`,
    rows: cells.map(lineOf),
    values: isNamed(columns) ? cells.map((row) => pairsOf(columns, row)) : [],
  }
}

function isNamed(columns: string[]): boolean {
  return columns.filter((column) => column !== '').length > 1
}

function lineOf(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** "Column: value; column: value", without empty cells. */
function pairsOf(columns: string[], row: string[]): string {
  return row
    .map((value, at) => (columns[at] && value ? `${columns[at]}: ${value}` : value))
    .filter((pair) => pair !== '')
    .join('; ')
}
