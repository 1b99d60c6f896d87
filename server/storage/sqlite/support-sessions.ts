import type { Database } from 'better-sqlite3'
import { v7 as newId } from 'uuid'
import type { SupportRequest, SupportSession } from '../../contract/support-access.ts'
import type { PresentedSupport } from '../ports/sessions.ts'
import type { SupportSessions } from '../ports/support-sessions.ts'
import {
  MAX_HISTORY,
  type SupportRow,
  toPresentedSupport,
  withoutLive,
} from '../rows/support-sessions.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

const LATEST = { id: '~' }

/**
 * `end` of a support session (docs/behaviour.md#support-access): null while live; `expired` is not
 * stored, but derived from expires_at; every other is written once, by a guarded step that also
 * sets expires_at to its time.
 */
const COLUMNS = `support_sessions.id, staff_name, staff_email, reason, started_at, support_sessions.expires_at,
           coalesce("end", CASE WHEN support_sessions.expires_at <= :now THEN 'expired' END) AS "end"`

const LIVE = `"end" IS NULL AND expires_at > :now`

type Opening = Parameters<SupportSessions['open']>[1]

export type FindSupport = ReturnType<typeof createFindSupport>

type OfOrganization = ReturnType<typeof prepareOfOrganization>

export function createSupportSessions(
  db: Database,
  { findSupport }: { findSupport: FindSupport },
): Sync<SupportSessions> {
  const ofOrganization = prepareOfOrganization(db)
  return {
    ...accessOf(db),
    ...openingOf(db, findSupport),
    ...endingOf(db, ofOrganization),
    ...requestsOf(db, ofOrganization),
  }
}

function prepareOfOrganization(db: Database) {
  return db.prepare<{ organization_id: string; id: string }>(`
    SELECT 1 FROM support_sessions WHERE id = :id AND organization_id = :organization_id
  `)
}

function accessOf(db: Database): Pick<Sync<SupportSessions>, 'allow' | 'state'> {
  const setAllowed = db.prepare<{ organization_id: string; allowed: number }>(`
    UPDATE organizations SET support_access = :allowed WHERE id = :organization_id
  `)
  const stopAll = db.prepare<{ organization_id: string; now: string }>(`
    UPDATE support_sessions
       SET "end" = 'access_turned_off', expires_at = :now
     WHERE organization_id = :organization_id AND ${LIVE}
  `)
  const allowed = db.prepare<{ organization_id: string }, { support_access: 0 | 1 }>(`
    SELECT support_access FROM organizations WHERE id = :organization_id
  `)
  const live = db.prepare<{ organization_id: string; now: string }, SupportSession>(`
    SELECT ${COLUMNS}
      FROM support_sessions
     WHERE organization_id = :organization_id AND ${LIVE}
     ORDER BY started_at DESC, id DESC
  `)
  const latest = db.prepare<
    { organization_id: string; now: string; rows: number },
    SupportSession
  >(`
    SELECT ${COLUMNS}
      FROM support_sessions
     WHERE organization_id = :organization_id
     ORDER BY started_at DESC, id DESC
     LIMIT :rows
  `)

  const allow = db.transaction<Sync<SupportSessions>['allow']>((organization_id, allowed, now) => {
    setAllowed.run({ organization_id, allowed: allowed ? 1 : 0 })
    if (!allowed) stopAll.run({ organization_id, now })
  })

  return {
    allow: (...values) => allow.immediate(...values),

    state: (organization_id, now) => ({
      allowed: allowed.get({ organization_id })?.support_access === 1,
      active: live.all({ organization_id, now }),
      history: latest.all({ organization_id, now, rows: MAX_HISTORY }),
    }),
  }
}

