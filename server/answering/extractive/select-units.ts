import type { QuestionForm } from './question-form.ts'
import type { ScoredUnit } from './score-units.ts'
import { goesOn, isVerdict, pointsElsewhere } from './sentence-roles.ts'

/** A unit with a smaller share of the question is not about it. */
const MIN_SUPPORT = 0.2
const MAX_SENTENCES = 3
/** Steps may take more sentences. */
const MAX_PROCEDURE_SENTENCES = 8
const MAX_CHARS = 1500
/** Share of the best score that a further sentence needs: in the same passage, and in another. */
const NEAR = 0.35
const NEAR_ELSEWHERE = 0.75
/** A shorter sentence before a detached full stop is the rest of one. */
const STUMP_CHARS = 50
/** From this likeness on, a heading asks the question. */
const ASKED = 0.6

/**
 * The units that answer, the best first: one to three sentences, or the list of steps, the table
 * or the code they introduce. A sentence that points back brings its predecessor along, one that
 * ends in a colon what follows it. Empty when nothing supports the question.
 */
export function selectUnits(
  { asksHow, asksWhether, asksForList }: QuestionForm,
  units: ScoredUnit[],
): ScoredUnit[] {
  const ranked = units
    .filter((unit) => !isFragment(unit))
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
  const best = ranked.find((unit) => unit.support >= MIN_SUPPORT && isAbout(unit))
  if (!best) return []
  const chosen = new Set<ScoredUnit>()
  take(best, units, chosen)
  const verdictFound = asksWhether && takeVerdict(best, units, chosen)
  if (asksHow) takeSteps(best, units, chosen)
  if (asksForList) takeList(best, units, chosen)
  // After steps, or a yes or no, units of other passages would distract.
  const isAnswered = verdictFound || (asksHow && chosen.size > sentencesIn(chosen))
  for (const unit of ranked) {
    if (sentencesIn(chosen) >= MAX_SENTENCES) break
    if (isAnswered && unit.unit.passage !== best.unit.passage) continue
    if (!chosen.has(unit) && adds(unit, best, chosen)) take(unit, units, chosen)
  }
  return [...chosen]
}

/** It holds a word of the question itself, or is under a heading that asks it. */
function isAbout({ holds, alike }: ScoredUnit): boolean {
  return holds.size > 0 || alike >= ASKED
}

/** Adds a unit and what gives it meaning. */
function take(unit: ScoredUnit, units: ScoredUnit[], chosen: Set<ScoredUnit>): void {
  if (chosen.has(unit)) return
  chosen.add(unit)
  const before = neighbour(unit, units, -1)
  if (before && (introduces(before, unit) || pointsBack(unit, before))) take(before, units, chosen)
  else if (isBlock(unit)) takeIntroduction(unit, units, chosen)
  const after = neighbour(unit, units, 1)
  if (after && isShown(after) && introduces(unit, after)) take(after, units, chosen)
}

/** A list, a table or code that a sentence brings along; never a list of pages. */
function isShown({ unit }: ScoredUnit): boolean {
  return unit.kind !== 'sentence' && !pointsElsewhere(unit)
}

function isBlock({ unit }: ScoredUnit): boolean {
  return unit.kind === 'code' || unit.kind === 'table'
}

/** Adds the nearest sentence above code or a table in its section, which tells what it shows. */
function takeIntroduction(block: ScoredUnit, units: ScoredUnit[], chosen: Set<ScoredUnit>): void {
  const sentence = units.findLast(
    ({ at, unit }) =>
      at < block.at &&
      unit.kind === 'sentence' &&
      unit.passage === block.unit.passage &&
      unit.heading === block.unit.heading,
  )
  if (sentence) chosen.add(sentence)
}

function neighbour(unit: ScoredUnit, units: ScoredUnit[], step: 1 | -1): ScoredUnit | undefined {
  const other = units[unit.at + step]
  return other?.unit.passage === unit.unit.passage ? other : undefined
}

/** A sentence that ends in a colon, or is right before a list, a table or code. */
function introduces(before: ScoredUnit, unit: ScoredUnit): boolean {
  if (before.unit.kind !== 'sentence') return false
  if (/[:：][*_]*$/u.test(before.unit.markdown)) return true
  return unit.unit.kind !== 'sentence' && before.unit.block === unit.unit.block - 1
}

