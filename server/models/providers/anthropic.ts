import { z } from 'zod'
import { type Adapter, address, key, languageFields } from './entry.ts'

/** Anthropic's Messages protocol. It has no embeddings. */
export const anthropic = {
  entry: z.strictObject({
    type: z.literal('anthropic'),
    api_key: key,
    base_url: address.default('https://api.anthropic.com/v1'),
    ...languageFields,
  }),
  credentials: ({ api_key = '' }) => ({ 'x-api-key': api_key, 'anthropic-version': '2023-06-01' }),
  async language({ provider: { base_url, api_key }, model }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const library = createAnthropic({ baseURL: base_url, ...(api_key && { apiKey: api_key }) })
    return { model: library.languageModel(model) }
  },
} satisfies Adapter
