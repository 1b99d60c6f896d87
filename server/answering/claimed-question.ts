import type { Conversation, Message } from '../contract/conversation.ts'

/** A question whose turn has begun. */
export interface ClaimedQuestion {
  organization_id: string
  conversation: Pick<Conversation, 'id' | 'assistant_id'>
  question: Message
  answer_id: string
  /** The client shows links itself, as the widget does; for others the text lists them. */
  shows_links: boolean
  /** Told how many passages the model gets. */
  onReading?: ((passages: number) => void) | undefined
}
