import { z } from 'zod'
import { Actor } from './audit.ts'
import { Conversation, Message, RatingValue } from './conversation.ts'
import { ListQuery, operation, page } from './operation.ts'
import { lineText, longText, Timestamp } from './text.ts'
import { channels, Day } from './usage.ts'

/** How the last answer of a conversation ended. */
export const outcomes = ['answered', 'abstained', 'interrupted', 'failed'] as const
export type Outcome = (typeof outcomes)[number]

export const MAX_FIRST_QUESTION_CHARS = 500
export const MAX_PAGE_CHARS = 512

/** A conversation as the inbox lists it (docs/behaviour.md#inbox). */
export const InboxConversation = Conversation.extend({
  channel: z.enum(channels),
  deployment_id: z.uuid().nullable(),
  visitor_id: z.uuid().nullable(),
  page: z.string().nullable().describe('Of the website that the widget was on: origin and path.'),
  first_question: z
    .string()
    .nullable()
    .describe('Its beginning; `null` before the first question.'),
  last_outcome: z.enum(outcomes).nullable(),
  ratings: z.strictObject({ up: z.int(), down: z.int() }),
  handled: z.strictObject({ at: Timestamp, by: Actor, note: z.string().nullable() }).nullable(),
})
export type InboxConversation = z.infer<typeof InboxConversation>

export const MAX_SHOWN_ENDINGS = 1000

/** How an answer ended, beside its message, and what its reader thought of it. */
const AnswerEnding = z.strictObject({
  message_id: z.uuid(),
  abstention_reason: z.string().nullable(),
  error_code: z.string().nullable().describe('Of an answer that failed or was interrupted.'),
  rating: z.strictObject({ rating: RatingValue, note: z.string().nullable() }).nullable(),
  opened: z
    .strictObject({
      citations: z.array(z.int()).describe('By their ordinals.'),
      links: z.array(z.int()).describe('By their places, from 1.'),
    })
    .describe('What its reader opened.'),
})

/** One conversation of the inbox, with its answers in their order. */
export const OpenedConversation = InboxConversation.extend({
  answers: z.array(AnswerEnding).max(MAX_SHOWN_ENDINGS),
  messages: page(Message).describe('The first 50; the others follow its cursor in the list.'),
})
export type OpenedConversation = z.infer<typeof OpenedConversation>

const Flag = z.enum(['true', 'false'], { error: 'must be true or false' })

/** What only `owner=all` can be filtered by. */
const inboxFilters = {
  channel: z.enum(channels, { error: `must be one of ${channels.join(', ')}` }).optional(),
  deployment_id: z.string().optional(),
  outcome: z.enum(outcomes, { error: `must be one of ${outcomes.join(', ')}` }).optional(),
  rating: RatingValue.optional(),
  document_id: z.string().optional().describe('Cited by an answer.'),
  q: lineText(1, 200)
    .optional()
    .describe('Words of the transcript; the most relevant conversation comes first.'),
  from: Day.optional().describe('UTC day of the beginning, inclusive.'),
  to: Day.optional().describe('UTC day of the beginning, inclusive.'),
  handled: Flag.optional(),
}

export const inboxFilterNames = Object.keys(inboxFilters) as (keyof typeof inboxFilters)[]

export const ListConversations = ListQuery.extend({
  assistant_id: z.string().optional(),
  archived: Flag.optional().describe('`true` for archived ones only.'),
  owner: z
    .enum(['me', 'all'], { error: 'must be me or all' })
    .default('me')
    .describe(
      "`all` for everyone's including those of the widget: requires `inbox.read`; an editor gets those of the widget.",
    ),
  ...inboxFilters,
})
export type ListConversations = z.infer<typeof ListConversations>

/** Whether somebody has seen to a conversation; `by` and `at` are null while nobody has. */
export const Handling = z.strictObject({
  handled: z.boolean(),
  note: z.string().nullable(),
  by: Actor.nullable(),
  at: Timestamp.nullable(),
})
export type Handling = z.infer<typeof Handling>

export const SetHandling = z.strictObject({
  handled: z.boolean({ error: 'must be true or false' }),
  note: longText(1000).nullish(),
})
export type SetHandling = z.infer<typeof SetHandling>

export const listConversations = operation({
  rule: 'behaviour.md#inbox',
  summary: 'List conversations',
  description:
    'Your own, without the archived ones. The filters from `channel` on go with `owner=all`, which lists conversations as the inbox has them.',
  method: 'get',
  path: '/conversations',
  access: 'assistant.read',
  limited: true,
  query: ListConversations,
  status: 200,
  reply: page(z.union([InboxConversation, Conversation])),
})

export const openConversation = operation({
  rule: 'behaviour.md#inbox',
  summary: 'Read a conversation of the inbox',
  description: `As \`owner=all\` lists it, with its first ${MAX_SHOWN_ENDINGS} answers in their order. An editor opens the widget's conversations.`,
  method: 'get',
  path: '/conversations/{conversation_id}/inbox',
  access: 'inbox.read',
  status: 200,
  reply: OpenedConversation,
})

export const setHandling = operation({
  rule: 'behaviour.md#inbox',
  summary: 'Mark a conversation as handled, or not',
  description:
    "An editor handles the widget's conversations. The next question in the conversation takes the mark away.",
  method: 'put',
  path: '/conversations/{conversation_id}/handling',
  access: 'inbox.handle',
  body: SetHandling,
  status: 200,
  audit: { action: 'conversation.handled' },
  reply: Handling,
})
