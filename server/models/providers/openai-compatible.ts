import type { OpenAICompatibleProviderSettings } from '@ai-sdk/openai-compatible'
import { z } from 'zod'
import {
  type Adapter,
  address,
  bearer,
  key,
  languageFields,
  type Named,
  widths,
  windows,
} from './entry.ts'

/** Any server that speaks OpenAI's chat protocol, such as Ollama, vLLM and many hosted services. */
export const openAICompatible = {
  entry: z.strictObject({
    type: z.literal('openai-compatible'),
    base_url: address,
    api_key: key.optional(),
    ...languageFields,
    embedding_models: widths.optional(),
    windows,
  }),
  credentials: bearer,
  async language(named) {
    return { model: (await chatLibrary(named)).languageModel(named.model) }
  },
  async embedding(named) {
    return (await chatLibrary(named)).embeddingModel(named.model)
  },
} satisfies Adapter

/** The library for the chat protocol and its embeddings. */
export async function chatLibrary(
  { name, provider: { base_url, api_key } }: Named,
  settings: Partial<OpenAICompatibleProviderSettings> = {},
) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name,
    baseURL: base_url,
    ...(api_key && { apiKey: api_key }),
    includeUsage: true,
    ...settings,
  })
}
