import { readFileSync } from 'node:fs'
import { type Environment, SettingError, substitute } from '../config.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Model } from '../contract/model.ts'
import {
  createLexicalEmbedding,
  LEXICAL_DIMENSIONS,
  LEXICAL_EMBEDDING,
  MAX_LEXICAL_DIMENSIONS,
  MIN_LEXICAL_DIMENSIONS,
} from './builtin/embedding.ts'
import type { EmbeddingModel, LanguageModel, Reranker } from './ports.ts'
import type { ConfiguredEmbedding } from './provider-models.ts'
import {
  adapterOf,
  type Configured,
  type LanguageProvider,
  type Provider,
  type Providers,
  parseProviders,
  providersFrom,
} from './providers.ts'

export interface Models {
  /** `''` is the deployment's default. Throws `validation_error` with the configured models. */
  language(selector: string): LanguageModel
  /**
   * `''` is the default model, an absent width the model's own. Throws `validation_error` that
   * names `embedding_model` or `embedding_dimensions` and the possible values.
   */
  embedding(selector: string, dimensions?: number): EmbeddingModel
  /** Throws `validation_error` with the configured ones. */
  reranker(selector: string): Reranker
  /** The configured selectors, for messages: `builtin/extractive`, `openai/…`. */
  readonly languageModels: readonly string[]
  readonly embeddingModels: readonly string[]
  readonly rerankModels: readonly string[]
  /** All of them, for clients (docs/behaviour.md#listing-and-testing-models). */
  list(): Model[]
}

export interface ModelSettings {
  /** Deployment defaults; a width of null is the model's own. */
  model: string
  embedding_model: string
  embedding_dimensions: number | null
  /** Timeout of one call to a configured embedding model, in milliseconds. */
  embedding_ms: number
}

/**
 * Finds models by their selector, `provider/name` (docs/behaviour.md#providers): those of
 * `present`, which need no provider, and those of the configured providers.
 */
