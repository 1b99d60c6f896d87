import type { AnswerLink, Citation } from '../contract/conversation.ts'
import { ServiceError } from '../contract/errors.ts'
import type { StreamEvent, TerminalEvent } from '../contract/events.ts'
import type { Trace } from '../contract/trace.ts'
import type { Ending } from '../storage/ports/turns.ts'
import { markersIn } from '../text/markers.ts'
import { IncompleteStream } from './generate.ts'
import { type TurnUsage, traceOf } from './turn-usage.ts'

/** The text and citations that the client has, from the events it was sent. */
export interface Draft {
  text: string
  citations: Citation[]
  links: AnswerLink[]
  /** The text cites the sources with the ordinals up to this one; ordinals have no gaps. */
  cited: number
}

/**
 * Updates the draft. Costs as much as the event's own text: an answer may come in many thousand
 * deltas.
 */
export function apply(draft: Draft, event: StreamEvent): void {
  switch (event.type) {
    case 'answer.delta':
      draft.text += event.data.text
      // Sources are announced with the delta that cites them.
      draft.cited = draft.citations.length
      break
    case 'answer.sources':
      draft.citations = event.data.citations
      break
    case 'answer.replaced':
      draft.text = event.data.text
      draft.cited = Math.max(0, ...new Set(markersIn(draft.text).map(({ ordinal }) => ordinal)))
      break
    case 'answer.links':
      draft.links = event.data.links
      break
    case 'message.created':
    case 'answer.started':
    case 'answer.trace':
    case 'answer.completed':
    case 'answer.interrupted':
    case 'answer.error':
      break
    default:
      event satisfies never
  }
}

/** Citations of the text so far: sources are announced before the text that cites them. */
export function citedIn({ citations, cited }: Draft): Citation[] {
  return citations.filter(({ ordinal }) => ordinal <= cited)
}

/** How a turn is stored that ends with this event (docs/behaviour.md#turns). */
export function endingOf(
  event: TerminalEvent,
  draft: Draft,
  usage: TurnUsage,
): Ending & { trace: Trace } {
  const { model, input_tokens, output_tokens } = usage
  const ending = {
    ...incomplete,
    links: draft.links,
    model,
    input_tokens,
    output_tokens,
    trace: traceOf(usage),
  }
  const { text, citations } = draft
  switch (event.type) {
    case 'answer.completed': {
      const { abstained, finish_reason, abstention_reason } = event.data
      const completed = { status: 'complete', abstained, finish_reason, abstention_reason } as const
      const missed = abstained ? { nearest: usage.nearest } : {}
      return { ...ending, text, citations, ...completed, ...missed }
    }
    case 'answer.error': {
      const { code, message } = event.data
      const failed = { status: 'failed', error_code: code, error_message: message } as const
      return { ...ending, text: '', citations: [], ...failed }
    }
    case 'answer.interrupted': {
      const interrupted = { status: 'interrupted', error_code: event.data.reason } as const
      return { ...ending, text, citations: citedIn(draft), ...interrupted }
    }
  }
}

/** The terminal event of an answer that was stored so. */
export function terminalOf(answer_message_id: string, ending: Ending): TerminalEvent {
  const { status, abstained, finish_reason, abstention_reason, error_code, error_message } = ending
  switch (status) {
    case 'complete':
      return {
        type: 'answer.completed',
        data: {
          answer_message_id,
          status: abstained ? 'abstained' : 'answered',
          abstained,
          finish_reason,
          abstention_reason,
        },
      }
    case 'interrupted':
      return { type: 'answer.interrupted', data: { answer_message_id, reason: error_code ?? '' } }
    case 'failed':
      return {
        type: 'answer.error',
        data: { code: error_code ?? 'internal_error', message: error_message ?? '' },
      }
  }
}

const incomplete = {
  abstained: false,
  finish_reason: null,
  abstention_reason: null,
  error_code: null,
  error_message: null,
}

/** The terminal event of a failure: before any text an error, after some an interruption. */
export function failure(error: unknown, draft: Draft, answer_message_id: string): TerminalEvent {
  const { code, message } =
    error instanceof ServiceError
      ? error
      : { code: 'internal_error', message: 'The service could not complete the answer.' }
  if (draft.text === '') return { type: 'answer.error', data: { code, message } }
  const reason = error instanceof IncompleteStream ? 'incomplete_stream' : code
  return interruption(reason, answer_message_id)
}

export function interruption(reason: string, answer_message_id: string): TerminalEvent {
  return { type: 'answer.interrupted', data: { answer_message_id, reason } }
}
