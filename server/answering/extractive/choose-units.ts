import type { Prompt } from '../../models/ports.ts'
import { analyzeQuestion } from '../../text/question.ts'
import { tellsIn, tellsOf } from './definitions.ts'
import { goingOn } from './go-on.ts'
import { turnsOnMissing } from './missing-word.ts'
import { type Unit, withRows } from './passage-units.ts'
import type { AskedQuestion } from './question-form.ts'
import { type ReadUnit, readUnits, windowsOf } from './read-units.ts'
import { readingsOf } from './readings.ts'
import { type ScoredUnit, scoreUnits } from './score-units.ts'
import { selectUnits } from './select-units.ts'
import { compares, splitComparison, splitQuestion } from './split-question.ts'

/** Chosen text that answers one reading of a question. */
export interface ChosenUnits {
  reading: AskedQuestion
  /** In the order of the answer. */
  units: Unit[]
}

/** Judges how like texts are to a question in meaning (`retrieval/window-likeness.ts`). */
export type Likeness = (question: string, windows: string[]) => Promise<number[]>

/** Chooses what of the passages answers a question; null when nothing does. */
export async function chooseUnits(prompt: Prompt, like: Likeness): Promise<ChosenUnits | null> {
  const { question, analyzed = analyzeQuestion(question), passages } = prompt
  const readings = readingsOf(analyzed)
  const units = await withMeaning(readUnits(passages), readings[0]?.text ?? question, like)
  const choose = goingOn(prompt)?.(chosenFor) ?? chosenFor
  for (const reading of readings) {
    const chosen = inOrder(choose(reading, units))
    if (chosen.length === 0) continue
    return turnsOnMissing(reading, units, chosen) ? null : { reading, units: chosen }
  }
  return null
}

/**
 * Plain text of what would be quoted, each unit below its headings: what a gate compares with the
 * question. Empty when nothing answers.
 */
export async function chosenText(prompt: Prompt, like: Likeness): Promise<string> {
  const chosen = await chooseUnits(prompt, like)
  const units = chosen?.units ?? []
  return units.map(({ heading, text }) => `${heading}\n${text}`).join('\n\n')
}

export async function withMeaning(
  units: ReadUnit[],
  question: string,
  like: Likeness,
): Promise<ReadUnit[]> {
  const windows = windowsOf(units)
  const scores = await like(question, windows.flat())
  let at = 0
  return units.map((unit, index) => {
    const count = windows[index]?.length ?? 0
    const own = scores.slice(at, at + count)
    at += count
    return { ...unit, meaning: Math.max(0, ...own) }
  })
}

/** A comparison is answered by units that compare; without any, by what each of the two is. */
function chosenFor(question: AskedQuestion, units: ReadUnit[]): ScoredUnit[] {
  const compared = splitComparison(question)
  if (!compared) return chooseEach(splitQuestion(question))
  const whole = chooseEach([question])
  const told = whole.some(({ unit }) => compares(`${unit.heading}\n${unit.text}`))
  return told ? whole : (listOf(compared) ?? chooseEach(compared))

  /** A list that tells of each, one below the other. */
  function listOf(parts: AskedQuestion[]): ScoredUnit[] | null {
    const definitions = parts.flatMap(({ form }) => form.definition ?? [])
    const isTold = (row: string) => definitions.some((each) => tellsIn(row, each))
    const [list] = scoreUnits(question, units)
      .filter(({ unit }) => unit.kind === 'list')
      .filter(({ unit }) => definitions.every((each) => tellsOf(unit, each)))
      .toSorted((one, other) => other.score - one.score)
    return list ? [{ ...list, unit: withRows(list.unit, isTold) }] : null
  }

  function chooseEach(parts: AskedQuestion[]): ScoredUnit[] {
    return parts.flatMap((part) => {
      return selectUnits(part, scoreUnits(part, units), 1 / parts.length)
    })
  }
}

/** Each unit once, by passage in the order of choice, and within a passage in reading order. */
function inOrder(chosen: ScoredUnit[]): Unit[] {
  const units = new Map(chosen.map((scored) => [scored.at, scored]))
  const passages = Map.groupBy(units.values(), ({ unit }) => unit.section)
  return [...passages.values()].flatMap((scored) =>
    scored.toSorted((one, other) => one.at - other.at).map(({ unit }) => unit),
  )
}
