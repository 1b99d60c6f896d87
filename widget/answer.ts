import type { AnswerLink, Citation, RatingValue } from '../server/contract/conversation.ts'
import type { StreamEvent } from '../server/contract/events.ts'
import type { WidgetMessage, WidgetTurn } from '../server/contract/widget.ts'

/**
 * State of one answer: the merged fields of its events, its stored message, rating and follow-ups.
 */
export interface Answer {
  state: 'waiting' | 'streaming' | 'answered' | 'abstained' | 'interrupted' | 'failed'
  text: string
  /** The whole list so far: each `answer.sources` replaces it (docs/behaviour.md#streams). */
  citations: readonly Citation[]
  /** Offered by the service, below the text. */
  links: readonly AnswerLink[]
  /** Error code of a failed answer. Stored answers carry none, as only a provider fails those. */
  code: string
  /** Set when the answer is complete, abstentions included. */
  id: string
  finish_reason?: string | null
  abstention_reason?: string | null
  /** Why it was interrupted; `elsewhere` while another tab receives it. */
  reason?: string
  rating: RatingValue | null
  follow_ups: readonly string[]
}

/** One reply to a question: an event of its stream, or the stored turn when the stream was cut. */
export type Reply = StreamEvent | { type: 'turn'; data: WidgetTurn }

export const waiting: Answer = {
  state: 'waiting',
  text: '',
  citations: [],
  links: [],
  code: 'provider_failure',
  id: '',
  rating: null,
  follow_ups: [],
}

/**
 * Reducer: the answer after one more event of its stream (docs/behaviour.md#streams). Unknown
 * events change nothing, and neither does an event after a terminal one.
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
    case 'answer.links':
      return { ...answer, ...data }
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

/** Returns the current list when the new one equals it, so that nothing is rendered again. */
function unlessSame(shown: readonly Citation[], list: readonly Citation[]): readonly Citation[] {
  return JSON.stringify(shown) === JSON.stringify(list) ? shown : list
}

export function isFinished({ state }: Pick<Answer, 'state'>): boolean {
  return state !== 'waiting' && state !== 'streaming'
}

/** Converts a stored answer, of a restored conversation or after a cut stream. */
export function fromMessage(message: WidgetMessage): Answer {
  const { status, abstained } = message
  const whole = abstained ? 'abstained' : 'answered'
  return { ...waiting, ...message, state: status === 'complete' ? whole : status }
}
