import { z } from 'zod'
import { AssistantDraft } from './assistant.ts'
import { Strictness } from './behaviour.ts'
import { sized } from './bounded.ts'
import { AnswerLink, Citation, MAX_MESSAGE_BODY_BYTES } from './conversation.ts'
import { operation } from './operation.ts'
import { longText, QuestionText } from './text.ts'
import { Trace } from './trace.ts'

const MAX_EARLIER_TURNS = 6

/** A question put to an assistant as it would be with other settings (docs/behaviour.md#trials). */
export const Trial = z.strictObject({
  question: QuestionText,
  history: sized(z.array(z.strictObject({ question: QuestionText, answer: longText(16_000) })), {
    max: MAX_EARLIER_TURNS,
    error: `must have at most ${MAX_EARLIER_TURNS} turns`,
  })
    .default([])
    .meta({ maxItems: MAX_EARLIER_TURNS, default: [] })
    .describe('Earlier turns, oldest first.'),
  overrides: AssistantDraft.extend({ strictness: Strictness.optional() })
    .default({})
    .meta({ default: {} })
    .describe('What is left out is as the assistant has it.'),
})
export type Trial = z.infer<typeof Trial>

export const TrialResult = z.strictObject({
  answer: z.strictObject({
    text: z.string(),
    citations: z.array(Citation),
    links: z.array(AnswerLink),
    abstained: z.boolean(),
    abstention_reason: z.string().nullable(),
    finish_reason: z.string().nullable(),
  }),
  trace: Trace,
})
export type TrialResult = z.infer<typeof TrialResult>

export const streamTrial = operation({
  rule: 'behaviour.md#trials',
  summary: 'Try an assistant and stream the answer',
  description:
    'A trial as a stream of events. `answer.trace` with the trace comes just before the last one.',
  method: 'post',
  path: '/assistants/{assistant_id}/trials:stream',
  access: 'assistant.manage',
  body: Trial,
  maxBodyBytes: MAX_MESSAGE_BODY_BYTES,
  status: 200,
  replyAs: 'stream',
})

export const tryAssistant = operation({
  rule: 'behaviour.md#trials',
  summary: 'Try an assistant',
  description: 'Answers a question and stores nothing but usage.',
  method: 'post',
  path: '/assistants/{assistant_id}/trials',
  access: 'assistant.manage',
  body: Trial,
  maxBodyBytes: MAX_MESSAGE_BODY_BYTES,
  status: 200,
  reply: TrialResult,
})
