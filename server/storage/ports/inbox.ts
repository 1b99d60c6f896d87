import type { Conversation, RatingValue } from '../../contract/conversation.ts'
import type {
  Handling,
  InboxConversation,
  OpenedConversation,
  Outcome,
} from '../../contract/inbox.ts'
import type { Page } from '../../contract/operation.ts'
import type { Channel } from '../../contract/usage.ts'
import type { Owner } from '../../identity/caller.ts'
import type { Paging } from './paging.ts'

export interface InboxFilter {
  status: Conversation['status']
  assistant_id?: string | undefined
  channel?: Channel | undefined
  deployment_id?: string | undefined
  outcome?: Outcome | undefined
  /** Of any of its answers. */
  rating?: RatingValue | undefined
  handled?: boolean | undefined
  /** That one of its answers cites. */
  document_id?: string | undefined
  /** UTC days, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}

export interface Inbox {
  /** Newest first. */
  list(
    organization_id: string,
    filter: InboxFilter,
    paging: Paging,
  ): Promise<Page<InboxConversation>>
  /** Those that hold every word, the most relevant first (docs/behaviour.md#inbox). */
  search(
    organization_id: string,
    q: string,
    filter: InboxFilter,
    paging: Paging,
  ): Promise<Page<InboxConversation>>
  /** null: there is no such conversation, or it is of another channel. */
  open(
    organization_id: string,
    id: string,
    channel: Channel | undefined,
  ): Promise<Omit<OpenedConversation, 'messages'> | null>
  /**
   * Marks a conversation as handled, or takes the mark with its note away. null: there is no such
   * conversation, or it is of another channel.
   */
  setHandling(
    organization_id: string,
    id: string,
    handling: { handled: boolean; note: string | null; by: Owner; at: string },
    channel: Channel | undefined,
  ): Promise<Handling | null>
}
