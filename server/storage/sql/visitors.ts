import type { SeenVisitor, Visitor, Visitors } from '../ports/visitors.ts'
import { type AskerRow, toAskerRow } from '../rows/conversations.ts'
import { isDue } from '../rules/last-use.ts'
import { eraseConversations } from './conversation-erasure.ts'
import { readPage } from './paging.ts'
import { type Driver, sql } from './step.ts'

/** Sorts after every time. */
const NEWEST = { first_seen_at: '~', id: '~' }

const COLUMNS = `id, deployment_id, first_seen_at, expires_at,
         (SELECT count(*)
            FROM conversations
           WHERE conversations.organization_id = visitors.organization_id
             AND owner_id = deployment_id AND visitor_id = visitors.id) AS conversation_count`

interface Place {
  organization_id: string
  deployment_id: string
}

type Range = { organization_id: string; rows: number } & typeof NEWEST

const insert = sql<Place & Visitor & { token_hash: string; first_seen_at: string }>(`
  INSERT INTO visitors (organization_id, id, deployment_id, token_hash, first_seen_at, expires_at)
  SELECT organization_id, :id, id, :token_hash, :first_seen_at, :expires_at
    FROM deployments
   WHERE organization_id = :organization_id AND id = :deployment_id
`)
const byToken = sql<Place & { token_hash: string; now: string }, Visitor>(`
  SELECT id, expires_at
    FROM visitors
   WHERE organization_id = :organization_id AND deployment_id = :deployment_id
     AND token_hash = :token_hash AND expires_at > :now
`)
const prolong = sql<Visitor & { organization_id: string }>(`
  UPDATE visitors SET expires_at = :expires_at
   WHERE organization_id = :organization_id AND id = :id
`)
const PAGE = `
  SELECT ${COLUMNS}
    FROM visitors
   WHERE organization_id = :organization_id AND (first_seen_at, id) < (:first_seen_at, :id)`
const NEWEST_FIRST = 'ORDER BY first_seen_at DESC, id DESC LIMIT :rows'
const page = sql<Range, SeenVisitor>(`${PAGE} ${NEWEST_FIRST}`)
const pageOfDeployment = sql<Range & Place, SeenVisitor>(
  `${PAGE} AND deployment_id = :deployment_id ${NEWEST_FIRST}`,
)
const byId = sql<{ organization_id: string; id: string }, SeenVisitor>(`
  SELECT ${COLUMNS} FROM visitors WHERE organization_id = :organization_id AND id = :id
`)
const conversationsOf = sql<AskerRow, { id: string }>(`
  SELECT id
    FROM conversations
   WHERE organization_id = :organization_id
     AND owner_type = :owner_type AND owner_id = :owner_id AND visitor_id = :visitor_id
`)
const erase = sql<AskerRow>(`
  DELETE FROM visitors
   WHERE organization_id = :organization_id AND id = :visitor_id AND deployment_id = :owner_id
`)

export function createVisitors(db: Driver): Visitors {
  return {
    create: (organization_id, deployment_id, visitor, token_hash) =>
      db.run(function* () {
        yield* insert.run({ ...visitor, organization_id, deployment_id, token_hash })
      }),

    present: (organization_id, deployment_id, token_hash, now, expires_at) =>
      db.run(function* () {
        const visitor = yield* byToken.get({ organization_id, deployment_id, token_hash, now })
        if (!visitor || !isDue(visitor.expires_at, expires_at)) return visitor ?? null
        const prolonged = { id: visitor.id, expires_at }
        yield* prolong.run({ ...prolonged, organization_id })
        return prolonged
      }),

    list: (organization_id, { deployment_id }, paging) =>
      db.run(() =>
        readPage(
          paging,
          { list: ['visitors', organization_id, deployment_id], start: NEWEST },
          (range) =>
            deployment_id === undefined
              ? page.all({ organization_id, ...range })
              : pageOfDeployment.all({ organization_id, deployment_id, ...range }),
          (row) => row,
        ),
      ),

    find: (organization_id, id) =>
      db.run(function* () {
        return (yield* byId.get({ organization_id, id })) ?? null
      }),

    erase: (asker) =>
      db.step(function* () {
        const row = toAskerRow(asker)
        const conversations = yield* conversationsOf.all(row)
        const ids = conversations.map(({ id }) => id)
        yield* eraseConversations(row.organization_id, ids)
        yield* erase.run(row)
      }),
  }
}
