import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { EmbeddingModel, LanguageModel } from './ports.ts'
import {
  type ConfiguredEmbedding,
  createProviderEmbedding,
  createProviderModel,
} from './provider-models.ts'
import type { Configured, Provider } from './providers.ts'

/** A configured provider's language model, behind the provider's library. */
export function reachModel(selector: string, { name, provider, model }: Configured): LanguageModel {
  return createProviderModel(selector, libraryOf(name, provider).languageModel(model), {
    maxOutputTokens: provider.max_output_tokens,
    secrets: secretsOf(provider),
  })
}

/** A configured provider's embedding model, behind the provider's library. */
export function reachEmbedding(
  embedding: ConfiguredEmbedding,
  { name, provider, model }: Configured,
): Pick<EmbeddingModel, 'embed'> {
  return createProviderEmbedding(
    embedding,
    openAICompatible(name, provider).embeddingModel(model),
    secretsOf(provider),
  )
}

function libraryOf(name: string, provider: Provider) {
  if (provider.type !== 'anthropic') return openAICompatible(name, provider)
  return createAnthropic({ baseURL: provider.base_url, apiKey: provider.api_key })
}

function openAICompatible(name: string, { type, base_url, api_key }: Provider) {
  return createOpenAICompatible({
    name,
    baseURL: base_url,
    ...(api_key && { apiKey: api_key }),
    includeUsage: true,
    ...(type === 'openai' && { transformRequestBody: renameOutputLimit }),
  })
}

/**
 * OpenAI's own models take the output limit under another name than those of compatible servers.
 */
function renameOutputLimit({ max_tokens, ...body }: Record<string, unknown>) {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens }
}

function secretsOf({ api_key }: Provider): string[] {
  return api_key ? [api_key] : []
}
