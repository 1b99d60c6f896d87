import { setTimeout as pause } from 'node:timers/promises'
import { ServiceError } from '../contract/errors.ts'
import {
  type LanguageModel,
  type ModelEvent,
  type Prompt,
  ProviderFailure,
} from '../models/ports.ts'
import { until } from './until.ts'

/** Timeouts of a model, in milliseconds (docs/behaviour.md#model-limits). */
export interface ModelTimeouts {
  /** Until the first text, all attempts together. */
  firstTokenMs: number
  /** Between two pieces of text. */
  idleMs: number
}

/** The stream of a model ended without a finish (docs/behaviour.md#streams). */
export class IncompleteStream extends ServiceError {
  constructor() {
    super('provider_failure', 'The model provider ended its answer without finishing.')
  }
}

/** Pauses before the second attempt, in milliseconds, where the provider does not ask for one. */
const RETRY_PAUSE_MS = 100
const BUSY_PAUSE_MS = 1000

/** How much text of one request is read, in bytes of UTF-8 (docs/behaviour.md#model-limits). */
export const MAX_TEXT_BYTES = 64 * 1024

/**
 * Streams the text of a model, then its `finish`. After 64 KiB of text the request is cancelled
 * and the finish is `length`, as when the model reaches its own limit. Throws `provider_failure`
 * when the model fails or a timeout passes, `IncompleteStream` when it ends without a finish.
 * Retries once, and only before any text arrived (docs/behaviour.md#model-limits). Does not wait
 * for a model that ignores its signal.
 */
export async function* generate(
  model: LanguageModel,
  prompt: Prompt,
  timeouts: ModelTimeouts,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const deadline = performance.now() + timeouts.firstTokenMs
  const state = { texted: false }
  try {
    yield* attempt(model, prompt, timeouts, signal, state)
  } catch (error) {
    const pauseMs = pauseAfter(error)
    const left = deadline - performance.now() - pauseMs
    if (state.texted || signal.aborted || left <= 0) throw error
    await pause(pauseMs, undefined, { signal })
    yield* attempt(model, prompt, { ...timeouts, firstTokenMs: left }, signal, state)
  }
}

/** A provider that is busy is called again when it asked to be (docs/behaviour.md#model-limits). */
function pauseAfter(error: unknown): number {
  if (!(error instanceof ProviderFailure) || !error.isBusy) return RETRY_PAUSE_MS
  return Math.max(RETRY_PAUSE_MS, error.retryAfterMs ?? BUSY_PAUSE_MS)
}

async function* attempt(
  model: LanguageModel,
  prompt: Prompt,
  { firstTokenMs, idleMs }: ModelTimeouts,
  signal: AbortSignal,
  state: { texted: boolean },
): AsyncGenerator<ModelEvent> {
  const silence = new AbortController()
  const stop = AbortSignal.any([signal, silence.signal])
  let timer = setTimeout(() => silence.abort(), firstTokenMs)
  try {
    for await (const event of limited(until(model.stream(prompt, stop), stop))) {
      clearTimeout(timer)
      if (event.type === 'text' && event.text !== '') state.texted = true
      yield event
      if (event.type === 'finish') return
      timer = setTimeout(() => silence.abort(), idleMs)
    }
    signal.throwIfAborted()
    if (silence.signal.aborted) throw new ServiceError('provider_failure', SILENT)
    throw new IncompleteStream()
  } finally {
    clearTimeout(timer)
    // With a reason, so that no error with a stack is made for nobody to read.
    silence.abort('over')
  }
}

/**
 * The events up to the limit of text, cut at a whole character. Tokens of the rest are not
 * counted.
 */
async function* limited(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
  let free = MAX_TEXT_BYTES
  for await (const event of events) {
    const bytes = event.type === 'text' ? Buffer.byteLength(event.text) : 0
    if (event.type === 'text' && bytes > free) {
      yield { type: 'text', text: firstBytes(event.text, free) }
      yield { type: 'finish', reason: 'length', input_tokens: 0, output_tokens: 0 }
      return
    }
    free -= bytes
    yield event
  }
}

function firstBytes(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return text.slice(0, read)
}

const SILENT = 'The model provider did not go on in time.'

/** The whole text of a short task, and the tokens it used. Throws as `generate` does. */
export async function generateText(
  model: LanguageModel,
  prompt: Prompt,
  timeouts: ModelTimeouts,
  signal: AbortSignal,
): Promise<{ text: string; input_tokens: number; output_tokens: number }> {
  const result = { text: '', input_tokens: 0, output_tokens: 0 }
  for await (const event of generate(model, prompt, timeouts, signal)) {
    if (event.type === 'text') {
      result.text += event.text
      continue
    }
    result.input_tokens = event.input_tokens
    result.output_tokens = event.output_tokens
  }
  return result
}
