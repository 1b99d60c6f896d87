import type { Database } from 'better-sqlite3'
import type { Visitor, Visitors } from '../ports/visitors.ts'
import { type AskerRow, toAskerRow } from './conversations.ts'
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

  // Messages, ratings and an answer in progress are deleted with their conversation.
  const eraseConversations = db.prepare<AskerRow>(`
    DELETE FROM conversations
     WHERE organization_id = :organization_id
       AND owner_type = :owner_type AND owner_id = :owner_id AND visitor_id = :visitor_id
  `)
  const eraseVisitor = db.prepare<AskerRow>(`
    DELETE FROM visitors
     WHERE id = :visitor_id AND deployment_id = :owner_id
       AND EXISTS (SELECT 1 FROM deployments
                    WHERE deployments.id = :owner_id AND organization_id = :organization_id)
  `)
  const erase = db.transaction((asker: AskerRow) => {
    eraseConversations.run(asker)
    eraseVisitor.run(asker)
  })

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

    erase: (asker) => erase.immediate(toAskerRow(asker)),
  }
}
