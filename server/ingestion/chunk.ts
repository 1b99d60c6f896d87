import { createFences } from '../text/fences.ts'
import { splitSentences } from '../text/sentences.ts'
import type { PassageBlock, PassagePlace } from '../text/structure.ts'
import type { Block, BlockKind, Section, SectionRole } from './extracted.ts'

/** A passage before it is analysed and embedded. */
export interface DraftPassage extends PassagePlace {
  /** From 0, in reading order. */
  position: number
  /** From 0: passages of one section have the same number. */
  section: number
  /** Of the text up to its first heading. */
  role: SectionRole | null
  fragment: string | null
  /** Markdown. */
  text: string
  /** In the order of the text, which has nothing beside them but blank lines. */
  blocks: PassageBlock[]
}

/** Target length of a passage, in UTF-16 units (never fewer than the code points). */
const TARGET_LENGTH = 1200
/** A passage below this takes one more block although it passes `TARGET_LENGTH`. */
const MIN_LENGTH = 300
/** Maximum length of a passage; a list, a table or code up to it is kept whole. */
const MAX_LENGTH = 2400
/** A section below this is merged with its first child, or with its sibling. */
const MERGED_WITH_CHILD = 200
const MERGED_WITH_SIBLING = 100
const MAX_MERGED_LENGTH = 800
/** A longer paragraph before a list, a table or code is more than its introduction. */
const MAX_INTRODUCTION = 300

/**
 * Cuts sections into passages of about 300 to 1,200 characters, never more than 2,400, without
 * overlap. A passage stays under one heading, except that sections of a line or two are merged.
 * Lists, tables and code are kept whole where they fit, and otherwise cut between items, rows and
 * lines, with header and fence repeated, and that of an item between the items nested in it. An
 * introduction stays with what it introduces. Long paragraphs are cut between sentences.
 */
export function chunk(sections: Section[]): DraftPassage[] {
  return mergeTiny(sections)
    .flatMap((merged, section) =>
      passagesOf(merged).map(({ text, blocks }) => ({
        section,
        headings: merged.headings,
        page: merged.page,
        fragment: merged.fragment,
        role: merged.role ?? null,
        text,
        blocks,
      })),
    )
    .map((passage, position) => ({ position, ...passage }))
}

/** A section whose text may have headings, those of the sections that were merged with it. */
type Merged = Omit<Section, 'blocks'> & { blocks: (Block | HeadingBlock)[] }

interface HeadingBlock {
  kind: 'heading'
  text: string
  fragment?: string
  role?: SectionRole
}

function mergeTiny(sections: Section[]): Merged[] {
  const merged: Merged[] = []
  for (const section of sections) {
    const last = merged.at(-1)
    if (last && belongTogether(last, section)) merged[merged.length - 1] = joined(last, section)
    else merged.push(section)
  }
  return merged
}

/** The first is tiny, and the second is its child or its sibling. Questions are never merged. */
function belongTogether(first: Merged, second: Section): boolean {
  if (first.page !== null || second.page !== null || first.headings.length === 0) return false
  const shared = commonPath(first, second).length
  const isChild = shared === first.headings.length
  if (!isChild && (shared === 0 || shared < first.headings.length - 1 || isQuestion(first)))
    return false
  const size = sizeOf(first)
  return (
    size < (isChild ? MERGED_WITH_CHILD : MERGED_WITH_SIBLING) &&
    size + sizeOf(second) <= MAX_MERGED_LENGTH &&
    !isQuestion(second)
  )
}

function isQuestion({ headings }: PassagePlace): boolean {
  return /[?？]$/.test(headings.at(-1) ?? '')
}

function joined(first: Merged, second: Section): Merged {
  const headings = commonPath(first, second)
  const depth = headings.length
  const blocks = [first, second].flatMap((section) => [
    ...headingBlocks(section, depth),
    ...section.blocks,
  ])
  const role = first.headings.length === depth ? first.role : undefined
  return { headings, fragment: first.fragment, page: null, blocks, ...(role && { role }) }
}

/**
 * Headings that are no longer in the path become part of the text. The last one is the section's
 * own, with its fragment and its role.
 */
function headingBlocks({ headings, fragment, role }: Merged, depth: number): HeadingBlock[] {
  return headings.slice(depth).map((heading, index, own) => ({
    kind: 'heading',
    text: `${'#'.repeat(Math.min(6, depth + index + 2))} ${heading}`,
    ...(index === own.length - 1 && {
      ...(fragment !== null && { fragment }),
      ...(role && { role }),
    }),
  }))
}

function commonPath(first: PassagePlace, second: PassagePlace): string[] {
  const end = first.headings.findIndex((heading, index) => heading !== second.headings[index])
  return end < 0 ? first.headings : first.headings.slice(0, end)
}

