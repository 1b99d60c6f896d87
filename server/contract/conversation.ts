import { z } from 'zod'
import { CHANGES_NOTHING, changesSomething, ListQuery, operation, page } from './operation.ts'
import {
  beginningOf,
  IdempotencyKey,
  lineText,
  longText,
  Metadata,
  QuestionText,
  Timestamp,
} from './text.ts'

/** Limits of a quotation, in code points. */
export const MAX_QUOTED_CHARS = 600
export const MAX_CONTEXT_CHARS = 200

/** Words of a cited passage that support what stands before a marker (TextQuoteSelector). */
export const Quotation = z.strictObject({
  marker: z.int().min(0).describe('Which marker of the text, from 0, in reading order.'),
  exact: z.string().describe('As a reader sees them: without markup, with single blanks.'),
  prefix: z.string().describe('What stands before them in the passage.'),
  suffix: z.string().describe('What follows them.'),
})
export type Quotation = z.infer<typeof Quotation>

/** A passage that an answer refers to by its ordinal. */
export const Citation = z.strictObject({
  source_id: z.uuid().describe('Of the cited passage, not of a source or document.'),
  ordinal: z.int().min(1),
  title: z.string(),
  url: z.string().nullable(),
  snippet: z.string().nullable(),
  anchor: z.string().nullable(),
  score: z.number().nullable(),
  quotes: z.array(Quotation).describe('Complete in the last `answer.sources`; earlier maybe `[]`.'),
})
export type Citation = z.infer<typeof Citation>

export const MAX_LINKS = 6

/** A link that the service, never a model, offers beside an answer (docs/behaviour.md#links). */
export const AnswerLink = z.strictObject({
  kind: z.enum(['document', 'section', 'support']),
  title: z.string(),
  url: z.string().nullable().describe('`null`: of a section whose document has no public address.'),
  heading: z.string().nullable().describe('Of a section, unless it has none.'),
  excerpt: z.string().nullable().describe('Of a section: how its text begins.'),
  source_id: z.uuid().nullable().describe('Of a section: its first passage.'),
})
export type AnswerLink = z.infer<typeof AnswerLink>

export const ConversationStatus = z.enum(['active', 'archived'])
export const TurnState = z.enum(['idle', 'awaiting_answer'])

export const Conversation = z.strictObject({
  id: z.uuid(),
  assistant_id: z.uuid(),
  title: z.string(),
  status: ConversationStatus,
  turn_state: TurnState,
  message_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  owner: z.strictObject({ type: z.enum(['user', 'service']), id: z.uuid() }),
  metadata: z.record(z.string(), z.string()),
})
export type Conversation = z.infer<typeof Conversation>

export const MessageStatus = z.enum(['complete', 'interrupted', 'failed'])
export type MessageStatus = z.infer<typeof MessageStatus>

/** A question or an answer. */
export const Message = z.strictObject({
  id: z.uuid(),
  conversation_id: z.uuid(),
  role: z.enum(['user', 'assistant']),
  sequence: z.int(),
  status: MessageStatus,
  text: z.string(),
  citations: z.array(Citation),
  links: z.array(AnswerLink),
  abstained: z.boolean(),
  created_at: Timestamp,
  model: z.string().nullable(),
  finish_reason: z.string().nullable(),
  idempotency_key: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
})
export type Message = z.infer<typeof Message>

/** A finished turn, as the non-streaming route returns it. */
export const Turn = z.strictObject({
  conversation: Conversation,
  question: Message,
  answer: Message,
})
export type Turn = z.infer<typeof Turn>

/** The body of a question on all routes, streaming or not. */
export const AskQuestion = z.strictObject({
  text: QuestionText,
  idempotency_key: IdempotencyKey.nullish().describe(
    'Up to 128 characters from `A-Z a-z 0-9 _ . : -`.',
  ),
  metadata: Metadata.nullish().describe('Up to 20 labels, returned as given.'),
})
export type AskQuestion = z.infer<typeof AskQuestion>

export const MAX_MESSAGE_BODY_BYTES = 256 * 1024

export const FollowUps = z.strictObject({ follow_ups: z.array(z.string().max(150)).max(3) })
export type FollowUps = z.infer<typeof FollowUps>

