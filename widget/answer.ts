import type { Citation, RatingValue } from '../server/contract/conversation.ts'
import type { StreamEvent } from '../server/contract/events.ts'
import type { WidgetMessage, WidgetTurn } from '../server/contract/widget.ts'

/**
 * One answer as the page knows it: what its events, its stored message and all that came after them
 * said of it, under the names they gave it.
 */
export interface Answer {
  state: 'waiting' | 'streaming' | 'answered' | 'abstained' | 'interrupted' | 'failed'
  text: string
  /** The whole list so far: each `answer.sources` replaces it (contract §6, rule 4). */
  citations: readonly Citation[]
  /** Why it failed. A stored answer does not say it, but then it was the provider. */
  code: string
  /** Known of an answer that is whole, whether it abstained or not. */
  id: string
  finish_reason?: string | null
  abstention_reason?: string | null
  /** Why it was interrupted. */
  reason?: string
  rating: RatingValue | null
  follow_ups: readonly string[]
}

/** How an asked question came back: event by event, or as the stored turn when the stream was cut. */
export type Reply = StreamEvent | { type: 'turn'; data: WidgetTurn }

export const waiting: Answer = {
  state: 'waiting',
  text: '',
  citations: [],
  code: 'provider_failure',
  id: '',
  rating: null,
  follow_ups: [],
}

/**
 * The answer after one more event of its stream (contract §6). Pure. Unknown events change nothing,
 * and neither does anything that follows a terminal one.
 */
export function applyReply(answer: Answer, { type, data }: Reply): Answer {
  if (isFinished(answer)) return answer
  switch (type) {
    case 'answer.delta':
      return { ...answer, state: 'streaming', text: answer.text + data.text }
    case 'answer.replaced':
      return { ...answer, state: 'streaming', text: data.text }
    case 'answer.sources':
      return { ...answer, citations: unlessSame(answer.citations, data.citations) }
    case 'answer.completed':
      return { ...answer, ...data, state: data.status, id: data.answer_message_id }
    case 'answer.interrupted':
      return { ...answer, ...data, state: 'interrupted' }
    case 'answer.error':
      return { ...answer, ...data, state: 'failed' }
    case 'turn':
      return fromMessage(data.answer)
    default:
      return answer
  }
}

/** The list already shown when the new one equals it, so that nothing is drawn again. */
function unlessSame(shown: readonly Citation[], list: readonly Citation[]): readonly Citation[] {
  return JSON.stringify(shown) === JSON.stringify(list) ? shown : list
}

export function isFinished({ state }: Answer): boolean {
  return state !== 'waiting' && state !== 'streaming'
}

/** A stored answer, of a conversation that is shown again or of a stream that was cut. */
export function fromMessage(message: WidgetMessage): Answer {
  const { status, abstained } = message
  const whole = abstained ? 'abstained' : 'answered'
  return { ...waiting, ...message, state: status === 'complete' ? whole : status }
}
