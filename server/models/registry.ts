import { readFileSync } from 'node:fs'
import { type Environment, SettingError, substitute } from '../config.ts'
import { ServiceError } from '../contract/errors.ts'
import {
  createLexicalEmbedding,
  LEXICAL_DIMENSIONS,
  LEXICAL_EMBEDDING,
  MAX_LEXICAL_DIMENSIONS,
  MIN_LEXICAL_DIMENSIONS,
} from './builtin/embedding.ts'
import type { EmbeddingModel, LanguageModel } from './ports.ts'
import type { ConfiguredEmbedding } from './provider-models.ts'
import {
  type Configured,
  type Provider,
  type Providers,
  parseProviders,
  providersFrom,
} from './providers.ts'

export interface Models {
  /** `''` stands for the deployment's default. Throws `validation_error` naming `model` and what is configured. */
  language(selector: string): LanguageModel
  /**
   * `''` stands for the default model, an absent width for the model's own. Throws `validation_error`
   * naming `embedding_model` or `embedding_dimensions` and what is possible.
   */
  embedding(selector: string, dimensions?: number): EmbeddingModel
  /** What is configured, for people: `builtin/extractive`, `openai/…`. */
  readonly languageModels: readonly string[]
  readonly embeddingModels: readonly string[]
}

export interface ModelSettings {
  /** Deployment defaults; a width of null is the model's own. */
  model: string
  embedding_model: string
  embedding_dimensions: number | null
  /** How long one call of a configured embedding model may take, in milliseconds. */
  embedding_ms: number
}

/**
 * Finds models by their selector, `provider/name` (completions 15): those of `present`, which need no
 * provider, and those of the configured providers.
 */
export function createModels(
  settings: ModelSettings,
  providers: Providers,
  present: LanguageModel[],
): Models {
  const entries = Object.entries(providers)
  /** By selector. A provider's library holds some 100 kB for each, and what it learned of the model. */
  const reached = new Map<string, LanguageModel>()
  const languageModels = [
    ...present.map(({ selector }) => selector),
    ...entries.flatMap(([name, { models = ['…'] }]) => models.map((model) => `${name}/${model}`)),
  ]
  const embeddingModels = [
    LEXICAL_EMBEDDING,
    ...entries.flatMap(([name, provider]) =>
      Object.keys(widthsOf(provider)).map((model) => `${name}/${model}`),
    ),
  ]
  return {
    languageModels,
    embeddingModels,

    language(asked) {
      const selector = asked || settings.model
      const known = present.find((each) => each.selector === selector) ?? reached.get(selector)
      if (known) return known
      const { name, provider, model } = split(selector, providers)
      if (!provider || model === '' || (provider.models && !provider.models.includes(model))) {
        throw unknown('model', languageModels)
      }
      const configured = reachedLater(selector, { name, provider, model })
      reached.set(selector, configured)
      return configured
    },

    embedding(asked, dimensions) {
      const selector = asked || settings.embedding_model
      const byDefault = asked === '' ? settings.embedding_dimensions : null
      const wanted = dimensions ?? byDefault ?? undefined
      if (selector === LEXICAL_EMBEDDING) return lexical(wanted ?? LEXICAL_DIMENSIONS)
      const { name, provider, model } = split(selector, providers)
      const own = provider && widthOf(provider, model)
      if (!own) throw unknown('embedding_model', embeddingModels)
      checkWidth(selector, wanted ?? own, own, provider)
      return embeddingReachedLater(
        { selector, dimensions: wanted ?? own, own, timeoutMs: settings.embedding_ms },
        { name, provider, model },
      )
    },
  }
}

/**
 * The models of a deployment: `present`, and those of the providers in the file that SVC_PROVIDERS
 * names, else in the environment's well-known settings. Throws an error of one line for the operator.
 */
export function loadModels(
  config: ModelSettings & { providers: string | null; environment: Environment },
  present: LanguageModel[],
): Models {
  return createModels(config, readProviders(config), present)
}

