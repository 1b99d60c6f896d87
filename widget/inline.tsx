import type { VNode } from 'preact'
import { Link } from './components/Link.tsx'
import { Marker } from './components/Marker.tsx'
import { plainText } from './plain-text.ts'

/** A piece of running text. */
export type Piece = string | VNode

/** Sentinel for the end of a growing text, where every open construct counts as closed. */
const END = '\0'

/**
 * Parses the inline Markdown of one block. HTML stays text; an image becomes its description. With
 * `growing`, unfinished constructs at the end count as closed, and an undecided marker is left out.
 */
export function inline(text: string, growing: boolean): Piece[] {
  return read(growing ? text + END : text, { links: true })
}

/**
 * Inline tokens, in the order in which they are tried; the groups are those that `read` names. A
 * newline needs no token, since browsers render it as a space. Repetitions that could backtrack are
 * bounded, so that hostile text is parsed in linear time.
 */
const TOKEN = anyOf(
  // The end, with an undecided marker before it.
  /(?:\\|!?\[{1,2}\d{0,3}|[*_~]{1,9})?\0/,
  // Escapes.
  /\\([!-/:-@[-_{-~]|`+)/,
  // Hard line breaks.
  /(\\\n|(?<! ) {2,}\n)/,
  // Citation markers, with the space before them.
  /\s{0,3}\[(\d{1,3})\](?!\()/,
  // Code spans.
  /(?<ticks>`+)(?:([^]*?)(?:(?<!`)\k<ticks>(?!`)|`*\0))?/,
  // Emphasis.
  /(\*+|~+|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_]))/u,
  // Links and images. A label that is unfinished or without an address is plain text.
  /(!?)\[((?:\\.|[^\\[\]]|\[[^\\[\]]*\])*)(?:\](?:\(\s{0,3}<?((?:[^\s<>()]|\([^\s<>()]*\))*)>?(?:\s+["'].{0,200}?["'])?\s{0,3}\)|(?:\(\S{0,2000})?\0)|(?<=\0))/,
  // Bare URLs, without the punctuation and the unbalanced brackets after them.
  /<?(https?:\/\/(?:[^\s<>"`\\()\0]|\([^\s<>"`\\()\0]*\))*(?<![.,;:!?'*_~\]]))>?/,
)

function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'gu')
}

/** Elements of each kind of emphasis, the innermost first. */
const EMPHASIS: Record<string, ('em' | 'strong' | 'del')[]> = {
  '*': ['em'],
  '**': ['strong'],
  '***': ['em', 'strong'],
  '~~': ['del'],
}

/** An opening emphasis mark without its closing mark; a text among the pieces until then. */
interface Opened {
  mark: string
  kinds: ('em' | 'strong' | 'del')[]
  index: number
}

/** Nested emphasis is plain text below this depth, so that hostile nesting stays cheap. */
const MAX_DEPTH = 8

/** Parses in one pass from left to right. Links do not nest. */
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

  /** Wraps the pieces after the mark in emphasis. */
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
