/** A piece of running text. `cite` is a marker `[n]`; whether source n exists is the renderer's business. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'cite'; ordinal: number }
  | { kind: 'link'; url: string; children: Inline[] }
  | { kind: 'strong' | 'emphasis' | 'deleted'; children: Inline[] }

/**
 * Reads the running text of one block. HTML stays text and an image is its description. With
 * `growing`, what is half open at the end is read as if it were closed there, and a marker that is
 * not decided yet is left out.
 */
export function inline(text: string, growing: boolean): Inline[] {
  return read(text, { growing, links: true, depth: 0 })
}

/** What a reader hears: the text without markup and without citation markers. */
export function inlineText(pieces: readonly Inline[]): string {
  return pieces.map(pieceText).join('')
}

function pieceText(piece: Inline): string {
  switch (piece.kind) {
    case 'text':
    case 'code':
      return piece.text
    case 'break':
      return '\n'
    case 'cite':
      return ''
    default:
      return inlineText(piece.children)
  }
}

interface Mode {
  growing: boolean
  /** Links do not nest. */
  links: boolean
  depth: number
}

/** Emphasis within emphasis is text below this depth, so that hostile nesting stays cheap. */
const MAX_DEPTH = 8

const SPECIAL = /[\\`*_~[\]!<\n]|https?:\/\//g
const CITE = /\[(\d{1,3})\](?!\()/y
const TARGET =
  /\(\s{0,3}<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s{1,3}(?:"[^"]{0,200}"|'[^']{0,200}'))?\s{0,3}\)/y
const URL_TEXT = /https?:\/\/[^\s<>"`\\]+/y
const EMPHASIS = {
  '*': 'emphasis',
  _: 'emphasis',
  '**': 'strong',
  __: 'strong',
  '~~': 'deleted',
} as const
type Delimiter = keyof typeof EMPHASIS

