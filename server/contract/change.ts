import { z } from 'zod'
import { operation, type Permission } from './operation.ts'

/** The kinds of things whose changes are told, each with the permission to read it. */
export const changeKinds = {
  api_key: 'api_key.manage',
  assistant: 'assistant.read',
  branding: 'branding.read',
  collection: 'knowledge.read',
  conversation: 'inbox.read',
  curated_answer: 'knowledge.read',
  deployment: 'widget.read',
  document: 'knowledge.read',
  gap: 'usage.read',
  job: 'knowledge.read',
  member: 'member.manage',
  organization: 'organization.manage',
  question: 'knowledge.read',
  source: 'knowledge.read',
  support_access: 'support_access.manage',
  webhook: 'organization.manage',
  test_question: 'assistant.manage',
  test_run: 'assistant.manage',
} as const satisfies Record<string, Permission>
export type ChangeKind = keyof typeof changeKinds

/** That something was made, changed or deleted (docs/behaviour.md#changes). */
export interface Change {
  kind: ChangeKind
  /** null: several of the kind, or one that has no id of its own. */
  id: string | null
  /** null: it has none. */
  revision: number | null
}

/** An event of the stream: `reset` says that changes were missed. */
export type ChangeEvent =
  | { type: 'changed'; data: Change }
  | { type: 'reset'; data: Record<string, never> }

export const followChanges = operation({
  rule: 'behaviour.md#changes',
  summary: 'Follow what changes',
  description:
    'A `text/event-stream` of what changes in the organization, without content: `changed` with `{kind, id, revision}`, and `reset` after changes were missed. Only kinds that your role may read. It ends with the session, the membership or the support session; a session has at most four, another one is 429.',
  method: 'get',
  path: '/events',
  access: 'session',
  headers: z.object({ 'last-event-id': z.string().max(100).optional() }),
  status: 200,
  replyAs: 'changes',
})
