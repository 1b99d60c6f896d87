import { publicBrand } from '../branding/public-brand.ts'
import type { AskQuestion, Conversation, Message } from '../contract/conversation.ts'
import type { StreamEvent } from '../contract/events.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import { firstCodePoints } from '../contract/text.ts'
import {
  type Bootstrap,
  MAX_CITED_CHARS,
  type OpenedByVisitor,
  type WidgetCitation,
  type WidgetConversation,
  type WidgetConversationCreated,
  type WidgetMessage,
  type WidgetTurn,
} from '../contract/widget.ts'
import type { Caller } from '../identity/caller.ts'
import { type Embed, type PresentedVisitor, visitorExpiry } from '../identity/embed.ts'
import { createVisitorToken, hashSecret } from '../identity/secrets.ts'
import type { Store } from '../storage/store.ts'
import { answerable } from './assistants.ts'
import type { Documents } from './documents.ts'
import { found } from './not-found.ts'
import type { Questions } from './questions.ts'

export type WidgetConversations = ReturnType<typeof createWidgetConversations>

/** The bootstrap and the conversations of visitors (docs/behaviour.md#visitors). */
export function createWidgetConversations({
  store,
  documents,
  questions,
  now,
  newId,
}: {
  store: Store
  documents: Pick<Documents, 'passageOf'>
  questions: Questions
  now: () => string
  newId: () => string
}) {
  async function own(caller: Caller, id: string): Promise<Conversation> {
    return found(await store.conversations.findOwn(caller, id), 'Conversation')
  }

  async function newVisitor({ deployment }: Embed): Promise<PresentedVisitor> {
    const token = createVisitorToken()
    const first_seen_at = now()
    const visitor = { id: newId(), expires_at: visitorExpiry(first_seen_at) }
    const stored = { ...visitor, first_seen_at }
    const { organization_id, id } = deployment
    await store.visitors.create(organization_id, id, stored, hashSecret(token))
    return { ...visitor, token }
  }

  return {
    /** `version` is that of the widget, as far as it says; the owner sees it beside the origin. */
    async bootstrap(
      { deployment, origin }: Embed,
      version: string | undefined,
    ): Promise<Bootstrap> {
      const { organization_id, id, appearance } = deployment
      await store.deployments.see(organization_id, id, origin, version ?? null, now())
      const { layer } = await store.brandings.find(organization_id)
      const bootstrap: Bootstrap = { status: 'active', brand: publicBrand(layer) }
      return Object.keys(appearance).length > 0 ? { ...bootstrap, appearance } : bootstrap
    },

    /** A valid visitor token keeps its visitor; otherwise a new visitor is created. */
    async create(
      embed: Embed,
      { metadata }: { metadata?: Record<string, string> | null | undefined },
    ): Promise<WidgetConversationCreated> {
      const { organization_id, id: deployment_id, assistant_id } = embed.deployment
      answerable(found(await store.assistants.find(organization_id, assistant_id), 'Assistant'))
      const visitor = embed.visitor ?? (await newVisitor(embed))
      const conversation = await store.conversations.create(
        {
          organization_id,
          owner: { type: 'service', id: deployment_id },
          visitor_id: visitor.id,
        },
        {
          id: newId(),
          assistant_id,
          title: '',
          metadata: metadata ?? {},
          channel: 'widget',
          created_at: now(),
        },
      )
      return {
        conversation: shownConversation(conversation),
        visitor_token: visitor.token,
        visitor_token_expires_at: visitor.expires_at,
      }
    },

    list(caller: Caller, paging: ListQuery): Promise<Page<WidgetConversation>> {
      return store.conversations.widgetList(caller, paging)
    },

    async get(caller: Caller, id: string): Promise<WidgetConversation> {
      return shownConversation(await own(caller, id))
    },

    /** A running turn is ended first. */
    async delete(caller: Caller, id: string): Promise<void> {
      await own(caller, id)
      await questions.leave(id)
      found((await store.conversations.delete(caller, id)) || null, 'Conversation')
    },

    /** Erases all conversations of the visitor; the token is unknown from then on. */
    async eraseVisitor(caller: Caller): Promise<void> {
      for (const id of await store.conversations.idsOf(caller)) await questions.leave(id)
      await store.visitors.erase(caller)
    },

    async messages(caller: Caller, id: string, paging: ListQuery): Promise<Page<WidgetMessage>> {
      await own(caller, id)
      return store.conversations.widgetMessages(caller, id, paging)
    },

    /** The passage as it was cited, which `documents` finds as long as it is not erased. */
    async citation(
      caller: Caller,
      { conversation_id, message_id, ordinal }: Record<CitedBy, string>,
    ): Promise<WidgetCitation> {
      const { organization_id } = caller
      await own(caller, conversation_id)
      const message = await store.conversations.message(
        organization_id,
        conversation_id,
        message_id,
      )
      const cited = message?.citations.find((each) => String(each.ordinal) === ordinal)
      const { source_id, title, url, quotes } = found(cited ?? null, 'Citation')
      const { text } = await documents.passageOf(organization_id, source_id)
      return { markdown: firstCodePoints(text, MAX_CITED_CHARS), title, url, quotes }
    },

    async ask(caller: Caller, id: string, body: AskQuestion): Promise<WidgetTurn> {
      const { conversation, question, answer } = await questions.whole(caller, id, body)
      // A retry returns an earlier turn, which the visitor may have rated since.
      const rating = await store.ratings.find(caller, answer.id)
      return {
        conversation: shownConversation(conversation),
        question: shownMessage(question, null),
        answer: shownMessage(answer, rating?.rating ?? null),
      }
    },

    /** A visitor opened a citation or link of an answer; a repeat counts nothing. */
    async open(
      caller: Caller,
      conversation_id: string,
      answer_id: string,
      body: OpenedByVisitor,
    ): Promise<void> {
      const opened =
        'link' in body
          ? { kind: 'link' as const, place: body.link }
          : { kind: 'citation' as const, place: body.citation }
      const answer = { conversation_id, answer_id }
      found((await store.openings.open(caller, answer, opened, now())) || null, 'Message')
    },

    async stream(caller: Caller, id: string, body: AskQuestion, signal: AbortSignal) {
      return shownEvents(await questions.stream(caller, id, body, signal))
    },
  }
}

