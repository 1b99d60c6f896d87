import { z } from 'zod'
import { type Adapter, address, bearer, key, models } from './entry.ts'

/** A service that orders passages by a question, in the shape of Cohere and Jina. */
export const rerank = {
  entry: z.strictObject({
    type: z.literal('rerank'),
    base_url: address,
    api_key: key.optional(),
    models,
  }),
  credentials: bearer,
} satisfies Adapter
