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
  return read(growing ? text + END : text, { links: true })
}

/**
 * What is more than text, in the order in which it is tried; what is to be known of it is in a group.
 * The end of a line shows as a space by itself. Where a search could fail again and again it is
 * bounded, so that hostile text is read in the time that it takes to read.
 */
const TOKEN = anyOf(
  // Not decided yet, or the end itself.
  /(?:\\|!?\[{1,2}\d{0,3}|[*_~]{1,9})?\0/,
  /\\([!-/:-@[-_{-~]|`+)/,
  /(\\\n|(?<! ) {2,}\n)/,
  // A marker stands close to the word that it belongs to.
  /\s{0,3}\[(\d{1,3})\](?!\()/,
  /(?<ticks>`+)(?:([^]*?)(?:(?<!`)\k<ticks>(?!`)|`*\0))?/,
  /(\*+|~+|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_]))/u,
  // A label that is still being written is nothing but its text, and so is one without its address.
  /(!?)\[((?:\\.|[^\\[\]]|\[[^\\[\]]*\])*)(?:\](?:\(\s{0,3}<?((?:[^\s<>()]|\([^\s<>()]*\))*)>?(?:\s+["'].{0,200}?["'])?\s{0,3}\)|(?:\(\S{0,2000})?\0)|(?<=\0))/,
  // Punctuation after an address belongs to the sentence, and so does a bracket that it never opened.
  /<?(https?:\/\/(?:[^\s<>"`\\()\0]|\([^\s<>"`\\()\0]*\))*(?<![.,;:!?'*_~\]]))>?/,
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

/** A mark that nothing has closed yet. It stands among the pieces, and is only text for as long. */
interface Opened {
  mark: string
  kinds: ('em' | 'strong' | 'del')[]
  index: number
}

/** Emphasis within emphasis is text below this depth, so that hostile nesting stays cheap. */
const MAX_DEPTH = 8

/** One pass from left to right. Links do not nest. */
function read(text: string, { links }: { links: boolean }): Piece[] {
  const pieces: Piece[] = []
  const opened: Opened[] = []
  let at = 0

  function write(plain: string) {
    const last = pieces.at(-1)
    if (typeof last === 'string') pieces[pieces.length - 1] = last + plain
    else if (plain !== '') pieces.push(plain)
  }

  function readMark(mark: string) {
    const before = text[at - mark.length - 1] ?? ' '
    const kinds = EMPHASIS[mark.replaceAll('_', '*')]
    const opener = /\S/.test(before) && opened.findLast((other) => other.mark === mark)
    const isInWord = mark.length === 1 && /[^\W_]/.test(before)
    if (opener) close(opener)
    else if (mark === '***' && opened.length > 1) opened.slice(-2).toReversed().forEach(close)
    else if (kinds && /\S/.test(text[at] ?? ' ') && !isInWord && opened.length < MAX_DEPTH) {
      opened.push({ mark, kinds, index: pieces.length })
      pieces.push(<>{mark}</>)
    } else write(mark)
  }

  /** What stands after the mark becomes emphasis. */
  function close(opener: Opened) {
    opened.splice(opened.indexOf(opener))
    let children = pieces.splice(opener.index).slice(1)
    for (const Kind of opener.kinds) children = [<Kind>{children}</Kind>]
    pieces.push(...children)
  }

  function readLink(url: string | undefined, label: Piece[]) {
    pieces.push(...(url && links ? [<Link url={url}>{label}</Link>] : label))
  }

  for (;;) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    write(text.slice(at, token?.index))
    if (!token) break
    const [all, plain, hard, cite, ticks, code, mark, image, label, url, address] = token
    at = token.index + all.length
    if (plain) write(plain)
    else if (hard) pieces.push(<br />)
    else if (cite) pieces.push(<Marker ordinal={Number(cite)} />)
    else if (code) pieces.push(<code dir="ltr">{code.trim()}</code>)
    else if (ticks) write(code ?? ticks)
    else if (mark) readMark(mark)
    else if (address) readLink(text[at] === END ? '' : address, [address])
    else if (label !== undefined) {
      const children = read(label, { links: false })
      if (image) write(plainText(children))
      else readLink(url, children)
    }
  }
  if (text.endsWith(END)) opened.toReversed().forEach(close)
  return pieces
}
