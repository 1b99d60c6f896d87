import { ServiceError } from '../contract/errors.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import type { OpenedSupportSession, OpenSupportSession } from '../contract/session.ts'
import type { SetSupportAccess, SupportAccess, SupportRequest } from '../contract/support-access.ts'
import type { Caller } from '../identity/caller.ts'
import type { PresentedSession } from '../storage/ports/sessions.ts'
import type { Store } from '../storage/store.ts'
import type { RecordLater } from './audit.ts'
import { found } from './not-found.ts'

export type SupportAccesses = ReturnType<typeof createSupportAccess>

/**
 * Support access to an organization and its sessions, whose states are listed in
 * docs/behaviour.md#support-access.
 */
export function createSupportAccess({
  store,
  recordLater,
  now,
  newId,
}: {
  store: Store
  recordLater: RecordLater
  now: () => string
  newId: () => string
}) {
  function get({ organization_id }: Caller): Promise<SupportAccess> {
    return store.supportSessions.state(organization_id, now())
  }

  return {
    get,

    async set(caller: Caller, { allowed }: SetSupportAccess): Promise<SupportAccess> {
      await store.supportSessions.allow(caller.organization_id, allowed, now())
      return get(caller)
    },

    /** Idempotent: a session that has ended is unchanged. */
    async end(caller: Caller, id: string): Promise<SupportAccess> {
      const { organization_id } = caller
      if (await store.supportSessions.endByOrganization(organization_id, id, now())) {
        return get(caller)
      }
      throw unknownSession()
    },

    async requests(
      { organization_id }: Caller,
      id: string,
      paging: ListQuery,
    ): Promise<Page<SupportRequest>> {
      const page = await store.supportSessions.requests(organization_id, id, paging)
      return found(page, 'Support session')
    },

    /** `not_found` for an unknown organization and for one without support access. */
    async open(
      { id: console_session_id, user }: PresentedSession,
      { organization, reason, minutes }: OpenSupportSession,
    ): Promise<OpenedSupportSession> {
      const started_at = now()
      const opened = await store.supportSessions.open(console_session_id, {
        id: newId(),
        organization,
        user_id: user.id,
        staff_name: user.name,
        staff_email: user.email,
        reason,
        started_at,
        expires_at: new Date(Date.parse(started_at) + minutes * 60_000).toISOString(),
      })
      const session = found(opened, 'Organization')
      const actor = { type: 'staff' as const, id: user.id }
      recordLater(session.organization.id, { action: 'support.started', actor })
      return session
    },

    async close({ user }: PresentedSession, id: string): Promise<void> {
      if (!(await store.supportSessions.endByStaff(user.id, id, now()))) throw unknownSession()
    },
  }
}

function unknownSession(): ServiceError {
  return new ServiceError('not_found', 'Support session not found.')
}
