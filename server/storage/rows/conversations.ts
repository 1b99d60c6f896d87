import type { Conversation } from '../../contract/conversation.ts'
import type { WidgetConversation } from '../../contract/widget.ts'
import type { Asker, NewConversation } from '../ports/conversations.ts'

/** Sorts before every message of a conversation. */
export const FIRST_SEQUENCE = { sequence: -1 }

/** Columns of `conversations`, as `ConversationRow` declares them. */
export const CONVERSATION_COLUMNS = `id, assistant_id, title, status, turn_state, message_count, metadata,
           created_at, updated_at, owner_type, owner_id`

export type ConversationRow = Omit<Conversation, 'owner' | 'metadata'> & {
  owner_type: Conversation['owner']['type']
  owner_id: string
  metadata: string
}

/** Whose a conversation is, as columns. */
export interface AskerRow {
  organization_id: string
  owner_type: Conversation['owner']['type']
  owner_id: string
  visitor_id: string | null
}

export function toAskerRow({ organization_id, owner, visitor_id }: Asker): AskerRow {
  return { organization_id, owner_type: owner.type, owner_id: owner.id, visitor_id }
}

/** What a conversation is that was just created. */
export function toNewConversation(
  { owner }: Asker,
  { id, assistant_id, title, metadata, created_at }: NewConversation,
): Conversation {
  return {
    id,
    assistant_id,
    title,
    status: 'active',
    turn_state: 'idle',
    message_count: 0,
    created_at,
    updated_at: created_at,
    owner,
    metadata,
  }
}

export function toConversation(row: ConversationRow): Conversation {
  const { owner_type, owner_id, metadata, ...conversation } = row
  return {
    ...conversation,
    owner: { type: owner_type, id: owner_id },
    metadata: JSON.parse(metadata) as Conversation['metadata'],
  }
}

/** null: there is no such row. */
export function toFound(row: ConversationRow | undefined): Conversation | null {
  return row ? toConversation(row) : null
}

export function toWidgetConversation(row: ConversationRow): WidgetConversation {
  const { id, title, turn_state, message_count, created_at, updated_at } = row
  return { id, title, turn_state, message_count, created_at, updated_at }
}
