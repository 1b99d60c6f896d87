import type { PresentedSession } from '../storage/ports/sessions.ts'
import type { Caller } from './caller.ts'
import { permissionsOf, supportPermissions } from './permissions.ts'

const SESSION_MS = 14 * 86_400_000
/** For so long a proof of who acts in a session counts (docs/behaviour.md#asking-again). */
const CONFIRMED_MS = 10 * 60_000
/** A session's use is recorded at most this often, so that not every request is a write. */
const RENEWAL_INTERVAL_MS = 60_000

/** When a session expires that is used now: after 14 days (docs/behaviour.md#console-sessions). */
export function sessionExpiry(now: string): string {
  return new Date(Date.parse(now) + SESSION_MS).toISOString()
}

/** When a session was last used, to the minute. */
export function lastUse({ expires_at }: { expires_at: string }): string {
  return new Date(Date.parse(expires_at) - SESSION_MS).toISOString()
}

/** Whether a session's new expiry is to be stored: at most once a minute. */
export function isRenewalDue({ expires_at }: { expires_at: string }, now: string): boolean {
  return Date.parse(expires_at) + RENEWAL_INTERVAL_MS <= Date.parse(sessionExpiry(now))
}

/** Whether the person has proved within ten minutes who they are: by signing in, or again since. */
export function isConfirmed({ confirmed_at }: { confirmed_at: string }, now: string): boolean {
  return Date.parse(now) - Date.parse(confirmed_at) <= CONFIRMED_MS
}

/**
 * Who acts in a session: the person, or the staff in a live support session. null for staff who act
 * in no organization, and after a support session has ended.
 */
export function callerOf({ user, membership, support }: PresentedSession): Caller | null {
  const acting = {
    owner: { type: 'user', id: user.id },
    visitor_id: null,
    channel: 'console',
  } as const
  if (support) {
    const { live, organization } = support
    if (!live) return null
    const { id: organization_id } = organization
    return { ...acting, organization_id, role: null, permissions: supportPermissions }
  }
  if (!membership) return null
  const { organization, role } = membership
  return { ...acting, organization_id: organization.id, role, permissions: permissionsOf[role] }
}
