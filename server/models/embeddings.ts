import { ServiceError } from '../contract/errors.ts'
import { LEXICAL_EMBEDDING, renewed } from './builtin/lexical.ts'
import { MEANING_EMBEDDING } from './builtin/meaning.ts'
import { INSTALLED, type LocalModel } from './local/local-model.ts'
import { type Report, readLater } from './local/read-later.ts'
import type { EmbeddingModel } from './ports.ts'
import type { ConfiguredEmbedding } from './provider-models.ts'
import {
  adapterOf,
  type Configured,
  type Provider,
  type Providers,
  providerOf,
} from './providers.ts'
import { unknownModel } from './unknown-model.ts'
import { wordsOnly } from './words-only.ts'

export interface EmbeddingSettings {
  embedding_model: string
  /** null: the model's own. */
  embedding_dimensions: number | null
  /** Timeout of one call to a configured embedding model, in milliseconds. */
  embedding_ms: number
}

export interface Embeddings {
  /**
   * The model of a collection, by its stored selector and width. The built-in model of earlier
   * versions and an installed one that is gone embed nothing, so that words alone answer. Throws
   * `validation_error` when it is not configured.
   */
  embedding(selector: string, dimensions: number): EmbeddingModel
  /**
   * The model that a new collection gets. `''` is the default, an absent width the model's own.
   * Throws `validation_error` that names `embedding_model` or `embedding_dimensions` and the
   * possible values.
   */
  chosenEmbedding(selector: string, dimensions?: number): EmbeddingModel
  /** The selectors, for messages. */
  readonly embeddingModels: readonly string[]
  /** Those whose files are on this machine. */
  readonly localEmbeddings: readonly { embedding_model: string; embedding_dimensions: number }[]
}

/** Finds embedding models by their selectors: those of this machine and those of providers. */
export function createEmbeddings(
  settings: EmbeddingSettings,
  providers: Providers,
  { local, report }: { local: LocalModel[]; report: Report },
): Embeddings {
  const onThisMachine = new Map(local.map((model) => [model.selector, readLater(model, report)]))
  const byDefault = renewed({
    selector: settings.embedding_model,
    dimensions: settings.embedding_dimensions,
  })
  const embeddingModels = [
    ...onThisMachine.keys(),
    ...Object.entries(providers).flatMap(([name, provider]) =>
      Object.keys(widthsOf(provider)).map((model) => `${name}/${model}`),
    ),
  ]

  function find(selector: string, dimensions?: number | null): EmbeddingModel {
    const present = onThisMachine.get(selector)
    if (present) {
      checkWidth(present, dimensions ?? present.dimensions)
      return present
    }
    const { name, provider, model } = providerOf(selector, providers)
    const own = provider && widthOf(provider, model)
    if (!own) throw unknownModel('embedding_model', embeddingModels)
    const { shortensVectors } = adapterOf(provider)
    checkWidth({ selector, dimensions: own, shortensVectors }, dimensions ?? own)
    return reachedLater(
      { selector, dimensions: dimensions ?? own, own, timeoutMs: settings.embedding_ms },
      { name, provider, model },
    )
  }

  return {
    embeddingModels,
    localEmbeddings: local.map(({ selector, dimensions }) => {
      return { embedding_model: selector, embedding_dimensions: dimensions }
    }),

    embedding(selector, dimensions) {
      const isGone = selector.startsWith(INSTALLED) && !onThisMachine.has(selector)
      if (selector === LEXICAL_EMBEDDING || isGone) return wordsOnly(selector, dimensions)
      return find(selector, dimensions)
    },

    chosenEmbedding(asked, dimensions) {
      const own = asked === '' ? byDefault : { selector: asked }
      const wanted = { ...own, ...(dimensions && { dimensions }) }
      const chosen = asked === MEANING_EMBEDDING ? wanted : renewed(wanted)
      return find(chosen.selector, chosen.dimensions)
    },
  }
}

/** Loads the providers' libraries with the first call. */
function reachedLater(embedding: ConfiguredEmbedding, configured: Configured): EmbeddingModel {
  let reached: Promise<Pick<EmbeddingModel, 'embed'>> | undefined
  return {
    selector: embedding.selector,
    dimensions: embedding.dimensions,
    embedsWindows: embedsWindows(configured.provider),
    coverage: () => 1,
    async embed(texts, purpose, signal) {
      reached ??= import('./configured.ts').then(({ reachEmbedding }) =>
        reachEmbedding(embedding, configured),
      )
      return (await reached).embed(texts, purpose, signal)
    },
  }
}

function embedsWindows(provider: Provider): boolean {
  return 'windows' in provider && provider.windows === true
}

function widthsOf(provider: Provider): Record<string, number> {
  return 'embedding_models' in provider ? (provider.embedding_models ?? {}) : {}
}

/** The model's own width. The name comes from callers, so inherited properties do not count. */
function widthOf(provider: Provider, model: string): number | undefined {
  const widths = widthsOf(provider)
  return Object.hasOwn(widths, model) ? widths[model] : undefined
}

/** Some models shorten their vectors when asked; others have one width. */
function checkWidth(
  model: { selector: string; dimensions: number; shortensVectors?: true | undefined },
  wanted: number,
): void {
  const { selector, dimensions, shortensVectors } = model
  if (wanted === dimensions || (shortensVectors && wanted < dimensions)) return
  const possible = shortensVectors ? `at most ${dimensions}` : `${dimensions}`
  throw new ServiceError(
    'validation_error',
    `embedding_dimensions must be ${possible} for ${selector}.`,
  )
}
