import type { PhrasingContent } from 'mdast'
import { toString } from 'mdast-util-to-string'
import { parseMarkdown } from '../../text/markdown-tree.ts'
import { MARKER_LIKE } from '../../text/marker-syntax.ts'
import { splitSentences } from '../../text/sentences.ts'

/**
 * The text of a paragraph that is safe to show, with a map of the same length of what each UTF-16
 * unit is: `t` plain text, `p` within a link or emphasis (may not be cut), `c` within a code span.
 */
export interface Inline {
  text: string
  map: string
}

const MARKER_LIKE_AND_BLANKS = new RegExp(`\\s*${MARKER_LIKE.source}`, MARKER_LIKE.flags)

/**
 * Writes inline Markdown again from its source: text, code, emphasis and links to `http(s)`
 * unchanged, without images and raw HTML, and without anything outside of code that looks like a
 * citation marker.
 */
export function inlineOf(nodes: PhrasingContent[], source: string): Inline {
  return withoutMarkerLike(joined(nodes.map((node) => inlineNode(node, source))))
}

function inlineNode(node: PhrasingContent, source: string): Inline {
  switch (node.type) {
    case 'text':
      return plain(withoutEntities(sourceOf(node, source)).replace(/[ \t]*\n[ \t>]*/g, '\n'))
    case 'break':
      return plain('\n')
    case 'inlineCode':
      return whole(sourceOf(node, source).replace(/\s*\n[\s>]*/g, ' '), 'c')
    case 'strong':
      return wrapped('**', node.children, source)
    case 'emphasis':
      return wrapped('*', node.children, source)
    case 'delete':
      return wrapped('~~', node.children, source)
    case 'link':
      return linkOf(node, source)
    case 'linkReference':
      return inlineOf(node.children, source)
    case 'html':
    case 'image':
    case 'imageReference':
    case 'footnoteReference':
      return plain('')
  }
}

/** Entities as their characters, but for those that could be read as syntax. */
function withoutEntities(text: string): string {
  return text.replace(/&(?:[a-z]\w{1,30}|#\d{1,7}|#x[\da-f]{1,6});/gi, (entity) => {
    const character = toString(parseMarkdown(entity))
    return /^[\p{L}\p{N}\u00A1-\uFFFF]$/u.test(character) ? character : entity
  })
}

function linkOf(node: Extract<PhrasingContent, { type: 'link' }>, source: string): Inline {
  const label = inlineOf(node.children, source)
  if (label.text.trim() === '' || !isWebAddress(node.url)) return label
  if (isBare(label.text, node.url)) return whole(label.text, 'p')
  return whole(`[${label.text.replace(/\n/g, ' ')}](${node.url})`, 'p')
}

/** An address that was written as such: Markdown completes one that begins with "www.". */
function isBare(label: string, url: string): boolean {
  return label === url || `http://${label}` === url
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^\s()<>[\]\\]+$/i.test(url)
}

function wrapped(mark: string, nodes: PhrasingContent[], source: string): Inline {
  const inside = inlineOf(nodes, source)
  if (inside.text.trim() === '') return inside
  const edge = whole(mark, 'p')
  return joined([edge, { text: inside.text, map: inside.map.replaceAll('t', 'p') }, edge])
}

function plain(text: string): Inline {
  return whole(text, 't')
}

function whole(text: string, kind: 't' | 'p' | 'c'): Inline {
  return { text, map: kind.repeat(text.length) }
}

function joined(parts: Inline[]): Inline {
  return {
    text: parts.map((part) => part.text).join(''),
    map: parts.map((part) => part.map).join(''),
  }
}

const ANSWER =
  '(?:A|[Aa]nswer|ANSWER|[Aa]ntwort|[Rr]éponse|[Rr]espuesta|[Rr]isposta|[Rr]esposta|[Aa]ntwoord|[Оо]твет)'
/** A label, emphasised or not; where the emphasis goes on behind it, its mark stays. */
const ANSWER_LABEL = new RegExp(
  `^\\s*(?:(\\*{1,2})${ANSWER}\\s?(?::\\1|\\1\\s?:)|${ANSWER}\\s?:|(?<mark>\\*{1,2})${ANSWER}\\s?:)(?:\\s+|$)`,
  'u',
)

/** A paragraph without the label of an answer: "**Answer:** Restart it." */
export function withoutLabel({ text, map }: Inline): Inline {
  const label = ANSWER_LABEL.exec(text)
  if (!label) return { text, map }
  const mark = whole(label.groups?.['mark'] ?? '', 'p')
  const [{ length }] = label
  return joined([mark, { text: text.slice(length), map: map.slice(length) }])
}

/**
 * The sentences of a paragraph, trimmed and each on one line. None is cut within a link, an
 * emphasis or a code span.
 */
export function sentencesOf(paragraph: Inline): string[] {
  return splitSentences(masked(paragraph))
    .map(({ start, end }) =>
      paragraph.text
        .slice(start, end)
        .replace(/\s*\n\s*/g, ' ')
        .trim(),
    )
    .filter((sentence) => sentence !== '')
}

/**
 * The text with `x` in place of what may not be cut; punctuation that closes it may end a
 * sentence.
 */
function masked({ text, map }: Inline): string {
  let mask = ''
  for (let at = 0; at < text.length; at += 1) {
    const closes = map[at + 1] === 't' || map[at + 1] === undefined
    const last = map[at] === 't' ? (text[at] ?? '') : closes ? lastLetter(text, at) : 'x'
    mask += map[at] === 't' || /[.!?…。！？]/.test(last) ? last : 'x'
  }
  return mask
}

/** The last character of a span before its closing mark: the "." of `**Stop.**`. */
function lastLetter(text: string, at: number): string {
  let before = at
  while (before > 0 && /[*~_]/.test(text[before] ?? '')) before -= 1
  return text[before] ?? ''
}

/** Repeated until nothing is found, because "[[1]2]" leaves "[2]" behind, and "[<b>1]" "[1]". */
function withoutMarkerLike(inline: Inline): Inline {
  let { text, map } = inline
  for (;;) {
    const visible = map.includes('c') ? blanked(text, map) : text
    const found = [...visible.matchAll(MARKER_LIKE_AND_BLANKS)]
    if (found.length === 0) return { text, map }
    for (const match of found.toReversed()) {
      const end = match.index + match[0].length
      text = text.slice(0, match.index) + text.slice(end)
      map = map.slice(0, match.index) + map.slice(end)
    }
  }
}

/** The text with its code spans painted over by a letter, so that nothing in them is found. */
function blanked(text: string, map: string): string {
  let visible = ''
  for (let at = 0; at < text.length; at += 1) visible += map[at] === 'c' ? 'x' : text[at]
  return visible
}

function sourceOf(node: PhrasingContent, source: string): string {
  return source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0)
}
