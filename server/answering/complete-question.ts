import type { Message } from '../contract/conversation.ts'
import { codePoints } from '../contract/text.ts'
import { EXTRACTIVE_MODEL } from '../models/ports.ts'
import { rewritePrompt } from './prompt.ts'
import { askRewriter, oneQuestion, type Rewriter } from './rewrite-for-search.ts'

/** The longest question that the built-in and another model make of a follow-up. */
const MAX_BUILTIN_CHARS = 2000
const MAX_CHARS = 300

/**
 * Completes a follow-up question from the conversation, so that "and on mobile?" can be looked up.
 * Returns the question itself when it is the first, or when the model does not complete it in time.
 */
export async function completeQuestion(
  { text, history }: { text: string; history: Message[] },
  rewriter: Rewriter,
): Promise<string> {
  if (!history.some(({ role }) => role === 'user')) return text
  const reply = await askRewriter(rewritePrompt(text, history), rewriter)
  if (reply === text) return text
  const completed = oneQuestion(reply)
  const isBuiltin = rewriter.model.selector === EXTRACTIVE_MODEL
  const most = isBuiltin ? MAX_BUILTIN_CHARS : MAX_CHARS
  return completed !== '' && codePoints(completed) <= most ? completed : text
}
