import type { AskQuestion, FollowUps, Turn } from '../contract/conversation.ts'
import type { StreamEvent } from '../contract/events.ts'
import type { Caller } from '../identity/caller.ts'

/**
 * Answering, as every way in asks for it. Both ways to ask throw before any answering begins: `not_found`
 * for a conversation that is not the caller's, `conflict` and `validation_error` as contract §4.5 says.
 */
export interface Questions {
  /** The finished turn; the caller's leaving does not stop it. Throws `provider_failure` or `retrieval_failure`. */
  whole(caller: Caller, conversation_id: string, body: AskQuestion): Promise<Turn>
  /** Resolves once the turn is claimed. When `signal` aborts, the answer is kept as far as it got. */
  stream(
    caller: Caller,
    conversation_id: string,
    body: AskQuestion,
    signal: AbortSignal,
  ): Promise<AsyncIterable<StreamEvent>>
  suggestFollowUps(
    caller: Caller,
    conversation_id: string,
    message_id: string,
    signal: AbortSignal,
  ): Promise<FollowUps>
}
