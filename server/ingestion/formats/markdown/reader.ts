import GithubSlugger from 'github-slugger'
import { parseBlocks, plainInline, type References } from '../../../text/markdown.ts'
import { type Block, type BlockKind, createOutline, type Section } from '../../extracted.ts'
import { nameTitles } from '../bold-titles.ts'
import { readableText, withoutIcons } from '../link-text.ts'
import { lonePicture } from '../picture-words.ts'
import { headingAttributes } from './attribute-lists.ts'
import { definitionItems } from './definition-list.ts'
import { fenced, readFence, withTitle } from './fences.ts'
import { anchorIn, type Container, isCaption, type Mark, marksOf, withoutMarks } from './marks.ts'

type Token = ReturnType<typeof parseBlocks>['tokens'][number]

const KINDS: Record<string, BlockKind> = {
  paragraph_open: 'paragraph',
  bullet_list_open: 'bullets',
  ordered_list_open: 'steps',
  dl_open: 'definition',
  table_open: 'table',
  fence: 'code',
  code_block: 'code',
  blockquote_open: 'quotation',
}

/** The part of a page that is being read: the page itself, or a container in it. */
interface Frame {
  /** The headings below which those in it stand. */
  above: string[]
  outline: ReturnType<typeof createOutline>
  admonition?: string
  /** The section to go on with after it. */
  around?: Section
}

/**
 * Reads Markdown, as `withoutMarkup` leaves it, into sections. What is in a tab or in details
 * stands under its label, one level below; what comes after it goes on under the heading above.
 */
export function createReader(resolve: (target: string) => string | null) {
  const slugger = new GithubSlugger()
  const sections: Section[] = [section([], null)]
  const footnotes: Block[] = []
  const frames: Frame[] = [{ above: [], outline: createOutline() }]
  let topHeading: string | null = null
  /** An `<a id>` on a line of its own belongs to the heading that follows. */
  let pendingAnchor: string | null = null
  let isDefinition = false

  function read(source: string, { jsx }: { jsx: boolean }): Section[] {
    const { tokens, references } = parseBlocks(source, { jsx })
    const lines = source.split('\n')
    for (const [index, token] of tokens.entries()) {
      if (token.level !== 0 || !token.map) continue
      if (token.type === 'heading_open') {
        enter(Number(token.tag[1]), tokens[index + 1]?.content ?? '')
        continue
      }
      const kind = KINDS[token.type]
      if (kind) readBlock(kind, { tokens, index, lines, references })
    }
    for (const { blocks } of sections) nameTitles(blocks)
    return footnotes.length === 0
      ? sections
      : [...sections, { ...section([], null), blocks: footnotes }]
  }

  function readBlock(
    kind: BlockKind,
    page: { tokens: Token[]; index: number; lines: string[]; references: References },
  ): void {
    const { tokens, index, lines, references } = page
    const token = tokens[index]
    const [start = 0, end = 0] = token?.map ?? []
    const raw = lines.slice(start, end).join('\n').trimEnd()
    const marks = kind === 'paragraph' ? marksOf(raw.trim()) : null
    if (marks) return marks.forEach(follow)
    if (kind === 'code') return addCode(raw, token?.type === 'code_block')
    const special = kind === 'paragraph' ? null : specialLines(tokens, index)
    const text = (from: number, to: number) =>
      readableLines(lines.slice(from, to), (line) => special?.get(from + line) ?? null, references)
    if (kind === 'definition') return add(kind, definitionItems(tokens, index, text))
    const shown = text(start, end).trimEnd()
    add(kind, LONE_PICTURE.test(raw) ? lonePicture(shown) : shown)
  }

  /** Text between lines of code, in lists and quotes, with its links and entities. */
  function readableLines(
    lines: string[],
    kindOf: (line: number) => 'code' | 'rule' | null,
    references: References,
  ): string {
    const parts: string[] = []
    for (let at = 0; at < lines.length; ) {
      const from = at
      while (at < lines.length && kindOf(at) === kindOf(from)) at += 1
      const part = lines.slice(from, at).join('\n')
      if (kindOf(from) === 'code') parts.push(withTitle(part))
      else if (kindOf(from) === null) {
        parts.push(readableText(tidy(part), references, resolve))
      }
    }
    return parts.join('\n')
  }

  function follow(mark: Mark): void {
    if (mark.kind === 'open') open(mark.container)
    else if (mark.kind === 'close') close()
    else isDefinition = true
  }

  function open({ admonition, label = '' }: Container): void {
    const around = sections.at(-1) ?? section([], null)
    const kind = admonition ?? frames.at(-1)?.admonition
    const heading = plainInline(withoutIcons(label.replace(/<[^<>]*>/g, '')))
    const above = heading === '' ? around.headings : [...around.headings, heading]
    if (heading !== '') sections.push(section(above, around.fragment))
    const frame = { above, outline: createOutline(), around }
    frames.push(kind === undefined ? frame : { ...frame, admonition: kind })
  }

  function close(): void {
    const around = frames.length > 1 ? frames.pop()?.around : undefined
    if (around && sections.at(-1) !== around)
      sections.push(section(around.headings, around.fragment))
  }

  function enter(level: number, source: string): void {
    const { text, fragment } = readHeading(source, pendingAnchor, slugger)
    pendingAnchor = null
    const frame = frames.at(-1)
    if (text === '' || !frame) return
    topHeading ??= level === 1 ? text : null
    sections.push(section([...frame.above, ...frame.outline.enter(level, text)], fragment))
  }

  function addCode(raw: string, isIndented: boolean): void {
    if (isIndented) return push({ kind: 'code', text: fenced(raw) })
    const { text, title } = readFence(raw)
    if (title !== '') push({ kind: 'paragraph', text: `**${title}**` })
    push({ kind: 'code', text })
  }

  function add(given: BlockKind, source: string): void {
    const caption = isCaption(source.trimStart())
    const kind = caption ? 'caption' : isDefinition && given === 'bullets' ? 'definition' : given
    const text = withoutMarks(source).replace(/^\n+/, '').trimEnd()
    const anchor = anchorIn(source)
    isDefinition = false
    if (text.trim() === '') {
      pendingAnchor = anchor ?? pendingAnchor
      return
    }
    pendingAnchor = null
    const note = kind === 'paragraph' ? FOOTNOTE.exec(text) : null
    if (note) footnotes.push({ kind: 'paragraph', text: text.slice(note[0].length) })
    else push({ kind, text })
  }

  function push(block: Block): void {
    const admonition = frames.at(-1)?.admonition
    sections.at(-1)?.blocks.push(admonition === undefined ? block : { ...block, admonition })
  }

  return { read, firstHeading: () => topHeading }
}

