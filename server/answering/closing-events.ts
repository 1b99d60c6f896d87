import type { AbstentionReason, StreamEvent } from '../contract/events.ts'
import type { MannersReply } from './manners/reply.ts'

/** An abstention: its reply, and how the model ended. */
interface Declining {
  answer_id: string
  reply: MannersReply
  finish_reason: string | null
}

/** The reply as the answer (docs/behaviour.md#abstention). */
export function* abstain(
  declining: Declining & { reason: AbstentionReason },
): Generator<StreamEvent> {
  yield { type: 'answer.delta', data: { text: declining.reply.text } }
  yield* declinedWith(declining)
}

/** Replaces the streamed text by an abstention (docs/behaviour.md#streams). */
export function* withdraw(declining: Declining): Generator<StreamEvent> {
  yield { type: 'answer.replaced', data: { text: declining.reply.text } }
  yield* declinedWith({ ...declining, reason: 'withdrawn' })
}

/** What follows the reply of an abstention, which has been streamed. */
export function* declinedWith({
  reply: { links },
  reason,
  ...ended
}: Declining & { reason: AbstentionReason }): Generator<StreamEvent> {
  yield { type: 'answer.sources', data: { citations: [] } }
  if (links.length > 0) yield { type: 'answer.links', data: { links } }
  yield completed({ ...ended, abstention_reason: reason })
}

/** The event that ends an answer; without a reason to abstain it is answered. */
export function completed(end: {
  answer_id: string
  finish_reason: string | null
  abstention_reason: AbstentionReason | null
}): StreamEvent {
  const { answer_id, finish_reason, abstention_reason } = end
  const abstained = abstention_reason !== null
  return {
    type: 'answer.completed',
    data: {
      answer_message_id: answer_id,
      status: abstained ? 'abstained' : 'answered',
      abstained,
      finish_reason,
      abstention_reason,
    },
  }
}
