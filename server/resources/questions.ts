import type { AnsweredFrom } from '../answering/answered-from.ts'
import type { Assistant } from '../contract/assistant.ts'
import type { Strictness } from '../contract/behaviour.ts'
import type { AskQuestion, FollowUps, Turn } from '../contract/conversation.ts'
import type { StreamEvent } from '../contract/events.ts'
import type { Trial, TrialResult } from '../contract/trial.ts'
import type { Caller } from '../identity/caller.ts'

/** An assistant as it is tried, with what it is asked. */
export interface Tried extends Pick<Trial, 'question' | 'history'> {
  organization_id: string
  assistant: Assistant
  /** undefined: that of the assistant's behaviour. */
  strictness: Strictness | undefined
}

/**
 * The port to answering, for HTTP and MCP. Asking throws before answering begins: `not_found` for a
 * conversation that is not the caller's, `conflict` and `validation_error`
 * (docs/behaviour.md#turns).
 */
export interface Questions {
  /**
   * The finished turn; a disconnected client does not stop it. Throws `provider_failure` or
   * `retrieval_failure`.
   */
  whole(caller: Caller, conversation_id: string, body: AskQuestion): Promise<Turn>
  /**
   * Resolves when the turn is claimed. When `signal` aborts, the text so far is kept. `onReading`
   * is told how many passages the model gets.
   */
  stream(
    caller: Caller,
    conversation_id: string,
    body: AskQuestion,
    signal: AbortSignal,
    onReading?: (passages: number) => void,
  ): Promise<AsyncIterable<StreamEvent>>
  /** Ends a running turn of a conversation, as when its reader leaves. */
  leave(conversation_id: string): Promise<void>
  /**
   * The answer to a question that is not stored (docs/behaviour.md#trials). Throws
   * `provider_failure` or `retrieval_failure`.
   */
  tryOut(tried: Tried, signal: AbortSignal): Promise<TrialResult>
  /** The events of the same answer; `answer.trace` comes before the terminal one. */
  streamTrial(tried: Tried, signal: AbortSignal): AsyncIterable<StreamEvent>
  /** Whether a heading, asked as a question, is answered from the section below it. */
  answeredFrom: AnsweredFrom
  suggestFollowUps(
    caller: Caller,
    conversation_id: string,
    message_id: string,
    signal: AbortSignal,
  ): Promise<FollowUps>
}
