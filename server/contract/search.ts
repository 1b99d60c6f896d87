import { z } from 'zod'
import { sized } from './bounded.ts'
import { Passage } from './document.ts'
import { operation } from './operation.ts'
import { longText } from './text.ts'

export const SearchKnowledge = z
  .strictObject({
    query: longText(16_000, 1),
    knowledge_base_ids: sized(z.array(z.string()).min(1).max(100), {
      min: 1,
      max: 100,
      error: 'must contain 1 to 100 collections',
    })
      .optional()
      .describe('Collections; without it and `assistant_id` every one is searched.'),
    assistant_id: z.string().optional().describe('Not with `knowledge_base_ids` (400).'),
    limit: z
      .int({ error: 'must be a whole number from 1 to 50' })
      .min(1, { error: 'must be a whole number from 1 to 50' })
      .max(50, { error: 'must be a whole number from 1 to 50' })
      .default(10),
  })
  .refine((body) => body.knowledge_base_ids === undefined || body.assistant_id === undefined, {
    error: 'must not have both knowledge_base_ids and assistant_id',
  })
export type SearchKnowledge = z.infer<typeof SearchKnowledge>

export const searchKnowledge = operation({
  rule: 'behaviour.md#search',
  summary: 'Search the knowledge',
  description:
    "The most relevant passages come first. Over collections of different embeddings passages are ordered by the question's words, and what an embedding finds only rises among them.",
  method: 'post',
  path: '/knowledge/search',
  access: 'knowledge.read',
  limited: true,
  body: SearchKnowledge,
  status: 200,
  reply: z.strictObject({ data: z.array(Passage) }),
})
