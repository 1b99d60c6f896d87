import { z } from 'zod'
import { Conversation, Message, Rating } from './conversation.ts'
import { ListQuery, operation, page } from './operation.ts'
import { Timestamp } from './text.ts'

/** A person who used a widget, known by a token alone (docs/behaviour.md#data-of-visitors). */
export const Visitor = z.strictObject({
  id: z.uuid(),
  deployment_id: z.uuid(),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp.describe('To within a minute.'),
  conversation_count: z.int(),
})
export type Visitor = z.infer<typeof Visitor>

/** Everything that is kept of a visitor. */
export const VisitorExport = z.strictObject({
  visitor: Visitor,
  conversations: z.array(
    z.strictObject({
      conversation: Conversation,
      messages: z.array(Message),
      ratings: z.array(Rating),
    }),
  ),
  exported_at: Timestamp,
})
export type VisitorExport = z.infer<typeof VisitorExport>

export const ListVisitors = ListQuery.extend({ deployment_id: z.string().optional() })
export type ListVisitors = z.infer<typeof ListVisitors>

export const listVisitors = operation({
  rule: 'behaviour.md#data-of-visitors',
  summary: 'List visitors',
  description: 'Those who were seen first last come first.',
  method: 'get',
  path: '/visitors',
  access: 'conversation.erase',
  query: ListVisitors,
  status: 200,
  reply: page(Visitor),
})

export const exportVisitor = operation({
  rule: 'behaviour.md#data-of-visitors',
  summary: 'Export what is kept of a visitor',
  method: 'get',
  path: '/visitors/{visitor_id}/export',
  access: 'conversation.erase',
  status: 200,
  audit: { action: 'export.created', target: 'visitor' },
  reply: VisitorExport,
})

export const eraseVisitor = operation({
  rule: 'behaviour.md#data-of-visitors',
  summary: 'Erase a visitor',
  description:
    'Erases all conversations of the visitor and voids the token. Backups keep them until they are rotated.',
  method: 'delete',
  path: '/visitors/{visitor_id}',
  access: 'conversation.erase',
  status: 204,
  audit: { action: 'erasure.visitor', target: 'visitor' },
})
