import { codePoints } from '../contract/text.ts'
import type { LanguageModel, Prompt } from '../models/ports.ts'
import { generateText } from './generate.ts'
import { type SearchPromptRequest, searchPrompt } from './prompt.ts'
import type { TurnUsage } from './turn-usage.ts'

/** Timeout of rewriting, in milliseconds; then the question is looked up as it was asked. */
const MAX_WAIT_MS = 5000
/** A longer reply is no question (docs/behaviour.md#rewriting). */
const MAX_CHARS = 300

export interface Rewriter {
  model: LanguageModel
  usage: TurnUsage
  signal: AbortSignal
}

/**
 * The question in words, and in the language, that the documents may use; null when the model gives
 * no other than the question itself, in time.
 */
export async function rewriteForSearch(
  request: SearchPromptRequest,
  rewriter: Rewriter,
): Promise<string | null> {
  const rewritten = oneQuestion(await askRewriter(searchPrompt(request), rewriter))
  if (rewritten === '' || rewritten === request.question) return null
  return codePoints(rewritten) > MAX_CHARS ? null : rewritten
}

/** The reply of a model that rewrites a question; '' when it fails or takes longer than 5 s. */
export async function askRewriter(
  prompt: Prompt,
  { model, usage, signal }: Rewriter,
): Promise<string> {
  const timeouts = { firstTokenMs: MAX_WAIT_MS, idleMs: MAX_WAIT_MS }
  const stop = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)])
  try {
    const { text, input_tokens, output_tokens } = await generateText(model, prompt, timeouts, stop)
    usage.input_tokens += input_tokens
    usage.output_tokens += output_tokens
    return text
  } catch {
    signal.throwIfAborted()
    return ''
  }
}

/** The first paragraph without quotes: models put some around it, or talk on after it. */
export function oneQuestion(reply: string): string {
  const [paragraph = ''] = reply.trim().split(/\n\s*\n/)
  return paragraph
    .replace(/^["'“„«]+|["'”“»]+$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
