import { z } from 'zod'
import { AnswerLink, Citation, MAX_LINKS } from './conversation.ts'
import { Trace } from './trace.ts'

/** Why an assistant abstained (docs/behaviour.md#abstention). Clients must accept other values. */
export const abstentionReasons = [
  'no_knowledge',
  'no_relevant_passages',
  'insufficient_support',
  'model_declined',
  'withdrawn',
  'no_question',
  'needs_clarification',
] as const
export type AbstentionReason = (typeof abstentionReasons)[number]

/** Why an answer was interrupted (docs/behaviour.md#turns). */
export const interruptionReasons = [
  'provider_failure',
  'incomplete_stream',
  'service_unavailable',
  'client_disconnected',
  'server_shutdown',
  'server_restart',
] as const
export type InterruptionReason = (typeof interruptionReasons)[number]

/** The data of each event by its type (docs/behaviour.md#streams). */
export const eventData = {
  'message.created': z.strictObject({
    conversation_id: z.uuid(),
    user_message_id: z.uuid(),
    answer_message_id: z.uuid(),
  }),
  'answer.started': z.strictObject({ answer_message_id: z.uuid() }),
  'answer.delta': z.strictObject({ text: z.string() }),
  'answer.sources': z.strictObject({ citations: z.array(Citation) }),
  'answer.replaced': z.strictObject({ text: z.string() }),
  'answer.links': z.strictObject({ links: z.array(AnswerLink).max(MAX_LINKS) }),
  /** Of trials alone. */
  'answer.trace': z.strictObject({ trace: Trace }),
  'answer.completed': z.strictObject({
    answer_message_id: z.uuid(),
    status: z.enum(['answered', 'abstained']),
    abstained: z.boolean(),
    finish_reason: z.string().nullable(),
    abstention_reason: z.string().nullable(),
  }),
  'answer.interrupted': z.strictObject({ answer_message_id: z.uuid(), reason: z.string() }),
  'answer.error': z.strictObject({ code: z.string(), message: z.string() }),
}

export type StreamEvent = {
  [Type in keyof typeof eventData]: { type: Type; data: z.infer<(typeof eventData)[Type]> }
}[keyof typeof eventData]

/** Exactly one of these events ends every stream (docs/behaviour.md#streams). */
export type TerminalEvent = Extract<
  StreamEvent,
  { type: 'answer.completed' | 'answer.interrupted' | 'answer.error' }
>

export function isTerminal(event: StreamEvent): event is TerminalEvent {
  switch (event.type) {
    case 'answer.completed':
    case 'answer.interrupted':
    case 'answer.error':
      return true
    case 'message.created':
    case 'answer.started':
    case 'answer.delta':
    case 'answer.sources':
    case 'answer.replaced':
    case 'answer.links':
    case 'answer.trace':
      return false
  }
}
