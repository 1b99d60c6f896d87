import { isOf, withoutYes } from '../../text/discourse.ts'
import { closed } from './close-units.ts'
import { tellsIn } from './definitions.ts'
import { type Unit, withRows } from './passage-units.ts'
import type { AskedQuestion, QuestionForm } from './question-form.ts'
import { nearestHeading } from './read-units.ts'
import { isFragment, isReadable as mayBeShown, pointsElsewhere } from './relations.ts'
import type { ScoredUnit } from './score-units.ts'
import {
  chapterOf,
  completed,
  entryOf,
  isBelow,
  isStep,
  runOf,
  sectionOf,
  wordsIn,
} from './sections.ts'
import { solutionOf } from './solved.ts'

/** A unit with a smaller share of the question is not about it. */
const MIN_SUPPORT = 0.2
/** Words of an answer, by what is asked for. */
interface Budget {
  /** A section of at most so many is shown whole; of a longer one, a run of about so many. */
  whole: number
  run: number
  /** Of so many, where it goes on to the next steps or command of its section. */
  steps: number
}
const ORDINARY: Budget = { whole: 170, run: 120, steps: 0 }
const PROCEDURE: Budget = { whole: 170, run: 120, steps: 300 }
/** A number, a date or a reason stands in a sentence. */
const FACT: Budget = { whole: 80, run: 45, steps: 0 }

function budgetOf({ asksHow, asksWhether, expected, limit }: QuestionForm): Budget {
  if (asksHow || asksWhether) return PROCEDURE
  return expected || limit ? FACT : ORDINARY
}
/** An answer of fewer words takes in what other sections say. */
const FEW_WORDS = 90
/** Likewise for a section whose heading is the question. */
const SHORT_REPLY = 220
/** A subject told in fewer words is told by the next section, too. */
const LITTLE_WORDS = 45
/** Share of the best score that another section needs: of the same document, and of another. */
const NEAR = 0.5
const NEAR_ELSEWHERE = 0.75
/** How much of a section is shown that only adds to another one's, as a share. */
const BESIDE = 0.4
/** Share of the weight of the question's words that an answer without the rarest must hold. */
const MIN_COVERED = 0.35
/** From this likeness on, a heading asks the question. */
const ASKED = 0.6
/** From this one on, it asks nothing else. */
const ASKED_ALONE = 0.9

/**
 * The units that answer, the best section first: whole if it is short, else a contiguous run of
 * it. Steps go on in the sections below. A section of which nothing can be shown, or only what
 * leaves the question open, gives way to the next one. `share` is the part of an answer's length
 * that is free for them, 0 to 1. Empty when nothing supports the question.
 */
export function selectUnits(
  question: AskedQuestion,
  units: ScoredUnit[],
  share: number,
): ScoredUnit[] {
  const { form } = question
  const ranked = units
    .filter(({ unit }) => !isFragment(unit))
    .filter(({ unit }) => !unit.leads || form.asksForList)
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
  const answering = ranked.filter(
    (unit) => unit.score > 0 && unit.support >= MIN_SUPPORT && isAbout(unit),
  )
  for (const best of leadingSections(answering, form)) {
    const answer = answerFrom(best, { question, units, ranked, answering, share })
    if (answer.length > 0) return answer
  }
  return []
}

/** The best unit of each section, of those that are nearly as good as the first. */
function leadingSections(answering: ScoredUnit[], { definition }: QuestionForm): ScoredUnit[] {
  const telling = answering.filter(({ unit }) => !onlyPoints(unit))
  const first = (definition && telling.find(({ unit }) => unit.kind !== 'code')) ?? telling[0]
  if (!first) return []
  const near = telling.filter(({ score }) => score >= first.score * NEAR)
  const sections = Map.groupBy([first, ...near], ({ unit }) => `${unit.section} ${unit.heading}`)
  return [...sections.values()].flatMap((own) => own.slice(0, 1))
}

interface Choice {
  question: AskedQuestion
  units: ScoredUnit[]
  /** All units that may be shown, the best first. */
  ranked: ScoredUnit[]
  /** Those of them that are about the question. */
  answering: ScoredUnit[]
  share: number
}