function pointsBack(unit: ScoredUnit, before: ScoredUnit): boolean {
  return (
    unit.unit.kind === 'sentence' && before.unit.kind === 'sentence' && goesOn(unit.unit.markdown)
  )
}

/** Adds the yes or no with which the section of the best unit begins; false if there is none. */
function takeVerdict(best: ScoredUnit, units: ScoredUnit[], chosen: Set<ScoredUnit>): boolean {
  const first = units.find(
    ({ unit }) => unit.passage === best.unit.passage && unit.heading === best.unit.heading,
  )
  if (!first || !isVerdict(first.unit.markdown)) return false
  chosen.add(first)
  return true
}

/**
 * Adds the steps of a procedure: a list in the section of the best unit, or sentences from it on.
 */
function takeSteps(best: ScoredUnit, units: ScoredUnit[], chosen: Set<ScoredUnit>): void {
  const section = units.filter(
    ({ unit }) => unit.passage === best.unit.passage && unit.heading === best.unit.heading,
  )
  const lists = section.filter((each) => each.unit.kind === 'list' && isShown(each))
  const below = sectionsBelow(best, units)
  const list = lists.find(({ unit }) => unit.ordered) ?? (below.length === 0 && lists[0])
  if (list) return take(list, units, chosen)
  // A sentence right below code speaks of it.
  const from = section.find((unit) => unit.at === best.at - 1 && isBlock(unit)) ?? best
  for (const unit of [...section.filter(({ at }) => at >= from.at), ...below]) {
    if (isFragment(unit)) continue
    if (sentencesIn(chosen) >= MAX_PROCEDURE_SENTENCES) return
    if (!fits(unit, chosen)) return
    take(unit, units, chosen)
  }
}

/** Steps may exceed the limit for the first code that they lead to. */
function fits(unit: ScoredUnit, chosen: Set<ScoredUnit>): boolean {
  const isFirstBlock = isBlock(unit) && ![...chosen].some(isBlock)
  return isFirstBlock || charsIn(chosen) + unit.unit.markdown.length <= MAX_CHARS
}

/** Separators of a heading path from the headings below it. */
const BELOW = [' › ', '\n']

/**
 * The units of the sections below, in the document's order: steps may have headings of their own.
 */
function sectionsBelow({ unit: { heading } }: ScoredUnit, units: ScoredUnit[]): ScoredUnit[] {
  return units
    .filter(({ unit }) => BELOW.some((below) => unit.heading.startsWith(`${heading}${below}`)))
    .toSorted((a, b) => a.unit.position - b.unit.position || a.at - b.at)
}

function takeList(best: ScoredUnit, units: ScoredUnit[], chosen: Set<ScoredUnit>): void {
  const after = neighbour(best, units, 1)
  if (after && isShown(after)) take(after, units, chosen)
}

/** Whether a further unit is nearly as good, or holds a word that no chosen one holds. */
function adds(unit: ScoredUnit, best: ScoredUnit, chosen: Set<ScoredUnit>): boolean {
  if (pointsElsewhere(unit.unit)) return false
  if (unit.support < MIN_SUPPORT || charsIn(chosen) + unit.unit.markdown.length > MAX_CHARS)
    return false
  if (unit.unit.passage === best.unit.passage) return unit.score >= best.score * NEAR
  const open = [...unit.holds].some((word) => ![...chosen].some((other) => other.holds.has(word)))
  return open && unit.score >= best.score * NEAR_ELSEWHERE
}

/**
 * Whether a unit answers nothing: the rest of a longer block of code, a heading written as text,
 * or a sentence whose object was an image.
 */
function isFragment({ unit }: ScoredUnit): boolean {
  if (unit.kind === 'code') return /^\s/.test(unit.text)
  if (unit.kind !== 'sentence') return false
  if (unit.text.length < STUMP_CHARS && /\s[.:]$/.test(unit.text)) return true
  return /^(?:[\p{L}\p{M}'’&/-]+\s?){1,4}$/u.test(unit.text) && !UNSPACED.test(unit.text)
}
const UNSPACED =
  /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar}/u

function sentencesIn(chosen: Set<ScoredUnit>): number {
  return [...chosen].filter((unit) => unit.unit.kind === 'sentence').length
}

function charsIn(chosen: Set<ScoredUnit>): number {
  return [...chosen].reduce((sum, unit) => sum + unit.unit.markdown.length, 0)
}
