import { z } from 'zod'
import { SparseBrand } from './branding.ts'
import {
  AskQuestion,
  Citation,
  FollowUps,
  MAX_MESSAGE_BODY_BYTES,
  MessageStatus,
  RateAnswer,
  Rating,
  RatingValue,
  TurnState,
} from './conversation.ts'
import { ListQuery, operation, page } from './operation.ts'
import { Metadata, Timestamp } from './text.ts'

/** Contract §4.8: reveals nothing about the organization, the assistant or the deployment's name. */
export const Bootstrap = z.strictObject({ status: z.literal('active'), brand: SparseBrand })
export type Bootstrap = z.infer<typeof Bootstrap>

/** What a visitor sees of a conversation (completions 10). */
export const WidgetConversation = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  turn_state: TurnState,
  message_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type WidgetConversation = z.infer<typeof WidgetConversation>

/** What a visitor sees of a message: nothing names the organization, the assistant, the model or a collection. */
export const WidgetMessage = z.strictObject({
  id: z.uuid(),
  role: z.enum(['user', 'assistant']),
  sequence: z.int(),
  status: MessageStatus,
  text: z.string(),
  citations: z.array(Citation),
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

export const WidgetConversationCreated = z.strictObject({
  conversation: WidgetConversation,
  visitor_token: z.string(),
  visitor_token_expires_at: Timestamp,
})
export type WidgetConversationCreated = z.infer<typeof WidgetConversationCreated>

export const widgetBootstrap = operation({
  section: '4.8',
  summary: 'Prove that a page may show the widget, and hand over its brand',
  method: 'get',
  path: '/widget/bootstrap',
  access: 'widget',
  status: 200,
  reply: Bootstrap,
})

export const createWidgetConversation = operation({
  section: 'completions 10',
  summary: 'Begin a conversation as a visitor',
  method: 'post',
  path: '/widget/conversations',
  access: 'widget',
  body: z.strictObject({ metadata: Metadata.nullish() }),
  status: 201,
  reply: WidgetConversationCreated,
})

export const listWidgetConversations = operation({
  section: 'completions 10',
  summary: "List the visitor's conversations",
  method: 'get',
  path: '/widget/conversations',
  access: 'visitor',
  query: ListQuery,
  status: 200,
  reply: page(WidgetConversation),
})

export const getWidgetConversation = operation({
  section: 'completions 10',
  summary: "Read one of the visitor's conversations",
  method: 'get',
  path: '/widget/conversations/{conversation_id}',
  access: 'visitor',
  status: 200,
  reply: WidgetConversation,
})

export const deleteWidgetConversation = operation({
  section: 'completions 10',
  summary: "Erase one of the visitor's conversations with its messages",
  method: 'delete',
  path: '/widget/conversations/{conversation_id}',
  access: 'visitor',
  status: 204,
})

export const listWidgetMessages = operation({
  section: 'completions 10',
  summary: 'List the messages of a conversation by sequence',
  method: 'get',
  path: '/widget/conversations/{conversation_id}/messages',
  access: 'visitor',
  query: ListQuery,
  status: 200,
  reply: page(WidgetMessage),
})

export const askWidgetQuestion = operation({
  section: 'completions 10',
  summary: 'Ask a question and wait for the whole answer',
  method: 'post',
  path: '/widget/conversations/{conversation_id}/messages',
  access: 'visitor',
  body: AskQuestion,
  maxBodyBytes: MAX_MESSAGE_BODY_BYTES,
  status: 201,
  reply: WidgetTurn,
})

export const streamWidgetQuestion = operation({
  section: 'completions 10',
  summary: 'Ask a question and stream the answer',
  method: 'post',
  path: '/widget/conversations/{conversation_id}/messages:stream',
  access: 'visitor',
  body: AskQuestion,
  maxBodyBytes: MAX_MESSAGE_BODY_BYTES,
  status: 200,
  stream: true,
})

export const suggestWidgetFollowUps = operation({
  section: 'completions 10',
  summary: 'Suggest up to three follow-up questions for an answer',
  method: 'post',
  path: '/widget/conversations/{conversation_id}/messages/{message_id}/follow-ups',
  access: 'visitor',
  status: 200,
  reply: FollowUps,
})

export const rateWidgetAnswer = operation({
  section: 'completions 10',
  summary: 'Rate an answer',
  method: 'put',
  path: '/widget/conversations/{conversation_id}/messages/{message_id}/feedback',
  access: 'visitor',
  body: RateAnswer,
  status: 200,
  reply: Rating,
})

export const clearWidgetRating = operation({
  section: 'completions 10',
  summary: 'Clear the rating of an answer',
  method: 'delete',
  path: '/widget/conversations/{conversation_id}/messages/{message_id}/feedback',
  access: 'visitor',
  status: 204,
})
