import { z } from 'zod'
import { ListQuery, operation, page } from './operation.ts'
import { DailyModelTokens } from './organization.ts'
import { Timestamp } from './text.ts'

/** Counters (docs/behaviour.md#usage). Every kept turn counts one question and one outcome. */
const counts = {
  questions: z.int(),
  answers: z.int(),
  abstained: z.int(),
  small_talk: z.int(),
  clarifications: z.int(),
  curated: z.int(),
  interrupted: z.int(),
  failed: z.int(),
  follow_ups: z.int(),
  opened: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  ratings_up: z.int(),
  ratings_down: z.int(),
}
export const UsageCounts = z.strictObject(counts)
export type UsageCounts = z.infer<typeof UsageCounts>

/** The interface that a question came through. */
export const channels = ['api', 'console', 'widget', 'mcp'] as const
export type Channel = (typeof channels)[number]

/** Entries without counts are omitted; days are in ascending order. */
export const Usage = z.strictObject({
  totals: UsageCounts,
  by_day: z.array(z.strictObject({ day: z.iso.date(), ...counts })),
  by_model: z.array(z.strictObject({ model: z.string(), ...counts })),
  by_assistant: z.array(z.strictObject({ assistant_id: z.uuid(), ...counts })),
  by_channel: z.array(z.strictObject({ channel: z.enum(channels), ...counts })),
})
export type Usage = z.infer<typeof Usage>

/** What is used of the tokens of a UTC day (docs/behaviour.md#spending). */
export const TokenBudget = z.strictObject({
  day: z.iso.date(),
  tokens: z.int(),
  daily_model_tokens: DailyModelTokens.describe('`null` without a limit.'),
})
export type TokenBudget = z.infer<typeof TokenBudget>

/** A passage near a question, as it was when the question was asked. */
export const NearPassage = z.strictObject({
  source_id: z.uuid(),
  title: z.string(),
  url: z.string().nullable(),
  score: z.number(),
})
export type NearPassage = z.infer<typeof NearPassage>

/** A question that an assistant declined. */
export const UnansweredQuestion = z.strictObject({
  conversation_id: z.uuid(),
  message_id: z.uuid().describe('Of the question.'),
  assistant_id: z.uuid(),
  channel: z.enum(channels),
  question: z.string(),
  abstention_reason: z.string().nullable(),
  asked_at: Timestamp,
  nearest: z
    .array(NearPassage)
    .describe('Up to five passages that were near it when it was asked, nearest first.'),
})
export type UnansweredQuestion = z.infer<typeof UnansweredQuestion>

/** A document by how many answers cited it. */
export const CitedDocument = z.strictObject({
  document_id: z.uuid(),
  collection_id: z.uuid(),
  title: z.string(),
  url: z.string().nullable(),
  answers: z.int(),
})
export type CitedDocument = z.infer<typeof CitedDocument>

const DAY_MS = 86_400_000
export const MAX_USAGE_DAYS = 400
const DEFAULT_USAGE_DAYS = 30

/** A UTC day. */
export const Day = z.iso.date({ error: 'must be a date such as 2026-11-20' })

export const UsageQuery = z.object({
  from: Day.optional().describe(
    'UTC day, inclusive; the range has 30 days by default, at most 400.',
  ),
  to: Day.optional().describe('UTC day, inclusive; today by default.'),
  assistant_id: z.string().optional().describe('One assistant only; an unknown one is 400.'),
})
export type UsageQuery = z.infer<typeof UsageQuery>

export const UsageReportQuery = UsageQuery.extend({
  except_channel: z
    .enum(channels)
    .optional()
    .describe('A channel that is left out, as `console` for what an organization asks itself.'),
})
export type UsageReportQuery = z.infer<typeof UsageReportQuery>

export const CitedDocumentsQuery = ListQuery.extend(UsageQuery.shape)
export type CitedDocumentsQuery = z.infer<typeof CitedDocumentsQuery>

/** UTC days, both inclusive. */
export interface Days {
  from: string
  to: string
}

/** The days of a query: by default the 30 days up to `to`, which is today by default. */
export function daysOf({ from, to }: Pick<UsageQuery, 'from' | 'to'>, now: string): Days {
  const last = to ?? now.slice(0, 10)
  return { from: from ?? addDays(last, 1 - DEFAULT_USAGE_DAYS), to: last }
}

/** The number of days; less than 1 when `from` is after `to`. */
export function countDays({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

export const getUsage = operation({
  rule: 'behaviour.md#usage',
  summary: 'Read usage counts',
  description: 'In total and by UTC day, model, assistant and channel.',
  method: 'get',
  path: '/usage',
  access: 'usage.read',
  query: UsageReportQuery,
  status: 200,
  reply: Usage,
})

export const getTokenBudget = operation({
  rule: 'behaviour.md#spending',
  summary: 'Read what is used of the tokens of the day',
  description: "What configured models used of the organization's tokens on the current UTC day.",
  method: 'get',
  path: '/usage/tokens',
  access: 'usage.read',
  status: 200,
  reply: TokenBudget,
})

export const listUnanswered = operation({
  rule: 'behaviour.md#usage',
  summary: 'List unanswered questions',
  description:
    'Declined questions, newest first, which show what the knowledge lacks. Erasing a conversation removes its questions.',
  method: 'get',
  path: '/usage/unanswered',
  access: 'usage.read',
  query: ListQuery,
  status: 200,
  reply: page(UnansweredQuestion),
})

export const listCitedDocuments = operation({
  rule: 'behaviour.md#usage',
  summary: 'List the documents that answers cited',
  description:
    'The most cited first. `GET /conversations?owner=all&document_id=…` lists the conversations.',
  method: 'get',
  path: '/usage/documents',
  access: 'usage.read',
  query: CitedDocumentsQuery,
  status: 200,
  reply: page(CitedDocument),
})
