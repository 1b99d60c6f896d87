import { z } from 'zod'
import { SparseAppearance } from './appearance.ts'
import { SparseBrand } from './branding.ts'
import {
  AnswerLink,
  AskQuestion,
  Citation,
  FollowUps,
  MAX_MESSAGE_BODY_BYTES,
  MessageStatus,
  Quotation,
  RateAnswer,
  Rating,
  RatingValue,
  TurnState,
} from './conversation.ts'
import { ListQuery, operation, page } from './operation.ts'
import { Metadata, Timestamp } from './text.ts'

/** Reveals nothing about organization, assistant or deployment (docs/behaviour.md#bootstrap). */
export const Bootstrap = z.strictObject({
  status: z.literal('active'),
  brand: SparseBrand,
  /** Absent when the owner has set nothing. */
  appearance: SparseAppearance.optional(),
})
export type Bootstrap = z.infer<typeof Bootstrap>

/** A conversation as its visitor sees it (docs/behaviour.md#visitors). */
export const WidgetConversation = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  turn_state: TurnState,
  message_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type WidgetConversation = z.infer<typeof WidgetConversation>

/** A message as its visitor sees it, without organization, assistant, model and collection. */
export const WidgetMessage = z.strictObject({
  id: z.uuid(),
  role: z.enum(['user', 'assistant']),
  sequence: z.int(),
  status: MessageStatus,
  text: z.string(),
  citations: z.array(Citation),
  links: z.array(AnswerLink),
  abstained: z.boolean(),
  finish_reason: z.string().nullable(),
  created_at: Timestamp,
  rating: RatingValue.nullable(),
})
export type WidgetMessage = z.infer<typeof WidgetMessage>

export const WidgetTurn = z.strictObject({
  conversation: WidgetConversation,
  question: WidgetMessage,
  answer: WidgetMessage,
})
export type WidgetTurn = z.infer<typeof WidgetTurn>

/** How much of a cited passage a visitor gets, in code points. */
export const MAX_CITED_CHARS = 6000

/** A cited passage as its visitor sees it. */
export const WidgetCitation = z.strictObject({
  markdown: z.string().describe('The passage, at most 6,000 characters.'),
  title: z.string(),
  url: z.string().nullable(),
  quotes: z.array(Quotation),
})
export type WidgetCitation = z.infer<typeof WidgetCitation>

export const WidgetConversationCreated = z.strictObject({
  conversation: WidgetConversation,
  visitor_token: z.string(),
  visitor_token_expires_at: Timestamp,
})
export type WidgetConversationCreated = z.infer<typeof WidgetConversationCreated>

export const widgetBootstrap = operation({
  rule: 'behaviour.md#bootstrap',
  summary: 'Bootstrap the widget',
  description:
    'Responds with the public part of the brand when the page may show the widget. A refusal has no CORS header, so the page cannot read it.',
  method: 'get',
  path: '/widget/bootstrap',
  query: z.object({ v: z.string().max(40).optional().describe('Version of the widget.') }),
  access: 'widget',
  budget: 'bootstrap',
  keptSeconds: 600,
  status: 200,
  reply: Bootstrap,
})

export const createWidgetConversation = operation({
  rule: 'behaviour.md#visitors',
  summary: 'Create a conversation as a visitor',
  description: 'A valid visitor token is kept; otherwise a new visitor is created.',
  method: 'post',
  path: '/widget/conversations',
  access: 'widget',
  body: z.strictObject({ metadata: Metadata.nullish() }),
  status: 201,
  reply: WidgetConversationCreated,
})

export const listWidgetConversations = operation({
  rule: 'behaviour.md#visitors',
  summary: 'List the visitor’s conversations',
  method: 'get',
  path: '/widget/conversations',
  access: 'visitor',
  query: ListQuery,
  status: 200,
  reply: page(WidgetConversation),
})

export const getWidgetConversation = operation({
  rule: 'behaviour.md#visitors',
  summary: 'Read a conversation as a visitor',
  method: 'get',
  path: '/widget/conversations/{conversation_id}',
  access: 'visitor',
  status: 200,
  reply: WidgetConversation,
})

