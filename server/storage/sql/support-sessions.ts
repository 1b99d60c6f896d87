import { v7 as newId } from 'uuid'
import type { SupportRequest, SupportSession } from '../../contract/support-access.ts'
import type { SupportSessions } from '../ports/support-sessions.ts'
import {
  MAX_HISTORY,
  type SupportRow,
  toPresentedSupport,
  withoutLive,
} from '../rows/support-sessions.ts'
import { tellOrganization } from './organizations.ts'
import { readPage } from './paging.ts'
import { leaveSupport } from './session-ends.ts'
import { type Driver, type Step, sql, tell } from './step.ts'

/** Sorts after every id. */
const LATEST = { id: '~' }

/**
 * `end` of a support session (docs/behaviour.md#support-access): null while live; `expired` is not
 * stored, but derived from expires_at; every other is written once, by a guarded step that also
 * sets expires_at to its time.
 */
const COLUMNS = `support_sessions.id, staff_name, staff_email, reason, started_at,
         support_sessions.expires_at,
         coalesce("end", CASE WHEN support_sessions.expires_at <= :now THEN 'expired' END) AS "end"`

const LIVE = `"end" IS NULL AND expires_at > :now`

interface OfOrganization {
  organization_id: string
  id: string
}

interface OfUser {
  user_id: string
  id: string
}

type Opening = Parameters<SupportSessions['open']>[1]

const setAllowed = sql<
  { organization_id: string; allowed: number },
  { id: string; revision: number }
>(`
  UPDATE organizations
     SET support_access = :allowed
   WHERE id = :organization_id
  RETURNING id, revision
`)
const stopAll = sql<{ organization_id: string; now: string }>(`
  UPDATE support_sessions
     SET "end" = 'access_turned_off', expires_at = :now
   WHERE organization_id = :organization_id AND ${LIVE}
`)
const allowed = sql<{ organization_id: string }, { support_access: 0 | 1 }>(`
  SELECT support_access FROM organizations WHERE id = :organization_id
`)
const live = sql<{ organization_id: string; now: string }, SupportSession>(`
  SELECT ${COLUMNS}
    FROM support_sessions
   WHERE organization_id = :organization_id AND ${LIVE}
   ORDER BY started_at DESC, id DESC
`)
const latest = sql<{ organization_id: string; now: string; rows: number }, SupportSession>(`
  SELECT ${COLUMNS}
    FROM support_sessions
   WHERE organization_id = :organization_id
   ORDER BY started_at DESC, id DESC
   LIMIT :rows
`)
const insert = sql<Opening, { organization_id: string }>(`
  INSERT INTO support_sessions (organization_id, id, user_id, staff_name, staff_email, reason,
                                started_at, expires_at)
  SELECT id, :id, :user_id, :staff_name, :staff_email, :reason, :started_at, :expires_at
    FROM organizations
   WHERE (slug = :organization OR id = :organization) AND status = 'active' AND support_access = 1
   LIMIT 1
  RETURNING organization_id
`)
const insertOfUser = sql<OfUser & { organization_id: string }>(`
  INSERT INTO support_sessions_of_users (user_id, support_session_id, organization_id)
  VALUES (:user_id, :id, :organization_id)
`)
const enter = sql<{ console_session_id: string; id: string }>(`
  UPDATE sessions SET support_session_id = :id WHERE id = :console_session_id
`)
const stop = sql<OfOrganization & { end: SupportSession['end']; now: string }>(`
  UPDATE support_sessions
     SET "end" = :end, expires_at = :now
   WHERE organization_id = :organization_id AND id = :id AND ${LIVE}
`)
const leaveEverywhere = sql<OfUser>(`
  UPDATE sessions
     SET support_session_id = NULL
   WHERE user_id = :user_id AND support_session_id = :id
`)
const ofOrganization = sql<OfOrganization>(`
  SELECT 1 FROM support_sessions WHERE organization_id = :organization_id AND id = :id
`)
const ofUser = sql<OfUser, { organization_id: string }>(`
  SELECT organization_id
    FROM support_sessions_of_users
   WHERE user_id = :user_id AND support_session_id = :id
`)
const record = sql<SupportRequest & OfOrganization & { request_id: string }>(`
  INSERT INTO support_requests (organization_id, support_session_id, id, method, path, at)
  VALUES (:organization_id, :id, :request_id, :method, :path, :at)
`)
const requests = sql<
  { organization_id: string; support_session_id: string; rows: number } & typeof LATEST,
  SupportRequest & typeof LATEST
