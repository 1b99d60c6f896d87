import type { AskQuestion, FollowUps, Turn } from '../contract/conversation.ts'
import type { StreamEvent } from '../contract/events.ts'
import type { Caller } from '../identity/caller.ts'

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
  /** Resolves when the turn is claimed. When `signal` aborts, the text so far is kept. */
  stream(
    caller: Caller,
    conversation_id: string,
    body: AskQuestion,
    signal: AbortSignal,
  ): Promise<AsyncIterable<StreamEvent>>
  /** Ends a running turn of a conversation, as when its reader leaves. */
  leave(conversation_id: string): Promise<void>
  suggestFollowUps(
    caller: Caller,
    conversation_id: string,
    message_id: string,
    signal: AbortSignal,
  ): Promise<FollowUps>
}
