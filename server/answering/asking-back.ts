import { markersIn } from '../text/markers.ts'
import { splitSentences } from '../text/sentences.ts'
import { spelledAddressesIn } from './cited/addresses.ts'
import { withoutCourtesies } from './manners/courtesies.ts'

/** The `finish_reason` of an answer that is a question to the visitor. */
export const CLARIFICATION = 'needs_clarification'

const MAX_CHARS = 300
const QUESTION = /^[^?？؟\n]+[?？؟]$/u
/** Markup, which a question does without. */
const MARKUP = /[|<>`#*]|\]\(|:\/\//iu

/**
 * Whether a model's reply asks back: one question without markers or addresses, beside a courtesy
 * at the most (docs/behaviour.md#abstention).
 */
export function asksBack(reply: string): boolean {
  if (reply.length > MAX_CHARS || MARKUP.test(reply)) return false
  if (markersIn(reply).length > 0 || spelledAddressesIn(reply).length > 0) return false
  const question = withoutCourtesies(reply.trim()).trim()
  return QUESTION.test(question) && splitSentences(question).length === 1
}