function section(headings: string[], fragment: string | null): Section {
  return { headings, fragment, page: null, blocks: [] }
}

const LONE_PICTURE = /^!\[[^\]\n]*\](?:\([^()\n]*\)|\[[^\]\n]*\])$/
const FOOTNOTE = /^\[\^[^\]\n]{1,100}\]: */

/** The lines of code in a list, a quote or a definition list, and rules between its paragraphs. */
function specialLines(tokens: Token[], index: number): ReadonlyMap<number, 'code' | 'rule'> {
  const lines = new Map<number, 'code' | 'rule'>()
  for (let at = index + 1; tokens[at] && tokens[at]?.level !== 0; at += 1) {
    const { type = '', map } = tokens[at] ?? {}
    const [start = 0, end = 0] = map ?? []
    if (type === 'hr') lines.set(start, 'rule')
    if (type !== 'fence' && type !== 'code_block') continue
    for (let line = start; line < end; line += 1) lines.set(line, 'code')
  }
  return lines
}

/** Without lines of nothing but the sign of a line break, and with single blank lines. */
function tidy(text: string): string {
  if (!/\n[ \t]*(?:\\[ \t]*)?(?:\n[ \t]*\n|$)|^\\/.test(text)) return text
  return text.replace(/^[ \t]*\\?[ \t]*$/gm, '').replace(/\n{3,}/g, '\n\n')
}

/** The id in or before the heading, else the one that GitHub, Hugo and others derive from it. */
function readHeading(source: string, anchorBefore: string | null, slugger: GithubSlugger) {
  const { text: heading, id } = headingAttributes(source)
  const text = plainInline(withoutIcons(withoutMarks(heading)))
  const made = slugger.slug(text)
  return { text, fragment: id ?? anchorIn(source) ?? anchorBefore ?? (made === '' ? null : made) }
}
