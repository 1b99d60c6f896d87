import { markersIn } from '../text/markers.ts'
import { splitSentences } from '../text/sentences.ts'
import { withoutCourtesies } from './manners/courtesies.ts'

/** The `finish_reason` of an answer that is a question to the visitor. */
export const CLARIFICATION = 'needs_clarification'

const MAX_CHARS = 300
const QUESTION = /^[^?？؟\n]+[?？؟]$/u
/** Markup, which a question does without, and addresses. */
const MARKUP = /[|<>`#*]|\]\(|:\/\/|www\./iu

/**
 * Whether a model's reply asks back: one question without markers, beside a courtesy at the most
 * (docs/behaviour.md#abstention).
 */
export function asksBack(reply: string): boolean {
  if (reply.length > MAX_CHARS || MARKUP.test(reply) || markersIn(reply).length > 0) return false
  const question = withoutCourtesies(reply.trim()).trim()
  return QUESTION.test(question) && splitSentences(question).length === 1
}
