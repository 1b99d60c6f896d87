import { z } from 'zod'
import { ListQuery, operation, page } from './operation.ts'
import { Timestamp } from './text.ts'

/** Why a support session stopped (docs/behaviour.md#support-access). */
export const supportEnds = [
  'expired',
  'access_turned_off',
  'ended_by_organization',
  'ended_by_staff',
] as const
export type SupportEnd = (typeof supportEnds)[number]

export const SupportSession = z.strictObject({
  id: z.uuid(),
  staff_name: z.string(),
  staff_email: z.string(),
  reason: z.string(),
  started_at: Timestamp,
  expires_at: Timestamp.describe('When it stops or has stopped.'),
  end: z.enum(supportEnds).nullable().describe('Why it stopped.'),
})
export type SupportSession = z.infer<typeof SupportSession>

/** `history` has the latest 100 sessions. */
export const SupportAccess = z.strictObject({
  allowed: z.boolean(),
  active: z.array(SupportSession),
  history: z.array(SupportSession),
})
export type SupportAccess = z.infer<typeof SupportAccess>

export const SetSupportAccess = z.strictObject({ allowed: z.boolean() })
export type SetSupportAccess = z.infer<typeof SetSupportAccess>

/** A request made in a support session. */
export const SupportRequest = z.strictObject({
  method: z.string(),
  path: z.string().describe('With the query, up to 2,000 characters together.'),
  at: Timestamp,
})
export type SupportRequest = z.infer<typeof SupportRequest>

export const getSupportAccess = operation({
  rule: 'behaviour.md#support-access',
  summary: 'Read the support access',
  description: 'Whether it is allowed, the live sessions, and the latest 100 of all.',
  method: 'get',
  path: '/support-access',
  access: 'support_access.manage',
  status: 200,
  reply: SupportAccess,
})

export const setSupportAccess = operation({
  rule: 'behaviour.md#support-access',
  summary: 'Turn support access on or off',
  description: 'Turning it off ends every live session.',
  method: 'put',
  path: '/support-access',
  access: 'support_access.manage',
  confirmed: { allowed: true },
  body: SetSupportAccess,
  status: 200,
  audit: { action: 'support.access_changed', target: 'organization', told: ['allowed'] },
  reply: SupportAccess,
})

export const endSupportSession = operation({
  rule: 'behaviour.md#support-access',
  summary: 'End a support session',
  description: 'A session that has stopped is unchanged.',
  method: 'delete',
  path: '/support-access/sessions/{support_session_id}',
  access: 'support_access.manage',
  status: 200,
  audit: { action: 'support.ended', target: 'support_session' },
  reply: SupportAccess,
})

export const listSupportRequests = operation({
  rule: 'behaviour.md#support-access',
  summary: 'List the requests of a support session',
  description: 'Includes refused ones.',
  method: 'get',
  path: '/support-access/sessions/{support_session_id}/requests',
  access: 'support_access.manage',
  query: ListQuery,
  status: 200,
  reply: page(SupportRequest),
})
