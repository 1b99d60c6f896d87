import type { ModelTest } from '../contract/model.ts'
import {
  type EmbeddingModel,
  type LanguageModel,
  type Prompt,
  ProviderFailure,
  type Reranker,
} from '../models/ports.ts'
import { generate, type ModelTimeouts } from './generate.ts'
import { createSpending, type SpendingNeeds } from './spending.ts'

export interface TryModelNeeds extends SpendingNeeds {
  models: {
    language(selector: string): LanguageModel
    chosenEmbedding(selector: string): EmbeddingModel
    reranker(selector: string): Reranker
    readonly embeddingModels: readonly string[]
    readonly rerankModels: readonly string[]
  }
  timeouts: ModelTimeouts
}

/** How long the test of a reranker waits. */
const RERANK_MS = 10_000

/**
 * Calls a model once, for an organization that pays its tokens
 * (docs/behaviour.md#listing-and-testing-models). Throws `validation_error` for a model that is not
 * configured.
 */
export function createTryModel(needs: TryModelNeeds) {
  const { models, timeouts, report } = needs
  const spending = createSpending(needs)

  return async function tryModel(
    organization_id: string,
    selector: string,
    signal: AbortSignal,
  ): Promise<ModelTest> {
    const call = callOf(organization_id, selector)
    const { share } = await spending.budget(organization_id)
    if (share >= 1 && !selector.startsWith('builtin/'))
      return failed('The tokens of the day are spent.')
    const began = performance.now()
    try {
      await call(signal)
      const first_token_ms = Math.round(performance.now() - began)
      return { ok: true, first_token_ms, message: 'The model answered.' }
    } catch (error) {
      signal.throwIfAborted()
      report(error)
      return failed(sentenceFor(error))
    }
  }

  function callOf(organization_id: string, selector: string) {
    if (models.embeddingModels.includes(selector)) return embed(models.chosenEmbedding(selector))
    if (models.rerankModels.includes(selector)) return rank(models.reranker(selector))
    return write(spending.metered(organization_id, models.language(selector)))
  }

  /** Resolves with the first text. */
  function write(model: LanguageModel) {
    return async (signal: AbortSignal) => {
      for await (const event of generate(model, prompt, timeouts, signal)) {
        if (event.type === 'text' && event.text !== '') return
      }
    }
  }
}

function rank(model: Reranker) {
  return async (signal: AbortSignal) => {
    await model.rank('test', ['a test'], AbortSignal.any([signal, AbortSignal.timeout(RERANK_MS)]))
  }
}

function embed(model: EmbeddingModel) {
  return async (signal: AbortSignal) => {
    const vectors = await model.embed(['test'], 'question', signal)
    if (vectors.length === 0) throw new Error(`${model.selector} gives no vectors.`)
  }
}

const prompt: Prompt = {
  task: 'rewrite',
  system: 'This is a test of the connection.',
  turns: [{ role: 'user', text: 'Reply with the word OK.' }],
  question: 'Reply with the word OK.',
  passages: [],
}

function failed(message: string): ModelTest {
  return { ok: false, first_token_ms: null, message }
}

/** A plain sentence: the provider's own words may tell of the operator's account. */
function sentenceFor(error: unknown): string {
  if (!(error instanceof ProviderFailure))
    return 'The model did not answer in time, or not in full.'
  const { httpStatus, isBusy } = error
  if (httpStatus === null) return 'The provider cannot be reached, or its reply cannot be read.'
  if (httpStatus === 401 || httpStatus === 403) return 'The provider refuses the key.'
  if (httpStatus === 404) return 'The provider does not know the model.'
  return isBusy ? 'The provider is busy.' : `The provider answers with HTTP ${httpStatus}.`
}
