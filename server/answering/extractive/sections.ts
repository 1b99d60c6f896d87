import type { Unit } from './passage-units.ts'
import { isEntry, leadsIn, relationsOf } from './relations.ts'
import type { ScoredUnit } from './score-units.ts'

/** Score that a run must gain to begin earlier. */
const LEAST_GAIN = 0.3
/** For the beginning of a paragraph a run may be longer, by this factor. */
const MORE = 1.25

/** The units under the same heading of the same section, in reading order. */
export function sectionOf(
  { unit: { section, heading } }: ScoredUnit,
  units: ScoredUnit[],
): ScoredUnit[] {
  return units.filter(({ unit }) => unit.section === section && unit.heading === heading)
}

/**
 * The entry of a glossary or of a list of settings that a unit is in, which tells of one thing:
 * paragraphs that begin with a name in bold, or, where several do, with a name before a dash. null
 * for any other unit.
 */
export function entryOf(best: ScoredUnit, section: ScoredUnit[]): ScoredUnit[] | null {
  const blocks = Map.groupBy(section, ({ unit }) => unit.block)
  const own = blocks.get(best.unit.block) ?? []
  if (isEntry(best.unit)) return own
  const named = [...blocks.values()].filter(([first]) => first && isNamed(first))
  return named.length >= LEAST_ENTRIES && named.includes(own) ? own : null
}
const LEAST_ENTRIES = 3

/** "New Tab (command `new`) – opens a tab." */
function isNamed({ unit: { kind, markdown } }: ScoredUnit): boolean {
  return kind === 'sentence' && /^[^.!?:;–—]{2,80} [–—] \S/.test(markdown)
}

/**
 * The contiguous run of a section with the highest sum of scores that holds `best` and has about so
 * many words, from the beginning of a paragraph where there is hardly less room for it, closed
 * under what it points back to, and never up to a lead-in without what it announces.
 */
export function runOf(section: ScoredUnit[], best: ScoredUnit, words: number): ScoredUnit[] {
  const at = section.indexOf(best)
  const [first, last] = richestRun(section, at, words)
  let start = paragraphStart(section, first, at, words)
  while (dependsOn(section[start], section[start - 1])) start -= 1
  if (announces(section[start])) start = saidBefore(section, start, words)
  let end = Math.max(last, at) + 1
  while (end < section.length && goesTogether(section, start, end, words)) end += 1
  while (end > at + 1 && announces(section[end - 1])) end -= 1
  return section.slice(start, end)
}

/** Of the runs around a unit that have room, the first and last place of the one scoring most. */
function richestRun(section: ScoredUnit[], at: number, words: number): [number, number] {
  let most = -1
  let richest: [number, number] = [at, at]
  for (let start = at; start >= 0; start -= 1) {
    if (start < at && wordsIn(section.slice(start, at + 1)) > words) break
    let end = at
    while (end + 1 < section.length && wordsIn(section.slice(start, end + 2)) <= words) end += 1
    const sum = section.slice(start, end + 1).reduce((total, { score }) => total + score, 0)
    if (sum > most + LEAST_GAIN) {
      most = sum
      richest = [start, end]
    }
  }
  return richest
}
/**
 * A part of a section with what it points back to, what it announces, and, where it has no steps
 * or commands, what follows up to the next ones, if all that has at most so many words.
 */
export function completed(part: ScoredUnit[], section: ScoredUnit[], words: number): ScoredUnit[] {
  const [first] = part
  const last = part.at(-1)
  if (!first || !last) return part
  let start = section.indexOf(first)
  while (dependsOn(section[start], section[start - 1])) start -= 1
  let end = section.indexOf(last) + 1
  while (end < section.length && announces(section[end - 1])) end += 1
  if (section.slice(start, end).some(isStep)) return section.slice(start, end)
  const steps = section.findIndex((unit, at) => at >= end && isStep(unit)) + 1
  const reaches = steps > 0 && wordsIn(section.slice(start, steps)) <= words
  return section.slice(start, reaches ? steps : end)
}

/** Whether a unit has steps, code, or a command in a sentence. */
export function isStep({ unit: { kind, ordered, markdown } }: ScoredUnit): boolean {
  return ordered || kind === 'code' || (kind === 'sentence' && holdsCommand(markdown))
}

/** A name in code has no blanks. */
function holdsCommand(markdown: string): boolean {
  return Array.from(markdown.matchAll(/`([^`]+)`/g), ([, code = '']) => code).some((code) =>
    /\S \S/.test(code),
  )
}

/** Where the paragraph of a unit begins, if there is hardly less room for it. */
function paragraphStart(section: ScoredUnit[], first: number, at: number, words: number): number {
  const start = beginningOf(section, first)
  return wordsIn(section.slice(start, at + 1)) <= MORE * words ? start : first
}

/** Where the paragraph of a lead-in begins, which may name what the lead-in only points to. */
function saidBefore(section: ScoredUnit[], at: number, words: number): number {
  const start = beginningOf(section, at)
  return wordsIn(section.slice(start, at)) <= words / 2 ? start : at
}

/** The first unit of the paragraph of another one, by its place in the section. */
function beginningOf(section: ScoredUnit[], at: number): number {
  const { passage, block } = section[at]?.unit ?? {}
  return section.findIndex(({ unit }) => unit.block === block && unit.passage === passage)
}

/**
 * Whether the unit at `end` may follow: there is room for it, or the one before announces it, which
 * may take as much again.
 */
function goesTogether(section: ScoredUnit[], start: number, end: number, words: number): boolean {
  const room = announces(section[end - 1]) ? 2 * words : words
  return wordsIn(section.slice(start, end + 1)) <= room
}

/** Whether a unit means little without the one right before it. */
function dependsOn(unit: ScoredUnit | undefined, before: ScoredUnit | undefined): boolean {
  if (!unit || !before) return false
  const { kind, block } = unit.unit
  if (kind === 'code' && before.unit.block !== block - 1 && !announces(before)) return false
  return relationsOf(unit.unit, before.unit).needsPrevious
}

/** Whether a unit is a sentence that ends in a colon. */
function announces(unit: ScoredUnit | undefined): boolean {
  return unit !== undefined && leadsIn(unit.unit)
}

/** Whether the headings above a unit go on from those above another one. */
export function isBelow({ headings }: Unit, { headings: above }: Unit): boolean {
  return headings.length > above.length && above.every((heading, at) => heading === headings[at])
}

/** The headings above the last one, as one text. */
export function chapterOf({ headings }: Unit): string {
  return headings.slice(0, -1).join('\n')
}

/** How many words units have; two characters of a script without spaces count as one. */
export function wordsIn(units: Iterable<ScoredUnit>): number {
  let words = 0
  for (const { unit } of units) {
    words += unit.text.split(/\s+/).length + (unit.text.match(UNSPACED)?.length ?? 0) / 2
  }
  return words
}
const UNSPACED =
  /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar}/gu