export const deleteWidgetConversation = operation({
  rule: 'behaviour.md#visitors',
  summary: 'Erase a conversation as a visitor',
  description: 'Also erases its messages.',
  method: 'delete',
  path: '/widget/conversations/{conversation_id}',
  access: 'visitor',
  status: 204,
})

export const eraseWidgetVisitor = operation({
  rule: 'behaviour.md#visitors',
  summary: 'Erase the visitor',
  description: 'Erases all conversations of the visitor and voids the token.',
  method: 'delete',
  path: '/widget/visitor',
  access: 'visitor',
  status: 204,
})

export const listWidgetMessages = operation({
  rule: 'behaviour.md#visitors',
  summary: 'List messages as a visitor',
  description: "By `sequence`; answers carry the visitor's `rating`.",
  method: 'get',
  path: '/widget/conversations/{conversation_id}/messages',
  access: 'visitor',
  query: ListQuery,
  status: 200,
  reply: page(WidgetMessage),
})

export const askWidgetQuestion = operation({
  rule: 'behaviour.md#turns',
  summary: 'Ask a question as a visitor',
  description: 'Responds with the complete answer.',
  method: 'post',
  path: '/widget/conversations/{conversation_id}/messages',
  access: 'visitor',
  body: AskQuestion,
  maxBodyBytes: MAX_MESSAGE_BODY_BYTES,
  status: 201,
  reply: WidgetTurn,
})

export const streamWidgetQuestion = operation({
  rule: 'behaviour.md#streams',
  summary: 'Ask a question as a visitor and stream the answer',
  description: '`abstention_reason` is only `no_answer` or `withdrawn`.',
  method: 'post',
  path: '/widget/conversations/{conversation_id}/messages:stream',
  access: 'visitor',
  body: AskQuestion,
  maxBodyBytes: MAX_MESSAGE_BODY_BYTES,
  status: 200,
  replyAs: 'stream',
})

export const getWidgetCitation = operation({
  rule: 'behaviour.md#citations',
  summary: 'Read a cited passage as a visitor',
  description:
    'As it was when it was cited. 404 for an ordinal that the answer does not have, a passage whose document or source was erased, and a curated answer’s link.',
  method: 'get',
  path: '/widget/conversations/{conversation_id}/messages/{message_id}/citations/{ordinal}',
  access: 'visitor',
  status: 200,
  reply: WidgetCitation,
})

export const suggestWidgetFollowUps = operation({
  rule: 'behaviour.md#follow-ups',
  summary: 'Suggest follow-up questions to a visitor',
  description: 'Up to three, based on an answer and its citations.',
  method: 'post',
  path: '/widget/conversations/{conversation_id}/messages/{message_id}/follow-ups',
  access: 'visitor',
  status: 200,
  reply: FollowUps,
})

const Place = z.int().min(1).max(1000)

/** Part of an answer that a visitor opened. */
export const OpenedByVisitor = z.union(
  [
    z.strictObject({ citation: Place.describe('The ordinal of a citation.') }),
    z.strictObject({ link: Place.describe('The place of a link, from 1.') }),
  ],
  { error: 'must have either citation or link, a number from 1 to 1000' },
)
export type OpenedByVisitor = z.infer<typeof OpenedByVisitor>

export const openWidgetSource = operation({
  rule: 'behaviour.md#opened-sources',
  summary: 'Tell that a visitor opened a source or link of an answer',
  description: 'Counted in the usage, once for each; a budget of its own lets 60 pass in a minute.',
  method: 'post',
  path: '/widget/conversations/{conversation_id}/messages/{message_id}/opened',
  access: 'visitor',
  budget: 'opened',
  body: OpenedByVisitor,
  status: 204,
})

export const rateWidgetAnswer = operation({
  rule: 'behaviour.md#ratings',
  summary: 'Rate an answer as a visitor',
  method: 'put',
  path: '/widget/conversations/{conversation_id}/messages/{message_id}/feedback',
  access: 'visitor',
  body: RateAnswer,
  status: 200,
  reply: Rating,
})

export const clearWidgetRating = operation({
  rule: 'behaviour.md#ratings',
  summary: 'Remove a visitor’s rating of an answer',
  method: 'delete',
  path: '/widget/conversations/{conversation_id}/messages/{message_id}/feedback',
  access: 'visitor',
  status: 204,
})
