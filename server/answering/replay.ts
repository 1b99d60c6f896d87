import type { StreamEvent, TerminalEvent } from '../contract/events.ts'
import type { EndedTurn, Ending } from '../storage/ports/turns.ts'
import type { OpenTurn } from './turn.ts'

/** A stored turn as a stream, without asking the model again (docs/behaviour.md#idempotency). */
export function replayTurn(turn: EndedTurn): OpenTurn {
  return {
    events: () => eventsOf(turn),
    leave: async () => {},
    ended: Promise.resolve(turn),
  }
}

async function* eventsOf(turn: EndedTurn): AsyncGenerator<StreamEvent, void> {
  const { conversation, question, answer, ending } = turn
  const { text, citations, links, abstained } = ending
  const sources: StreamEvent = { type: 'answer.sources', data: { citations } }
  yield {
    type: 'message.created',
    data: {
      conversation_id: conversation.id,
      user_message_id: question.id,
      answer_message_id: answer.id,
    },
  }
  yield { type: 'answer.started', data: { answer_message_id: answer.id } }
  if (citations.length > 0) yield sources
  if (text !== '') yield { type: 'answer.delta', data: { text } }
  if (citations.length > 0 || abstained) yield sources
  if (links.length > 0) yield { type: 'answer.links', data: { links } }
  yield terminalOf(answer.id, ending)
}

function terminalOf(answer_message_id: string, ending: Ending): TerminalEvent {
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
