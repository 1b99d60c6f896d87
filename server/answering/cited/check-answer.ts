import type { Quotation } from '../../contract/conversation.ts'
import type { Trace } from '../../contract/trace.ts'
import { sentencesByOrdinal } from '../../text/blocks.ts'
import { markersIn } from '../../text/markers.ts'
import type { Span } from '../../text/sentences.ts'
import type { ModelKind } from '../gate.ts'
import { contentWordsIn } from './content-terms.ts'
import type { CitedPassage } from './evidence.ts'
import { excerptOf } from './excerpt.ts'
import { type Grounded, ground } from './grounding.ts'
import type { Judging } from './judge.ts'
import { keepCitedLinks } from './links.ts'

/** An answer as its model wrote it. */
export interface UncheckedAnswer {
  text: string
  /** It is a part of an answer that is still being written: its markers keep their numbers. */
  isPart?: boolean
  /** `passages[n - 1]` is the passage that a marker `[n]` names. */
  passages: CitedPassage[]
  question: string
  writer: ModelKind
  /** Of a model that quotes: for each marker of the text the places in the passage's reading. */
  quoted?: Span[][] | undefined
  /** Sentences in doubt that a verification refuted, as `doubtful` has them. */
  refuted?: string[]
}

export interface CheckedAnswer {
  /** What stays of the answer; '' when nothing that is cited is left, unless it is a part. */
  text: string
  /** `citations[n - 1]` is the citation with ordinal `n` of what stays. */
  citations: {
    /** Its number in the unchecked answer. */
    number: number
    /** The part of its passage that supports the answer. */
    snippet: string | null
    /** What the answer says with it. */
    sentence: string
    quotes: Quotation[]
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

/** The checks themselves, in this thread: by all rules or some. */
export function checkAnswer(
  { text, isPart = false, passages, question, writer, quoted, refuted = [] }: UncheckedAnswer,
  given: Pick<Judging, 'rules' | 'readEvidence'> = {},
): CheckedAnswer {
  const linked = writer === 'builtin' ? citedOf(passages, text) : passages
  const grounded = ground(keepCitedLinks(text, linked), {
    passages,
    question,
    writer,
    isPart,
    quoted,
    refuted: new Set(refuted),
    ...given,
  })
  const sentences = sentencesByOrdinal(grounded.text)
  const citations = grounded.order.map((number, at) => {
    const sentence = sentences.get(at + 1) ?? question
    const snippet = excerptOf(passages[number - 1]?.text ?? '', contentWordsIn(sentence))
    return { number, snippet, sentence, quotes: quotationsOf(grounded, at + 1) }
  })
  const { removed, doubtful } = grounded
  return { text: grounded.text, citations, removed, doubtful }
}

/** Quotations of each marker that bears an ordinal. */
function quotationsOf({ text, quotes }: Grounded, ordinal: number): Quotation[] {
  return markersIn(text).flatMap((each, marker) =>
    each.ordinal === ordinal ? (quotes[marker] ?? []).map((quoted) => ({ marker, ...quoted })) : [],
  )
}

function citedOf(passages: CitedPassage[], text: string): CitedPassage[] {
  const numbers = new Set(markersIn(text).map(({ ordinal }) => ordinal))
  return passages.filter((_, at) => numbers.has(at + 1))
}