/** The answer of which a unit is the best; empty when nothing of it can be shown or it fails. */
function answerFrom(best: ScoredUnit, choice: Choice): ScoredUnit[] {
  const { question, units, ranked, answering, share } = choice
  const { form } = question
  const solution = solutionOf(best, units.filter(isReadable), question, ORDINARY.run * share)
  if (solution.length > 0) return closed(solution, units)
  const defining = answering.find((unit) => unit.defines && isDefinitionBeside(unit, best))
  if (defining) return closed(definitionFrom(defining, units, form), units)
  const chosen = new Chosen(shownWith(best, form, units, share))
  const isAlone = entryOf(best, sectionOf(best, units)) !== null
  if (form.namesTask || form.asksHow) goOnFrom(best, chosen, choice)
  for (const unit of ranked) {
    if (chosen.words >= FEW_WORDS * share) break
    const goesWith = !isAlone && inside(unit, best)
    if (!adds(unit, { best, chosen, goesWith })) continue
    chosen.add(shownWith(unit, form, units, inside(unit, best) ? share : share * BESIDE))
  }
  const answer = closed(chosen.units, units)
  return answersQuestion(answer, units) ? answer : []
}

/**
 * Whether units hold the rarest word that the question has in common with the passages, or else
 * enough of the others.
 */
