import { type Transcript, wordsOfTurn } from '../../text/transcript.ts'
import type { Ending } from '../ports/turns.ts'
import { type GapWords, readGapWords } from './gaps.ts'
import { isUnanswered } from './usage.ts'

/** What the step that ends a turn stores of its texts, read before it: reading them takes long. */
export interface ReadTurn {
  transcript: Transcript
  /** Of a question without an answer; else null. */
  gap: GapWords | null
}

/** Reads the question and the answer of a turn, for the inbox and the gaps. */
export function readTurn(question: string, ending: Ending): ReadTurn {
  return {
    transcript: wordsOfTurn({ question, answer: ending.text }),
    gap: isUnanswered(ending) ? readGapWords(question) : null,
  }
}
