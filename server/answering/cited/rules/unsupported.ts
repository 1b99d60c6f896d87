import { shareOf } from '../evidence.ts'
import type { Rule } from './rule.ts'

/** Below this share of content words the passages are about something else. */
const ANOTHER_SUBJECT = 0.15
const MIN_WORDS = 3

/** Passages that have hardly a word of a sentence say nothing that could support it. */
export const unsupported: Rule = {
  reason: 'unsupported',
  judge({ assertion, evidence, asked, comparable }) {
    if (!comparable || assertion.isCode || assertion.words().length < MIN_WORDS) return null
    const words = assertion.words()
    return shareOf(words, [...evidence, asked]) < ANOTHER_SUBJECT ? 'missing' : null
  },
}
