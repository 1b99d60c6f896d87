import { z } from 'zod'
import { ListQuery, operation, page } from './operation.ts'
import { Timestamp } from './text.ts'

export const pageOutcomes = [
  'ingested',
  'unchanged',
  'skipped',
  'failed',
  'gone',
  'unknown',
] as const
export type PageOutcome = (typeof pageOutcomes)[number]

/** What the latest runs made of one address of a website. */
export const SourcePage = z.strictObject({
  url: z.string(),
  document_id: z.uuid().nullable(),
  outcome: z.enum(pageOutcomes),
  /** More of them may come. */
  reason: z.string().nullable(),
  http_status: z.int().nullable(),
  depth: z.int(),
  found_on: z.string().nullable(),
  last_seen_at: Timestamp.nullable(),
})
export type SourcePage = z.infer<typeof SourcePage>

export const listPages = operation({
  rule: 'behaviour.md#websites',
  summary: 'List the pages of a website source',
  description: 'Every address that was found, with what became of it and why.',
  method: 'get',
  path: '/knowledge/sources/{source_id}/pages',
  access: 'knowledge.read',
  query: ListQuery.extend({ outcome: z.enum(pageOutcomes).optional() }),
  status: 200,
  reply: page(SourcePage),
})
