import type { Case } from './cases.ts'

/** How fast a model writes, and how long its text is held, both a tenth of what they stand for. */
export interface Pace {
  name: string
  /** After a piece of some three tokens. */
  pauseMs: number
  holdMs: number
}

export const PACES: Pace[] = [
  { name: 'not held at all', pauseMs: 3, holdMs: 0 },
  { name: 'held, 100 tokens a second', pauseMs: 3, holdMs: 150 },
  { name: 'held, 30 tokens a second', pauseMs: 10, holdMs: 150 },
  { name: 'held, 10 tokens a second', pauseMs: 30, holdMs: 150 },
]

/** An answer of all that was written on one topic: paragraphs of a true and an untrue sentence. */
export function streamedText(topic: Case[]): Case {
  const [first] = topic
  if (!first) throw new Error('A topic has cases.')
  const own = topic.filter(({ group }) => group !== 'other languages')
  const [untrue = [], truths = []] = [true, false].map((isUntrue) =>
    own.filter(({ untruth }) => (untruth !== null) === isUntrue).map(({ answer }) => answer),
  )
  const pairs = untrue.map((answer, at) => [truths[at], answer].filter(Boolean))
  const paragraphs = pairs.map((pair) => pair.join(pair.some(isBlock) ? '\n\n' : ' '))
  return { ...first, question: first.search, answer: paragraphs.join('\n\n') }
}

function isBlock(answer: string | undefined): boolean {
  return answer?.includes('\n') === true
}
