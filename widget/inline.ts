import { plainText } from './plain-text.ts'

/** A piece of running text. `cite` is a marker `[n]`; whether source n exists is the renderer's business. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'br' }
  | { kind: 'cite'; ordinal: number }
  | { kind: 'link'; url: string; children: Inline[] }
  | { kind: 'strong' | 'em' | 'del'; children: Inline[] }

/**
 * Reads the running text of one block. HTML stays text and an image is its description. With
 * `growing`, what is half open at the end is read as if it were closed there, and a marker that is
 * not decided yet is left out.
 */
export function inline(text: string, growing: boolean): Inline[] {
  return read(text, { growing, links: true, depth: 0 })
}

interface Mode {
  growing: boolean
  /** Links do not nest. */
  links: boolean
  depth: number
}

/** Emphasis within emphasis is text below this depth, so that hostile nesting stays cheap. */
const MAX_DEPTH = 8

const SPECIAL = /[\\`*_~[!\n]|<?https?:\/\//g
const ADDRESS = /https?:\/\/[^\s<>"`\\]*/y
const CITE = /\[(\d{1,3})\](?!\()/y
const LABEL = /!?\[((?:\\.|[^\\[\]]|\[[^\\[\]]*\])*)\]/y
const TARGET =
  /\(\s{0,3}<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s{1,3}(["']).{0,200}?\2)?\s{0,3}\)/y
/** From the inside out. */
const EMPHASIS: Record<string, ('em' | 'strong' | 'del')[]> = {
  '*': ['em'],
  '**': ['strong'],
  '***': ['em', 'strong'],
  '~~': ['del'],
}

/** One pass from left to right; each search for a closing mark that failed is not made again. */
function read(text: string, { growing, links, depth }: Mode): Inline[] {
  if (depth > MAX_DEPTH) return [{ kind: 'text', text }]
  const pieces: Inline[] = []
  const hopeless = new Set<string>()
  let at = 0

  function write(plain: string) {
    const last = pieces.at(-1)
    if (plain === '') return
    if (last?.kind === 'text') last.text += plain
    else pieces.push({ kind: 'text', text: plain })
  }

  /** A marker stands close to the words it belongs to, and a line ends with its last word. */
  function trimEnd() {
    const last = pieces.at(-1)
    if (last?.kind === 'text') last.text = last.text.trimEnd()
  }

  /** The inner text from `from` to `to`; what reaches the end of a growing text grows as well. */
  function inner(from: number, to: number, mode: Partial<Mode> = {}): Inline[] {
    const grows = growing && to === text.length
    return read(text.slice(from, to), { growing: grows, links, depth: depth + 1, ...mode })
  }

  function readEscape() {
    const next = text[at + 1] ?? ''
    if (next === '\n') pieces.push({ kind: 'br' })
    else if (/[!-/:-@[-`{-~]/.test(next)) write(next)
    else if (next !== '' || !growing) write(`\\${next}`)
    at += 2
  }

  function readNewline() {
    const hard = text.startsWith('  ', at - 2)
    trimEnd()
    if (hard) pieces.push({ kind: 'br' })
    else write(' ')
    at += 1
  }

  /** Where `closing` is next found at or after `from`; else the end while the text grows, or -1. */
  function search(closing: string, from: number): number {
    const pattern = new RegExp(closing, 'gu')
    pattern.lastIndex = from
    const found = hopeless.has(closing) ? null : pattern.exec(text)
    if (found) return found.index
    hopeless.add(closing)
    return growing ? text.length : -1
  }

  function readCode() {
    const size = runLength(text, at)
    const from = at + size
    const end = search(`(?<!\`)\`{${size}}(?!\`)`, from)
    if (end < 0) return writeTo(from)
    const code = text.slice(from, end).replace(/`+$/, '').replaceAll('\n', ' ')
    // `` ` a ` `` is code with an `a` in it.
    if (code) pieces.push({ kind: 'code', text: code.replace(/^ (.*\S.*) $/, '$1') })
    at = end + size
  }

  function readEmphasis() {
    const size = runLength(text, at)
    const from = at + size
    const [mark = ''] = text.slice(at)
    const kinds = EMPHASIS[text.slice(at, from).replaceAll('_', '*')]
    const inWord = IS_WORD.test(text[at - 1] ?? '')
    if (growing && from === text.length) {
      at = from
      return
    }
    if (!kinds || !/\S/.test(text[from] ?? ' ') || (mark === '_' && inWord)) return writeTo(from)
    const before = size === 1 ? `(?<![\\s${mark}])` : '(?<!\\s)'
    const after = mark === '_' ? `(?!${WORD})` : `(?![${mark}])`
    const end = search(`${before}[${mark}]{${size}}${after}`, from + 1)
    if (end < 0 || (inWord && end === text.length)) return writeTo(from)
    let children = inner(from, end)
    for (const kind of kinds) children = [{ kind, children }]
    pieces.push(...children)
    at = end + size
  }

  function readBracket() {
    const cite = match(CITE)
    if (cite) {
      trimEnd()
      pieces.push({ kind: 'cite', ordinal: Number(cite[1]) })
      at += cite[0].length
      return
    }
    const image = text[at] === '!'
    const from = image ? at + 2 : at + 1
    const label = match(LABEL)
    if (!label) return readOpenBracket(from)
    const start = at
    at += label[0].length
    const target = match(TARGET)
    const half = growing && /^(?:\((?:[^\s()]|\([^\s()]*\)?)*)?$/.test(text.slice(at, at + 2000))
    if (!target && !half) {
      at = start
      return writeTo(from)
    }
    const url = target?.[1]
    const children = inner(from, at - 1, { links: false })
    if (image) write(children.map(plainText).join(''))
    else if (url && links) pieces.push({ kind: 'link', url, children })
    else pieces.push(...children)
    at = target ? at + target[0].length : text.length
  }

  /** A bracket that nothing closes: a label still being written, or just a bracket. */
  function readOpenBracket(from: number) {
    const rest = text.slice(from)
    if (!growing || rest.length > 200) return writeTo(from)
    at = /^\d{0,3}$/.test(rest) ? text.length : from
  }

  function readAddress() {
    const bracketed = text[at] === '<'
    if (bracketed) at += 1
    const [found = ''] = match(ADDRESS) ?? []
    const url = bracketed ? found : trimAddress(found)
    at += url.length
    const complete = bracketed ? text[at] === '>' : !(growing && at === text.length)
    if (bracketed && complete) at += 1
    else if (bracketed && !growing) write('<')
    const label: Inline = { kind: 'text', text: url }
    pieces.push(links && complete ? { kind: 'link', url, children: [label] } : label)
  }

  function match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    return pattern.exec(text)
  }

  function writeTo(end: number) {
    write(text.slice(at, end))
    at = end
  }

  while (at < text.length) {
    SPECIAL.lastIndex = at
    const found = SPECIAL.exec(text)
    writeTo(found?.index ?? text.length)
    const [special] = found?.[0] ?? ''
    if (special === '\\') readEscape()
    else if (special === '\n') readNewline()
    else if (special === '`') readCode()
    else if (special === '<' || special === 'h') readAddress()
    else if (special === '[' || text.startsWith('![', at)) readBracket()
    else if (special === '!') writeTo(at + 1)
    else if (special) readEmphasis()
  }
  return pieces
}

function runLength(text: string, at: number): number {
  let end = at + 1
  while (text[end] === text[at]) end += 1
  return end - at
}

const WORD = '[\\p{L}\\p{N}_]'
const IS_WORD = new RegExp(WORD, 'u')

/** Punctuation after an address belongs to the sentence, and so does a bracket that it never opened. */
function trimAddress(url: string): string {
  const trimmed = url.replace(/[.,;:!?'"*_~\]]+$/, '')
  if (trimmed.endsWith(')') && !trimmed.includes('(')) return trimAddress(trimmed.slice(0, -1))
  return trimmed
}
