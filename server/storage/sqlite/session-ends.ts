import type { Database } from 'better-sqlite3'

export type SessionEnds = ReturnType<typeof createSessionEnds>

/**
 * Ends console sessions, each with the support session that is open in it: `ended_by_staff`. For
 * steps that are already inside a transaction.
 */
export function createSessionEnds(db: Database) {
  return {
    /** One session. */
    one: ending<{ id: string }>(db, 'id = :id'),
    /** Every session of a person. */
    ofUser: ending<{ user_id: string }>(db, 'user_id = :user_id'),
    /** Every session of a person but one. */
    others: ending<{ id: string; user_id: string }>(db, 'user_id = :user_id AND id <> :id'),
    /** Every session of a person in one organization. */
    ofMember: ending<{ user_id: string; organization_id: string }>(
      db,
      'user_id = :user_id AND organization_id = :organization_id',
    ),
  }
}

function ending<Which extends object>(db: Database, which: string) {
  const stopSupport = db.prepare<Which & { now: string }>(`
    UPDATE support_sessions
       SET "end" = 'ended_by_staff', expires_at = :now
     WHERE "end" IS NULL AND expires_at > :now
       AND id IN (SELECT support_session_id FROM sessions WHERE ${which})
  `)
  const remove = db.prepare<Which>(`DELETE FROM sessions WHERE ${which}`)
  return (which: Which, now: string) => {
    stopSupport.run({ ...which, now })
    remove.run(which)
  }
}
