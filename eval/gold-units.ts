import type { ReadUnit } from '../server/answering/extractive/read-units.ts'
import type { PromptPassage } from '../server/models/ports.ts'
import { withoutNumber } from '../server/text/headings.ts'
import { lettersOf } from '../server/text/letters.ts'
import type { Question } from './sets.ts'

/** A passage of a prompt with the set's id of its document. */
export type SetPassage = PromptPassage & { doc: string }

/** Of the words of a long answer a unit that tells it has this share, and of the best one's. */
const LEAST_TOLD = 0.25
const NEARLY_AS_MUCH = 0.7
/** The beginning of a unit tells whether a passage has it: it may be cut differently. */
const COMPARED_CHARS = 60

/**
 * Which units answer a question, as far as its set tells: those under the headings that it names,
 * else those with its short answer, or with much of a long one, or of the passage that answers.
 */
export function goldUnits(
  units: ReadUnit[],
  passages: SetPassage[],
  { gold, kind }: Pick<Question, 'gold' | 'kind'>,
): boolean[] {
  const docs = new Map(passages.map(({ number, doc }) => [number, doc]))
  const isGold = units.map(() => false)
  for (const { doc, headings, passage, answers } of gold) {
    const own = [...units.keys()].filter((at) => docs.get(units[at]?.unit.passage ?? 0) === doc)
    const told = headings ? under(own, headings) : within(own, passage)
    const best = answers?.length && !headings ? answering(told, answers) : told
    if (headings || passage || answers) for (const at of best) isGold[at] = true
  }
  return isGold

  function under(own: number[], headings: string[]): number[] {
    const names = new Set(headings.map(nameOf))
    return own.filter((at) =>
      units[at]?.unit.headings.some((heading) => names.has(nameOf(heading))),
    )
  }

  function within(own: number[], passage: string | undefined): number[] {
    if (!passage) return own
    const text = lettersOf(passage)
    return own.filter((at) => text.includes(lettersOf(textOf(at)).slice(0, COMPARED_CHARS)))
  }

  function answering(own: number[], answers: string[]): number[] {
    return kind === 'span' ? holding(own, answers) : telling(own, answers)
  }

  function holding(own: number[], answers: string[]): number[] {
    const sought = answers.map(lettersOf).filter((answer) => answer !== '')
    return own.filter((at) => sought.some((answer) => lettersOf(textOf(at)).includes(answer)))
  }

  function telling(own: number[], answers: string[]): number[] {
    const shares = own.map((at) => Math.max(...answers.map((each) => likeness(each, textOf(at)))))
    const least = Math.max(LEAST_TOLD, NEARLY_AS_MUCH * Math.max(0, ...shares))
    return own.filter((_, index) => (shares[index] ?? 0) >= least)
  }

  function textOf(at: number): string {
    return units[at]?.unit.text ?? ''
  }
}

function nameOf(heading: string): string {
  return lettersOf(withoutNumber(heading))
}

/** The share of the shorter one's words that the longer text has. */
function likeness(answer: string, text: string): number {
  return Math.max(shareIn(answer, text), text.length < answer.length ? shareIn(text, answer) : 0)
}

function shareIn(answer: string, text: string): number {
  const held = new Set(wordsOf(text))
  const words = wordsOf(answer)
  return words.filter((word) => held.has(word)).length / (words.length || 1)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}
