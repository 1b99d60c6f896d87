import { type Step, sql, tell } from './step.ts'

/** Ends one console session, with the support session that is open in it: `ended_by_staff`. */
export const endSession = ending<{ id: string }>('sessions.id = :id')

/** Ends every console session of a person. */
export const endSessionsOfUser = ending<{ user_id: string }>('sessions.user_id = :user_id')

/** Ends every console session of a person but one. */
export const endOtherSessions = ending<{ id: string; user_id: string }>(
  'sessions.user_id = :user_id AND sessions.id <> :id',
)

/** Ends every console session of a person in one organization. */
export const endSessionsOfMember = ending<{ user_id: string; organization_id: string }>(
  'sessions.user_id = :user_id AND sessions.organization_id = :organization_id',
)

/** Ends the support session that is open in a console session, which goes on. */
export const leaveSupport = stopping<{ id: string }>('sessions.id = :id')

type Ending<Which> = (which: Which & { now: string }) => Step<void>

function ending<Which extends object>(which: string): Ending<Which> {
  const stop = stopping<Which>(which)
  const remove = sql<Which>(`DELETE FROM sessions WHERE ${which}`)
  return function* (values) {
    yield* stop(values)
    yield* remove.run(values)
  }
}

function stopping<Which extends object>(which: string): Ending<Which> {
  const stop = sql<Which & { now: string }, { organization_id: string }>(`
    UPDATE support_sessions
       SET "end" = 'ended_by_staff', expires_at = :now
      FROM sessions
      JOIN support_sessions_of_users AS opened
        ON opened.user_id = sessions.user_id
       AND opened.support_session_id = sessions.support_session_id
     WHERE ${which}
       AND support_sessions.organization_id = opened.organization_id
       AND support_sessions.id = opened.support_session_id
       AND "end" IS NULL AND support_sessions.expires_at > :now
    RETURNING support_sessions.organization_id
  `)
  return function* (values) {
    for (const { organization_id } of yield* stop.all(values)) {
      yield* tell({ organization_id, kind: 'support_access', id: null, revision: null })
    }
  }
}
