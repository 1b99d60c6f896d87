import type { Database } from 'better-sqlite3'
import type { Visitor, Visitors } from '../ports/visitors.ts'
import { isDue } from './last-use.ts'
import type { Sync } from './promised.ts'

export function createVisitors(db: Database): Sync<Visitors> {
  const insert = db.prepare<Visitor & { deployment_id: string; token_hash: string }>(`
    INSERT INTO visitors (id, deployment_id, token_hash, expires_at)
    VALUES (:id, :deployment_id, :token_hash, :expires_at)
  `)
  const byToken = db.prepare<{ deployment_id: string; token_hash: string; now: string }, Visitor>(`
    SELECT id, expires_at
      FROM visitors
     WHERE token_hash = :token_hash AND deployment_id = :deployment_id AND expires_at > :now
  `)
  const prolong = db.prepare<Visitor>(`
    UPDATE visitors SET expires_at = :expires_at WHERE id = :id
  `)

  return {
    create(deployment_id, visitor, token_hash) {
      insert.run({ ...visitor, deployment_id, token_hash })
    },

    present(deployment_id, token_hash, now, expires_at) {
      const visitor = byToken.get({ deployment_id, token_hash, now })
      if (!visitor || !isDue(visitor.expires_at, expires_at)) return visitor ?? null
      prolong.run({ id: visitor.id, expires_at })
      return { id: visitor.id, expires_at }
    },
  }
}
