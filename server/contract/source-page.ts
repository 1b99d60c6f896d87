import { z } from 'zod'
import { ListQuery, operation, page } from './operation.ts'
import { Timestamp, WebAddress } from './text.ts'

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
  description:
    'Every address that the runs of a website source found, by address, with what became of it and why. Empty for sources of other types.',
  method: 'get',
  path: '/knowledge/sources/{source_id}/pages',
  access: 'knowledge.read',
  query: ListQuery.extend({ outcome: z.enum(pageOutcomes).optional() }),
  status: 200,
  reply: page(SourcePage),
})

export const MAX_TESTED_LINKS = 100
/** In characters. */
export const MAX_TESTED_TEXT = 300

/** What a run would make of one address. */
export const TestedPage = z.strictObject({
  url: z.string(),
  final_url: z.string(),
  http_status: z.int().nullable(),
  outcome: z.enum(pageOutcomes),
  reason: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  /** `rule` says why a link is not followed. */
  links: z.array(
    z.strictObject({
      url: z.string(),
      included: z.boolean(),
      rule: z.string().nullable().describe('Why a link is not followed.'),
    }),
  ),
})
export type TestedPage = z.infer<typeof TestedPage>

export const testSource = operation({
  rule: 'behaviour.md#testing-a-source',
  summary: 'Test a source',
  description:
    'Tries one address of a website as a job would, or the first documents of another source, and stores nothing. 400 for `upload` and `folder`.',
  method: 'post',
  path: '/knowledge/sources/{source_id}/test',
  access: 'knowledge.ingest',
  body: z.strictObject({
    url: WebAddress.optional().describe('By default the first start address.'),
  }),
  status: 200,
  reply: TestedPage,
})