/** The configured providers. Throws an error of one line for the operator. */
export function readProviders({
  providers: file,
  environment,
}: {
  providers: string | null
  environment: Environment
}): Providers {
  const fill = (text: string) => substitute(text, environment, 'SVC_PROVIDERS')
  return file ? parseProviders(read(file), fill) : providersFrom(environment)
}

/** Throws `SettingError` when the deployment's default models are not to be had. */
export function checkDefaults(models: Models): void {
  try {
    models.language('')
    models.embedding('')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingError(`SVC_${reason.replace(/^\w+/, (field) => field.toUpperCase())}`)
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new SettingError(`SVC_PROVIDERS: ${file} cannot be read.`)
  }
}

function split(
  selector: string,
  providers: Providers,
): { name: string; provider: Provider | undefined; model: string } {
  const slash = selector.indexOf('/')
  const name = selector.slice(0, Math.max(slash, 0))
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined
  return { name, provider, model: selector.slice(slash + 1) }
}

function widthsOf(provider: Provider): Record<string, number> {
  return provider.type === 'anthropic' ? {} : (provider.embedding_models ?? {})
}

/** The model's own width; names come from callers, so those that every object has count for nothing. */
function widthOf(provider: Provider, model: string): number | undefined {
  const widths = widthsOf(provider)
  return Object.hasOwn(widths, model) ? widths[model] : undefined
}

/**
 * As much as the words. A small sentence encoder of 2018 ranks best at 0.15 (nDCG@10 0.80 and 0.90 on two
 * sets of documentation; 0.79 and 0.90 at 0; 0.55 and 0.67 at 0.8): what is configured today is stronger,
 * but has not been measured here, and a weak one must not drown the words. `npm run eval` takes any.
 */
const EMBEDDING_WEIGHT = 0.5

/** The providers' libraries are loaded with the first call to one: without them an idle server takes some 7 MB less. */
function reachedLater(selector: string, configured: Configured): LanguageModel {
  let reached: Promise<LanguageModel> | undefined
  return {
    selector,
    async *stream(prompt, signal) {
      reached ??= import('./configured.ts').then(({ reachModel }) =>
        reachModel(selector, configured),
      )
      yield* (await reached).stream(prompt, signal)
    },
  }
}

function embeddingReachedLater(
  embedding: ConfiguredEmbedding,
  configured: Configured,
): EmbeddingModel {
  let reached: Promise<Pick<EmbeddingModel, 'embed'>> | undefined
  return {
    selector: embedding.selector,
    dimensions: embedding.dimensions,
    weight: EMBEDDING_WEIGHT,
    async embed(texts, purpose, signal) {
      reached ??= import('./configured.ts').then(({ reachEmbedding }) =>
        reachEmbedding(embedding, configured),
      )
      return (await reached).embed(texts, purpose, signal)
    },
  }
}

function unknown(field: string, configured: string[]): ServiceError {
  return new ServiceError('validation_error', `${field} must be one of: ${configured.join(', ')}.`)
}

function lexical(dimensions: number): EmbeddingModel {
  if (dimensions < MIN_LEXICAL_DIMENSIONS || dimensions > MAX_LEXICAL_DIMENSIONS) {
    throw new ServiceError(
      'validation_error',
      `embedding_dimensions must be from ${MIN_LEXICAL_DIMENSIONS} to ${MAX_LEXICAL_DIMENSIONS} for ${LEXICAL_EMBEDDING}.`,
    )
  }
  return createLexicalEmbedding(dimensions)
}

/** OpenAI's own models shorten their vectors when asked; others have one width. */
function checkWidth(selector: string, wanted: number, own: number, { type }: Provider): void {
  if (wanted === own || (type === 'openai' && wanted < own)) return
  const possible = type === 'openai' ? `at most ${own}` : `${own}`
  throw new ServiceError(
    'validation_error',
    `embedding_dimensions must be ${possible} for ${selector}.`,
  )
}
