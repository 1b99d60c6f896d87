import type { EmbeddingModel, LanguageModel } from './ports.ts'
import {
  type ConfiguredEmbedding,
  createProviderEmbedding,
  createProviderModel,
} from './provider-models.ts'
import { adapterOf, type Configured, type LanguageProvider, type Provider } from './providers.ts'

/** A configured provider's language model, behind the provider's library. */
export async function reachModel(
  selector: string,
  configured: Configured<LanguageProvider>,
): Promise<Pick<LanguageModel, 'stream'>> {
  const { provider } = configured
  const language = await adapterOf(provider).language?.(configured)
  if (!language) throw new Error(`${selector} is no language model.`)
  const { temperature, max_output_tokens: maxOutputTokens } = provider
  const settings = { temperature, maxOutputTokens }
  return createProviderModel(selector, language, { settings, secrets: secretsOf(provider) })
}

/** A configured provider's embedding model, behind the provider's library. */
export async function reachEmbedding(
  embedding: ConfiguredEmbedding,
  configured: Configured,
): Promise<Pick<EmbeddingModel, 'embed'>> {
  const { provider } = configured
  const model = await adapterOf(provider).embedding?.(configured)
  if (!model) throw new Error(`${embedding.selector} is no embedding model.`)
  return createProviderEmbedding(embedding, model, secretsOf(provider))
}

function secretsOf({ api_key }: Provider): string[] {
  return api_key ? [api_key] : []
}