function sizeOf(section: Merged): number {
  return section.blocks.reduce((size, block) => size + block.text.length + 2, 0)
}

/** Text with its blocks. */
interface Unit {
  text: string
  blocks: PassageBlock[]
}

function passagesOf(section: Merged): Unit[] {
  const passages: Unit[] = []
  let passage: Unit | null = null
  for (const unit of unitsOf(section.blocks)) {
    const together: Unit = passage ? after(passage, unit) : unit
    const limit = passage && passage.text.length < MIN_LENGTH ? MAX_LENGTH : TARGET_LENGTH
    if (!passage || together.text.length <= limit) {
      passage = together
      continue
    }
    passages.push(passage)
    passage = unit
  }
  return !passage || passage.text.trim() === '' ? passages : [...passages, passage]
}

function after(first: Unit, second: Unit): Unit {
  const from = first.text.length + 2
  const moved = second.blocks.map((block) => ({
    ...block,
    start: block.start + from,
    end: block.end + from,
  }))
  return { text: `${first.text}\n\n${second.text}`, blocks: [...first.blocks, ...moved] }
}

/** Blocks, or parts of long ones, each with what introduces it. */
function unitsOf(blocks: Merged['blocks']): Unit[] {
  const units: Unit[] = []
  for (const [at, block] of blocks.entries()) {
    const introduction = units.at(-1)
    if (introduction === undefined || !introduces(introduction.text, blocks[at - 1], block)) {
      units.push(...unitsIn(block, split(block)))
    } else {
      units.splice(-1, 1, ...introduced(introduction, block))
    }
  }
  return units
}

/** The parts of a block, each with its place in itself. */
function unitsIn(block: Block | HeadingBlock, parts: string[]): Unit[] {
  const { text: _, ...known } = block
  const language = block.kind === 'code' ? LANGUAGE.exec(block.text)?.[1] : undefined
  const written = parts.filter((text) => text !== '')
  const last = written.length - 1
  return written.map((text, at) => {
    const place = { ...known, start: 0, end: text.length, ...(language && { language }) }
    if (last === 0) return { text, blocks: [place] }
    const cut = at === 0 ? 'after' : at === last ? 'before' : 'both'
    return { text, blocks: [{ ...place, cut }] }
  })
}

const LANGUAGE = /^[ \t]*(?:`{3,}|~{3,})[ \t]*([^\s`{]{1,40})/

/**
 * Whether a text goes with the block after it: it ends in a colon or in a heading that was merged,
 * or it is a short paragraph before a list, a table or code.
 */
function introduces(
  text: string,
  before: Block | HeadingBlock | undefined,
  { kind }: Block | HeadingBlock,
): boolean {
  if (before?.kind === 'heading' || /[:：]\**$/.test(text)) return true
  const isText = before?.kind === 'paragraph' || before?.kind === 'caption'
  const isShort = isText && before.text.length <= MAX_INTRODUCTION
  return isShort && INTRODUCED.has(kind)
}

/** A block after its introduction; it is cut where the two do not fit into a passage. */
function introduced(introduction: Unit, block: Block | HeadingBlock): Unit[] {
  const room = MAX_LENGTH - introduction.text.length - 2
  const parts = [split(block), cut(block)].find(([part = '']) => part.length <= room)
  const [first, ...rest] = unitsIn(block, parts ?? split(block))
  if (!first) return [introduction]
  return parts ? [after(introduction, first), ...rest] : [introduction, first, ...rest]
}

const INTRODUCED = new Set<BlockKind | 'heading'>([
  'steps',
  'bullets',
  'definition',
  'table',
  'code',
])

function split(block: Block | HeadingBlock): string[] {
  const { kind, text } = block
  return text.length <= (kind === 'paragraph' ? TARGET_LENGTH : MAX_LENGTH) ? [text] : cut(block)
}

function cut({ kind, text }: Block | HeadingBlock): string[] {
  switch (kind) {
    case 'heading':
      return [text]
    case 'paragraph':
    case 'caption':
      return pack(sentences(text), '')
    case 'steps':
    case 'bullets':
    case 'definition':
      return pack(listItems(text).flatMap(splitItem), '\n')
    case 'table':
      return splitTable(text)
    case 'code':
      return splitCode(text)
    case 'quotation':
      return pack(text.split('\n').flatMap(fitting), '\n')
  }
}

