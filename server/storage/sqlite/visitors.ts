import type { Database } from 'better-sqlite3'
import type { SeenVisitor, Visitor, Visitors } from '../ports/visitors.ts'
import { type AskerRow, toAskerRow } from '../rows/conversations.ts'
import { isDue } from '../rules/last-use.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

/** Sorts after every time. */
const NEWEST = { first_seen_at: '~', id: '~' }

const COLUMNS = `visitors.id, deployment_id, first_seen_at, visitors.expires_at,
       (SELECT count(*)
          FROM conversations
         WHERE owner_id = deployment_id AND visitor_id = visitors.id) AS conversation_count`

interface Place {
  organization_id: string
  deployment_id: string
}

export function createVisitors(db: Database): Sync<Visitors> {
  const insert = db.prepare<Visitor & Place & { token_hash: string; first_seen_at: string }>(`
    INSERT INTO visitors (organization_id, id, deployment_id, token_hash, first_seen_at, expires_at)
    SELECT organization_id, :id, id, :token_hash, :first_seen_at, :expires_at
      FROM deployments
     WHERE id = :deployment_id AND organization_id = :organization_id
  `)
  const byToken = db.prepare<Place & { token_hash: string; now: string }, Visitor>(`
    SELECT visitors.id, visitors.expires_at
      FROM visitors
     WHERE token_hash = :token_hash AND deployment_id = :deployment_id
       AND visitors.organization_id = :organization_id AND visitors.expires_at > :now
  `)
  const prolong = db.prepare<Visitor>(`
    UPDATE visitors SET expires_at = :expires_at WHERE id = :id
  `)

  const page = db.prepare<
    { organization_id: string; deployment_id: string | null; rows: number } & typeof NEWEST,
    SeenVisitor
  >(`
    SELECT ${COLUMNS}
      FROM visitors
     WHERE visitors.organization_id = :organization_id
       AND (:deployment_id IS NULL OR deployment_id = :deployment_id)
       AND (first_seen_at, visitors.id) < (:first_seen_at, :id)
     ORDER BY first_seen_at DESC, visitors.id DESC
     LIMIT :rows
  `)
  const byId = db.prepare<{ organization_id: string; id: string }, SeenVisitor>(`
    SELECT ${COLUMNS}
      FROM visitors
     WHERE visitors.id = :id AND visitors.organization_id = :organization_id
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
    create(organization_id, deployment_id, visitor, token_hash) {
      insert.run({ ...visitor, organization_id, deployment_id, token_hash })
    },

    present(organization_id, deployment_id, token_hash, now, expires_at) {
      const visitor = byToken.get({ organization_id, deployment_id, token_hash, now })
      if (!visitor || !isDue(visitor.expires_at, expires_at)) return visitor ?? null
      prolong.run({ id: visitor.id, expires_at })
      return { id: visitor.id, expires_at }
    },

    list(organization_id, { deployment_id = null as string | null }, paging) {
      return readPage(
        paging,
        { list: ['visitors', organization_id, deployment_id], start: NEWEST },
        (range) => page.all({ organization_id, deployment_id, ...range }),
        (row) => row,
      )
    },

    find: (organization_id, id) => byId.get({ organization_id, id }) ?? null,

    erase: (asker) => erase.immediate(toAskerRow(asker)),
  }
}