/** One pass from left to right; each search for a closing mark that failed is not made again. */
function read(text: string, { growing, links, depth }: Mode): Inline[] {
  if (depth > MAX_DEPTH) return [{ kind: 'text', text }]
  const pieces: Inline[] = []
  const hopeless = new Set<string>()
  const brackets = matchBrackets(text)
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
    if (next === '\n') pieces.push({ kind: 'break' })
    else if (/[!-/:-@[-`{-~]/.test(next)) write(next)
    else if (next !== '' || !growing) write(`\\${next}`)
    at += 2
  }

  function readNewline() {
    const last = pieces.at(-1)
    const hard = last?.kind === 'text' && last.text.endsWith('  ')
    trimEnd()
    if (hard) pieces.push({ kind: 'break' })
    else write(' ')
    at += 1
  }

  function readCode() {
    const fence = '`'.repeat(runLength(text, at))
    const from = at + fence.length
    const end = hopeless.has(fence) ? -1 : closingFence(text, fence, from)
    if (end < 0) hopeless.add(fence)
    if (end < 0 && !growing) {
      write(fence)
      at = from
      return
    }
    const code = text.slice(from, end < 0 ? text.length : end).replace(/`+$/, end < 0 ? '' : '$&')
    if (code) pieces.push({ kind: 'code', text: trimCode(code.replaceAll('\n', ' ')) })
    at = end < 0 ? text.length : end + fence.length
  }

  function readEmphasis() {
    const mark = text[at] ?? ''
    const run = runLength(text, at)
    const after = text[at + run]
    const opens =
      after !== undefined && !/\s/.test(after) && !(mark === '_' && isWord(text[at - 1]))
    if (after === undefined && growing) {
      at = text.length
      return
    }
    const size = Math.min(run, 2)
    const delimiter = mark.repeat(size)
    if (!opens || !(delimiter in EMPHASIS) || run > 3) {
      write(mark.repeat(run))
      at += run
      return
    }
    if (run === 3) return readBoth(mark)
    const kind = EMPHASIS[delimiter as Delimiter]
    const from = at + size
    const end = closing(delimiter, from)
    if (end < 0 && (!growing || isWord(text[at - 1]))) {
      write(delimiter)
      at = from
      return
    }
    pieces.push({ kind, children: inner(from, end < 0 ? text.length : end) })
    at = end < 0 ? text.length : end + size
  }

  /** `***both***` */
  function readBoth(mark: string) {
    const delimiter = mark.repeat(3)
    const end = closing(delimiter, at + 3)
    if (end < 0 && !growing) {
      write(delimiter)
      at += 3
      return
    }
    const children = inner(at + 3, end < 0 ? text.length : end)
    pieces.push({ kind: 'strong', children: [{ kind: 'emphasis', children }] })
    at = end < 0 ? text.length : end + 3
  }

  function closing(delimiter: string, from: number): number {
    if (hopeless.has(delimiter)) return -1
    const end = closingDelimiter(text, delimiter, from)
    if (end < 0) hopeless.add(delimiter)
    return end
  }

  function readBracket() {
    const image = text[at] === '!'
    const open = image ? at + 1 : at
    CITE.lastIndex = at
    const cite = CITE.exec(text)
    if (cite) {
      trimEnd()
      pieces.push({ kind: 'cite', ordinal: Number(cite[1]) })
      at = CITE.lastIndex
      return
    }
    const end = brackets.get(open)
    if (end === undefined) return readOpenBracket(open)
    TARGET.lastIndex = end + 1
    const url = TARGET.exec(text)?.[1]
    const half = growing && /^\((?:[^\s()]|\([^\s()]*\)?)*$/.test(text.slice(end + 1, end + 2000))
    if (url === undefined && !half && !(growing && end === text.length - 1)) {
      write(text.slice(at, open + 1))
      at = open + 1
      return
    }
    const children = inner(open + 1, end, { links: false })
    const label: Inline[] = image ? [{ kind: 'text', text: inlineText(children) }] : children
    if (url && links && !image) pieces.push({ kind: 'link', url, children: label })
    else pieces.push(...label)
    at = url === undefined ? text.length : TARGET.lastIndex
  }

  /** A bracket that nothing closes: a label still being written, or just a bracket. */
  function readOpenBracket(open: number) {
    const rest = text.slice(open + 1, open + 300)
    if (!growing || rest.length > 200) write(text.slice(at, open + 1))
    else if (/^\d{0,3}$/.test(rest)) at = text.length
    at = Math.max(at, open + 1)
  }

  function readAddress() {
    const bracketed = text[at] === '<'
    URL_TEXT.lastIndex = bracketed ? at + 1 : at
    const found = URL_TEXT.exec(text)?.[0]
    if (!found) {
      write('<')
      at += 1
      return
    }
    const start = URL_TEXT.lastIndex - found.length
    const url = bracketed ? found : trimAddress(found)
    const end = start + url.length
    const complete = bracketed ? text[end] === '>' : !(growing && end === text.length)
    const label: Inline = { kind: 'text', text: url }
    if (bracketed && !complete && !growing) write('<')
    pieces.push(links && complete ? { kind: 'link', url, children: [label] } : label)
    at = end + (bracketed && complete ? 1 : 0)
  }

  while (at < text.length) {
    SPECIAL.lastIndex = at
    const found = SPECIAL.exec(text)
    const special = found?.index ?? text.length
    write(text.slice(at, special))
    at = special
    if (!found) break
    if (found[0] === '\\') readEscape()
    else if (found[0] === '\n') readNewline()
    else if (found[0] === '`') readCode()
    else if (found[0] === '[' || text.startsWith('![', at)) readBracket()
    else if (found[0] === '<' || found[0].startsWith('http')) readAddress()
    else if (found[0] === '*' || found[0] === '_' || found[0] === '~') readEmphasis()
    else {
      write(found[0])
      at += 1
    }
  }
  return pieces
}

/** For each `[` the `]` that closes it, in one pass. */
function matchBrackets(text: string): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '[') open.push(at)
    else if (text[at] === ']' && open.length > 0) pairs.set(open.pop() ?? 0, at)
  }
  return pairs
}

function closingFence(text: string, fence: string, from: number): number {
  for (let at = text.indexOf(fence, from); at >= 0; at = text.indexOf(fence, at)) {
    const run = runLength(text, at)
    if (run === fence.length) return at
    at += run
  }
  return -1
}

/** Where the delimiter closes: not after a space, and `_` not within a word. */
function closingDelimiter(text: string, delimiter: string, from: number): number {
  const mark = delimiter[0] ?? ''
  for (let at = text.indexOf(delimiter, from + 1); at >= 0; at = text.indexOf(delimiter, at)) {
    const run = runLength(text, at)
    const after = text[at + run]
    const fits = run === delimiter.length || (run > 2 && delimiter.length > 1)
    if (fits && !/\s/.test(text[at - 1] ?? '') && !(mark === '_' && isWord(after))) {
      return at + run - delimiter.length
    }
    at += run
  }
  return -1
}

function runLength(text: string, at: number): number {
  let end = at + 1
  while (text[end] === text[at]) end += 1
  return end - at
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character)
}

/** `` ` a ` `` is code with an `a` in it. */
function trimCode(code: string): string {
  return /^ .*\S.* $/.test(code) ? code.slice(1, -1) : code
}

/** Punctuation after an address belongs to the sentence, and so does a bracket that it never opened. */
function trimAddress(url: string): string {
  const trimmed = url.replace(/[.,;:!?'"*_~\]]+$/, '')
  if (trimmed.endsWith(')') && !trimmed.includes('(')) return trimAddress(trimmed.slice(0, -1))
  return trimmed
}