/** Joins parts up to `TARGET_LENGTH`; `frame` is put around each of the results. */
function pack(parts: string[], joint: string, frame = { before: '', after: '' }): string[] {
  const packed: string[] = []
  let current: string | null = null
  const room = TARGET_LENGTH - frame.before.length - frame.after.length
  for (const part of parts) {
    if (current !== null && current.length + joint.length + part.length > room) {
      packed.push(current)
      current = null
    }
    current = current === null ? part : current + joint + part
  }
  if (current !== null) packed.push(current)
  return packed
    .map((text) => frame.before + trimmed(text) + frame.after)
    .filter((text) => text !== '')
}

/** Without blank lines around it; the indentation of its first line is kept. */
function trimmed(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+|\s+$/g, '')
}

function sentences(text: string): string[] {
  return splitSentences(text).flatMap(({ start, end }) => fitting(text.slice(start, end)))
}

/** Cuts a part that is too long for a passage at a blank, or else anywhere. */
function fitting(part: string): string[] {
  if (part.length <= MAX_LENGTH) return [part]
  const pieces: string[] = []
  let rest = part
  while (rest.length > TARGET_LENGTH) {
    const blank = rest.lastIndexOf(' ', TARGET_LENGTH)
    const end = blank > TARGET_LENGTH / 2 ? blank + 1 : wholeCharacters(rest, TARGET_LENGTH)
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return rest === '' ? pieces : [...pieces, rest]
}

/** `end`, or one less where it would split a surrogate pair. */
function wholeCharacters(text: string, end: number): number {
  return /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end
}

/** The items of the outermost list, with what is nested in them. */
function listItems(text: string): string[] {
  const indent = /^\s*/.exec(text)?.[0] ?? ''
  const items: string[] = []
  const fenceOf = createFences()
  for (const line of text.split('\n')) {
    const isCode = fenceOf(line) === 'within'
    const begins =
      !isCode && line.startsWith(indent) && /^(?:[-*+]|\d+[.)])\s/.test(line.slice(indent.length))
    if (begins || items.length === 0) items.push(line)
    else items[items.length - 1] += `\n${line}`
  }
  return items
}

/** An item that is too long is cut between the items nested in it, its beginning repeated. */
function splitItem(item: string): string[] {
  if (item.length <= MAX_LENGTH) return [item]
  const begins = nestedItemIn(item)
  if (begins < 0 || begins > TARGET_LENGTH / 2) return partsOfItem(dedented(item))
  const frame = { before: item.slice(0, begins + 1), after: '' }
  return pack(listItems(item.slice(begins + 1)).flatMap(splitItem), '\n', frame)
}

/** The line break before the first item that is nested in an item; -1 where none is. */
function nestedItemIn(item: string): number {
  const fenceOf = createFences()
  let at = -1
  for (const [number, line] of item.split('\n').entries()) {
    const isCode = fenceOf(line) === 'within'
    if (!isCode && number > 0 && NESTED_ITEM.test(line)) return at
    at += line.length + 1
  }
  return -1
}

/** Code stays code in every part. */
function partsOfItem(item: string): string[] {
  const parts = item.split(FENCED)
  // Each second part is code, with the sign of its fence after it.
  return parts.flatMap((part, at) => {
    if (at % 3 === 2 || part.trim() === '') return []
    return at % 3 === 1 ? splitCode(part) : fitting(part.replace(/^\n|\n$/g, ''))
  })
}
const FENCED = /^([ \t]*(`{3,}(?=[^`\n]*$)|~{3,})[^\n]*\n[^]*?\n[ \t]*\2[`~]*)[ \t]*$/m

/** An item that goes on without indentation, which would make code of the parts that follow. */
function dedented(item: string): string {
  const indent = /\n[ \t]+/.exec(item)?.[0] ?? '\n'
  return item.replaceAll(indent, '\n')
}
const NESTED_ITEM = /^[ \t]+(?:[-*+]|\d+[.)])\s/

function splitTable(text: string): string[] {
  const [header = '', rule = '', ...rows] = text.split('\n')
  const before = `${header}\n${rule}\n`
  if (before.length > TARGET_LENGTH / 2) return pack(text.split('\n').flatMap(fitting), '\n')
  return pack(rows.flatMap(fitting), '\n', { before, after: '' })
}

function splitCode(text: string): string[] {
  const match = /^([ \t]*(`{3,}|~{3,})[^\n]*)\n([^]*?)\n?[ \t]*\2`*~*\s*$/.exec(text)
  const [open, body] = match ? [match[1] ?? '```', match[3] ?? ''] : ['```', text]
  if (open.length > TARGET_LENGTH / 2) return pack(text.split('\n').flatMap(fitting), '\n')
  const frame = { before: `${open}\n`, after: `\n${match?.[2] ?? '```'}` }
  return pack(body.split('\n').flatMap(fitting), '\n', frame)
}
