import { clausesOf, joinClauses } from '../../text/clauses.ts'
import type { Act } from '../../text/phrases/phrases.ts'
import { recognizeSmallTalk } from './recognize.ts'

/** In a longer message a greeting is too small a part to matter. */
const MAX_CLAUSES = 6

/** What is said around a question; a wish for a person, or who is asked, is one of its own. */
const AROUND = new Set<Act>(['greeting', 'dismissal', 'thanks', 'goodbye', 'abilities'])

/**
 * A message without its sentences of courtesy ("Hi!", "Can you help me?"); itself where it has
 * none, or nothing else.
 */
export function withoutCourtesies(message: string): string {
  const clauses = clausesOf(message)
  if (clauses.length < 2 || clauses.length > MAX_CLAUSES) return message
  const rest = clauses.filter(({ text }) => {
    const talk = recognizeSmallTalk(text)
    return !talk || !AROUND.has(talk.act)
  })
  if (rest.length === 0 || rest.length === clauses.length) return message
  return joinClauses(rest)
}
