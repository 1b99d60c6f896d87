import { searchableText } from './searchable-text.ts'
import { splitSentences } from './sentences.ts'
import type { PassageBlock } from './structure.ts'

/** The title, the headings from the outermost, and the Markdown of a passage with its blocks. */
export interface WindowedPassage {
  title: string
  headings: string[]
  text: string
  blocks: PassageBlock[]
}

/** How many sentences a window has, and how many windows a passage. */
const SENTENCES = 2
const MAX_WINDOWS = 24
/** Length to which a sentence is embedded: one of a legal text or a block of code may be longer. */
const MAX_SENTENCE_CHARS = 400
/** Sentences of a passage that are read; a longer list repeats itself. */
const MAX_SENTENCES = 200

/**
 * The windows of a passage, which are embedded one by one: two sentences each, of which the next
 * window begins with the second, below the heading they stand under. Items of lists, rows of tables
 * and blocks of code are sentences. Windows grow where a passage would have more than 24. A passage
 * without words has one window, its heading.
 */
export function windowsOf(passage: WindowedPassage): string[] {
  const sections = sectionsOf(passage)
  const count = sections.reduce((sum, { sentences }) => sum + sentences.length, 0)
  const step = Math.ceil((count + sections.length) / MAX_WINDOWS)
  return sections.flatMap((section) => windowsIn(section, step)).slice(0, MAX_WINDOWS)
}

/** Sentences below one heading. */
interface HeadedSentences {
  heading: string
  sentences: string[]
}

function windowsIn({ heading, sentences }: HeadedSentences, step: number): string[] {
  const last = Math.max(1, sentences.length - step * (SENTENCES - 1))
  const windows: string[] = []
  for (let at = 0; at < last; at += step) {
    const own = sentences.slice(at, at + step * SENTENCES)
    windows.push([heading, ...own].filter(Boolean).join('\n'))
  }
  return windows
}

/** Blocks that hold a sentence a line: an item, a row, a term with what it means. */
const LINES = new Set<PassageBlock['kind']>(['steps', 'bullets', 'table', 'definition'])
const DELIMITER_ROW = /^[\s|:-]+$/

function sectionsOf({ title, headings, text, blocks }: WindowedPassage): HeadedSentences[] {
  const first: HeadedSentences = { heading: wordsIn(headings.at(-1) ?? title), sentences: [] }
  const sections = [first]
  const whole = [{ kind: 'paragraph', start: 0, end: text.length }] as const
  let left = MAX_SENTENCES
  for (const { kind, start, end } of blocks.length > 0 ? blocks : whole) {
    const source = text.slice(start, end)
    if (kind === 'heading') {
      sections.push({ heading: wordsIn(source), sentences: [] })
      continue
    }
    const sentences = sentencesIn(kind, source).slice(0, left)
    left -= sentences.length
    sections.at(-1)?.sentences.push(...sentences)
  }
  const said = sections.filter(({ sentences }) => sentences.length > 0)
  return said.length > 0 ? said : [first]
}

function sentencesIn(kind: PassageBlock['kind'], source: string): string[] {
  return partsOf(kind, source)
    .map(wordsIn)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
}

function partsOf(kind: PassageBlock['kind'], source: string): string[] {
  if (kind === 'code') return [source]
  if (LINES.has(kind)) {
    const lines = source.split('\n').filter((line) => !DELIMITER_ROW.test(line))
    return lines.map(searchableText)
  }
  const text = searchableText(source)
  return splitSentences(text).map(({ start, end }) => text.slice(start, end))
}

/** The bullet or number of an item. */
const BULLET = /^\s*(?:[-+*]|\d{1,9}[.)])\s+/
/** Signs and white space but for single blanks, which are most. */
const SIGNS = /[#*_`|>\\\s]{2,}|[#*_`|>\\]|[^\S ]/g

/** Plain words of Markdown in one line. */
function wordsIn(markdown: string): string {
  return markdown.replace(BULLET, '').replace(SIGNS, ' ').trim().slice(0, MAX_SENTENCE_CHARS)
}
