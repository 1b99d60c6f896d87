import type { Database } from 'better-sqlite3'
import { NEWEST } from '../paging.ts'
import type { NewSession, PresentedSession, Sessions } from '../ports/sessions.ts'
import {
  type ListedSessionRow,
  type SessionRow,
  toPresentedSession,
  toStoredSession,
} from '../rows/sessions.ts'
import { readPage } from './paging.ts'
import { plannedOnce } from './planned-once.ts'
import type { Sync } from './promised.ts'
import type { SessionEnds } from './session-ends.ts'
import type { FindSupport } from './support-sessions.ts'

export function createSessions(
  db: Database,
  { ends, findSupport }: { ends: SessionEnds; findSupport: FindSupport },
): Sync<Sessions> {
  return { ...presenceOf(db, findSupport), ...listOf(db), ...switchingOf(db), ...endsOf(db, ends) }
}

function presenceOf(
  db: Database,
  findSupport: FindSupport,
): Pick<Sync<Sessions>, 'create' | 'present' | 'presentAgain' | 'prolong' | 'confirm'> {
  const insert = db.prepare<NewSession & { token_hash: string }>(`
    INSERT INTO sessions (id, token_hash, user_id, organization_id, support_session_id, created_at,
                          expires_at)
    VALUES (:id, :token_hash, :user_id, :organization_id, NULL, :created_at, :expires_at)
  `)
  const forgetExpired = db.prepare<{ now: string }>(`
    DELETE FROM sessions WHERE expires_at <= :now
  `)
  const byToken = db.prepare<{ token_hash: string; now: string }, SessionRow>(
    plannedOnce(present('token_hash = :token_hash')),
  )
  const byId = db.prepare<{ id: string; now: string }, SessionRow>(present('sessions.id = :id'))
  const prolong = db.prepare<{ id: string; expires_at: string }>(`
    UPDATE sessions SET expires_at = :expires_at WHERE id = :id
  `)
  const confirm = db.prepare<{ id: string; now: string }>(`
    UPDATE sessions SET confirmed_at = :now WHERE id = :id
  `)

  function toPresented(row: SessionRow | undefined, now: string): PresentedSession | null {
    if (!row) return null
    const support = row.support_session_id ? findSupport(row.support_session_id, now) : null
    return toPresentedSession(row, support)
  }

  return {
    create(session, token_hash) {
      forgetExpired.run({ now: session.created_at })
      insert.run({ ...session, token_hash })
    },

    present(token_hash, now) {
      return toPresented(byToken.get({ token_hash, now }), now)
    },

    presentAgain(id, now) {
      return toPresented(byId.get({ id, now }), now)
    },

    prolong(id, expires_at) {
      prolong.run({ id, expires_at })
    },

    confirm(id, now) {
      confirm.run({ id, now })
    },
  }
}

function listOf(db: Database): Pick<Sync<Sessions>, 'list'> {
  const list = db.prepare<
    { user_id: string; now: string; rows: number } & typeof NEWEST,
    ListedSessionRow
  >(`
    SELECT sessions.id, sessions.created_at, expires_at, organization_id, slug, name AS organization_name
      FROM sessions
      LEFT JOIN organizations ON organizations.id = organization_id
     WHERE user_id = :user_id
       AND expires_at > :now
       AND (sessions.created_at, sessions.id) < (:created_at, :id)
     ORDER BY sessions.created_at DESC, sessions.id DESC
     LIMIT :rows
  `)

  return {
    list(user_id, now, paging) {
      return readPage(
        paging,
        { list: ['sessions', user_id], start: NEWEST },
        (range) => list.all({ user_id, now, ...range }),
        toStoredSession,
      )
    },
  }
}

function switchingOf(db: Database): Pick<Sync<Sessions>, 'switchTo'> {
  const stopSupport = db.prepare<{ id: string; now: string }>(`
    UPDATE support_sessions
       SET "end" = 'ended_by_staff', expires_at = :now
     WHERE "end" IS NULL AND expires_at > :now
       AND id = (SELECT support_session_id FROM sessions WHERE id = :id)
  `)
  const mayMove = db.prepare<{ id: string; organization_id: string }>(`
    SELECT 1
      FROM sessions
      JOIN memberships ON memberships.user_id = sessions.user_id
      JOIN organizations ON organizations.id = memberships.organization_id
     WHERE sessions.id = :id AND organizations.id = :organization_id AND status = 'active'
  `)
  const move = db.prepare<{ id: string; organization_id: string }>(`
    UPDATE sessions
       SET organization_id = :organization_id, support_session_id = NULL
     WHERE id = :id
  `)

  const switchTo = db.transaction<Sync<Sessions>['switchTo']>((id, organization_id, now) => {
    if (!mayMove.get({ id, organization_id })) return false
    stopSupport.run({ id, now })
    move.run({ id, organization_id })
    return true
  })

  return {
    switchTo: (...values) => switchTo.immediate(...values),
  }
}

function endsOf(db: Database, ends: SessionEnds): Pick<Sync<Sessions>, 'end' | 'endOthers'> {
  const end = db.transaction<Sync<Sessions>['end']>((id, now) => ends.one({ id }, now))

  const endOthers = db.transaction<Sync<Sessions>['endOthers']>((session, now) =>
    ends.others(session, now),
  )

  return {
    end: (...values) => end.immediate(...values),
    endOthers: (...values) => endOthers.immediate(...values),
  }
}

function present(condition: string): string {
  return `
    SELECT sessions.id, sessions.expires_at,
           coalesce(sessions.confirmed_at, sessions.created_at) AS confirmed_at, users.id AS user_id, email, users.name AS user_name, staff,
           sessions.organization_id, slug, organizations.name AS organization_name, role,
           support_session_id
      FROM sessions
      JOIN users ON users.id = sessions.user_id
      LEFT JOIN organizations ON organizations.id = sessions.organization_id
      LEFT JOIN memberships ON memberships.organization_id = sessions.organization_id
                           AND memberships.user_id = sessions.user_id
     WHERE ${condition}
       AND sessions.expires_at > :now
       AND (sessions.organization_id IS NULL
            OR (organizations.status = 'active' AND role IS NOT NULL))
  `
}
