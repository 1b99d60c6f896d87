import type { VNode } from 'preact'
import { Link } from './components/Link.tsx'
import { Marker } from './components/Marker.tsx'
import { plainText } from './plain-text.ts'

/** A piece of running text. */
export type Piece = string | VNode

/** Stands for the end of a text that grows, where whatever is open counts as closed. */
const END = '\0'

/**
 * Reads the running text of one block. HTML stays text and an image is its description. With
 * `growing`, what is half open at the end is read as if it were closed there, and a marker that is
 * not decided yet is left out.
 */
export function inline(text: string, growing: boolean): Piece[] {
  return read(growing ? text + END : text, { links: true, depth: 0 })
}

interface Mode {
  /** Links do not nest. */
  links: boolean
  depth: number
}

/** Emphasis within emphasis is text below this depth, so that hostile nesting stays cheap. */
const MAX_DEPTH = 8

const WORD = /[\p{L}\p{N}_]/u
/** Punctuation after an address belongs to the sentence, and so does a bracket that it never opened. */
const ADDRESS = /https?:\/\/(?:[^\s<>"`\\()\0]|\([^\s<>"`\\()\0]*\))*(?<![.,;:!?'*_~\]])/

/** What is more than text, in the order in which it is tried. */
const TOKEN = anyOf(
  // Not decided yet, or the end itself.
  /(?:\\|!?\[{1,2}\d{0,3}|[*_~]+)?\0/,
  /\\(?<plain>[!-/:-@[-`{-~])/,
  // A marker stands close to the word that it belongs to.
  /\s{0,3}\[(?<cite>\d{1,3})\](?!\()/,
  /(?<hard>(?:\\|(?<! ) {2,})\n)/,
  /(?<soft> ?\n)/,
  /(?<ticks>`+)(?:(?<code>[^]*?)(?:(?<!`)\k<ticks>(?!`)|`*\0))?/,
  /(?<mark>(?<char>[*~]|(?<![\p{L}\p{N}_])_)\k<char>*)(?!\k<char>|\s)/u,
  // A label that is still being written is nothing but its text, and so is one without its address.
  /(?<image>!?)\[(?<label>(?:\\.|[^\\[\]]|\[[^\\[\]]*\])*)(?:\](?:\(\s{0,3}<?(?<url>(?:[^\s<>()]|\([^\s<>()]*\))*)>?(?:\s+["'].{0,200}?["'])?\s{0,3}\)|(?:\(\S{0,2000})?\0)|(?<=\0))/,
  new RegExp(`(?<address><${ADDRESS.source}[>\\0]|${ADDRESS.source})`),
)

function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'gu')
}

/** From the inside out. */
const EMPHASIS: Record<string, ('em' | 'strong' | 'del')[]> = {
  '*': ['em'],
  '**': ['strong'],
  '***': ['em', 'strong'],
  '~~': ['del'],
}

/** One pass from left to right; each search for a closing mark that failed is not made again. */
function read(text: string, { links, depth }: Mode): Piece[] {
  if (depth > MAX_DEPTH) return [text.replace(END, '')]
  const pieces: Piece[] = []
  const hopeless = new Set<string>()
  let at = 0

  function write(plain: string) {
    const last = pieces.at(-1)
    if (typeof last === 'string') pieces[pieces.length - 1] = last + plain
    else if (plain !== '') pieces.push(plain)
  }

  function inner(text: string, mode: Partial<Mode> = {}): Piece[] {
    return read(text, { links, depth: depth + 1, ...mode })
  }

  function search(closing: string): RegExpExecArray | null {
    const pattern = new RegExp(closing, 'gu')
    pattern.lastIndex = at + 1
    const found = hopeless.has(closing) ? null : pattern.exec(text)
    if (!found) hopeless.add(closing)
    return found
  }

  function readEmphasis(mark: string) {
    const kinds = EMPHASIS[mark.replaceAll('_', '*')]
    const [char = ''] = mark
    const inWord = WORD.test(text[at - mark.length - 1] ?? '')
    const before = mark.length === 1 ? `(?<![\\s${char}])` : '(?<!\\s)'
    const after = char === '_' ? `(?!${WORD.source})` : `(?![${char}])`
    const end = inWord ? '' : '|(?<=\\0)'
    const closing = kinds && search(`${before}[${char}]{${mark.length}}${after}${end}`)
    if (!closing) return write(mark)
    let children = inner(text.slice(at, closing.index))
    for (const Kind of kinds) children = [<Kind>{children}</Kind>]
    pieces.push(...children)
    at = closing.index + closing[0].length
  }

  function readLabel(label: string, url: string | undefined, isImage: boolean) {
    const children = inner(label, { links: false })
    if (isImage) write(plainText(children))
    else if (url && links) pieces.push(<Link url={url}>{children}</Link>)
    else pieces.push(...children)
  }

  function readAddress(url: string) {
    pieces.push(links && !text.startsWith(END, at) ? <Link url={url}>{[url]}</Link> : url)
  }

  for (;;) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    write(text.slice(at, token?.index))
    if (!token) return pieces
    at = token.index + token[0].length
    const { plain, cite, hard, soft, code, ticks, mark, label, url, image, address } =
      token.groups ?? {}
    if (plain) write(plain)
    else if (cite) pieces.push(<Marker ordinal={Number(cite)} />)
    else if (hard) pieces.push(<br />)
    else if (soft) write(' ')
    else if (code)
      pieces.push(<code>{code.replaceAll('\n', ' ').replace(/^ (.*\S.*) $/, '$1')}</code>)
    else if (ticks) write(code ?? ticks)
    else if (mark) readEmphasis(mark)
    else if (label !== undefined) readLabel(label, url, image === '!')
    else if (address) readAddress(address.replace(/[<>\0]/g, ''))
  }
}
