import type {
  EmbeddingModelV4,
  LanguageModelV4,
  LanguageModelV4CallOptions,
} from '@ai-sdk/provider'
import { z } from 'zod'

/** What adapters read of a provider's entry; each schema gives a part of it. */
export interface Entry {
  base_url: string
  api_key?: string | undefined
  /** Which of the two protocols of OpenAI its models are asked in. */
  api?: 'chat' | 'responses' | undefined
}

/** A provider's entry under the name that the providers file gives it, and one of its models. */
export interface Named<Of = Entry> {
  name: string
  provider: Of
  model: string
}

/** A provider's language model, with the options that every call of it gets. */
export interface ProviderLanguage {
  model: LanguageModelV4
  options?: Pick<LanguageModelV4CallOptions, 'providerOptions'>
}

/**
 * A type of provider: how its entry looks, and how its models are reached. Libraries are imported
 * with the first call, so that an idle server does not hold them.
 */
export interface Adapter {
  entry: z.ZodObject
  /** The headers that carry the key of an entry. */
  credentials(entry: Entry): Record<string, string>
  language?(named: Named): Promise<ProviderLanguage>
  embedding?(named: Named): Promise<EmbeddingModelV4>
  /** Vectors that are shorter than the model's own can be requested. */
  shortensVectors?: true
}

export const address = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))
export const key = z.string().min(1, { error: 'must not be empty' })

const modelName = z.string().regex(/^\S{1,150}$/, { error: 'must be a model name without spaces' })
export const models = z.array(modelName).min(1, { error: 'must name at least one model' })
export const widths = z.record(
  modelName,
  z.int().min(1).max(100_000, { error: 'must be a vector width from 1 to 100000' }),
)
/** Whether windows of passages get vectors too, which costs several times as many tokens. */
export const windows = z.boolean({ error: 'must be true or false' }).optional()

/** The output limit of a provider whose entry gives none, in tokens. */
const DEFAULT_MAX_OUTPUT_TOKENS = 2048
/** Low: answers repeat what passages say. */
const DEFAULT_TEMPERATURE = 0.2

const tokens = (least: number, most: number) => {
  const error = `must be a whole number of tokens from ${least} to ${most}`
  return z.int({ error }).min(least, { error }).max(most, { error })
}
const TEMPERATURE = { error: 'must be a number from 0 to 2' }
const PRICE = { error: 'must be a number that is not negative' }
const price = z.number(PRICE).min(0, PRICE)

/** The fields of every provider of language models (docs/behaviour.md#providers). */
export const languageFields = {
  models: models.optional(),
  max_output_tokens: tokens(1, 1_000_000).default(DEFAULT_MAX_OUTPUT_TOKENS),
  /** Prompt and answer together; absent: not known. */
  context_tokens: tokens(4000, 10_000_000).optional(),
  temperature: z
    .number(TEMPERATURE)
    .min(0, TEMPERATURE)
    .max(2, TEMPERATURE)
    .default(DEFAULT_TEMPERATURE),
  /** Of a million tokens, in any currency. */
  price: z.strictObject({ input: price, output: price }).optional(),
}

/** The least room that a prompt needs: its rules, the question and some passages. */
export const MIN_PROMPT_TOKENS = 2000

/** Whether the context of an entry holds its longest answer and a prompt. */
export function leavesRoom(entry: {
  type: string
  context_tokens?: number | undefined
  max_output_tokens?: number
}) {
  const { context_tokens = Number.POSITIVE_INFINITY, max_output_tokens = 0 } = entry
  return context_tokens - max_output_tokens >= MIN_PROMPT_TOKENS
}

export function bearer({ api_key }: Entry): Record<string, string> {
  return api_key ? { authorization: `Bearer ${api_key}` } : {}
}
