import type { CheerioAPI } from 'cheerio'
import type { AnyNode, Element } from 'domhandler'
import type { BlockKind } from '../extracted.ts'
import { httpUrl } from '../links.ts'
import { escapeTags } from './escape-tags.ts'
import { codeText, joined, quoted } from './html-code.ts'
import { isMark } from './html-permalinks.ts'
import {
  isBox,
  isHeadRow,
  isLabelled,
  isNumbered,
  isRich,
  markdownTable,
  partsOf,
  rowsOf,
} from './html-tables.ts'

export type WrittenBlock = [kind: BlockKind, markdown: string]

/** Deeper nesting is an attack on the stack, not a page. */
export const MAX_DEPTH = 400

/** Elements that end a line in the middle of others, so that no words touch. */
const BLOCK = /^(?:p|div|t[hd]|li|d[td]|h\d|pre|blockquote|section|figcaption|caption)$/

/** Writes the elements of a page as Markdown. Links are relative to `base`. */
export function createHtmlWriter($: CheerioAPI, base: string | null) {
  function inlineChildren(node: Element, depth: number): string {
    const parts = node.children.map((child) => inline(child, depth + 1))
    return parts.reduce(joined, '')
  }

  function inline(node: AnyNode, depth: number): string {
    if (node.type === 'text') return escapeTags(node.data.replace(/\s+/g, ' '))
    if (node.type !== 'tag' || depth > MAX_DEPTH) return ''
    switch (node.name) {
      case 'br':
        return '\n'
      case 'h0':
        return `\n**${oneLine($(node).text())}:**\n`
      case 'img':
        return node.attribs.alt ?? ''
      case 'a':
        return link(node, inlineChildren(node, depth))
      case 'code':
      case 'kbd':
      case 'samp':
      case 'tt':
        return quoted($(node).text())
      case 'strong':
      case 'b':
        return around('**', inlineChildren(node, depth))
      case 'em':
      case 'i':
        return around('*', inlineChildren(node, depth))
      default:
        return BLOCK.test(node.name)
          ? `\n${inlineChildren(node, depth)}\n`
          : inlineChildren(node, depth)
    }
  }

  function link(node: Element, text: string): string {
    const href = node.attribs.href ? httpUrl(node.attribs.href, base ?? undefined) : null
    const label = text.trim()
    if (label !== '' && isMark(label)) return ''
    if (!href || label === '') return text
    return `[${label}](${href.replace(/\(/g, '%28').replace(/\)/g, '%29')})`
  }

  function list(node: Element, indent: string, depth: number): string {
    const ordered = node.name === 'ol'
    const first = Number(node.attribs.start ?? 1) || 1
    return $(node)
      .children('li')
      .get()
      .map((item, index) =>
        listItem(item, `${indent}${ordered ? `${first + index}.` : '-'} `, depth),
      )
      .join('\n')
  }

  /** All of an item stands below its first letter: what stood further left would end the list. */
  function listItem(item: Element, marker: string, depth: number): string {
    const indent = ' '.repeat(marker.length)
    const text = item.children
      .flatMap((child) => itemParts(child, indent, depth + 1))
      .reduce(below, '')
      .replace(/^[ \t]+$/gm, '')
      .trim()
    return marker + text
  }

  /** The text of a part of an item, with code and lists in lines of their own. */
  function itemParts(node: AnyNode, indent: string, depth: number): string[] {
    const isElement = node.type === 'tag' && depth <= MAX_DEPTH
    if (isElement && node.name === 'pre') {
      return [`\n${code(node)}\n`.replace(/\n(?=.)/g, `\n${indent}`)]
    }
    if (isElement && /^[ou]l$/.test(node.name))
      return [`\n${list(node, indent, depth)}\n\n${indent}`]
    if (isElement && node.name === 'table') {
      return [`\n${items(rowsOf($, node), indent, depth)}\n\n${indent}`]
    }
    if (isElement && node.name === 'dl') {
      return [`\n${terms(node).replace(/^(?=.)/gm, indent)}\n\n${indent}`]
    }
    if (isElement && $(node).find('pre, ul, ol, dl, table').length > 0) {
      return node.children.flatMap((child) => itemParts(child, indent, depth + 1))
    }
    return [inline(node, depth).replace(/\s*\n\s*/g, `\n${indent}`)]
  }

  /** Terms with what they mean, as items: "term: text". Terms without a text share the next one. */
  function terms(node: Element): string {
    const items: string[] = []
    let labels: string[] = []
    for (const child of $(node).children('dt, dd').get()) {
      const isTerm = child.name === 'dt'
      const text = isTerm ? bold(inlineChildren(child, 0)) : listItem(child, '  ', 0).trimStart()
      if (text === '') continue
      if (isTerm) labels.push(text)
      else {
        items.push(`- ${labels.length > 0 ? labelAbove(labels.join(', '), text, '  ') : text}`)
        labels = []
      }
    }
    return [...items, ...labels.map((label) => `- ${label}`)].join('\n')
  }

  /** Unless it is marked up already. */
  function bold(text: string): string {
    const line = oneLine(text).replace(/\s*[:：]$/, '')
    return line === '' || /[*`[\]]/.test(line) ? line : `**${line}**`
  }

  /** null for a table that is a box: its cells are read like those of any container. */
  function table(node: Element): WrittenBlock[] | null {
    const rows = rowsOf($, node)
    const last = $(node).find('pre').last().get(0)
    if (last && isNumbered($, rows)) return [['code', code(last)]]
    if (isBox($, rows)) return null
    return [
      titled('caption', $(node).children('caption').get(0)),
      ...partsOf($, rows).flatMap((part) => [
        titled('paragraph', part.title),
        tablePart(part.rows),
      ]),
    ]
  }

  function titled(kind: BlockKind, node: Element | null | undefined): WrittenBlock {
    const title = node ? oneLine($(node).text()).replace(/\*+/g, '') : ''
    return [kind, title === '' ? '' : `**${title}**`]
  }

  function tablePart(rows: Element[][]): WrittenBlock {
    const [cells = []] = rows
    if (rows.length === 1 && cells.length === 2) {
      return ['paragraph', labelled(cells, '', 0).replace(/^- /, '')]
    }
    if (isLabelled($, rows) || isRich($, rows)) return ['definition', items(rows, '', 0)]
    return ['table', markdownTable(rows.map((each) => each.map(cell)))]
  }

  /** Rows as items, without the names of columns. */
  function items(rows: Element[][], indent: string, depth: number): string {
    return rows
      .filter((cells) => !isHeadRow(cells))
      .map((cells) => labelled(cells, indent, depth))
      .filter((item) => item !== '')
      .join('\n')
  }

  /** A row as an item, "label: text", with the lists that the text has. */
  function labelled([first, ...rest]: Element[], indent: string, depth: number): string {
    const label = first ? oneLine(inlineChildren(first, depth)).replace(/\s*[:：]$/, '') : ''
    const text = rest
      .map((each) => listItem(each, `${indent}  `, depth).trimStart())
      .filter((each) => each !== '')
      .join('; ')
    const isBoth = label !== '' && text !== ''
    const item = isBoth ? labelAbove(label, text, `${indent}  `) : label + text
    return item === '' ? '' : `${indent}- ${item}`
  }

  function cell(node: Element): string {
    return oneLine(inlineChildren(node, 0)).replace(/\|/g, '\\|')
  }

  function code(node: Element): string {
    const language = /\blang(?:uage)?-([\w+-]+)/.exec(
      `${node.attribs.class ?? ''} ${$(node).find('code').attr('class') ?? ''}`,
    )?.[1]
    const text = codeText($, node).replace(/^(?:[ \t]*\n)+|\s+$/g, '')
    const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length))
    const fence = '`'.repeat(longest + 1)
    return text === '' ? '' : `${fence}${language ?? ''}\n${text}\n${fence}`
  }

  return { inline, inlineChildren, list, table, terms, code }
}

/** Parts of an item one after the other: one blank line below a list in it, none above. */
function below(above: string, part: string): string {
  if (/^\n *(?:-|\d+\.) /.test(part)) return above.trimEnd() + part
  return part.startsWith('\n') && /\n\n *$/.test(above)
    ? `${above.trimEnd()}\n${part}`
    : above + part
}

/** A label and what it names, on its line, or below it where that begins with a list or code. */
function labelAbove(label: string, text: string, indent: string): string {
  return `${label}:${/^(?:- |\d+\. |`{3})/.test(text) ? `\n${indent}` : ' '}${text}`
}

/** Marks go next to the words, not next to the blanks around them. */
function around(mark: string, text: string): string {
  const inner = text.trim()
  return inner === '' ? text : text.replace(inner, () => mark + inner + mark)
}

/** A text without line breaks, and with single blanks. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
