import type { PromptPassage } from '../../models/ports.ts'
import { contentOf } from '../../text/content.ts'
import { withoutNumber } from '../../text/headings.ts'
import { analyzeQuestion } from '../../text/question.ts'
import { isPlainLine } from '../plain-line.ts'
import { type Unit, unitsOf } from './passage-units.ts'
import { createTold } from './told.ts'

/** How many headings are offered, of which those are suggested that are answered when asked. */
const MAX_OFFERED = 9
/** Headings that share this part of their content words are the same. */
const SAME = 0.6
const IS_QUESTION = /[?？؟;]$/

/**
 * Headings of the passages below which the answer used nothing, one on each line: those that are
 * questions, then the others as they are written (docs/behaviour.md#follow-ups). Never what was
 * asked, none longer than 150 characters or with markup.
 */
export function suggestQuestions({
  question,
  answer,
  passages,
}: {
  question: string
  answer: string
  passages: PromptPassage[]
}): string[] {
  return distinct(unusedHeadings(answer, passages), [termsOf(question)]).slice(0, MAX_OFFERED)
}

/**
 * Headings of passages to begin with, no two alike: those that are questions first, each in the
 * order of the passages (docs/behaviour.md#suggested-questions).
 */
export function headingsToAsk(passages: { headings: string[] }[]): string[] {
  return distinct(passages.flatMap(({ headings }) => headings.at(-1) ?? []).map(cleaned), [])
}

function distinct(headings: string[], known: Set<string>[]): string[] {
  const [questions, others] = [true, false].map((asks) =>
    headings.filter((heading) => IS_QUESTION.test(heading) === asks),
  )
  return [...(questions ?? []), ...(others ?? [])].filter((heading) => {
    if (!isPlainLine(heading)) return false
    const terms = termsOf(heading)
    if (terms.size === 0 || known.some((other) => isSame(terms, other))) return false
    known.push(terms)
    return true
  })
}

function unusedHeadings(answer: string, passages: PromptPassage[]): string[] {
  const isTold = createTold(answer)
  const sections = passages.flatMap((passage) => [
    ...Map.groupBy(unitsOf(passage), ({ heading }) => heading).values(),
  ])
  const told = new Set(sections.filter((units) => units.some(isTold)).map(pathOf))
  return sections
    .filter((units) => !told.has(pathOf(units)))
    .flatMap(([unit]) => unit?.headings.slice(1).at(-1) ?? [])
    .map(cleaned)
}

function pathOf([unit]: Unit[]): string {
  return unit?.heading ?? ''
}

/** A heading without its numbering. */
function cleaned(heading: string): string {
  return withoutNumber(heading).replace(/\s+/g, ' ').trim()
}

function isSame(one: Set<string>, other: Set<string>): boolean {
  const shared = [...one].filter((term) => other.has(term)).length
  return shared >= SAME * Math.max(1, Math.min(one.size, other.size))
}

function termsOf(heading: string): Set<string> {
  const terms = analyzeQuestion(heading).words.flatMap((word) => word.terms.slice(0, 1))
  return new Set(terms.length > 0 ? terms : contentOf(heading, 'english').terms)
}
