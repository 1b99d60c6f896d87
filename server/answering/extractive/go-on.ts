import type { Prompt } from '../../models/ports.ts'
import { analyzedPart } from '../../text/analyzed-part.ts'
import { contentOf } from '../../text/content.ts'
import { stemmingLanguageOf } from '../../text/language.ts'
import { analyzeQuestion, type QuestionWord } from '../../text/question.ts'
import { withoutCourtesies } from '../manners/courtesies.ts'
import type { Unit } from './passage-units.ts'
import { type AskedQuestion, withForm } from './question-form.ts'
import type { ReadUnit } from './read-units.ts'
import { isStatement } from './relations.ts'
import { type ScoredUnit, scoreUnits } from './score-units.ts'
import { runOf, sectionOf } from './sections.ts'
import { createTold } from './told.ts'

/** Chooses the units that answer a question from those given. */
export type Choose = (question: AskedQuestion, units: ReadUnit[]) => ScoredUnit[]

/**
 * How a follow-up is answered, which its words alone do not tell ("why?", "and on Windows?"); null
 * for any other question, and where nothing was answered before. It never gets the answer before
 * again (docs/behaviour.md#built-in-answers): what it asks beside the earlier question must be
 * told, or, where it asks for nothing else, a reason, a time, an amount, or what was left out.
 */
export function goingOn({ question, turns }: Prompt): ((choose: Choose) => Choose) | null {
  const asked = withoutCourtesies(turns.at(-1)?.text.trim() ?? question)
  const before = turns.findLast(({ role }) => role === 'assistant')?.text ?? ''
  if (before === '' || analyzedPart(asked) === analyzedPart(question.trim())) return null
  const earlier = turns.slice(0, -1).findLast(({ role }) => role === 'user')?.text ?? ''
  const told = createTold(before)
  const own = ownWords(asked, earlier)
  const { expected } = withForm(analyzeQuestion(withoutQuote(asked))).form
  if (own.length > 0) return (choose) => (reading, units) => tellingOwn(choose(reading, units))
  return (choose) => (reading, units) => {
    const here = ofSameDocuments(units)
    if (expected) return bestOf(reading, here, expected)
    const rest = here.filter(({ unit }) => !told(unit))
    return choose(reading, rest)
  }

  /** Where all that was chosen had been told, only what holds a word of its own. */
  function tellingOwn(chosen: ScoredUnit[]): ScoredUnit[] {
    const telling = chosen.filter(({ unit }) => holdsAny(unit, own))
    if (telling.length === 0) return []
    if (!chosen.every(({ unit }) => told(unit))) return chosen
    return telling.filter(({ unit }) => !expected || expected.test(unit.text))
  }

  function ofSameDocuments(units: ReadUnit[]): ReadUnit[] {
    const titles = new Set(units.filter(({ unit }) => told(unit)).map(({ unit }) => titleOf(unit)))
    return units.filter(({ unit }) => titles.has(titleOf(unit)))
  }
}

/** The content words of a follow-up that the question before it lacks. */
function ownWords(asked: string, earlier: string): QuestionWord[] {
  const known = new Set(analyzeQuestion(earlier).terms)
  return analyzeQuestion(asked).words.filter(
    ({ common, terms }) => !common && !terms.some((term) => known.has(term)),
  )
}

function holdsAny({ heading, text }: Unit, words: QuestionWord[]): boolean {
  const all = `${heading}\n${text}`
  const held = new Set(contentOf(all, stemmingLanguageOf(all)).terms)
  return words.some(({ terms }) => terms.some((term) => held.has(term)))
}

/** The best sentence of the wanted form, with what it points back to. */
function bestOf(question: AskedQuestion, units: ReadUnit[], wanted: RegExp): ScoredUnit[] {
  const scored = scoreUnits(question, units)
  const [best] = scored
    .filter(({ unit, holds }) => isStatement(unit) && wanted.test(unit.text) && holds.size > 0)
    .toSorted((one, other) => other.score - one.score)
  return best ? runOf(sectionOf(best, scored), best, 1) : []
}

function titleOf({ headings }: Unit): string {
  return headings[0] ?? ''
}

/** "> why?" quotes nothing. */
function withoutQuote(text: string): string {
  return text.replace(/^[>\s]+/, '')
}
