import {
  APICallError,
  type EmbeddingModelV4,
  InvalidResponseDataError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Prompt,
  type LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { failure } from './failures.ts'
import {
  type EmbeddingModel,
  type LanguageModel,
  type ModelEvent,
  type PromptTurn,
  WidthMismatch,
} from './ports.ts'
import type { ProviderLanguage } from './providers/entry.ts'
import { withoutThoughts } from './thinking.ts'
import { tokensIn } from './tokens.ts'

const MAX_TEXTS_PER_CALL = 64

/** What a provider is asked for beside the text; some models accept no value but their own. */
type CallSettings = Pick<LanguageModelV4CallOptions, 'temperature' | 'maxOutputTokens'>

/**
 * A configured provider's model behind our port. Reasoning is not passed on, but its arrival is,
 * as empty text, so that a model that thinks does not count as silent. A stream that breaks off or
 * ends without a finish reason simply ends. Tokens that the provider does not tell are estimated.
 * Throws `ProviderFailure`, whose cause holds none of `secrets`.
 */
export function createProviderModel(
  selector: string,
  { model, options }: ProviderLanguage,
  { settings, secrets }: { settings: CallSettings; secrets: string[] },
): Pick<LanguageModel, 'stream'> {
  /** Without those that the model refused. */
  const accepted = { ...settings }

  async function open(call: LanguageModelV4CallOptions) {
    for (;;) {
      try {
        return await model.doStream({ ...options, ...call, ...accepted })
      } catch (error) {
        const refused = refusedSetting(error)
        if (!refused || accepted[refused] === undefined) throw error
        delete accepted[refused]
      }
    }
  }

  return {
    async *stream({ system, turns }, signal) {
      try {
        const prompt = toPrompt(system, turns)
        const { stream } = await open({ prompt, abortSignal: signal })
        const read = [system, ...turns.map(({ text }) => text)].join('')
        yield* withoutThoughts(events(parts(stream, signal), read))
      } catch (error) {
        signal.throwIfAborted()
        throw failure(selector, error, secrets)
      }
    },
  }
}

export interface ConfiguredEmbedding {
  selector: string
  dimensions: number
  /** Its default width; a smaller one is requested. */
  own: number
  /** How long one call may take, up to the last byte of its reply. */
  timeoutMs: number
}

/**
 * A configured provider's embedding model behind our port. Throws `provider_failure`, also when a
 * call takes too long or a vector has no direction, and `WidthMismatch`.
 */
export function createProviderEmbedding(
  { selector, dimensions, own, timeoutMs }: ConfiguredEmbedding,
  model: EmbeddingModelV4,
  secrets: string[],
): Pick<EmbeddingModel, 'embed'> {
  return {
    async embed(texts, purpose, signal) {
      const prefix = prefixOf(model.modelId, purpose)
      const vectors: Float32Array[] = []
      let timeout: AbortSignal | undefined
      try {
        for (let at = 0; at < texts.length; at += MAX_TEXTS_PER_CALL) {
          const values = texts.slice(at, at + MAX_TEXTS_PER_CALL).map((text) => prefix + text)
          timeout = AbortSignal.timeout(timeoutMs)
          const { embeddings } = await model.doEmbed({
            values,
            abortSignal: AbortSignal.any([signal, timeout]),
            ...(dimensions !== own && { dimensions }),
          })
          if (embeddings.length !== values.length) throw new Error('It gave too few vectors.')
          vectors.push(...embeddings.map((embedding) => unitVector(embedding, dimensions)))
        }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof WidthMismatch) throw error
        const reason = timeout?.aborted ? `It did not answer within ${timeoutMs / 1000} s.` : error
        throw failure(selector, reason, secrets)
      }
      return vectors
    },
  }
}

async function* events(
  stream: AsyncIterable<LanguageModelV4StreamPart>,
  prompt: string,
): AsyncGenerator<ModelEvent> {
  let written = ''
  for await (const part of stream) {
    if (part.type === 'text-delta') yield { type: 'text', text: part.delta }
    if (part.type === 'reasoning-delta') yield { type: 'text', text: '' }
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') written += part.delta
    if (part.type === 'error' && isUnfinished(part.error)) return
    if (part.type === 'error') throw part.error
    if (part.type !== 'finish') continue
    const { finishReason, usage } = part
    if (finishReason.unified === 'interrupted') return
    yield {
      type: 'finish',
      reason: finishReason.unified,
      input_tokens: usage.inputTokens.total || tokensIn(prompt),
      output_tokens: usage.outputTokens.total || tokensIn(written),
    }
  }
}

/** The parts of a stream up to its end. A lost connection shows in the missing finish. */
async function* parts(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch {
    // An error of the provider is a part; reading throws only when the connection is lost.
    signal.throwIfAborted()
  } finally {
    reader.cancel().catch(() => {})
  }
}

function isUnfinished(error: unknown): boolean {
  return InvalidResponseDataError.isInstance(error) && error.data === undefined
}

function refusedSetting(error: unknown): 'temperature' | 'maxOutputTokens' | null {
  if (!APICallError.isInstance(error) || error.statusCode !== 400) return null
  if (/temperature/i.test(error.message)) return 'temperature'
  return /max_(?:completion_|output_)?tokens/i.test(error.message) ? 'maxOutputTokens' : null
}

/** Some providers insist that the visitor begins and the roles alternate. */
function toPrompt(system: string, turns: PromptTurn[]): LanguageModelV4Prompt {
  const merged: PromptTurn[] = []
  for (const turn of turns) {
    const last = merged.at(-1)
    if (last?.role === turn.role) last.text += `\n\n${turn.text}`
    else if (last || turn.role === 'user') merged.push({ ...turn })
  }
  return [
    { role: 'system', content: system },
    ...merged.map(({ role, text }) => ({ role, content: [{ type: 'text' as const, text }] })),
  ]
}

/** Models that were trained to tell questions from passages by a prefix. */
function prefixOf(model: string, purpose: 'passage' | 'question'): string {
  if (/nomic-embed/i.test(model))
    return purpose === 'question' ? 'search_query: ' : 'search_document: '
  if (/(?:^|[-_/])e5[-_]/i.test(model)) return purpose === 'question' ? 'query: ' : 'passage: '
  return ''
}

function unitVector(embedding: number[], dimensions: number): Float32Array {
  if (embedding.length !== dimensions) {
    throw new WidthMismatch(
      `It gave vectors of ${embedding.length} numbers instead of ${dimensions}.`,
    )
  }
  const length = Math.sqrt(embedding.reduce((sum, value) => sum + value * value, 0))
  if (!(length > 0) || !Number.isFinite(length))
    throw new Error('It gave a vector without direction.')
  return Float32Array.from(embedding, (value) => value / length)
}
