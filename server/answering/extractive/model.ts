import {
  EXTRACTIVE_MODEL,
  type LanguageModel,
  type ModelEvent,
  type Prompt,
} from '../../models/ports.ts'
import { contentOf } from '../../text/content.ts'
import { stemmingLanguageOf } from '../../text/language.ts'
import { analyzeQuestion } from '../../text/question.ts'
import type { Span } from '../../text/sentences.ts'
import { completeFollowUp } from './complete-follow-up.ts'
import { composeAnswer, type QuotingText, type RowChoice } from './compose-answer.ts'
import { tellsIn, tellsOf } from './definitions.ts'
import { goingOn } from './go-on.ts'
import { turnsOnMissing } from './missing-word.ts'
import { type Unit, withRows } from './passage-units.ts'
import type { AskedQuestion } from './question-form.ts'
import { type ReadUnit, readUnits } from './read-units.ts'
import { readingsOf } from './readings.ts'
import { type ScoredUnit, scoreUnits } from './score-units.ts'
import { selectUnits } from './select-units.ts'
import { compares, splitComparison, splitQuestion } from './split-question.ts'
import { suggestQuestions } from './suggest-questions.ts'

/**
 * The built-in model. It quotes the sentences, steps, tables and code that answer, each with the
 * marker of its passage, and writes no text when nothing answers. It follows no instructions,
 * neither of the prompt's `system` nor of a passage. Tokens are counted as words.
 */
export function createExtractiveModel(): LanguageModel {
  return {
    selector: EXTRACTIVE_MODEL,
    async *stream(prompt, signal) {
      let written = 0
      const quoted: Span[][] = []
      for (const piece of replyTo(prompt)) {
        signal.throwIfAborted()
        written += countWords(piece.text)
        quoted.push(...piece.quoted)
        yield { type: 'text', text: piece.text } satisfies ModelEvent
      }
      const read = [prompt.question, ...prompt.passages.map((passage) => passage.text)]
      yield {
        type: 'finish',
        reason: 'stop',
        input_tokens: read.reduce((sum, text) => sum + countWords(text), 0),
        output_tokens: written,
        quoted,
      }
    },
  }
}

function replyTo(prompt: Prompt): QuotingText[] {
  switch (prompt.task) {
    case 'answer':
      return answer(prompt)
    case 'follow_ups':
      return plain(suggestQuestions({ ...prompt, answer: lastAnswer(prompt) }).join('\n'))
    case 'rewrite':
      return plain(completeFollowUp(prompt.question, prompt.turns))
    case 'verify':
      return []
  }
}

/** Text that quotes nothing. */
function plain(text: string): QuotingText[] {
  return text === '' ? [] : [{ text, quoted: [] }]
}

function lastAnswer({ turns }: Prompt): string {
  return turns.findLast(({ role }) => role === 'assistant')?.text ?? ''
}

function answer(prompt: Prompt): QuotingText[] {
  const { question, analyzed = analyzeQuestion(question), passages } = prompt
  const units = readUnits(passages)
  const choose = goingOn(prompt)?.(chosenFor) ?? chosenFor
  for (const reading of readingsOf(analyzed)) {
    const chosen = inOrder(choose(reading, units))
    const { asksForTable } = reading.form
    if (chosen.length === 0) continue
    if (turnsOnMissing(reading, units, chosen)) return []
    return composeAnswer(chosen, { count: countAsked(reading), asksForTable })
  }
  return []
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
      .units.filter(({ unit }) => unit.kind === 'list')
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

function countAsked({ words }: AskedQuestion): RowChoice['count'] {
  return (row, heading = '') => {
    const language = stemmingLanguageOf(row)
    const held = new Set(contentOf(row, language).terms)
    const above = new Set(contentOf(heading, language).terms)
    return words.filter(
      ({ terms }) => terms.some((term) => held.has(term)) && !terms.some((term) => above.has(term)),
    ).length
  }
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
}
