import type { PromptPassage } from '../../models/ports.ts'
import { contentOf } from '../../text/content.ts'
import { withoutNumber } from '../../text/headings.ts'
import { stemmingLanguageOf } from '../../text/language.ts'
import { plainInline } from '../../text/markdown.ts'
import type { Language } from '../../text/stop-words.ts'
import { pathTo } from '../../text/structure.ts'
import type { TextIndex } from '../../text/word-match.ts'
import { areOneCode } from './cut-code.ts'
import { type CutSection, sectionsIn } from './cut-sections.ts'
import { type Unit, unitsOf, withoutAddresses } from './passage-units.ts'
import { continues } from './sentence-roles.ts'

/** A unit with the terms and n-grams by which it is compared with questions. */
export interface ReadUnit {
  unit: Unit
  /** The score of its passage as a share of the best one, 0 to 1. */
  standing: number
  /** Its passage is of the page that was found first. */
  onFirstPage: boolean
  /** How like it is to the question in meaning, 0 to 1. */
  meaning: number
  /** Its rows or items, each of which may answer alone; else itself. */
  parts: TextIndex[]
  /** The headings above it. */
  heading: TextIndex
  /** Its headings, and all of its rows. */
  around: TextIndex
  /** Terms of the title of its passage. */
  title: string[]
  /** Terms of the nearest heading, and of it without what stands in brackets. */
  nearest: string[][]
  /** Units between it and that heading. */
  depth: number
  /** A sentence is above it under that heading. */
  explained: boolean
  /** Its passage begins in the middle of what another of the passages says. */
  torn: boolean
}

/** The units of passages, in reading order. Made once for all parts of a question. */
export function readUnits(passages: PromptPassage[]): ReadUnit[] {
  const best = Math.max(...passages.map(({ score }) => score ?? 0))
  const first = passages.find(({ score }) => score === best)
  return sectionsIn(passages).flatMap((section) => {
    const units = unitsOfSection(section)
    return section.parts.flatMap((passage, at) => {
      const standing = passage.score ? passage.score / best : 1
      const onFirstPage = first === undefined || pageOf(passage) === pageOf(first)
      const isContinued = passages.some((other) => comesBefore(other, passage))
      return unitsOfPassage(passage, units[at] ?? [], { standing, onFirstPage, isContinued })
    })
  })
}

/** Items and rows of a unit that are compared in meaning. */
const MAX_WINDOWS = 12
const MAX_WINDOW_CHARS = 400

/**
 * Texts by which units are compared with a question in meaning: each sentence with the next one
 * below its heading, each item of a list, each row of a table.
 */
export function windowsOf(units: ReadUnit[]): string[][] {
  return units.map(({ unit }, at) => {
    const next = units[at + 1]?.unit
    const isFollowed = next?.kind === 'sentence' && next.heading === unit.heading
    const own = unit.rows.length > 0 ? unit.rows.slice(0, MAX_WINDOWS) : [unit.text]
    const after = unit.kind === 'sentence' && isFollowed ? [next.text] : []
    return own.map((text) => {
      const lines = [nearestHeading(unit), text, ...after]
      return lines.map((line) => plainInline(line).slice(0, MAX_WINDOW_CHARS)).join('\n')
    })
  })
}

/** By passages. Long code that goes on in the next passage was cut. */
function unitsOfSection({ number, parts }: CutSection): Unit[][] {
  let question: string | null = null
  const read: Unit[][] = []
  for (const passage of parts) {
    const units = unitsOf(passage, { section: number, question })
    question = units.at(-1)?.question ?? null
    const [above, below] = [read.at(-1)?.at(-1), units[0]]
    if (above && below && areOneCode(above, below)) above.cut = below.cut = true
    read.push(units)
  }
  return read
}

function pageOf({ title, url }: PromptPassage): string {
  return url?.replace(/#.*/, '') ?? title
}

/** Whether a passage is in the same section as another, further up. */
function comesBefore(one: PromptPassage, other: PromptPassage): boolean {
  const sameSection = one.title === other.title && isSamePath(pathTo(one), pathTo(other))
  return sameSection && (one.position ?? 0) < (other.position ?? 0)
}

function unitsOfPassage(
  passage: PromptPassage,
  units: Unit[],
  { isContinued, ...place }: Pick<ReadUnit, 'standing' | 'onFirstPage'> & { isContinued: boolean },
): ReadUnit[] {
  const language = stemmingLanguageOf(passage.text)
  const title = contentOf(passage.title, language).terms
  const torn = isContinued && units[0] !== undefined && continues(units[0].markdown)
  const read: ReadUnit[] = []
  for (const unit of units) {
    const above = read.at(-1)
    const section = above?.unit.heading === unit.heading ? above : null
    const heading = section?.heading ?? indexed(unit.heading, language)
    read.push({
      unit,
      ...place,
      meaning: 0,
      parts: partsOf(unit).map((part) => indexed(part, language)),
      heading,
      around: unit.rows.length > 0 ? indexed(`${unit.heading}\n${unit.text}`, language) : heading,
      title,
      nearest: section?.nearest ?? readingsOf(nearestHeading(unit), language),
      depth: section ? section.depth + 1 : 0,
      explained: unit.kind === 'sentence' || (section?.explained ?? false),
      torn,
    })
  }
  return read
}

function isSamePath(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((heading, at) => heading === other[at])
}

/** The last of the headings above, or the title, without its number. */
export function nearestHeading({ headings }: Unit): string {
  return withoutNumber(headings.at(-1) ?? '')
}

/** "Port forwarding (DNAT)" is asked for by one of its names. */
function readingsOf(heading: string, language: Language): string[][] {
  const bare = heading.replace(/\s*\([^()]*\)/g, '')
  return [...new Set([heading, bare])].map((each) => contentOf(each, language).terms)
}

/** All rows of a table together would hold a little of everything. */
function partsOf({ text, header, rows }: Unit): string[] {
  return rows.length > 0 ? rows.map((row) => withoutAddresses(`${header}\n${row}`)) : [text]
}

function indexed(text: string, language: Language): TextIndex {
  const { terms, grams } = contentOf(text, language)
  return { terms: new Set(terms), grams: new Set(grams) }
}
