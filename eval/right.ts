import type { Question } from './sets.ts'

/** Of cited passages, the gold entries that they satisfy by document and by heading, or -1. */
export interface Cited {
  gold: number[]
  answers: number[]
}

/** The share of the expected words that a longer answer must hold. */
const HELD = 0.5
const UNSPACED = /\p{sc=Thai}|\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u

/**
 * How right an answer is: 1 where it holds the expected words or cites a passage that answers, ½
 * where it cites another one of a page that does, else 0.
 */
export function rightOf(text: string, { gold, answers }: Cited, question: Question): number {
  if (!question.answerable) return 0
  const byPage = gold.some((entry) => entry >= 0)
  const expected = question.gold.flatMap(({ answers = [] }) => answers)
  if (question.kind === 'span' && expected.length > 0) {
    return expected.some((each) => holds(text, each)) ? 1 : 0
  }
  if (question.kind === 'long' && expected.length > 0) {
    const own = new Set(wordsOf(text))
    const told = expected.some((each) => {
      const words = [...new Set(wordsOf(each))]
      return words.filter((word) => own.has(word)).length >= HELD * words.length
    })
    return told ? 1 : byPage ? 0.5 : 0
  }
  if (!question.gold.some(({ headings }) => headings)) return byPage ? 1 : 0
  return answers.some((entry) => entry >= 0) ? 1 : byPage ? 0.5 : 0
}

function holds(text: string, expected: string): boolean {
  const gap = UNSPACED.test(text) ? '' : ' '
  const [whole, part] = [text, expected].map((each) => gap + wordsOf(each).join(gap) + gap)
  return wordsOf(expected).length > 0 && whole !== undefined && whole.includes(part ?? '')
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  )
}
