import { matchAt, type Replaced } from './replaced.ts'

const VALUE = `=(?:"[^"\\n]{0,300}"|'[^'\\n]{0,300}'|[^\\s"'{}]{1,300})`
const NAMED = `[\\w:-]{1,60}${VALUE}`
const FIRST = `(?:[.#][\\w:-]{1,100}|${NAMED})`
const OTHER = `(?:${FIRST}|[\\w:-]{1,60})`
/** `{ .class #id key="value" }` as kramdown, Pandoc, MkDocs, Hugo and VitePress write it. */
const LIST = new RegExp(`\\{[ \\t]*${FIRST}(?:[ \\t\\n]+${OTHER}){0,20}[ \\t]*\\}`, 'y')
/** What begins so can be nothing else: `{:target="_blank"}`, `{:toc}`, `{::options /}`. */
const KRAMDOWN = /\{:(?:toc\b|[:/.#\s]|[\w-]{1,60}=)[^{}\n]{0,500}\}/y
const COMMENT = /\{::comment\}[^]{0,20000}?\{:\/(?:comment)?\}/y

const MAX_LINE = 300

/**
 * The attributes that begin at a place in Markdown, or null. Those of a heading are read
 * with the heading.
 */
export function attributeListAt(source: string, at: number): Replaced | null {
  const before = source.slice(Math.max(0, at - MAX_LINE), at).replace(/^[^]*\n/, '')
  if (/^ {0,3}#{1,6}\s/.test(before)) return null
  const comment = matchAt(COMMENT, source, at)
  if (comment) return { shown: '', end: COMMENT.lastIndex }
  if (matchAt(KRAMDOWN, source, at)) return { shown: '', end: KRAMDOWN.lastIndex }
  if (!/[)\]`*_>":]\s?$|^\s*$/.test(before) || !matchAt(LIST, source, at)) return null
  return { shown: '', end: LIST.lastIndex }
}

/** A heading without the attributes at its end, with the id that they give it. */
export function headingAttributes(source: string): { text: string; id: string | null } {
  const start = source.trimEnd().endsWith('}') ? source.lastIndexOf('{') : -1
  if (start < 0) return { text: source, id: null }
  const list = source
    .slice(start + 1, source.lastIndexOf('}'))
    .replace(/^:/, '')
    .trim()
  if (!HEADING_LIST.test(list)) return { text: source, id: null }
  const id = /(?:^|\s)#([^\s{}]+)/.exec(list)?.[1] ?? null
  return { text: source.slice(0, start).trimEnd(), id }
}
const HEADING_LIST = new RegExp(
  `^(?:[.#][^\\s{}]{1,200}|${NAMED}|[a-z]+(?:-[a-z]+)+)(?:\\s+(?:[.#][^\\s{}]{1,200}|${OTHER})){0,20}$`,
)
