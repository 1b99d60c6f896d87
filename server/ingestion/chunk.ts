import { splitSentences } from '../text/sentences.ts'
import type { Block, BlockKind, Section } from './extracted.ts'

/** A passage before it is analysed and embedded. */
export interface DraftPassage {
  /** From 0, in reading order. */
  position: number
  headings: string[]
  /** The page and the heading path, as a citation shows them; null at the top of a document. */
  anchor: string | null
  fragment: string | null
  page: number | null
  /** Markdown. */
  text: string
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
    .flatMap((section) => passagesOf(section).map((text) => ({ section, text })))
    .map(({ section, text }, position) => ({
      position,
      headings: section.headings,
      anchor: anchorOf(section),
      fragment: section.fragment,
      page: section.page,
      text,
    }))
}

function anchorOf({ headings, page }: Section): string | null {
  const path = page === null ? headings : [`Page ${page}`, ...headings]
  return path.length > 0 ? path.join(' › ') : null
}

function mergeTiny(sections: Section[]): Section[] {
  const merged: Section[] = []
  for (const section of sections) {
    const last = merged.at(-1)
    if (last && belongTogether(last, section)) merged[merged.length - 1] = joined(last, section)
    else merged.push(section)
  }
  return merged
}

/** The first is tiny, and the second is its child or its sibling. Questions are never merged. */
function belongTogether(first: Section, second: Section): boolean {
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

function isQuestion({ headings }: Section): boolean {
  return /[?？]$/.test(headings.at(-1) ?? '')
}

function joined(first: Section, second: Section): Section {
  const headings = commonPath(first, second)
  const blocks = [first, second].flatMap((section) =>
    headingBlocks(section.headings.slice(headings.length), headings.length).concat(section.blocks),
  )
  return { headings, fragment: first.fragment, page: null, blocks }
}

/** Headings that are no longer in the path become part of the text. */
function headingBlocks(headings: string[], depth: number): Block[] {
  return headings.map((heading, index) => ({
    kind: 'paragraph',
    text: `${'#'.repeat(Math.min(6, depth + index + 2))} ${heading}`,
  }))
}

function commonPath(first: Section, second: Section): string[] {
  const end = first.headings.findIndex((heading, index) => heading !== second.headings[index])
  return end < 0 ? first.headings : first.headings.slice(0, end)
}

function sizeOf(section: Section): number {
  return section.blocks.reduce((size, block) => size + block.text.length + 2, 0)
}

function passagesOf(section: Section): string[] {
  const passages: string[] = []
  let passage = ''
  for (const unit of unitsOf(section.blocks)) {
    const together = passage === '' ? unit : `${passage}\n\n${unit}`
    const limit = passage.length < MIN_LENGTH ? MAX_LENGTH : TARGET_LENGTH
    if (passage === '' || together.length <= limit) {
      passage = together
      continue
    }
    passages.push(passage)
    passage = unit
  }
  return passage.trim() === '' ? passages : [...passages, passage]
}

/** Blocks, or parts of long ones, each with what introduces it. */
function unitsOf(blocks: Block[]): string[] {
  const units: string[] = []
  for (const [at, block] of blocks.entries()) {
    const introduction = units.at(-1)
    if (introduction === undefined || !introduces(introduction, blocks[at - 1], block)) {
      units.push(...split(block))
    } else {
      units.splice(-1, 1, ...introduced(introduction, block))
    }
  }
  return units
}

/**
 * Whether a text goes with the block after it: it ends in a colon or in a heading that was merged,
 * or it is a short paragraph before a list, a table or code.
 */
function introduces(text: string, before: Block | undefined, { kind }: Block): boolean {
  if (/(?:[:：]\**|^#{2,6} [^\n]*)$/.test(text)) return true
  const isShort = before?.kind === 'paragraph' && before.text.length <= MAX_INTRODUCTION
  return isShort && INTRODUCED.has(kind)
}

/** A block after its introduction; it is cut where the two do not fit into a passage. */
function introduced(introduction: string, block: Block): string[] {
  const room = MAX_LENGTH - introduction.length - 2
  const [first = '', ...rest] =
    [split(block), cut(block)].find(([part = '']) => part.length <= room) ?? []
  return first === '' ? [introduction, ...split(block)] : [`${introduction}\n\n${first}`, ...rest]
}

const INTRODUCED = new Set<BlockKind>(['steps', 'bullets', 'definition', 'table', 'code'])

function split(block: Block): string[] {
  const { kind, text } = block
  return text.length <= (kind === 'paragraph' ? TARGET_LENGTH : MAX_LENGTH) ? [text] : cut(block)
}

function cut({ kind, text }: Block): string[] {
  switch (kind) {
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
  for (const line of text.split('\n')) {
    const begins = line.startsWith(indent) && /^(?:[-*+]|\d+[.)])\s/.test(line.slice(indent.length))
    if (begins || items.length === 0) items.push(line)
    else items[items.length - 1] += `\n${line}`
  }
  return items
}

/** An item that is too long is cut between the items nested in it, its beginning repeated. */
function splitItem(item: string): string[] {
  if (item.length <= MAX_LENGTH) return [item]
  const begins = item.search(NESTED_ITEM)
  if (begins < 0 || begins > TARGET_LENGTH / 2) return fitting(dedented(item))
  const frame = { before: item.slice(0, begins + 1), after: '' }
  return pack(listItems(item.slice(begins + 1)).flatMap(splitItem), '\n', frame)
}
/** An item that goes on without indentation, which would make code of the parts that follow. */
function dedented(item: string): string {
  const indent = /\n[ \t]+/.exec(item)?.[0] ?? '\n'
  return item.replaceAll(indent, '\n')
}
const NESTED_ITEM = /\n[ \t]+(?:[-*+]|\d+[.)])\s/

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
