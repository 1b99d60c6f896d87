import type { Message } from '../contract/conversation.ts'
import { firstCodePoints } from '../contract/text.ts'
import type { LanguageModel } from '../models/ports.ts'
import { generateText } from './generate.ts'
import { rewritePrompt } from './prompt.ts'
import type { TurnUsage } from './turn-usage.ts'

/** Timeout of the completion, in milliseconds; then the question is looked up as it was asked. */
const MAX_WAIT_MS = 5000
const MAX_QUERY_CHARS = 2000

/**
 * Completes a follow-up question from the conversation, so that "and on mobile?" can be looked up.
 * Returns the question itself when it is the first, or when the model does not complete it in time.
 */
export async function completeQuestion(
  { text, history }: { text: string; history: Message[] },
  { model, usage, signal }: { model: LanguageModel; usage: TurnUsage; signal: AbortSignal },
): Promise<string> {
  if (!history.some(({ role }) => role === 'user')) return text
  const timeouts = { firstTokenMs: MAX_WAIT_MS, idleMs: MAX_WAIT_MS }
  const stop = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)])
  try {
    const rewritten = await generateText(model, rewritePrompt(text, history), timeouts, stop)
    usage.input_tokens += rewritten.input_tokens
    usage.output_tokens += rewritten.output_tokens
    if (rewritten.text === text) return text
    return oneQuestion(rewritten.text) || text
  } catch {
    signal.throwIfAborted()
    return text
  }
}

/** Models put quotes around it, or talk on after it. */
function oneQuestion(reply: string): string {
  const start = firstCodePoints(reply.trimStart(), MAX_QUERY_CHARS).trimEnd()
  const [paragraph = ''] = start.split(/\n\s*\n/)
  return paragraph.replace(/^["'“„«]+|["'”“»]+$/g, '').trim()
}
