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
import { eraseConversations } from './conversation-erasure.ts'
import { readPage } from './paging.ts'
import { type Driver, type Step, sql, tell } from './step.ts'

/** Conversations of an owner; in a deployment those of one visitor. */
const ARE_OWN = `
       organization_id = :organization_id AND owner_type = :owner_type AND owner_id = :owner_id
       AND visitor_id IS NOT DISTINCT FROM :visitor_id`

/** One of them. */
export const IS_OWN = `${ARE_OWN} AND id = :id`

interface Place {
  organization_id: string
  conversation_id: string
}

const insert = sql<
  AskerRow & Record<'id' | 'assistant_id' | 'title' | 'metadata' | 'channel' | 'created_at', string>
>(`
  INSERT INTO conversations (organization_id, id, assistant_id, owner_type, owner_id, visitor_id,
                             channel, title, status, turn_state, message_count, metadata,
                             created_at, updated_at)
  VALUES (:organization_id, :id, :assistant_id, :owner_type, :owner_id, :visitor_id,
          :channel, :title, 'active', 'idle', 0, :metadata,
          :created_at, :created_at)
`)
const own = sql<AskerRow & { id: string }, ConversationRow>(`
  SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE ${IS_OWN}
`)
const byId = sql<
  { organization_id: string; id: string; channel: Channel | null },
  ConversationRow
>(`
  SELECT ${CONVERSATION_COLUMNS}
    FROM conversations
   WHERE organization_id = :organization_id AND id = :id
     AND (:channel::text IS NULL OR channel = :channel)
`)
const ownPage = sql<
  AskerRow & { status: string; assistant_id: string | null; rows: number } & typeof NEWEST,
  ConversationRow
>(`
  SELECT ${CONVERSATION_COLUMNS}
    FROM conversations
   WHERE ${ARE_OWN}
     AND status = :status
     AND (:assistant_id::text IS NULL OR assistant_id = :assistant_id)
     AND (created_at, id) < (:created_at, :id)
   ORDER BY created_at DESC, id DESC
   LIMIT :rows
`)
const change = sql<
  AskerRow & { id: string; now: string } & Record<'title' | 'status' | 'metadata', string | null>,
  ConversationRow
>(`
  UPDATE conversations
     SET title = coalesce(:title, title),
         status = coalesce(:status, status),
         metadata = coalesce(:metadata, metadata),
         updated_at = :now
   WHERE ${IS_OWN}
  RETURNING ${CONVERSATION_COLUMNS}
`)
// One that was touched since may have been created before, but not the other way round.
const idleSince = sql<{ organization_id: string; before: string; limit: number }, { id: string }>(`
  SELECT id
    FROM conversations
   WHERE organization_id = :organization_id AND status IN ('active', 'archived')
     AND created_at < :before AND updated_at < :before
     AND turn_state = 'idle'
   LIMIT :limit
     FOR UPDATE
`)
const ownIds = sql<AskerRow, { id: string }>(`
  SELECT id FROM conversations WHERE ${ARE_OWN} ORDER BY created_at, id
`)
const messages = sql<Place & { sequence: number; rows: number }, MessageRow>(`
  SELECT ${MESSAGE_COLUMNS}
    FROM messages
   WHERE organization_id = :organization_id AND conversation_id = :conversation_id
     AND sequence > :sequence
   ORDER BY sequence
   LIMIT :rows
`)
const message = sql<Place & { id: string }, MessageRow>(`
  SELECT ${MESSAGE_COLUMNS}
    FROM messages
   WHERE organization_id = :organization_id AND id = :id AND conversation_id = :conversation_id
`)
const widgetMessages = sql<
  AskerRow & { id: string; sequence: number; rows: number },
  WidgetMessageRow
>(`
  SELECT messages.id, role, sequence, messages.status, text, citations, links, abstained,
         finish_reason, messages.created_at, rating
    FROM (SELECT organization_id, id FROM conversations WHERE ${IS_OWN}) AS own
    JOIN messages
      ON messages.organization_id = own.organization_id AND conversation_id = own.id
    LEFT JOIN ratings
      ON ratings.organization_id = own.organization_id AND message_id = messages.id
   WHERE sequence > :sequence
   ORDER BY sequence
   LIMIT :rows
`)
const before = sql<Place & { sequence: number; count: number }, MessageRow>(`
  SELECT ${MESSAGE_COLUMNS}
    FROM messages
   WHERE organization_id = :organization_id AND conversation_id = :conversation_id
     AND sequence < :sequence
   ORDER BY sequence DESC
   LIMIT :count
`)

