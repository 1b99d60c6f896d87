import { load } from 'cheerio'
import type { Element } from 'domhandler'
import { createHtmlWriter, type WrittenBlock } from '../html-writer.ts'
import { expressionAt } from './expressions.ts'
import { definitionMark } from './marks.ts'
import type { Replaced } from './replaced.ts'
import type { Tag } from './tags.ts'
import { blockTagAt, outputTagAt, shortcodeAt } from './template-tags.ts'

const PARTS = new Set(['table', 'ul', 'ol', 'dl'])
const CODE = 'code, pre, kbd, samp, tt'
const MAX_CHARACTERS = 100_000
/** Blocks of Markdown in HTML: its reader would make one line of them. */
const HOLDS_MARKDOWN = /^\s*(?:`{3}|~{3}|[-*+] |\d+[.)] |#{1,6} |\|)/m
const HOLDS_CODE = /=>|\{[^{}'"`]*\(/

/** Reads tables and lists of HTML in a Markdown text as the pages of websites are read. */
export function createHtmlParts(source: string, jsx: boolean) {
  /** Names of elements that nothing closes: a page of them is not searched again and again. */
  const open = new Set<string>()

  function at(tag: Tag, start: number): Replaced | null {
    if (!PARTS.has(tag.name) || tag.closes || tag.selfClosing || open.has(tag.name)) return null
    const end = endOf(tag, start)
    if (end < 0) {
      open.add(tag.name)
      return null
    }
    const html = source.slice(start, end)
    if (HOLDS_MARKDOWN.test(html) || (jsx && HOLDS_CODE.test(html))) return null
    const shown = written(html, jsx)
    return shown === '' ? null : { shown, end }
  }

  function endOf({ name }: Tag, start: number): number {
    const tags = new RegExp(`<(/?)${name}(?=[\\s>])[^<>]{0,2000}>`, 'gi')
    const part = source.slice(start, start + MAX_CHARACTERS)
    let depth = 0
    for (const match of part.matchAll(tags)) {
      depth += match[1] ? -1 : 1
      if (depth === 0) return start + match.index + match[0].length
    }
    return -1
  }

  return { at }
}

function written(html: string, jsx: boolean): string {
  const $ = load(html, { xml: { xmlMode: false, recognizeSelfClosing: true } })
  const root = $.root().children().get(0)
  if (!root) return ''
  for (const link of $('a[href]').get()) {
    const target = (link.attribs.href ?? '').replace(/[<>()\s]/g, encodeURIComponent)
    $(link).prepend('[').append(`](${target})`)
    delete link.attribs.href
  }
  for (const node of $('*').contents().get()) {
    const isText = node.type === 'text' && /[&{]/.test(node.data)
    if (isText && $(node).closest(CODE).length === 0) node.data = withoutBraces(node.data, jsx)
  }
  return blocksOf(root)
    .map(([, text]) => text)
    .join('\n\n')

  function blocksOf(node: Element): WrittenBlock[] {
    const writer = createHtmlWriter($, null)
    if (node.name === 'dl') return [['definition', `${definitionMark}\n\n${writer.terms(node)}`]]
    if (node.name !== 'table') return [['bullets', writer.list(node, '', 0)]]
    const table = writer.table(node) ?? [['paragraph', writer.inlineChildren(node, 0).trim()]]
    return table.flatMap(([kind, text]): WrittenBlock[] =>
      kind === 'definition' ? [['definition', `${definitionMark}\n\n${text}`]] : [[kind, text]],
    )
  }
}

/** What would be read as an entity stays the text that it is. */
function withoutBraces(text: string, jsx: boolean): string {
  const plain = text.replace(/&(?=#?\w{1,31};)/g, '\\&')
  if (!plain.includes('{')) return plain
  let out = ''
  for (let at = 0; at < plain.length; ) {
    const braced =
      plain[at] === '{'
        ? (shortcodeAt(plain, at) ??
          blockTagAt(plain, at) ??
          outputTagAt(plain, at) ??
          (jsx ? expressionAt(plain, at) : null))
        : null
    out += braced ? braced.shown : plain[at]
    at = braced?.end ?? at + 1
  }
  return out
}
