import { readFileSync } from 'node:fs'
import { type Environment, SettingError, substitute } from '../config.ts'
import type { Model } from '../contract/model.ts'
import { meaning } from './builtin/meaning.ts'
import { createEmbeddings, type EmbeddingSettings, type Embeddings } from './embeddings.ts'
import { installedModels } from './installed.ts'
import { faultIn, type LocalModel } from './local/local-model.ts'
import { faultOf, type Report } from './local/read-later.ts'
import type { LanguageModel, Reranker } from './ports.ts'
import {
  type Configured,
  type LanguageProvider,
  type Provider,
  type Providers,
  parseProviders,
  providerOf,
  providersFrom,
} from './providers.ts'
import { unknownModel } from './unknown-model.ts'

export interface Models extends Embeddings {
  /** `''` is the deployment's default. Throws `validation_error` with the configured models. */
  language(selector: string): LanguageModel
  /** Throws `validation_error` with the configured ones. */
  reranker(selector: string): Reranker
  /** The configured selectors, for messages: `builtin/extractive`, `openai/…`. */
  readonly languageModels: readonly string[]
  readonly rerankModels: readonly string[]
  /** All of them, for clients (docs/behaviour.md#listing-and-testing-models). */
  list(): Model[]
  /** A sentence for each model of this machine whose files are missing or cut off. */
  faults(): string[]
}

/** Defaults of the deployment. */
export interface ModelSettings extends EmbeddingSettings {
  model: string
}

/**
 * Finds models by their selector, `provider/name` (docs/behaviour.md#providers): those of
 * `present` and `local`, which need no provider, and those of the configured providers. `report`
 * is told of a local model that cannot be read.
 */
export function createModels(
  settings: ModelSettings,
  providers: Providers,
  present: LanguageModel[],
  { local, report }: { local: LocalModel[]; report: Report } = { local: [meaning], report() {} },
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
  const embeddings = createEmbeddings(settings, providers, { local, report })
  const rerankModels = entries.flatMap(([name, provider]) =>
    provider.type === 'rerank' ? provider.models.map((model) => `${name}/${model}`) : [],
  )

  function described(selector: string, kind: Model['kind']): Model {
    const { provider } = providerOf(selector, providers)
    const price = (kind === 'language' && provider && writes(provider) && provider.price) || null
    const own = local.find((model) => model.selector === selector)?.configured_by ?? 'built-in'
    return { selector, kind, configured_by: provider ? 'file' : own, price }
  }

  return {
    ...embeddings,
    languageModels,
    rerankModels,
    list: () => [
      ...languageModels.map((selector) => described(selector, 'language')),
      ...embeddings.embeddingModels.map((selector) => described(selector, 'embedding')),
      ...rerankModels.map((selector) => described(selector, 'rerank')),
    ],

    faults: () =>
      local.flatMap((model) => {
        const fault = faultIn(model)
        return fault ? faultOf(model, fault) : []
      }),

    language(asked) {
      const selector = asked || settings.model
      const known = present.find((each) => each.selector === selector) ?? reached.get(selector)
      if (known) return known
      const { name, provider, model } = providerOf(selector, providers)
      if (
        !provider ||
        !writes(provider) ||
        model === '' ||
        (provider.models && !provider.models.includes(model))
      ) {
        throw unknownModel('model', languageModels)
      }
      const configured = reachedLater(selector, { name, provider, model })
      reached.set(selector, configured)
      return configured
    },

    reranker(selector) {
      if (!rerankModels.includes(selector)) throw unknownModel('rerank_model', rerankModels)
      const { name, provider, model } = providerOf(selector, providers)
      if (!provider) throw unknownModel('rerank_model', rerankModels)
      return rerankerReachedLater(selector, { name, provider, model })
    },
  }
}

/**
 * The models of a deployment: `present`, those whose files are on this machine, and those of the
 * providers in the file that SVC_PROVIDERS names, else in the environment's well-known settings.
 * Throws an error of one line for the operator.
 */
export function loadModels(
  config: ModelSettings & {
    data_dir: string
    providers: string | null
    environment: Environment
  },
  present: LanguageModel[],
  report: Report,
): Models {
  const local = [meaning, ...installedModels(config)]
  return createModels(config, readProviders(config), present, { local, report })
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
    models.chosenEmbedding('')
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

function writes(provider: Provider): provider is LanguageProvider {
  return provider.type !== 'rerank'
}

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
