import type { Database } from 'better-sqlite3'
import type { Channel } from '../../contract/usage.ts'
import { NEWEST } from '../paging.ts'
import type { Conversations } from '../ports/conversations.ts'
import {
  type AskerRow,
  CONVERSATION_COLUMNS,
  type ConversationRow,
  FIRST_SEQUENCE,
  toAskerRow,
  toConversation,
  toFound,
  toNewConversation,
  toWidgetConversation,
} from '../rows/conversations.ts'
import {
  MESSAGE_COLUMNS,
  type MessageRow,
  toMessage,
  toWidgetMessage,
  type WidgetMessageRow,
} from '../rows/messages.ts'
import { readPage } from './paging.ts'
import { plannedOnce } from './planned-once.ts'
import type { Sync } from './promised.ts'

/** A conversation by its id, for its owner only. */
export function prepareOwn(db: Database) {
  return db.prepare<AskerRow & { id: string }, ConversationRow>(`
    SELECT ${CONVERSATION_COLUMNS}
      FROM conversations
     WHERE id = :id
       AND organization_id = :organization_id
       AND owner_type = :owner_type AND owner_id = :owner_id AND visitor_id IS :visitor_id
  `)
}

export function createConversations(db: Database): Sync<Conversations> {
  return { ...ownOf(db), ...listsOf(db), ...erasingOf(db), ...messagesOf(db) }
}

function ownOf(db: Database): Pick<Sync<Conversations>, 'create' | 'findOwn' | 'find' | 'update'> {
  const insert = db.prepare<
    AskerRow &
      Record<'id' | 'assistant_id' | 'title' | 'metadata' | 'channel' | 'created_at', string>
  >(`
    INSERT INTO conversations (id, organization_id, assistant_id, owner_type, owner_id, visitor_id,
                               channel, title, status, turn_state, message_count, metadata,
                               created_at, updated_at)
    VALUES (:id, :organization_id, :assistant_id, :owner_type, :owner_id, :visitor_id,
            :channel, :title, 'active', 'idle', 0, :metadata,
            :created_at, :created_at)
  `)

  const own = prepareOwn(db)

  const byId = db.prepare<
    { organization_id: string; id: string; channel: Channel | null },
    ConversationRow
  >(`
    SELECT ${CONVERSATION_COLUMNS}
      FROM conversations
     WHERE id = :id AND organization_id = :organization_id
       AND (:channel IS NULL OR channel = :channel)
  `)
  const change = db.prepare<
    AskerRow & { id: string; now: string } & Record<'title' | 'status' | 'metadata', string | null>,
    ConversationRow
  >(`
    UPDATE conversations
       SET title = coalesce(:title, title),
           status = coalesce(:status, status),
           metadata = coalesce(:metadata, metadata),
           updated_at = :now
     WHERE id = :id
       AND organization_id = :organization_id
       AND owner_type = :owner_type AND owner_id = :owner_id AND visitor_id IS :visitor_id
    RETURNING ${CONVERSATION_COLUMNS}
  `)

  return {
    create(asker, { metadata, ...conversation }) {
      insert.run({
        ...conversation,
        ...toAskerRow(asker),
        metadata: JSON.stringify(metadata),
      })
      return toNewConversation(asker, { ...conversation, metadata })
    },

    findOwn: (asker, id) => toFound(own.get({ ...toAskerRow(asker), id })),

    find: (organization_id, id, channel) =>
      toFound(byId.get({ organization_id, id, channel: channel ?? null })),

    update(asker, id, { title = null, status = null, metadata }, now) {
      const labels = metadata ? JSON.stringify(metadata) : null
      const changed = { ...toAskerRow(asker), id, title, status, metadata: labels, now }
      return toFound(change.get(changed))
    },
  }
}

function listsOf(db: Database): Pick<Sync<Conversations>, 'list' | 'widgetList' | 'idsOf'> {
  const ownPage = db.prepare<
    AskerRow & { status: string; assistant_id: string | null; rows: number } & typeof NEWEST,
    ConversationRow
  >(
    plannedOnce(`
    SELECT ${CONVERSATION_COLUMNS}
      FROM conversations
     WHERE organization_id = :organization_id
       AND owner_type = :owner_type AND owner_id = :owner_id AND visitor_id IS :visitor_id
       AND status = :status
       AND (:assistant_id IS NULL OR assistant_id = :assistant_id)
       AND (created_at, id) < (:created_at, :id)
     ORDER BY created_at DESC, id DESC
     LIMIT :rows
  `),
  )
  const ownIds = db.prepare<AskerRow, { id: string }>(`
    SELECT id
      FROM conversations
     WHERE organization_id = :organization_id
       AND owner_type = :owner_type AND owner_id = :owner_id AND visitor_id IS :visitor_id
     ORDER BY created_at, id
  `)

  return {
    list(asker, { assistant_id = null as string | null, status }, paging) {
      const owner = toAskerRow(asker)
      return readPage(
        paging,
        { list: ['conversations', asker, assistant_id, status], start: NEWEST },
        (range) => ownPage.all({ ...owner, assistant_id, status, ...range }),
        toConversation,
      )
    },

    widgetList(asker, paging) {
      const owner = { ...toAskerRow(asker), assistant_id: null, status: 'active' }
      return readPage(
        paging,
        { list: ['widget conversations', asker], start: NEWEST },
        (range) => ownPage.all({ ...owner, ...range }),
        toWidgetConversation,
      )
    },

    idsOf: (asker) => ownIds.all(toAskerRow(asker)).map(({ id }) => id),
  }
}

