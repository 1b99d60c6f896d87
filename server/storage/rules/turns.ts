import { isDeepStrictEqual } from 'node:util'
import { type Conversation, type Message, titleOf } from '../../contract/conversation.ts'
import { ServiceError } from '../../contract/errors.ts'
import type { Outcome } from '../../contract/inbox.ts'
import type { Ending, NewQuestion } from '../ports/turns.ts'

/**
 * Throws `conflict` when an idempotency key belongs to another question, or to one that is still
 * being answered (docs/behaviour.md#idempotency).
 */
export function requireRepetition(
  asked: Pick<Message, 'text' | 'metadata'>,
  question: NewQuestion,
): void {
  if (asked.text === question.text && isDeepStrictEqual(asked.metadata, question.metadata)) return
  throw new ServiceError(
    'conflict',
    'idempotency_key has already been used for another question in this conversation.',
  )
}

export function stillAnswering(): ServiceError {
  return new ServiceError('conflict', 'This question is still being answered.')
}

/**
 * Throws unless a question may be put to a conversation: `conflict` when it is archived or a
 * question is in progress, `validation_error` when its assistant cannot answer
 * (docs/behaviour.md#turns).
 */
export function requireAskable(
  { status, turn_state }: Pick<Conversation, 'status' | 'turn_state'>,
  assistant: { answerable: boolean },
): void {
  if (status === 'archived') {
    throw new ServiceError('conflict', 'The conversation is archived; restore it to ask in it.')
  }
  if (!assistant.answerable) {
    throw new ServiceError(
      'validation_error',
      'The assistant of this conversation cannot answer: it must be active and have a collection.',
    )
  }
  if (turn_state !== 'idle') {
    throw new ServiceError('conflict', 'A question is already in progress in this conversation.')
  }
}

/** The title that a conversation without one gets of a question; null: it has one. */
export function titleFor(
  { title }: Pick<Conversation, 'title'>,
  { text }: Pick<NewQuestion, 'text'>,
): string | null {
  return title === '' ? titleOf(text) : null
}

/** What an answer was, for the inbox's filters (docs/behaviour.md#inbox). */
export function outcomeOf({ status, abstained }: Pick<Ending, 'status' | 'abstained'>): Outcome {
  if (status !== 'complete') return status
  return abstained ? 'abstained' : 'answered'
}

/**
 * How an answer ends whose process stopped in the middle; null: it is removed with its question
 * (docs/behaviour.md#turns).
 */
export function takenTurn({
  streamed,
  ...answer
}: Pick<Ending, 'text' | 'citations' | 'model'> & { streamed: boolean }): Ending | null {
  if (!streamed) return null
  return {
    ...answer,
    status: 'interrupted',
    links: [],
    abstained: false,
    finish_reason: null,
    abstention_reason: null,
    error_code: 'server_restart',
    error_message: null,
    input_tokens: 0,
    output_tokens: 0,
  }
}