export const RatingValue = z.enum(['up', 'down'])
export type RatingValue = z.infer<typeof RatingValue>
export const Rating = z.strictObject({
  message_id: z.uuid(),
  rating: RatingValue,
  note: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Rating = z.infer<typeof Rating>
export const RateAnswer = z.strictObject({ rating: RatingValue, note: longText(2000).nullish() })
export type RateAnswer = z.infer<typeof RateAnswer>

const MAX_TITLE_CHARS = 200

/** As a question, but without line breaks and tabs, since a title may be made from a question. */
export const ConversationTitle = lineText(1, MAX_TITLE_CHARS)

/** The title from a conversation's first question: the beginning of its first line. */
export function titleOf(question: string): string {
  const [line = ''] = question.split('\n', 1)
  return beginningOf(line.replaceAll('\t', ' ').trim(), MAX_TITLE_CHARS)
}

export const CreateConversation = z.strictObject({
  assistant_id: z.string(),
  title: ConversationTitle.nullish().describe(
    'Without one, the conversation is named after its first question.',
  ),
  metadata: Metadata.nullish(),
})
export type CreateConversation = z.infer<typeof CreateConversation>

export const UpdateConversation = z
  .strictObject({
    title: ConversationTitle.nullish(),
    archived: z.boolean().nullish(),
    metadata: Metadata.nullish().describe('Replaces the whole map.'),
  })
  .refine(changesSomething, { error: CHANGES_NOTHING })
export type UpdateConversation = z.infer<typeof UpdateConversation>

export const createConversation = operation({
  rule: 'behaviour.md#conversations',
  summary: 'Create a conversation',
  description: 'The assistant must be answerable (400).',
  method: 'post',
  path: '/conversations',
  access: 'message.send',
  limited: true,
  body: CreateConversation,
  status: 201,
  reply: Conversation,
})

export const getConversation = operation({
  rule: 'behaviour.md#conversations',
  summary: 'Read a conversation',
  description: 'For its owner, or whoever has it in the inbox.',
  method: 'get',
  path: '/conversations/{conversation_id}',
  access: 'assistant.read',
  limited: true,
  status: 200,
  reply: Conversation,
})

export const updateConversation = operation({
  rule: 'behaviour.md#conversations',
  summary: 'Update a conversation',
  description: 'For its owner only. At least one field.',
  method: 'patch',
  path: '/conversations/{conversation_id}',
  access: 'message.send',
  limited: true,
  body: UpdateConversation,
  status: 200,
  reply: Conversation,
})

export const deleteConversation = operation({
  rule: 'behaviour.md#data-of-visitors',
  summary: 'Erase a conversation',
  description:
    "One's own, or with `conversation.erase` any; again 404. An answer in progress is ended first: a stream with `answer.interrupted`, one that is not streamed with 404. Messages, ratings and traces go with it, counts stay.",
  method: 'delete',
  path: '/conversations/{conversation_id}',
  access: 'message.send',
  limited: true,
  status: 204,
  audit: { action: 'erasure.conversation', target: 'conversation' },
})

export const listMessages = operation({
  rule: 'behaviour.md#conversations',
  summary: 'List the messages of a conversation',
  description:
    'For the owner of the conversation, or whoever has it in the inbox. By `sequence`, oldest first.',
  method: 'get',
  path: '/conversations/{conversation_id}/messages',
  access: 'assistant.read',
  limited: true,
  query: ListQuery,
  status: 200,
  reply: page(Message),
})

export const askQuestion = operation({
  rule: 'behaviour.md#turns',
  summary: 'Ask a question',
  description:
    'For the owner of the conversation only. Responds when the answer is complete; an answer with `abstained: true` is a 201 too. 409 while another question is in progress, and in an archived conversation. 502 and 503 keep nothing of the attempt. While the disk is full, the conversation answers 409 until the failed attempt could be removed.',
  method: 'post',
  path: '/conversations/{conversation_id}/messages',
  access: 'message.send',
  limited: true,
  body: AskQuestion,
  maxBodyBytes: MAX_MESSAGE_BODY_BYTES,
  status: 201,
  reply: Turn,
})

export const streamQuestion = operation({
  rule: 'behaviour.md#streams',
  summary: 'Ask a question and stream the answer',
  description:
    'The same body and rules as without a stream. Refusals are ordinary errors before the stream opens; later failures arrive as `answer.error`.',
  method: 'post',
  path: '/conversations/{conversation_id}/messages:stream',
  access: 'message.send',
  limited: true,
  body: AskQuestion,
  maxBodyBytes: MAX_MESSAGE_BODY_BYTES,
  status: 200,
  replyAs: 'stream',
})

export const suggestFollowUps = operation({
  rule: 'behaviour.md#follow-ups',
  summary: 'Suggest follow-up questions',
  description:
    'Up to three of at most 150 characters, based on an answer and its citations. The list is empty when the answer cited nothing, and when generation fails.',
  method: 'post',
  path: '/conversations/{conversation_id}/messages/{message_id}/follow-ups',
  access: 'message.send',
  limited: true,
  status: 200,
  reply: FollowUps,
})

export const getRating = operation({
  rule: 'behaviour.md#ratings',
  summary: 'Read your rating of an answer',
  description: '404 without one.',
  method: 'get',
  path: '/conversations/{conversation_id}/messages/{message_id}/feedback',
  access: 'message.send',
  limited: true,
  status: 200,
  reply: Rating,
})

export const rateAnswer = operation({
  rule: 'behaviour.md#ratings',
  summary: 'Rate an answer',
  description: 'Replaces your earlier rating.',
  method: 'put',
  path: '/conversations/{conversation_id}/messages/{message_id}/feedback',
  access: 'message.send',
  limited: true,
  body: RateAnswer,
  status: 200,
  reply: Rating,
})

export const clearRating = operation({
  rule: 'behaviour.md#ratings',
  summary: 'Remove your rating of an answer',
  description: '204, also when there was no rating.',
  method: 'delete',
  path: '/conversations/{conversation_id}/messages/{message_id}/feedback',
  access: 'message.send',
  limited: true,
  status: 204,
})