function erasingOf(db: Database): Pick<Sync<Conversations>, 'delete' | 'erase' | 'sweep'> {
  // Messages, ratings and an answer in progress are deleted with the row.
  const erase = db.prepare<AskerRow & { id: string }>(`
    DELETE FROM conversations
     WHERE id = :id
       AND organization_id = :organization_id
       AND owner_type = :owner_type AND owner_id = :owner_id AND visitor_id IS :visitor_id
  `)
  const eraseAny = db.prepare<{ organization_id: string; id: string }>(`
    DELETE FROM conversations WHERE id = :id AND organization_id = :organization_id
  `)
  const eraseOld = db.prepare<{ organization_id: string; before: string; limit: number }>(`
    DELETE FROM conversations
     WHERE id IN (SELECT id
                    FROM conversations
                   WHERE organization_id = :organization_id AND updated_at < :before
                     AND turn_state = 'idle'
                   LIMIT :limit)
  `)

  return {
    delete: (asker, id) => erase.run({ ...toAskerRow(asker), id }).changes > 0,
    erase: (organization_id, id) => eraseAny.run({ organization_id, id }).changes > 0,

    sweep: (organization_id, before, limit) =>
      eraseOld.run({ organization_id, before, limit }).changes,
  }
}

function messagesOf(
  db: Database,
): Pick<Sync<Conversations>, 'messages' | 'message' | 'widgetMessages' | 'before'> {
  const messages = db.prepare<
    { organization_id: string; conversation_id: string; sequence: number; rows: number },
    MessageRow
  >(`
    SELECT ${MESSAGE_COLUMNS}
      FROM messages
     WHERE conversation_id = :conversation_id
       AND organization_id = :organization_id
       AND sequence > :sequence
     ORDER BY sequence
     LIMIT :rows
  `)
  const message = db.prepare<
    { organization_id: string; conversation_id: string; id: string },
    MessageRow
  >(`
    SELECT ${MESSAGE_COLUMNS}
      FROM messages
     WHERE id = :id AND conversation_id = :conversation_id AND organization_id = :organization_id
  `)
  const widgetMessages = db.prepare<
    AskerRow & { conversation_id: string; sequence: number; rows: number },
    WidgetMessageRow
  >(
    plannedOnce(`
    SELECT messages.id, role, sequence, messages.status, text, citations, links, abstained, finish_reason,
           messages.created_at, rating
      FROM messages
      JOIN conversations ON conversations.id = conversation_id
      LEFT JOIN ratings ON ratings.message_id = messages.id
     WHERE conversation_id = :conversation_id
       AND conversations.organization_id = :organization_id
       AND owner_type = :owner_type AND owner_id = :owner_id AND visitor_id IS :visitor_id
       AND sequence > :sequence
     ORDER BY sequence
     LIMIT :rows
  `),
  )
  const before = db.prepare<
    { organization_id: string; conversation_id: string; sequence: number; count: number },
    MessageRow
  >(
    plannedOnce(`
    SELECT ${MESSAGE_COLUMNS}
      FROM messages
     WHERE conversation_id = :conversation_id
       AND organization_id = :organization_id
       AND sequence < :sequence
     ORDER BY sequence DESC
     LIMIT :count
  `),
  )

  return {
    messages(organization_id, conversation_id, paging) {
      return readPage(
        paging,
        { list: ['messages', conversation_id], start: FIRST_SEQUENCE },
        (range) => messages.all({ organization_id, conversation_id, ...range }),
        toMessage,
      )
    },

    message(organization_id, conversation_id, id) {
      const row = message.get({ organization_id, conversation_id, id })
      return row ? toMessage(row) : null
    },

    widgetMessages(asker, conversation_id, paging) {
      const owner = toAskerRow(asker)
      return readPage(
        paging,
        { list: ['messages', conversation_id], start: FIRST_SEQUENCE },
        (range) => widgetMessages.all({ ...owner, conversation_id, ...range }),
        toWidgetMessage,
      )
    },

    before(organization_id, conversation_id, sequence, count) {
      const newestFirst = before.all({ organization_id, conversation_id, sequence, count })
      return newestFirst.toReversed().map(toMessage)
    },
  }
}
