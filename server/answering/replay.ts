import type { StreamEvent } from '../contract/events.ts'
import type { EndedTurn } from '../storage/ports/turns.ts'
import { terminalOf } from './ending.ts'
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