export function createConversations(db: Driver): Conversations {
  return {
    create: (asker, conversation) =>
      db.step(function* () {
        const { id, metadata, ...given } = conversation
        const row = { ...given, id, ...toAskerRow(asker), metadata: JSON.stringify(metadata) }
        yield* insert.run(row)
        const { organization_id } = asker
        yield* tell({ organization_id, kind: 'conversation', id, revision: null })
        return toNewConversation(asker, conversation)
      }),

    findOwn: (asker, id) =>
      db.run(function* () {
        return toFound(yield* own.get({ ...toAskerRow(asker), id }))
      }),
    find: (organization_id, id, channel) =>
      db.run(function* () {
        return toFound(yield* byId.get({ organization_id, id, channel: channel ?? null }))
      }),

    list(asker, { assistant_id = null as string | null, status }, paging) {
      const owner = toAskerRow(asker)
      return db.run(() =>
        readPage(
          paging,
          { list: ['conversations', asker, assistant_id, status], start: NEWEST },
          (range) => ownPage.all({ ...owner, assistant_id, status, ...range }),
          toConversation,
        ),
      )
    },

    update: (asker, id, { title = null, status = null, metadata }, now) =>
      db.step(function* () {
        const labels = metadata ? JSON.stringify(metadata) : null
        const changed = { ...toAskerRow(asker), id, title, status, metadata: labels, now }
        const row = yield* change.get(changed)
        const { organization_id } = asker
        if (row) yield* tell({ organization_id, kind: 'conversation', id, revision: null })
        return toFound(row)
      }, 'read committed'),

    idsOf: (asker) =>
      db.run(function* () {
        return (yield* ownIds.all(toAskerRow(asker))).map(({ id }) => id)
      }),

    ...erasingOf(db),
    ...messagesOf(db),

    widgetList(asker, paging) {
      const owner = { ...toAskerRow(asker), assistant_id: null, status: 'active' }
      return db.run(() =>
        readPage(
          paging,
          { list: ['widget conversations', asker], start: NEWEST },
          (range) => ownPage.all({ ...owner, ...range }),
          toWidgetConversation,
        ),
      )
    },
  }
}

function erasingOf(db: Driver): Pick<Conversations, 'delete' | 'erase' | 'sweep'> {
  /** Erases what a statement finds. */
  const erase = (organization_id: string, find: () => Step<{ id: string }[]>) =>
    db.step(function* () {
      const ids = (yield* find()).map(({ id }) => id)
      yield* eraseConversations(organization_id, ids)
      return ids.length
    })

  return {
    async delete(asker, id) {
      const place = { ...toAskerRow(asker), id }
      return (await erase(asker.organization_id, () => own.all(place))) > 0
    },

    async erase(organization_id, id) {
      const place = { organization_id, id, channel: null }
      return (await erase(organization_id, () => byId.all(place))) > 0
    },

    sweep: (organization_id, before, limit) =>
      erase(organization_id, () => idleSince.all({ organization_id, before, limit })),
  }
}

function messagesOf(
  db: Driver,
): Pick<Conversations, 'messages' | 'message' | 'widgetMessages' | 'before'> {
  return {
    messages: (organization_id, conversation_id, paging) =>
      db.run(() =>
        readPage(
          paging,
          { list: ['messages', conversation_id], start: FIRST_SEQUENCE },
          (range) => messages.all({ organization_id, conversation_id, ...range }),
          toMessage,
        ),
      ),

    message: (organization_id, conversation_id, id) =>
      db.run(function* () {
        const row = yield* message.get({ organization_id, conversation_id, id })
        return row ? toMessage(row) : null
      }),

    widgetMessages: (asker, id, paging) =>
      db.run(() =>
        readPage(
          paging,
          { list: ['messages', id], start: FIRST_SEQUENCE },
          (range) => widgetMessages.all({ ...toAskerRow(asker), id, ...range }),
          toWidgetMessage,
        ),
      ),

    before: (organization_id, conversation_id, sequence, count) =>
      db.run(function* () {
        const place = { organization_id, conversation_id }
        const newestFirst = yield* before.all({ ...place, sequence, count })
        return newestFirst.toReversed().map(toMessage)
      }),
  }
}
