import type { Citation } from '../server/contract/conversation.ts'
import type { StreamEvent } from '../server/contract/events.ts'
import type { WidgetMessage } from '../server/contract/widget.ts'

interface Written {
  text: string
  /** The whole list so far: each `answer.sources` replaces it (contract §6, rule 4). */
  citations: readonly Citation[]
}

/** One answer as the page knows it; each state carries what exists in it. */
export type Answer =
  | (Written & { state: 'waiting' | 'streaming'; id: string | null })
  | (Written & { state: 'answered'; id: string; cutOff: boolean })
  | (Written & { state: 'abstained'; id: string; reason: string | null })
  | (Written & { state: 'interrupted'; reason: string })
  | (Written & { state: 'failed'; code: string; kept: boolean })

export const waiting: Answer = { state: 'waiting', id: null, text: '', citations: [] }

/**
 * The answer after one more event of its stream (contract §6). Pure. Unknown events change nothing,
 * and neither does anything that follows a terminal one.
 */
export function applyEvent(answer: Answer, event: StreamEvent): Answer {
  if (isFinished(answer)) return answer
  const { text, citations } = answer
  switch (event.type) {
    case 'message.created':
    case 'answer.started':
      return { ...answer, id: event.data.answer_message_id }
    case 'answer.delta':
      return { ...answer, state: 'streaming', text: text + event.data.text }
    case 'answer.sources':
      return { ...answer, citations: unlessSame(citations, event.data.citations) }
    case 'answer.replaced':
      return { ...answer, state: 'streaming', text: event.data.text }
    case 'answer.completed': {
      const { answer_message_id: id, abstained, finish_reason, abstention_reason } = event.data
      if (abstained) return { state: 'abstained', id, text, citations, reason: abstention_reason }
      return { state: 'answered', id, text, citations, cutOff: finish_reason === 'length' }
    }
    case 'answer.interrupted':
      return { state: 'interrupted', text, citations, reason: event.data.reason }
    case 'answer.error':
      return { state: 'failed', text, citations, code: event.data.code, kept: true }
    default:
      return answer
  }
}

/** The list already shown when the new one equals it, so that nothing is drawn again. */
function unlessSame(shown: readonly Citation[], list: readonly Citation[]): readonly Citation[] {
  return JSON.stringify(shown) === JSON.stringify(list) ? shown : list
}

type Finished = Exclude<Answer, { state: 'waiting' | 'streaming' }>

export function isFinished(answer: Answer): answer is Finished {
  return answer.state !== 'waiting' && answer.state !== 'streaming'
}

/**
 * An answer that could not be fetched, with what was seen of it. Nothing of it is stored, or it is
 * stored under the same key, so that asking again with that key is right (contract §4.5, rules 6, 7).
 */
export function refused({ text, citations }: Answer, code: string): Answer {
  return { state: 'failed', text, citations, code, kept: false }
}

/** A stored answer, of a conversation that is shown again or of a stream that was cut. */
export function fromMessage({ id, status, text, citations, ...message }: WidgetMessage): Answer {
  switch (status) {
    case 'failed':
      return { state: 'failed', text, citations, code: 'provider_failure', kept: true }
    case 'interrupted':
      return { state: 'interrupted', text, citations, reason: 'incomplete_stream' }
    case 'complete':
      if (message.abstained) return { state: 'abstained', id, text, citations, reason: null }
      return { state: 'answered', id, text, citations, cutOff: message.finish_reason === 'length' }
  }
}
