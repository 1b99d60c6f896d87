import { claimsBySource } from '../../text/blocks.ts'
import { contentWordsOf } from '../../text/question.ts'
import { type CitedPassage, ground } from './grounding.ts'
import { keepCitedLinks } from './links.ts'
import { snippetOf } from './snippet.ts'

/** A finished answer as its model wrote it; `cited[n - 1]` is the passage with ordinal `n`. */
export interface Unchecked {
  text: string
  cited: CitedPassage[]
  question: string
}

export interface Checked {
  /** What may stay of the answer; '' when nothing that is cited is left. */
  text: string
  /** The source with ordinal `n` of what stays, and the stretch of it that supports the answer. */
  sources: {
    /** The ordinal that it had before. */
    ordinal: number
    snippet: string | null
  }[]
}

/**
 * Runs the final checks of an answer (docs/behaviour.md#checks-of-an-answer). The time that takes grows
 * with the length of the answer and not faster, but it is too long for a thread that serves streams.
 */
export type CheckAnswer = (answer: Unchecked, signal: AbortSignal) => Promise<Checked>

/** The checks themselves, at once. */
export function checkAnswer({ text, cited, question }: Unchecked): Checked {
  const grounded = ground(keepCitedLinks(text, cited), cited, question)
  const claims = claimsBySource(grounded.text)
  const sources = grounded.order.map((ordinal, at) => ({
    ordinal,
    snippet: snippetOf(
      cited[ordinal - 1]?.text ?? '',
      contentWordsOf(claims.get(at + 1) ?? question),
    ),
  }))
  return { text: grounded.text, sources }
}
