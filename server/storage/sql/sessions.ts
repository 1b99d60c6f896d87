import { NEWEST } from '../paging.ts'
import type { NewSession, PresentedSession, Sessions } from '../ports/sessions.ts'
import {
  type ListedSessionRow,
  type SessionRow,
  toPresentedSession,
  toStoredSession,
} from '../rows/sessions.ts'
import { readPage } from './paging.ts'
import { endOtherSessions, endSession, leaveSupport } from './session-ends.ts'
import { type Driver, type Step, sql } from './step.ts'
import { findSupport } from './support-sessions.ts'

interface Move {
  id: string
  organization_id: string
}

const insert = sql<NewSession & { token_hash: string }>(`
  INSERT INTO sessions (id, token_hash, user_id, organization_id, created_at, expires_at)
  VALUES (:id, :token_hash, :user_id, :organization_id, :created_at, :expires_at)
`)
const forgetExpired = sql<{ now: string }>('DELETE FROM sessions WHERE expires_at <= :now')
const byToken = sql<{ token_hash: string; now: string }, SessionRow>(
  presenting('token_hash = :token_hash'),
)
const byId = sql<{ id: string; now: string }, SessionRow>(presenting('sessions.id = :id'))
const page = sql<{ user_id: string; now: string; rows: number } & typeof NEWEST, ListedSessionRow>(`
  SELECT sessions.id, sessions.created_at, expires_at, organization_id, slug,
         name AS organization_name
    FROM sessions
    LEFT JOIN organizations ON organizations.id = organization_id
   WHERE user_id = :user_id
     AND expires_at > :now
     AND (sessions.created_at, sessions.id) < (:created_at, :id)
   ORDER BY sessions.created_at DESC, sessions.id DESC
   LIMIT :rows
`)
const prolong = sql<{ id: string; expires_at: string }>(`
  UPDATE sessions SET expires_at = :expires_at WHERE id = :id
`)
const confirm = sql<{ id: string; now: string }>(`
  UPDATE sessions SET confirmed_at = :now WHERE id = :id
`)
const mayMove = sql<Move>(`
  SELECT 1
    FROM sessions
    JOIN memberships
      ON memberships.organization_id = :organization_id AND memberships.user_id = sessions.user_id
    JOIN organizations ON organizations.id = memberships.organization_id
   WHERE sessions.id = :id AND status = 'active'
`)
const move = sql<Move>(`
  UPDATE sessions
     SET organization_id = :organization_id, support_session_id = NULL
   WHERE id = :id
`)
const keepOrganization = sql<{ user_id: string; organization_id: string }>(`
  UPDATE users SET last_organization_id = :organization_id WHERE id = :user_id
`)
const personOf = sql<{ id: string }, { user_id: string }>(`
  SELECT user_id FROM sessions WHERE id = :id
`)

export function createSessions(db: Driver): Sessions {
  return {
    create: (session, token_hash) =>
      db.step(function* () {
        const { user_id, organization_id } = session
        yield* forgetExpired.run({ now: session.created_at })
        yield* insert.run({ ...session, token_hash })
        if (organization_id) yield* keepOrganization.run({ user_id, organization_id })
      }),

    present: (token_hash, now) =>
      db.run(function* () {
        return yield* presented(yield* byToken.get({ token_hash, now }), now)
      }),
    presentAgain: (id, now) =>
      db.run(function* () {
        return yield* presented(yield* byId.get({ id, now }), now)
      }),

    prolong: (id, expires_at) =>
      db.run(function* () {
        yield* prolong.run({ id, expires_at })
      }),

    confirm: (id, now) =>
      db.run(function* () {
        yield* confirm.run({ id, now })
      }),

    switchTo: (id, organization_id, now) =>
      db.step(function* () {
        if (!(yield* mayMove.get({ id, organization_id }))) return false
        yield* leaveSupport({ id, now })
        yield* move.run({ id, organization_id })
        const person = yield* personOf.get({ id })
        if (person) yield* keepOrganization.run({ ...person, organization_id })
        return true
      }),

    list: (user_id, now, paging) =>
      db.run(() =>
        readPage(
          paging,
          { list: ['sessions', user_id], start: NEWEST },
          (range) => page.all({ user_id, now, ...range }),
          toStoredSession,
        ),
      ),

    end: (id, now) => db.step(() => endSession({ id, now })),
    endOthers: (session, now) => db.step(() => endOtherSessions({ ...session, now })),
  }
}

function presenting(condition: string): string {
  return `
    SELECT sessions.id, sessions.expires_at,
           coalesce(sessions.confirmed_at, sessions.created_at) AS confirmed_at,
           users.id AS user_id, email, users.name AS user_name, staff,
           sessions.organization_id, slug, organizations.name AS organization_name, role,
           support_session_id
      FROM sessions
      JOIN users ON users.id = sessions.user_id
      LEFT JOIN organizations ON organizations.id = sessions.organization_id
      LEFT JOIN memberships
        ON memberships.organization_id = sessions.organization_id
       AND memberships.user_id = sessions.user_id
     WHERE ${condition}
       AND sessions.expires_at > :now
       AND (sessions.organization_id IS NULL
            OR (organizations.status = 'active' AND role IS NOT NULL))
  `
}

function* presented(row: SessionRow | undefined, now: string): Step<PresentedSession | null> {
  if (!row) return null
  const { user_id, support_session_id: id } = row
  return toPresentedSession(row, id === null ? null : yield* findSupport({ user_id, id, now }))
}
