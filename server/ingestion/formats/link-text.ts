import { type References, referenceName } from '../../text/markdown.ts'
import { entityAt } from './markdown/entities.ts'
import { pictureWords } from './picture-words.ts'

/** Maximum length of a link's text and target: a page of `[` would take quadratic time. */
const MAX_LINK_CHARACTERS = 2000

/**
 * Replaces the targets of links in Markdown with what `resolve` returns. A link for which it
 * returns null becomes its text, an image its description (`picture-words.ts`), an entity its
 * character; marks of footnotes are left out. Code stays.
 */
export function readableText(
  text: string,
  references: References,
  resolve: (target: string) => string | null,
): string {
  if (!/[[&]|:[mofs][a-z]{4,10}-|\+\+\w/.test(text)) return text
  let out = ''
  let at = 0
  while (at < text.length) {
    const plain = nextSpecial(text, at)
    out += text.slice(at, plain)
    at = plain
    if (at >= text.length) break
    const entity = text[at] === '&' ? entityAt(text, at) : null
    if (entity) {
      out += entity.shown
      at = entity.end
      continue
    }
    const keys = keyNames(text, at)
    if (keys) {
      out += keys.join('+')
      at += keys.join('+').length + 4
      continue
    }
    const mark = iconName(text, at) || footnoteMark(text, at)
    if (mark > 0) {
      at += mark
      continue
    }
    const link = readLink(text, at, references)
    if (!link) {
      const end = text[at] === '`' ? endOfCode(text, at) : at + (text[at] === '\\' ? 2 : 1)
      out += text.slice(at, end)
      at = end
      continue
    }
    out += rewritten(link, readableText(link.label, references, resolve), resolve)
    at = link.end
  }
  return out
}

interface Link {
  label: string
  target: string
  isImage: boolean
  end: number
}

function rewritten(link: Link, label: string, resolve: (target: string) => string | null): string {
  if (link.isImage) return pictureWords(label, link.target)
  const target = resolve(link.target)
  if (target === null || label.trim() === '') return label
  return `[${label.replace(/^\s*\n\s*|\s*\n\s*$/g, '')}](${target.replace(/[()\s]/g, (char) => ESCAPES[char] ?? '%20')})`
}

/** Parentheses and blanks would end the target early for simple readers of Markdown. */
const ESCAPES: Record<string, string> = { '(': '%28', ')': '%29' }

function nextSpecial(text: string, from: number): number {
  const special = /[\\`[&]|!\[|\+\+(?=\w)|:(?=(?:material|octicons|fontawesome|simple)-)/g
  special.lastIndex = from
  return special.exec(text)?.index ?? text.length
}

const ICON = /:(?:material|octicons|fontawesome|simple)-[a-z\d-]{1,80}: ?/y

/** The length of the name of an icon, `:material-account-circle:`, and a blank; 0 for none. */
function iconName(text: string, at: number): number {
  ICON.lastIndex = at
  return ICON.exec(text)?.[0].length ?? 0
}

/** Keys as MkDocs writes them, `++ctrl+s++`; null where there are none. */
function keyNames(text: string, at: number): string[] | null {
  const keys = /(?<![\w+])\+\+([\w-]{1,30}(?:\+[\w-]{1,30}){0,5})\+\+(?![\w+])/y
  keys.lastIndex = at
  return keys.exec(text)?.[1]?.split('+') ?? null
}

export function withoutIcons(text: string): string {
  return text.replace(new RegExp(ICON, 'g'), '')
}

/** The length of `[^1]` in a text; 0 for none. */
function footnoteMark(text: string, at: number): number {
  const mark = /(?<!\[)\[\^[\w-]{1,100}\](?!:)/y
  mark.lastIndex = at
  return mark.exec(text)?.[0].length ?? 0
}

function readLink(text: string, start: number, references: References): Link | null {
  const isImage = text[start] === '!'
  const open = isImage ? start + 1 : start
  if (text[open] !== '[') return null
  const close = endOfLabel(text, open)
  if (close < 0) return null
  const label = text.slice(open + 1, close)
  const inline = readDestination(text, close + 1)
  if (inline) return { label, isImage, ...inline }
  const reference = /\[([^[\]]{0,200})\]/y
  reference.lastIndex = close + 1
  const named = reference.exec(text)
  const target = references[referenceName(named?.[1] || label)]?.href
  if (target === undefined) return null
  return { label, target, isImage, end: named ? reference.lastIndex : close + 1 }
}

/** The `]` that closes the `[` at `open`, or -1. */
function endOfLabel(text: string, open: number): number {
  const last = Math.min(text.length, open + MAX_LINK_CHARACTERS)
  let depth = 0
  for (let at = open; at < last; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '`') at = endOfCode(text, at) - 1
    else if (text[at] === '[') depth++
    else if (text[at] === ']' && --depth === 0) return at
  }
  return -1
}

/** `(target "title")`; the target may contain balanced parentheses or be put in `<>`. */
function readDestination(text: string, at: number): { target: string; end: number } | null {
  const destination =
    /\(\s*(?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\)){0,2000}))(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/y
  destination.lastIndex = at
  const match = destination.exec(text)
  return match ? { target: match[1] ?? match[2] ?? '', end: destination.lastIndex } : null
}

/** The end of the code span that begins at `at`, or of its backticks when nothing closes it. */
function endOfCode(text: string, at: number): number {
  let open = at
  while (text[open] === '`') open++
  const ticks = text.slice(at, open)
  for (let close = text.indexOf(ticks, open); close >= 0; close = text.indexOf(ticks, close)) {
    let end = close
    while (text[end] === '`') end++
    if (end - close === ticks.length) return end
    close = end
  }
  return open
}
