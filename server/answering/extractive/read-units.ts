import type { PromptPassage } from '../../models/ports.ts'
import { contentOf } from '../../text/content.ts'
import { isOf } from '../../text/discourse.ts'
import { withoutNumber } from '../../text/headings.ts'
import { stemmingLanguageOf } from '../../text/language.ts'
import type { Language } from '../../text/stop-words.ts'
import { pathTo } from '../../text/structure.ts'
import type { TextIndex } from '../../text/word-match.ts'
import { type Unit, unitsOf, withoutAddresses } from './passage-units.ts'

/** A unit with the terms and n-grams by which it is compared with questions. */
export interface ReadUnit {
  unit: Unit
  /** The score of its passage as a share of the best one, 0 to 1. */
  standing: number
  /** The passage is of the page that was found first. */
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

/** Units of passages that fit less, as a share of the best, are not compared in meaning. */
const LEAST_STANDING = 0.6
/** Items and rows of a unit that are compared. */
const MAX_WINDOWS = 12
const MAX_WINDOW_CHARS = 400

/**
 * Texts by which units are compared with a question in meaning: each sentence with the next one
 * below its heading, each item of a list, each row of a table.
 */
export function windowsOf(units: ReadUnit[]): string[][] {
  return units.map(({ unit, standing }, at) => {
    if (standing < LEAST_STANDING) return []
    const next = units[at + 1]?.unit
    const isFollowed = next?.kind === 'sentence' && next.heading === unit.heading
    const own = unit.rows.length > 0 ? unit.rows.slice(0, MAX_WINDOWS) : [unit.text]
    const after = unit.kind === 'sentence' && isFollowed ? [next.text] : []
    return own.map((text) => {
      const lines = [nearestHeading(unit), text, ...after]
      return lines
        .map((line) => line.slice(0, MAX_WINDOW_CHARS).replace(/[*_`|]+/g, ' '))
        .join('\n')
    })
  })
}

/** Passages that follow one another in a section. */
interface CutSection {
  /** That of the first of them. */
  number: number
  parts: PromptPassage[]
}

/**
 * Passages by the section that they are cut from, each in its order, and those first of which a
 * passage comes first. One beside which others are missing is alone.
 */
function sectionsIn(passages: PromptPassage[]): CutSection[] {
  const rank = new Map(passages.map((passage, at) => [passage, at]))
  const rankOf = ({ parts }: CutSection) =>
    Math.min(...parts.map((passage) => rank.get(passage) ?? 0))
  return [...Map.groupBy(passages, ({ section_id, number }) => section_id ?? number).values()]
    .flatMap((own) => inARow(own.toSorted((one, other) => placeOf(one) - placeOf(other))))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

function placeOf({ position }: PromptPassage): number {
  return position ?? 0
}

function inARow(passages: PromptPassage[]): CutSection[] {
  const rows: CutSection[] = []
  for (const passage of passages) {
    const open = rows.at(-1)
    const last = open?.parts.at(-1)
    if (open && last && placeOf(passage) === placeOf(last) + 1) open.parts.push(passage)
    else rows.push({ number: passage.number, parts: [passage] })
  }
  return rows
}

/** By passages. */
function unitsOfSection({ number, parts }: CutSection): Unit[][] {
  let question: string | null = null
  const read: Unit[][] = []
  for (const passage of parts) {
    const units = unitsOf(passage, { section: number, question })
    question = units.at(-1)?.question ?? null
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
  const torn = isContinued && units[0] !== undefined && isOf(units[0].markdown, 'goes on')
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