function openingOf(db: Database, findSupport: FindSupport): Pick<Sync<SupportSessions>, 'open'> {
  const insert = db.prepare<Opening>(`
    INSERT INTO support_sessions (id, organization_id, user_id, staff_name, staff_email, reason,
                                  started_at, expires_at, "end")
    SELECT :id, id, :user_id, :staff_name, :staff_email, :reason, :started_at, :expires_at, NULL
      FROM organizations
     WHERE (slug = :organization OR id = :organization) AND status = 'active' AND support_access = 1
     LIMIT 1
  `)
  const leave = db.prepare<{ console_session_id: string; now: string }>(`
    UPDATE support_sessions
       SET "end" = 'ended_by_staff', expires_at = :now
     WHERE ${LIVE}
       AND id = (SELECT support_session_id FROM sessions WHERE id = :console_session_id)
  `)
  const enter = db.prepare<{ console_session_id: string; id: string }>(`
    UPDATE sessions SET support_session_id = :id WHERE id = :console_session_id
  `)

  const open = db.transaction<Sync<SupportSessions>['open']>((console_session_id, opening) => {
    const { id, started_at: now } = opening
    if (insert.run(opening).changes === 0) return null
    leave.run({ console_session_id, now })
    enter.run({ console_session_id, id })
    const opened = findSupport(id, now)
    return opened && withoutLive(opened)
  })

  return {
    open: (...values) => open.immediate(...values),
  }
}

function endingOf(
  db: Database,
  ofOrganization: OfOrganization,
): Pick<Sync<SupportSessions>, 'endByOrganization' | 'endByStaff'> {
  const stopByOrganization = db.prepare<{ organization_id: string; id: string; now: string }>(`
    UPDATE support_sessions
       SET "end" = 'ended_by_organization', expires_at = :now
     WHERE id = :id AND organization_id = :organization_id AND ${LIVE}
  `)
  const stopByStaff = db.prepare<{ user_id: string; id: string; now: string }>(`
    UPDATE support_sessions
       SET "end" = 'ended_by_staff', expires_at = :now
     WHERE id = :id AND user_id = :user_id AND ${LIVE}
  `)
  const leaveEverywhere = db.prepare<{ id: string }>(`
    UPDATE sessions SET support_session_id = NULL WHERE support_session_id = :id
  `)
  const ofStaff = db.prepare<{ user_id: string; id: string }>(`
    SELECT 1 FROM support_sessions WHERE id = :id AND user_id = :user_id
  `)

  const endByStaff = db.transaction<Sync<SupportSessions>['endByStaff']>((user_id, id, now) => {
    if (!ofStaff.get({ user_id, id })) return false
    stopByStaff.run({ user_id, id, now })
    leaveEverywhere.run({ id })
    return true
  })

  return {
    endByOrganization(organization_id, id, now) {
      stopByOrganization.run({ organization_id, id, now })
      return ofOrganization.get({ organization_id, id }) !== undefined
    },

    endByStaff: (...values) => endByStaff.immediate(...values),
  }
}

function requestsOf(
  db: Database,
  ofOrganization: OfOrganization,
): Pick<Sync<SupportSessions>, 'record' | 'requests'> {
  const record = db.prepare<
    SupportRequest & { organization_id: string; id: string; request_id: string }
  >(`
    INSERT INTO support_requests (organization_id, support_session_id, id, method, path, at)
    SELECT organization_id, id, :request_id, :method, :path, :at
      FROM support_sessions
     WHERE id = :id AND organization_id = :organization_id
  `)
  const requests = db.prepare<
    { support_session_id: string; rows: number } & typeof LATEST,
    SupportRequest & typeof LATEST
  >(`
    SELECT id, method, path, at
      FROM support_requests
     WHERE support_session_id = :support_session_id AND id < :id
     ORDER BY id DESC
     LIMIT :rows
  `)

  return {
    record(organization_id, id, request) {
      record.run({ ...request, organization_id, id, request_id: newId() })
    },

    requests(organization_id, id, paging) {
      if (!ofOrganization.get({ organization_id, id })) return null
      return readPage(
        paging,
        { list: ['support-requests', id], start: LATEST },
        (range) => requests.all({ support_session_id: id, ...range }),
        ({ method, path, at }) => ({ method, path, at }),
      )
    },
  }
}

/** Looks a support session up with its organization. */
export function createFindSupport(db: Database) {
  const byId = db.prepare<{ id: string; now: string }, SupportRow>(`
    SELECT ${COLUMNS}, organization_id, slug, organizations.name AS organization_name,
           organizations.status = 'active' AND staff AS may_read
      FROM support_sessions
      JOIN organizations ON organizations.id = organization_id
      JOIN users ON users.id = user_id
     WHERE support_sessions.id = :id
  `)
  return (id: string, now: string): PresentedSupport | null => {
    const row = byId.get({ id, now })
    return row ? toPresentedSupport(row) : null
  }
}
