import { splitSentences } from '../text/sentences.ts'
import type { Block, Section } from './extracted.ts'

/** A passage before it is analysed and embedded. */
export interface DraftPassage {
  /** From 0, in reading order. */
  position: number
  headings: string[]
  /** The heading path or the page, as a citation shows it; null at the top of a document. */
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

/**
 * Cuts sections into passages of about 300 to 1,200 characters, never more than 2,400, without
 * overlap. A passage stays under one heading, except that sections of a line or two are merged.
 * Lists, tables and code are kept whole where they fit, and otherwise cut between items, rows and
 * lines, with header and fence repeated. An introduction stays with what it introduces. Long
 * paragraphs are cut between sentences.
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
  if (page !== null) return `Page ${page}`
  return headings.length > 0 ? headings.join(' › ') : null
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
  for (const unit of section.blocks.flatMap(split).reduce(withIntroductions, [])) {
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

/** A paragraph that ends in a colon, or a heading that was merged, goes with what follows it. */
function withIntroductions(units: string[], text: string): string[] {
  const last = units.at(-1)
  const introduces = last !== undefined && /(?:[:：]\**|^#{2,6} [^\n]*)$/.test(last)
  if (!introduces || last.length + text.length + 2 > MAX_LENGTH) units.push(text)
  else units[units.length - 1] = `${last}\n\n${text}`
  return units
}

function split({ kind, text }: Block): string[] {
  if (text.length <= (kind === 'paragraph' ? TARGET_LENGTH : MAX_LENGTH)) return [text]
  switch (kind) {
    case 'paragraph':
      return pack(sentences(text), '')
    case 'list':
      return pack(listItems(text).flatMap(fitting), '\n')
    case 'table':
      return splitTable(text)
    case 'code':
      return splitCode(text)
    case 'quote':
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
