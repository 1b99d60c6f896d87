import type {
  Conversation,
  CreateConversation,
  Message,
  RateAnswer,
  Rating,
  UpdateConversation,
} from '../contract/conversation.ts'
import { ServiceError } from '../contract/errors.ts'
import { inboxFilterNames, type ListConversations } from '../contract/inbox.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import { daysBefore, TRACE_DAYS, type Trace } from '../contract/trace.ts'
import type { Caller } from '../identity/caller.ts'
import { requireUse } from '../identity/limits.ts'
import type { Store } from '../storage/store.ts'
import { answerable, knownAssistant } from './assistants.ts'
import { inboxChannel } from './inbox.ts'
import { found } from './not-found.ts'
import type { Questions } from './questions.ts'
import { sentFields } from './sent-fields.ts'

export type Conversations = ReturnType<typeof createConversations>

/**
 * Conversations (docs/behaviour.md#conversations). Those of others are `not_found`, except for who
 * has them in the inbox.
 */
export function createConversations({
  store,
  questions,
  now,
  newId,
}: {
  store: Store
  questions: Pick<Questions, 'leave'>
  now: () => string
  newId: () => string
}) {
  async function own(caller: Caller, id: string): Promise<Conversation> {
    return found(await store.conversations.findOwn(caller, id), 'Conversation')
  }

  async function readable(caller: Caller, id: string): Promise<Conversation> {
    const { conversations } = store
    const readable = caller.permissions.has('inbox.read')
      ? await conversations.find(caller.organization_id, id, inboxChannel(caller))
      : null
    return readable ?? own(caller, id)
  }

  /** An answer in the caller's own conversation; a question is `validation_error`. */
  async function ownAnswer(caller: Caller, conversation_id: string, id: string): Promise<Message> {
    await own(caller, conversation_id)
    const message = found(
      await store.conversations.message(caller.organization_id, conversation_id, id),
      'Message',
    )
    if (message.role === 'assistant') return message
    throw new ServiceError('validation_error', 'message_id must be the id of an answer.')
  }

  return {
    get: readable,

    /** Of those without `conversation.moderate` only the traces of visitors' conversations. */
    async trace(caller: Caller, conversation_id: string, answer_id: string): Promise<Trace> {
      const since = daysBefore(now(), TRACE_DAYS)
      const { organization_id } = caller
      const stored = await store.traces.find(organization_id, conversation_id, answer_id, since)
      const only = inboxChannel(caller)
      const isReadable = only === undefined || stored?.channel === only
      return found(isReadable ? (stored?.trace ?? null) : null, 'Trace')
    },

    /** The caller's own. Throws `validation_error` for a filter of the inbox. */
    async list(
      caller: Caller,
      { assistant_id, archived, limit, cursor, ...filter }: ListConversations,
    ): Promise<Page<Conversation>> {
      const misplaced = inboxFilterNames.find((name) => filter[name] !== undefined)
      if (misplaced) {
        throw new ServiceError('validation_error', `${misplaced} must come with owner=all.`)
      }
      await knownAssistant(store, caller.organization_id, assistant_id)
      const status = archived === 'true' ? 'archived' : 'active'
      return store.conversations.list(caller, { assistant_id, status }, { limit, cursor })
    },

    async create(
      caller: Caller,
      { assistant_id, title, metadata }: CreateConversation,
    ): Promise<Conversation> {
      requireUse(caller, assistant_id)
      const assistant = await store.assistants.find(caller.organization_id, assistant_id)
      answerable(found(assistant, 'Assistant'))
      return store.conversations.create(caller, {
        id: newId(),
        assistant_id,
        title: title ?? '',
        metadata: metadata ?? {},
        channel: caller.channel,
        created_at: now(),
      })
    },

    /** Only by the owner, and only while the assistant can answer. */
    async update(
      caller: Caller,
      id: string,
      { archived, ...body }: UpdateConversation,
    ): Promise<Conversation> {
      const { assistant_id } = await own(caller, id)
      const assistant = await store.assistants.find(caller.organization_id, assistant_id)
      answerable(found(assistant, 'Assistant'))
      const change = { ...sentFields(body), ...sentFields({ status: statusOf(archived) }) }
      return found(await store.conversations.update(caller, id, change, now()), 'Conversation')
    },

    /** The caller's own, or any with `conversation.erase`. A running turn is ended first. */
    async delete(caller: Caller, id: string): Promise<void> {
      const mayErase = caller.permissions.has('conversation.erase')
      await (mayErase ? readable(caller, id) : own(caller, id))
      await questions.leave(id)
      const { conversations } = store
      const erased = await (mayErase
        ? conversations.erase(caller.organization_id, id)
        : conversations.delete(caller, id))
      found(erased || null, 'Conversation')
    },

    async messages(caller: Caller, id: string, paging: ListQuery): Promise<Page<Message>> {
      await readable(caller, id)
      return store.conversations.messages(caller.organization_id, id, paging)
    },

    /** The caller's own rating; `not_found` while there is none. */
    async rating(caller: Caller, conversation_id: string, message_id: string): Promise<Rating> {
      const answer = await ownAnswer(caller, conversation_id, message_id)
      return found(await store.ratings.find(caller, answer.id), 'Rating')
    },

    async rate(
      caller: Caller,
      conversation_id: string,
      message_id: string,
      { rating, note }: RateAnswer,
    ): Promise<Rating> {
      const answer = await ownAnswer(caller, conversation_id, message_id)
      return store.ratings.put(caller, answer.id, { rating, note: note || null }, now())
    },

    /** Idempotent; removes only the caller's own rating. */
    async clearRating(caller: Caller, conversation_id: string, message_id: string): Promise<void> {
      const answer = await ownAnswer(caller, conversation_id, message_id)
      await store.ratings.clear(caller, answer.id)
    },
  }
}

function statusOf(archived: boolean | null | undefined): Conversation['status'] | undefined {
  if (archived === undefined || archived === null) return undefined
  return archived ? 'archived' : 'active'
}