type CitedBy = 'conversation_id' | 'message_id' | 'ordinal'

function shownConversation(conversation: Conversation): WidgetConversation {
  const { id, title, turn_state, message_count, created_at, updated_at } = conversation
  return { id, title, turn_state, message_count, created_at, updated_at }
}

function shownMessage(message: Message, rating: WidgetMessage['rating']): WidgetMessage {
  const {
    id,
    role,
    sequence,
    status,
    text,
    citations,
    links,
    abstained,
    finish_reason,
    created_at,
  } = message
  return {
    id,
    role,
    sequence,
    status,
    text,
    citations,
    links,
    abstained,
    finish_reason,
    created_at,
    rating,
  }
}

async function* shownEvents(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent> {
  for await (const event of events) yield shownEvent(event)
}

/**
 * Reduces the reason of an abstention to what the widget may receive
 * (docs/behaviour.md#abstention).
 */
function shownEvent(event: StreamEvent): StreamEvent {
  switch (event.type) {
    case 'answer.completed':
      return { ...event, data: { ...event.data, abstention_reason: shownReason(event.data) } }
    case 'message.created':
    case 'answer.started':
    case 'answer.delta':
    case 'answer.sources':
    case 'answer.replaced':
    case 'answer.links':
    case 'answer.trace':
    case 'answer.interrupted':
    case 'answer.error':
      return event
  }
}

const shownReasons = new Set<string>(['no_question', 'needs_clarification', 'withdrawn'])

function shownReason({ abstention_reason }: { abstention_reason: string | null }): string | null {
  return abstention_reason === null || shownReasons.has(abstention_reason)
    ? abstention_reason
    : 'no_answer'
}
