import { createFences } from '../../../text/fences.ts'
import { isAdmonition } from './containers.ts'

/** Lines that stand in place of some, and the first line after those. */
interface Rewritten {
  lines: string[]
  next: number
}

/** Each is tried at every line outside of code. */
const DIALECTS: ((lines: string[], at: number) => Rewritten | null)[] = [
  indentedBlockAt,
  alertAt,
  classedBlockAt,
  contentsAt,
]
const SIGNS = ['!!!', '???', '=== ', '===!', '[!', '{:', '[toc', '[TOC', '[_TOC', '[_toc']
const MAX_NESTING = 10

/**
 * Writes what a dialect marks by indentation, in a quote or by a class as directives: notes and
 * tabs of MkDocs, alerts of GitHub, blocks of kramdown with the class of an admonition.
 */
export function withDirectives(source: string): string {
  if (!SIGNS.some((sign) => source.includes(sign))) return source
  return rewrite(source.split('\n'), 0).join('\n')
}

function rewrite(lines: string[], depth: number): string[] {
  const out: string[] = []
  for (let at = 0; at < lines.length; ) {
    const end = endOfFence(lines, at)
    const rewritten = end > at || depth > MAX_NESTING ? null : tried(lines, at)
    if (rewritten) {
      const [open, ...body] = rewritten.lines
      const close = body.pop()
      if (open !== undefined && close !== undefined) {
        out.push(open, ...rewrite(body, depth + 1), close)
      }
      at = rewritten.next
    } else {
      const next = Math.max(end, at + 1)
      for (; at < next; at += 1) out.push(lines[at] ?? '')
    }
  }
  return out
}

function tried(lines: string[], at: number): Rewritten | null {
  for (const dialect of DIALECTS) {
    const rewritten = dialect(lines, at)
    if (rewritten) return rewritten
  }
  return null
}

/** The line after the fence that begins at a line; the line itself where none does. */
function endOfFence(lines: string[], at: number): number {
  const fenceOf = createFences()
  if (fenceOf(lines[at] ?? '') === null) return at
  for (let end = at + 1; end < lines.length; end += 1) {
    if (fenceOf(lines[end] ?? '') === 'ends') return end + 1
  }
  return lines.length
}

const NOTE =
  /^([ \t]*)(?:!!!|\?\?\?\+?)[ \t]+([\w-]+)((?:[ \t]+[\w-]+)*)(?:[ \t]+"((?:[^"\n]|\\")*)")?[ \t]*$/
const TAB = /^([ \t]*)===[!+]*[ \t]+"((?:[^"\n]|\\")*)"[ \t]*$/

/** `!!! note "Title"`, `??? note` and `=== "Tab"` of MkDocs above a body that is indented. */
function indentedBlockAt(lines: string[], at: number): Rewritten | null {
  const line = lines[at] ?? ''
  const note = NOTE.exec(line)
  const tab = note ? null : TAB.exec(line)
  const indent = note?.[1] ?? tab?.[1]
  if (indent === undefined) return null
  const next = endOfBody(lines, at + 1, indent)
  const body = lines
    .slice(at + 1, next)
    .map((each) => indent + each.slice(indent.length).replace(/^(?: {1,4}|\t)/, ''))
  const title = note ? note[4] : tab?.[2]
  return { lines: directive(indent, note?.[2] ?? 'tab', title ?? '', body), next }
}

function endOfBody(lines: string[], from: number, indent: string): number {
  let end = from
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    if (!line.startsWith(indent) || !/^(?: {4}|\t)/.test(line.slice(indent.length))) break
    end = at + 1
  }
  return end
}

const ALERT = /^([ \t]*)>[ \t]*\[!([\w-]+)\][+-]?[ \t]*(.*)$/

/** `> [!NOTE]` of GitHub, Hugo and Obsidian. */
function alertAt(lines: string[], at: number): Rewritten | null {
  const [, indent = '', kind = '', title = ''] = ALERT.exec(lines[at] ?? '') ?? []
  if (kind === '') return null
  const next = endOfQuote(lines, at)
  return { lines: directive(indent, kind, title, unquotedLines(lines, at + 1, next)), next }
}

function endOfQuote(lines: string[], at: number): number {
  let end = at
  while (/^[ \t]*>/.test(lines[end] ?? '')) end += 1
  return end
}

function unquotedLines(lines: string[], from: number, end: number): string[] {
  return lines.slice(from, end).map((line) => line.replace(/^([ \t]*)> ?/, '$1'))
}

const CLASSES = /^ {0,3}\{:([^{}\n]{0,300})\}[ \t]*$/

/** A block of kramdown with `{: .note }` in the line after it, or before it below a blank line. */
function classedBlockAt(lines: string[], at: number): Rewritten | null {
  if (!isBlank(lines[at - 1]) || isBlank(lines[at])) return null
  let next = at + 1
  while (!isBlank(lines[next])) next += 1
  const before = kindOf(lines[at] ?? '')
  const after = next - at > 1 ? kindOf(lines[next - 1] ?? '') : null
  const [kind, from, end] = before ? [before, at + 1, next] : [after ?? '', at, next - 1]
  if (kind === '' || from === end) return null
  const isQuote = endOfQuote(lines, from) === end
  const body = isQuote ? unquotedLines(lines, from, end) : lines.slice(from, end)
  const isTitled = kind.endsWith('-title')
  const title = isTitled ? (body.shift() ?? '') : ''
  return { lines: directive('', kind.replace(/-title$/, ''), title, body), next }
}

/** Where a table of contents is to be: `[[toc]]`, `[TOC]`, or a list with `{:toc}` below it. */
function contentsAt(lines: string[], at: number): Rewritten | null {
  const line = lines[at] ?? ''
  if (/^\[{1,2}_?toc_?\]{1,2}\s*$/i.test(line)) return { lines: [], next: at + 1 }
  const isList = /^ {0,3}(?:[-*+]|\d+\.) /.test(line)
  return isList && /^ {0,3}\{:\s?toc\b/.test(lines[at + 1] ?? '')
    ? { lines: [], next: at + 2 }
    : null
}

function kindOf(line: string): string | null {
  const names = CLASSES.exec(line)?.[1]?.matchAll(/\.([\w-]+)/g) ?? []
  for (const [, name = ''] of names) if (isAdmonition(name.replace(/-title$/, ''))) return name
  return null
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ''
}

/** In a title: tags, and shortcodes that only the site can fill. */
const MARKUP = /<\/?[a-z][^<>\n]{0,300}>|\{\{[^{}\n]{0,300}\}\}/gi

/** More colons than a directive of the page has. */
const COLONS = ':'.repeat(9)

function directive(indent: string, kind: string, title: string, body: string[]): string[] {
  const label = `[${title
    .replace(MARKUP, '')
    .trim()
    .replace(/[[\]\n]/g, '')}]`
  const name = kind === 'tab' ? `tab${label}` : `admonition${label}{type="${kind}"}`
  return [`${indent}${COLONS}${name}`, ...body, `${indent}${COLONS}`]
}
