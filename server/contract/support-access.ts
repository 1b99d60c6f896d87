import { z } from 'zod'
import { ListQuery, operation, page } from './operation.ts'
import { Timestamp } from './text.ts'

/** Why a support session stopped (completions 11). */
export const supportEnds = [
  'expired',
  'access_turned_off',
  'ended_by_organization',
  'ended_by_staff',
] as const
export type SupportEnd = (typeof supportEnds)[number]

/** Contract §2.7. `expires_at` is when it stops, or stopped. */
export const SupportSession = z.strictObject({
  id: z.uuid(),
  staff_name: z.string(),
  staff_email: z.string(),
  reason: z.string(),
  started_at: Timestamp,
  expires_at: Timestamp,
  end: z.enum(supportEnds).nullable(),
})
export type SupportSession = z.infer<typeof SupportSession>

/** Contract §2.7. `history` holds the latest 100. */
export const SupportAccess = z.strictObject({
  allowed: z.boolean(),
  active: z.array(SupportSession),
  history: z.array(SupportSession),
})
export type SupportAccess = z.infer<typeof SupportAccess>

export const SetSupportAccess = z.strictObject({ allowed: z.boolean() })
export type SetSupportAccess = z.infer<typeof SetSupportAccess>

/** One request within a support session (completions 11). */
export const SupportRequest = z.strictObject({
  method: z.string(),
  path: z.string(),
  at: Timestamp,
})
export type SupportRequest = z.infer<typeof SupportRequest>

export const getSupportAccess = operation({
  section: '4.7',
  summary: 'Read whether support may look in, and who does or did',
  method: 'get',
  path: '/support-access',
  access: 'support_access.manage',
  status: 200,
  reply: SupportAccess,
})

export const setSupportAccess = operation({
  section: 'completions 11',
  summary: 'Turn support access on, or off with every live session',
  method: 'put',
  path: '/support-access',
  access: 'support_access.manage',
  body: SetSupportAccess,
  status: 200,
  reply: SupportAccess,
})

export const endSupportSession = operation({
  section: 'completions 11',
  summary: 'End a support session',
  method: 'delete',
  path: '/support-access/sessions/{support_session_id}',
  access: 'support_access.manage',
  status: 200,
  reply: SupportAccess,
})

export const listSupportRequests = operation({
  section: 'completions 11',
  summary: 'List what was looked at in a support session',
  method: 'get',
  path: '/support-access/sessions/{support_session_id}/requests',
  access: 'support_access.manage',
  query: ListQuery,
  status: 200,
  reply: page(SupportRequest),
})
