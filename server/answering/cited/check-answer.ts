import { sentencesByOrdinal } from '../../text/blocks.ts'
import { contentWordsOf } from '../../text/question.ts'
import { excerptOf } from './excerpt.ts'
import { type CitedPassage, ground } from './grounding.ts'
import { keepCitedLinks } from './links.ts'

/** A finished answer as its model wrote it; `cited[n - 1]` is the passage with ordinal `n`. */
export interface UncheckedAnswer {
  text: string
  cited: CitedPassage[]
  question: string
}

export interface CheckedAnswer {
  /** What stays of the answer; '' when nothing that is cited is left. */
  text: string
  /** `citations[n - 1]` is the citation with ordinal `n` of what stays. */
  citations: {
    /** Its ordinal in the unchecked answer. */
    ordinal: number
    /** The part of its passage that supports the answer. */
    snippet: string | null
  }[]
}

/**
 * Runs the final checks of an answer (docs/behaviour.md#checks-of-an-answer). They take linear
 * time in the length of the answer, but too long for a thread that serves streams.
 */
export type CheckAnswer = (answer: UncheckedAnswer, signal: AbortSignal) => Promise<CheckedAnswer>

/** The checks themselves, in this thread. */
export function checkAnswer({ text, cited, question }: UncheckedAnswer): CheckedAnswer {
  const grounded = ground(keepCitedLinks(text, cited), cited, question)
  const sentences = sentencesByOrdinal(grounded.text)
  const citations = grounded.order.map((ordinal, at) => ({
    ordinal,
    snippet: excerptOf(
      cited[ordinal - 1]?.text ?? '',
      contentWordsOf(sentences.get(at + 1) ?? question),
    ),
  }))
  return { text: grounded.text, citations }
}