function answersQuestion(chosen: ScoredUnit[], units: ScoredUnit[]): boolean {
  const weights = units[0]?.weights ?? []
  const held = weights.map((weight, at) =>
    chosen.some(({ covers }) => covers.has(at)) ? weight : 0,
  )
  const rarest = Math.max(...weights)
  if (rarest === 0 || held.includes(rarest)) return true
  return sum(held) >= sum(weights) * MIN_COVERED
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Units in the order of choice, each once. */
class Chosen {
  readonly #byPlace = new Map<number, ScoredUnit>()

  constructor(units: ScoredUnit[]) {
    this.add(units)
  }

  get units(): ScoredUnit[] {
    return [...this.#byPlace.values()]
  }

  get words(): number {
    return wordsIn(this.units)
  }

  has({ at }: ScoredUnit): boolean {
    return this.#byPlace.has(at)
  }

  add(units: ScoredUnit[]): void {
    for (const unit of units) if (!this.has(unit)) this.#byPlace.set(unit.at, unit)
  }
}

/** A sentence that says what its page is on answers nothing. */
function onlyPoints(unit: Unit): boolean {
  return unit.kind === 'sentence' && pointsElsewhere(unit)
}

/** It holds a word of the question itself, or is under a heading that asks it. */
function isAbout({ holds, alike }: ScoredUnit): boolean {
  return holds.size > 0 || alike >= ASKED
}

/** The heading above it is the question. */
function isAskedAbove({ alike, unit }: ScoredUnit): boolean {
  return alike >= ASKED && /[?？؟]$/.test(nearestHeading(unit))
}

/** An item of a list may only describe a field of that name: it must answer nearly as well. */
function isDefinitionBeside({ unit, score }: ScoredUnit, best: ScoredUnit): boolean {
  if (isAskedAbove(best)) return unit.heading === best.unit.heading
  return unit.kind !== 'list' || score >= best.score * NEAR_ELSEWHERE
}

/** A definition and what follows it in its section; of a glossary only the entry. */
function definitionFrom(
  defining: ScoredUnit,
  units: ScoredUnit[],
  { definition }: QuestionForm,
): ScoredUnit[] {
  const { unit } = defining
  if (unit.kind === 'list' && definition) {
    return [{ ...defining, unit: withRows(unit, (row) => tellsIn(row, definition)) }]
  }
  const section = sectionOf(defining, units).filter((each) => each === defining || isReadable(each))
  const entry = entryOf(defining, section)
  if (entry) return entry
  const own = ownOf(section, defining)
  const start = isOf(unit.markdown, 'points back', 'goes on') ? 0 : own.indexOf(defining)
  return runOf(own.slice(start), defining, ORDINARY.run)
}

/** What is shown of the section of a unit. */
function shownWith(
  unit: ScoredUnit,
  form: QuestionForm,
  units: ScoredUnit[],
  share: number,
): ScoredUnit[] {
  const section = sectionOf(unit, units).filter((each) => each === unit || isReadable(each))
  const entry = entryOf(unit, section)
  if (entry) return entry
  const { whole } = budgetOf(form)
  const isShort = wordsIn(section) <= (isAskedAbove(unit) ? SHORT_REPLY : whole) * share
  const shown = isShort ? section : partOf(section, unit, { share, form })
  if (form.asksWhether && unit.alike >= ASKED) return shown
  return shown.flatMap((each) => withoutVerdict(each, unit))
}

/** The units of a section that are of the same passage. */
function ownOf(section: ScoredUnit[], { unit: { passage } }: ScoredUnit): ScoredUnit[] {
  return section.filter(({ unit }) => unit.passage === passage)
}

/** Of a section the passage of a unit, whole or a run, with what it does not go without. */
function partOf(
  section: ScoredUnit[],
  unit: ScoredUnit,
  { share, form }: { share: number; form: QuestionForm },
): ScoredUnit[] {
  const own = ownOf(section, unit)
  const { whole, run, steps } = budgetOf(form)
  const isShort = wordsIn(own) <= whole * share
  const shown = isShort ? own : runOf(own, unit, run * share)
  return completed(shown, section, steps * share)
}

/** A yes, a no or a "Nothing." belongs to the heading: below one that asks less it is left out. */
function withoutVerdict(each: ScoredUnit, best: ScoredUnit): ScoredUnit[] {
  const { unit } = each
  if (unit.kind !== 'sentence') return [each]
  if (best.alike < ASKED_ALONE && isOf(unit.markdown, 'bare reply')) return []
  if (isOf(unit.markdown, 'verdict') || (each !== best && isOf(unit.markdown, 'says no'))) return []
  return [{ ...each, unit: { ...unit, markdown: withoutYes(unit.markdown) } }]
}

function isReadable(unit: ScoredUnit): boolean {
  return mayBeShown(unit.unit)
}

/**
 * Goes on to the sections below that of `best`, or after it in its chapter. Where there are no
 * steps or commands yet, adds the beginning, up to those, of the first that has them; else, where
 * hardly anything is said, adds the first.
 */
function goOnFrom(best: ScoredUnit, chosen: Chosen, choice: Choice) {
  const { question, answering, units, share } = choice
  const after = answering
    .filter(({ unit, score }) => goesOnFrom(best.unit, unit) && score >= best.score * NEAR)
    .toSorted((one, other) => one.unit.position - other.unit.position)
  const steps = chosen.units.some(isStep) ? undefined : firstSteps(after, choice)
  const [next] = after
  if (steps) chosen.add(steps)
  else if (next && chosen.words < LITTLE_WORDS * share)
    chosen.add(shownWith(next, question.form, units, share))
}

/** The beginning, up to its steps or command, of the first section that has them. */
function firstSteps(sections: ScoredUnit[], { units, share }: Choice): ScoredUnit[] | undefined {
  return sections
    .map((unit) => sectionOf(unit, units).filter(isReadable))
    .map((section) => completed(section.slice(0, 1), section, PROCEDURE.steps * share))
    .find((units) => units.some(isStep))
}

function goesOnFrom(unit: Unit, other: Unit): boolean {
  if (other.position < unit.position || other.heading === unit.heading) return false
  const chapter = chapterOf(unit)
  if (isBelow(other, unit)) return true
  return chapter !== '' && chapterOf(other) === chapter
}

/** Below a heading that asks the question, its words are told, too. */
function tells({ alike, covers, holds }: ScoredUnit, word: number): boolean {
  return (alike >= ASKED ? covers : holds).has(word)
}

function inside({ unit }: ScoredUnit, best: ScoredUnit): boolean {
  return unit.passage === best.unit.passage
}

/** Whether a further unit that goes with the best is nearly as good, or holds a word still open. */
function adds(
  unit: ScoredUnit,
  { best, chosen, goesWith }: { best: ScoredUnit; chosen: Chosen; goesWith: boolean },
): boolean {
  if (chosen.has(unit) || !isReadable(unit) || unit.support < MIN_SUPPORT) return false
  if (goesWith) return unit.score >= best.score * NEAR
  const open = [...unit.holds].some((word) => !chosen.units.some((other) => tells(other, word)))
  return open && unit.score >= best.score * NEAR_ELSEWHERE
}
