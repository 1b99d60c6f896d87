import type { Conversation, Message } from '../../contract/conversation.ts'
import type { Page } from '../../contract/operation.ts'
import type { Channel } from '../../contract/usage.ts'
import type { WidgetConversation, WidgetMessage } from '../../contract/widget.ts'
import type { Owner } from '../../identity/caller.ts'
import type { Paging } from './paging.ts'

/** Whose a conversation is: the owner's, or in a widget deployment one visitor's. */
export interface Asker {
  organization_id: string
  owner: Owner
  visitor_id: string | null
}

export interface NewConversation {
  id: string
  assistant_id: string
  title: string
  metadata: Record<string, string>
  channel: Channel
  created_at: string
}

export interface Conversations {
  create(asker: Asker, conversation: NewConversation): Promise<Conversation>
  /** Only the asker's own. */
  findOwn(asker: Asker, id: string): Promise<Conversation | null>
  /** Any conversation of the organization, or any of a channel. */
  find(organization_id: string, id: string, channel?: Channel): Promise<Conversation | null>
  /** The asker's own. */
  list(
    asker: Asker,
    filter: { assistant_id?: string | undefined; status: Conversation['status'] },
    paging: Paging,
  ): Promise<Page<Conversation>>
  update(
    asker: Asker,
    id: string,
    change: { title?: string; status?: Conversation['status']; metadata?: Record<string, string> },
    now: string,
  ): Promise<Conversation | null>
  /** Erases it with its messages and ratings. */
  delete(asker: Asker, id: string): Promise<boolean>
  /** Erases any conversation of the organization. */
  erase(organization_id: string, id: string): Promise<boolean>
  /** All ids of an asker's conversations, oldest first. */
  idsOf(asker: Asker): Promise<string[]>
  /**
   * Erases idle conversations that were not touched since `before`, at most `limit`; returns how
   * many.
   */
  sweep(organization_id: string, before: string, limit: number): Promise<number>
  /** By sequence. The caller has checked that the conversation may be read. */
  messages(organization_id: string, id: string, paging: Paging): Promise<Page<Message>>
  message(organization_id: string, conversation_id: string, id: string): Promise<Message | null>
  /** A visitor's list, with their own rating of each answer. */
  widgetMessages(asker: Asker, id: string, paging: Paging): Promise<Page<WidgetMessage>>
  widgetList(asker: Asker, paging: Paging): Promise<Page<WidgetConversation>>
  /**
   * The last `count` messages before `sequence`, oldest first, to complete a follow-up question
   * from.
   */
  before(organization_id: string, id: string, sequence: number, count: number): Promise<Message[]>
}
