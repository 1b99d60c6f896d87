import type { Trace } from '../../contract/trace.ts'
import { sentencesByOrdinal } from '../../text/blocks.ts'
import type { ModelKind } from '../gate.ts'
import { contentWordsIn } from './content-terms.ts'
import type { CitedPassage } from './evidence.ts'
import { excerptOf } from './excerpt.ts'
import { ground } from './grounding.ts'
import { keepCitedLinks } from './links.ts'
import type { Rule } from './rules/rule.ts'

/** A finished answer as its model wrote it. */
export interface UncheckedAnswer {
  text: string
  /** `passages[n - 1]` is the passage with ordinal `n`; those that are not cited come last. */
  passages: CitedPassage[]
  question: string
  writer: ModelKind
  /** Sentences in doubt that a verification refuted, as `doubtful` has them. */
  refuted?: string[]
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
  /** The sentences that were removed, with their reasons. */
  removed: Trace['removed']
  /** Those that stay although the rules could not tell whether they are supported. */
  doubtful: string[]
}

/**
 * Runs the final checks of an answer (docs/behaviour.md#checks-of-an-answer). They take linear
 * time in the length of the answer, but too long for a thread that serves streams.
 */
export type CheckAnswer = (answer: UncheckedAnswer, signal: AbortSignal) => Promise<CheckedAnswer>

/** The checks themselves, in this thread, by all rules or some. */
export function checkAnswer(
  { text, passages, question, writer, refuted = [] }: UncheckedAnswer,
  rules?: readonly Rule[],
): CheckedAnswer {
  const grounded = ground(keepCitedLinks(text, passages), {
    passages,
    question,
    writer,
    refuted: new Set(refuted),
    ...(rules && { rules }),
  })
  const sentences = sentencesByOrdinal(grounded.text)
  const citations = grounded.order.map((ordinal, at) => ({
    ordinal,
    snippet: excerptOf(
      passages[ordinal - 1]?.text ?? '',
      contentWordsIn(sentences.get(at + 1) ?? question),
    ),
  }))
  const { removed, doubtful } = grounded
  return { text: grounded.text, citations, removed, doubtful }
}
