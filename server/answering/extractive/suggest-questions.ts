import type { PromptPassage } from '../../models/ports.ts'
import { contentOf } from '../../text/content.ts'
import { withoutNumber } from '../../text/headings.ts'
import { spokenLanguageOf, stemmingLanguageOf } from '../../text/language.ts'
import { plainText } from '../../text/markdown.ts'
import { analyzeQuestion } from '../../text/question.ts'
import { type Unit, unitsOf } from './passage-units.ts'
import { questionFromHeading, questionFromSentence } from './question-wording.ts'
import { createTold } from './told.ts'

const MAX_QUESTIONS = 3
const MAX_CHARS = 150
/** Questions that share this part of their content words are the same. */
const SAME = 0.6

/**
 * Up to three questions that the passages answer and the answer does not, made of their headings,
 * then of their sentences (docs/behaviour.md#follow-ups). Never the one asked, none longer than
 * 150 characters; none where no heading or sentence has the form of one.
 */
export function suggestQuestions(asked: {
  question: string
  answer: string
  passages: PromptPassage[]
}): string[] {
  return distinct(candidatesFor(asked), MAX_QUESTIONS, [termsOf(asked.question)])
}

/**
 * Up to `limit` questions that headings of the passages tell, in their order, no two alike
 * (docs/behaviour.md#suggested-questions).
 */
export function questionsOfHeadings(
  passages: { title: string; headings: string[]; text: string }[],
  limit: number,
): string[] {
  const candidates = passages.flatMap(({ title, headings, text }) =>
    headings.length === 0 ? [] : headingQuestion([title, ...headings], text),
  )
  return distinct(candidates, limit, [])
}

function distinct(candidates: string[], limit: number, known: Set<string>[]): string[] {
  const suggested: string[] = []
  for (const candidate of candidates) {
    if (suggested.length === limit) break
    if (candidate.length > MAX_CHARS) continue
    const terms = termsOf(candidate)
    if (terms.size === 0 || known.some((other) => sameQuestion(terms, other))) continue
    suggested.push(candidate)
    known.push(terms)
  }
  return suggested
}

function candidatesFor({ answer, passages }: { answer: string; passages: PromptPassage[] }) {
  const isTold = createTold(answer)
  const sections = passages
    .flatMap((passage) => [...Map.groupBy(unitsOf(passage), ({ heading }) => heading).values()])
    .map((units) => ({ units, unused: units.filter((unit) => !isTold(unit)) }))
  const told = new Set(
    sections
      .filter(({ units, unused }) => unused.length < units.length)
      .map(({ units }) => units[0]?.heading),
  )
  const headings = sections
    .filter(({ units }) => !told.has(units[0]?.heading))
    .flatMap(({ units }) => headingQuestion(units[0]?.headings ?? [], textOf(units)))
  return [...headings, ...sections.flatMap(({ unused }) => unused.flatMap(sentenceQuestion))]
}

function textOf(units: Unit[]): string {
  return units.map((unit) => unit.text).join(' ')
}

/** The question of the last of the headings above a text. */
function headingQuestion([title, ...path]: string[], text: string): string[] {
  const heading = withoutCapitals(cleaned(path.at(-1) ?? ''), text)
  const question = questionFromHeading(heading, languageOf(`${title} ${heading} ${text}`))
  return question === null ? [] : [question]
}

function sentenceQuestion({ kind, text }: Unit): string[] {
  if (kind !== 'sentence') return []
  const sentence = plainText(text)
  const question = questionFromSentence(sentence, languageOf(sentence))
  return question === null ? [] : [question]
}

function languageOf(text: string) {
  return spokenLanguageOf(text) ?? stemmingLanguageOf(text)
}

/**
 * A heading whose words all have capitals with those only that the text below it has, too: "Run a
 * Turn".
 */
function withoutCapitals(heading: string, text: string): string {
  if (SENTENCE_CASE.test(heading)) return heading
  const words = new Set(text.match(/\p{L}+/gu))
  return heading.replace(/(?<=[\p{L}\p{N},]\s)\p{Lu}\p{Ll}+(?![\p{L}\p{N}])/gu, (word) => {
    const lower = word.toLowerCase()
    return words.has(lower) && !text.includes(` ${word}`) ? lower : word
  })
}

/** A longer word after the first has no capital. */
const SENTENCE_CASE = /\s\p{Ll}{5,}/u

/** A heading without its numbering. */
function cleaned(heading: string): string {
  return withoutNumber(heading).replace(/\s+/g, ' ').trim()
}

function sameQuestion(one: Set<string>, other: Set<string>): boolean {
  const shared = [...one].filter((term) => other.has(term)).length
  return shared >= SAME * Math.max(1, Math.min(one.size, other.size))
}

function termsOf(question: string): Set<string> {
  const terms = analyzeQuestion(question).words.flatMap((word) => word.terms.slice(0, 1))
  return new Set(terms.length > 0 ? terms : contentOf(question, 'english').terms)
}