>(`
  SELECT id, method, path, at
    FROM support_requests
   WHERE organization_id = :organization_id AND support_session_id = :support_session_id
     AND id < :id
   ORDER BY id DESC
   LIMIT :rows
`)
const byUser = sql<OfUser & { now: string }, SupportRow>(`
  SELECT ${COLUMNS}, opened.organization_id, slug, organizations.name AS organization_name,
         organizations.status = 'active' AND staff = 1 AS may_read
    FROM support_sessions_of_users AS opened
    JOIN support_sessions
      ON support_sessions.organization_id = opened.organization_id
     AND support_sessions.id = opened.support_session_id
    JOIN organizations ON organizations.id = opened.organization_id
    JOIN users ON users.id = opened.user_id
   WHERE opened.user_id = :user_id AND opened.support_session_id = :id
`)

/** A support session of a person, with its organization. */
export function* findSupport(which: OfUser & { now: string }) {
  const row = yield* byUser.get(which)
  return row ? toPresentedSupport(row) : null
}

function* end(ended: Parameters<typeof stop.run>[0]): Step<void> {
  if ((yield* stop.run(ended)) > 0) yield* tellChange(ended.organization_id)
}

function* tellChange(organization_id: string): Step<void> {
  yield* tell({ organization_id, kind: 'support_access', id: null, revision: null })
}

export function createSupportSessions(db: Driver): SupportSessions {
  return {
    allow: (organization_id, isAllowed, now) =>
      db.step(function* () {
        const values = { organization_id, allowed: isAllowed ? 1 : 0 }
        const organization = yield* setAllowed.get(values)
        if (organization) yield* tellOrganization(organization)
        if (isAllowed) return
        const ended = yield* stopAll.run({ organization_id, now })
        if (ended > 0) yield* tellChange(organization_id)
      }),

    state: (organization_id, now) =>
      db.snapshot(function* () {
        return {
          allowed: (yield* allowed.get({ organization_id }))?.support_access === 1,
          active: yield* live.all({ organization_id, now }),
          history: yield* latest.all({ organization_id, now, rows: MAX_HISTORY }),
        }
      }),

    open: (console_session_id, opening) =>
      db.step(function* () {
        const { id, user_id, started_at: now } = opening
        const inserted = yield* insert.get(opening)
        if (!inserted) return null
        const { organization_id } = inserted
        yield* insertOfUser.run({ user_id, id, organization_id })
        yield* leaveSupport({ id: console_session_id, now })
        yield* enter.run({ console_session_id, id })
        yield* tellChange(organization_id)
        const opened = yield* findSupport({ user_id, id, now })
        return opened && withoutLive(opened)
      }),

    endByOrganization: (organization_id, id, now) =>
      db.step(function* () {
        yield* end({ organization_id, id, end: 'ended_by_organization', now })
        return (yield* ofOrganization.get({ organization_id, id })) !== undefined
      }),

    endByStaff: (user_id, id, now) =>
      db.step(function* () {
        const opened = yield* ofUser.get({ user_id, id })
        if (!opened) return false
        yield* end({ ...opened, id, end: 'ended_by_staff', now })
        yield* leaveEverywhere.run({ user_id, id })
        return true
      }),

    record: (organization_id, id, request) =>
      db.run(function* () {
        yield* record.run({ organization_id, id, request_id: newId(), ...request })
      }),

    requests: (organization_id, id, paging) =>
      db.run(function* () {
        if (!(yield* ofOrganization.get({ organization_id, id }))) return null
        return yield* readPage(
          paging,
          { list: ['support-requests', id], start: LATEST },
          (range) => requests.all({ organization_id, support_session_id: id, ...range }),
          ({ method, path, at }) => ({ method, path, at }),
        )
      }),
  }
}
