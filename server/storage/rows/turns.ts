import type { EndedTurn, Ending, NewQuestion } from '../ports/turns.ts'
import type { Lease } from '../rules/leases.ts'
import type { takenTurn } from '../rules/turns.ts'
import { type ConversationRow, toConversation } from './conversations.ts'
import { citationsIn, type MessageRow, toEnding, toMessage } from './messages.ts'

/** Columns of `live_turns`, as `LiveTurn` declares them. */
export const LIVE_COLUMNS = `answer_id, organization_id, conversation_id, question_id, streamed, model,
           named, text, citations, owner, lease_until`

export interface LiveTurn extends Lease {
  answer_id: string
  organization_id: string
  conversation_id: string
  question_id: string
  streamed: 0 | 1
  /** The assistant's model at the question, for an answer that a crash ends. */
  model: string
  named: string | null
  text: string
  citations: string
}

/** The assistant that a question is put to. */
export interface Asked {
  model: string
  answerable: 0 | 1
}

/** A question, as a row of messages. */
export function questionRow(
  conversation_id: string,
  { id, text, idempotency_key, metadata }: NewQuestion,
  sequence: number,
  created_at: string,
): MessageRow {
  return {
    id,
    conversation_id,
    role: 'user',
    sequence,
    status: 'complete',
    text,
    citations: '[]',
    links: '[]',
    abstained: 0,
    created_at,
    model: null,
    finish_reason: null,
    idempotency_key,
    metadata: JSON.stringify(metadata),
    abstention_reason: null,
    error_code: null,
    error_message: null,
    input_tokens: 0,
    output_tokens: 0,
  }
}

/** The answer to a question, as a row of messages. */
export function answerRow(
  id: string,
  { conversation_id, sequence }: MessageRow,
  ending: Ending,
  created_at: string,
): MessageRow {
  return {
    ...ending,
    id,
    conversation_id,
    role: 'assistant',
    sequence: sequence + 1,
    citations: JSON.stringify(ending.citations),
    links: JSON.stringify(ending.links),
    abstained: ending.abstained ? 1 : 0,
    created_at,
    idempotency_key: null,
    metadata: '{}',
  }
}

export function endedTurn(
  conversation: ConversationRow,
  question: MessageRow,
  answer: MessageRow,
): EndedTurn {
  return {
    conversation: toConversation(conversation),
    question: toMessage(question),
    answer: toMessage(answer),
    ending: toEnding(answer),
  }
}

/** What `takenTurn` is told of an answer in progress. */
export function fromLive({
  text,
  citations,
  model,
  streamed,
}: LiveTurn): Parameters<typeof takenTurn>[0] {
  return { text, citations: citationsIn(citations), model, streamed: streamed === 1 }
}