export function createModels(
  settings: ModelSettings,
  providers: Providers,
  present: LanguageModel[],
): Models {
  const entries = Object.entries(providers)
  /** By selector: a provider's library holds some 100 kB for each model. */
  const reached = new Map<string, LanguageModel>()
  const languageModels = [
    ...present.map(({ selector }) => selector),
    ...entries.flatMap(([name, provider]) =>
      writes(provider) ? (provider.models ?? ['…']).map((model) => `${name}/${model}`) : [],
    ),
  ]
  const embeddingModels = [
    LEXICAL_EMBEDDING,
    ...entries.flatMap(([name, provider]) =>
      Object.keys(widthsOf(provider)).map((model) => `${name}/${model}`),
    ),
  ]
  const rerankModels = entries.flatMap(([name, provider]) =>
    provider.type === 'rerank' ? provider.models.map((model) => `${name}/${model}`) : [],
  )
  return {
    languageModels,
    embeddingModels,
    rerankModels,
    list: () => [
      ...languageModels.map((selector) => described(selector, 'language', providers)),
      ...embeddingModels.map((selector) => described(selector, 'embedding', providers)),
      ...rerankModels.map((selector) => described(selector, 'rerank', providers)),
    ],

    language(asked) {
      const selector = asked || settings.model
      const known = present.find((each) => each.selector === selector) ?? reached.get(selector)
      if (known) return known
      const { name, provider, model } = split(selector, providers)
      if (
        !provider ||
        !writes(provider) ||
        model === '' ||
        (provider.models && !provider.models.includes(model))
      ) {
        throw unknown('model', languageModels)
      }
      const configured = reachedLater(selector, { name, provider, model })
      reached.set(selector, configured)
      return configured
    },

    reranker(selector) {
      if (!rerankModels.includes(selector)) throw unknown('rerank_model', rerankModels)
      const { name, provider, model } = split(selector, providers)
      if (!provider) throw unknown('rerank_model', rerankModels)
      return rerankerReachedLater(selector, { name, provider, model })
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
 * names, else in the environment's well-known settings. Throws an error of one line for the
 * operator.
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

/** Throws `SettingError` when a default model of the deployment is not configured. */
export function checkDefaults(models: Models, rerank_model: string | null = null): void {
  try {
    models.language('')
    models.embedding('')
    if (rerank_model) models.reranker(rerank_model)
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

function described(selector: string, kind: Model['kind'], providers: Providers): Model {
  const { provider } = split(selector, providers)
  const price = (kind === 'language' && provider && writes(provider) && provider.price) || null
  return { selector, kind, configured_by: provider ? 'file' : 'built-in', price }
}

function writes(provider: Provider): provider is LanguageProvider {
  return provider.type !== 'rerank'
}

function widthsOf(provider: Provider): Record<string, number> {
  return 'embedding_models' in provider ? (provider.embedding_models ?? {}) : {}
}

function embedsWindows(provider: Provider): boolean {
  return 'windows' in provider && provider.windows === true
}

/** The model's own width. The name comes from callers, so inherited properties do not count. */
function widthOf(provider: Provider, model: string): number | undefined {
  const widths = widthsOf(provider)
  return Object.hasOwn(widths, model) ? widths[model] : undefined
}

/**
 * Weight of a configured embedding, equal to that of the words. A small sentence encoder of 2018
 * ranks best at 0.15 (nDCG@10 0.80 and 0.90 on two sets of documentation; 0.79 and 0.90 at 0; 0.55
 * and 0.67 at 0.8). Today's are stronger but have not been measured, and a weak one must not
 * outweigh the words. `npm run eval -- --embedding` measures any.
 */
const EMBEDDING_WEIGHT = 0.5

/** For some twenty passages. Models of an unknown context have at least 16,000 tokens today. */
const DEFAULT_PROMPT_TOKENS = 10_000

/** Loads the providers' libraries with the first call: an idle server takes some 7 MB less. */
function reachedLater(selector: string, configured: Configured<LanguageProvider>): LanguageModel {
  let reached: Promise<Pick<LanguageModel, 'stream'>> | undefined
  return {
    selector,
    promptTokens: promptTokensOf(configured.provider),
    async *stream(prompt, signal) {
      reached ??= import('./configured.ts').then(({ reachModel }) =>
        reachModel(selector, configured),
      )
      yield* (await reached).stream(prompt, signal)
    },
  }
}

/** How much of a model's context its prompts may fill. */
function promptTokensOf({ context_tokens, max_output_tokens }: LanguageProvider): number {
  return context_tokens ? context_tokens - max_output_tokens : DEFAULT_PROMPT_TOKENS
}

function embeddingReachedLater(
  embedding: ConfiguredEmbedding,
  configured: Configured,
): EmbeddingModel {
  let reached: Promise<Pick<EmbeddingModel, 'embed'>> | undefined
  return {
    selector: embedding.selector,
    dimensions: embedding.dimensions,
    embedsWindows: embedsWindows(configured.provider),
    weight: EMBEDDING_WEIGHT,
    coverage: () => 1,
    async embed(texts, purpose, signal) {
      reached ??= import('./configured.ts').then(({ reachEmbedding }) =>
        reachEmbedding(embedding, configured),
      )
      return (await reached).embed(texts, purpose, signal)
    },
  }
}

function rerankerReachedLater(selector: string, configured: Configured): Reranker {
  let reached: Promise<Pick<Reranker, 'rank'>> | undefined
  return {
    selector,
    async rank(query, texts, signal) {
      reached ??= import('./reranker.ts').then(({ createReranker }) => createReranker(configured))
      return (await reached).rank(query, texts, signal)
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

/** Some models shorten their vectors when asked; others have one width. */
function checkWidth(selector: string, wanted: number, own: number, provider: Provider): void {
  const { shortensVectors } = adapterOf(provider)
  if (wanted === own || (shortensVectors && wanted < own)) return
  const possible = shortensVectors ? `at most ${own}` : `${own}`
  throw new ServiceError(
    'validation_error',
    `embedding_dimensions must be ${possible} for ${selector}.`,
  )
}
