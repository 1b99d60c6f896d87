import { z } from 'zod'
import { SettingError } from '../config.ts'
import { anthropic } from './providers/anthropic.ts'
import { type Adapter, leavesRoom, MIN_PROMPT_TOKENS, type Named } from './providers/entry.ts'
import { openAI } from './providers/openai.ts'
import { openAICompatible } from './providers/openai-compatible.ts'
import { rerank } from './providers/rerank.ts'

const name = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, {
  error: 'must be a provider name of a-z 0-9 _ -',
})

const Provider = z
  .discriminatedUnion(
    'type',
    [openAI.entry, anthropic.entry, openAICompatible.entry, rerank.entry],
    {
      error: 'must be openai, anthropic, openai-compatible or rerank',
    },
  )
  .refine(leavesRoom, {
    path: ['context_tokens'],
    error: `must be at least ${MIN_PROMPT_TOKENS} more than max_output_tokens`,
  })

/** A configured model provider (docs/behaviour.md#providers). Holds a key: never log one. */
export type Provider = z.infer<typeof Provider>
export type Providers = Record<string, Provider>

/** One of language models, and perhaps of embeddings. */
export type LanguageProvider = Exclude<Provider, { type: 'rerank' }>

/** A model of a configured provider. */
export type Configured<Of extends Provider = Provider> = Named<Of>

const adapters: Record<Provider['type'], Adapter> = {
  openai: openAI,
  anthropic,
  'openai-compatible': openAICompatible,
  rerank,
}

export function adapterOf({ type }: Pick<Provider, 'type'>): Adapter {
  return adapters[type]
}

/** Names of models that no provider has (docs/behaviour.md#providers). */
const TAKEN = { builtin: 'built-in', installed: 'installed' }

const File = z.record(name, Provider).superRefine((providers, context) => {
  for (const [name, kind] of Object.entries(TAKEN)) {
    if (!Object.hasOwn(providers, name)) continue
    context.addIssue({ code: 'custom', message: `${name} is taken by the ${kind} models` })
  }
})

/** The provider that a selector names, if it is configured, and the name of its model. */
export function providerOf(
  selector: string,
  providers: Providers,
): { name: string; provider: Provider | undefined; model: string } {
  const slash = selector.indexOf('/')
  const name = selector.slice(0, Math.max(slash, 0))
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined
  return { name, provider, model: selector.slice(slash + 1) }
}

/**
 * Reads the file that SVC_PROVIDERS names; `fill` replaces `${NAME}` in every string. Throws a
 * `SettingError` of one line that names the field which is wrong, without its value.
 */
export function parseProviders(json: string, fill: (text: string) => string): Providers {
  const filled = (_name: string, value: unknown) =>
    typeof value === 'string' ? fill(value) : value
  const checked = File.safeParse(parse(json, filled))
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const where = issue?.path.join('.') || 'the file'
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  if (unknown) throw new SettingError(`SVC_PROVIDERS: ${where} has no field ${unknown}.`)
  throw new SettingError(`SVC_PROVIDERS: ${where} ${sentence(issue?.message ?? 'is wrong')}.`)
}

/** Providers from well-known variables of the environment, for a deployment without a file. */
export function providersFrom(environment: Record<string, string | undefined>): Providers {
  const { OPENAI_API_KEY, ANTHROPIC_API_KEY, OLLAMA_BASE_URL } = environment
  const found: Record<string, unknown> = {}
  if (OPENAI_API_KEY) found.openai = { type: 'openai', api_key: OPENAI_API_KEY }
  if (ANTHROPIC_API_KEY) found.anthropic = { type: 'anthropic', api_key: ANTHROPIC_API_KEY }
  if (OLLAMA_BASE_URL) {
    const base_url = `${OLLAMA_BASE_URL.replace(/(?:\/v1)?\/*$/, '')}/v1`
    found.ollama = { type: 'openai-compatible', base_url, embedding_models: OLLAMA_EMBEDDINGS }
  }
  const checked = File.safeParse(found)
  if (checked.success) return checked.data
  throw new SettingError('OLLAMA_BASE_URL must be an http or https address.')
}

const OLLAMA_EMBEDDINGS = {
  'nomic-embed-text': 768,
  'mxbai-embed-large': 1024,
  'all-minilm': 384,
  'bge-m3': 1024,
}

function parse(json: string, filled: (name: string, value: unknown) => unknown): unknown {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    // The parser's own message would quote the text, and with it keys.
    throw new SettingError('SVC_PROVIDERS: the file is not JSON.')
  }
  return JSON.parse(JSON.stringify(value), filled)
}

function sentence(message: string): string {
  return message.startsWith('Invalid input') ? 'is missing or of the wrong type' : message
}
