import { z } from 'zod'
import {
  type Adapter,
  address,
  bearer,
  key,
  languageFields,
  type Named,
  type ProviderLanguage,
  widths,
  windows,
} from './entry.ts'
import { chatLibrary } from './openai-compatible.ts'

/** OpenAI itself, by its chat protocol or that of Responses. */
export const openAI = {
  entry: z.strictObject({
    type: z.literal('openai'),
    api_key: key,
    base_url: address.default('https://api.openai.com/v1'),
    api: z.enum(['chat', 'responses'], { error: 'must be chat or responses' }).default('chat'),
    ...languageFields,
    embedding_models: widths.default({
      'text-embedding-3-small': 1536,
      'text-embedding-3-large': 3072,
    }),
    windows,
  }),
  credentials: bearer,
  async language(named) {
    if (named.provider.api === 'responses') return responses(named)
    const library = await chatLibrary(named, { transformRequestBody: renameOutputLimit })
    return { model: library.languageModel(named.model) }
  },
  async embedding(named) {
    return (await chatLibrary(named)).embeddingModel(named.model)
  },
  shortensVectors: true,
} satisfies Adapter

/** Responses, of which the provider keeps nothing for later requests. */
async function responses({ name, provider, model }: Named): Promise<ProviderLanguage> {
  const { createOpenAI } = await import('@ai-sdk/openai')
  const library = createOpenAI({ name, baseURL: provider.base_url, apiKey: provider.api_key ?? '' })
  return {
    model: library.responses(model),
    options: { providerOptions: { openai: { store: false } } },
  }
}

/**
 * OpenAI's own models take the output limit under another name than those of compatible servers.
 */
function renameOutputLimit({ max_tokens, ...body }: Record<string, unknown>) {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens }
}
