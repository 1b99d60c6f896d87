import { z } from 'zod'
import { operation } from './operation.ts'

/** How long a trace is kept. */
export const TRACE_DAYS = 30

const DAY_MS = 86_400_000

/** The time that many days before another. */
export function daysBefore(time: string, days: number): string {
  return new Date(Date.parse(time) - days * DAY_MS).toISOString()
}

/** What happened in a turn (docs/behaviour.md#traces). */
export const Trace = z.strictObject({
  /** null: nothing was searched. */
  question_as_searched: z.string().nullable(),
  language: z.string().nullable(),
  confidence: z.number().nullable(),
  threshold: z.number().nullable(),
  passages: z.array(
    z.strictObject({
      source_id: z.uuid(),
      document_id: z.uuid(),
      title: z.string(),
      url: z.string().nullable(),
      anchor: z.string().nullable(),
      score: z.number(),
      shown: z.boolean(),
      cited: z.boolean(),
    }),
  ),
  removed: z.array(
    z.strictObject({
      text: z.string(),
      reason: z.enum(['number', 'name', 'polarity', 'address', 'code', 'unsupported', 'verifier']),
    }),
  ),
  model: z.string(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  timings_ms: z.strictObject({
    search: z.number().nullable(),
    first_token: z.number().nullable(),
    total: z.number(),
  }),
})
export type Trace = z.infer<typeof Trace>

export const getTrace = operation({
  rule: 'behaviour.md#traces',
  summary: 'Read what happened in a turn',
  description:
    "In the turn of an answer: the question as it was searched, confidence and threshold, the passages found and which of them the model was shown and the answer cites, the sentences that the checks removed, tokens and times in milliseconds. An editor reads those of visitors' conversations. 404 for a question, and 30 days after the answer.",
  method: 'get',
  path: '/conversations/{conversation_id}/messages/{message_id}/trace',
  access: 'inbox.read',
  status: 200,
  reply: Trace,
})
