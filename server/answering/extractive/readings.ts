import { clausesOf, joinClauses } from '../../text/clauses.ts'
import { type AnalyzedQuestion, analyzeQuestion, type QuestionWord } from '../../text/question.ts'
import { type AskedQuestion, withForm } from './question-form.ts'

/** Of a longer message without a sentence that asks, so many sentences are read alone. */
const MAX_CLAUSES = 4
/** They are chosen from so many. */
const MAX_COMPARED = 64

/**
 * The ways to read a message, to be tried in turn until one is answered: its sentences that ask,
 * then the whole of it; the other way round where they say little alone ("My order was cancelled.
 * How long must I wait?"). Where no sentence asks, or those that do say nothing ("Can you help
 * me?"), the whole and then each sentence, the one that says most first. Sentences around a
 * question may add to its answer and take nothing from it (docs/behaviour.md#small-talk).
 */
export function readingsOf(message: AnalyzedQuestion): AskedQuestion[] {
  const whole = withForm(message)
  const clauses = clausesOf(message.text)
  const asking = clauses.filter(({ asks }) => asks)
  if (clauses.length < 2 || asking.length === clauses.length) return [whole]
  const asked = partOf(message, joinClauses(asking))
  const alone = { ...asked, context: without(message.words, asked.words) }
  const isWhole = saysOf(asked) > 1 && !POINTS_AROUND.test(asked.text)
  if (isWhole || asked.form.definition) return [alone, whole]
  if (saysOf(asked) > 0) return [{ ...whole, text: asked.text, form: asked.form }, alone]
  const parts = clauses.slice(0, MAX_COMPARED).map(({ text }) => partOf(message, text))
  const telling = parts.filter((part) => saysOf(part) > 0)
  return [whole, ...telling.toSorted((a, b) => saysOf(b) - saysOf(a)).slice(0, MAX_CLAUSES)]
}

/** It asks about what a sentence before it tells: "How do I get apt to handle this?" */
const POINTS_AROUND =
  /(?<!\p{L})(?:this|these|those|them|(?<!(?:is|was|does|do|did|will|would|can|could|should|may|if|that|how|when) )it|that(?=\P{L}*$)|dies(?:e[mnrs]?)?|damit|dagegen|dafür|davon|ceci|cela|ça|esto|eso|estos|esos|questo|isso|isto)(?!\p{L})/iu

/** A part of a message as a question of its own, with the words as the message has them. */
export function partOf({ words }: AnalyzedQuestion, text: string): AskedQuestion {
  const known = new Map(words.map((word) => [word.text, word]))
  const part = analyzeQuestion(text)
  return withForm({ ...part, words: part.words.map((word) => known.get(word.text) ?? word) })
}

/** How many words a question has that are not common in any text. */
function saysOf({ words }: AnalyzedQuestion): number {
  return words.filter(({ common }) => !common).length
}

function without(words: QuestionWord[], others: QuestionWord[]): QuestionWord[] {
  const texts = new Set(others.map(({ text }) => text))
  return words.filter(({ text }) => !texts.has(text))
}
