import { startingBefore } from '../paging.ts'
import type { AuditLog } from '../ports/audit.ts'
import {
  type AuditRow,
  type AuditSpan,
  NEWEST_ENTRY,
  toAuditEntry,
  toAuditRow,
  toAuditSpan,
} from '../rows/audit.ts'
import type { Database } from './database.ts'
import { readPage } from './paging.ts'
import { sql } from './statement.ts'

/** What people call the things of an organization, by type. */
const NAMES: Record<string, ReturnType<typeof naming>> = {
  assistant: naming('SELECT name FROM assistants'),
  collection: naming('SELECT name FROM collections'),
  deployment: naming('SELECT name FROM deployments'),
  source: naming('SELECT name FROM sources'),
  curated_answer: naming('SELECT questions::jsonb ->> 0 AS name FROM curated_answers'),
  document: naming("SELECT coalesce(nullif(title, ''), path) AS name FROM documents"),
  member: naming(`
    SELECT name
      FROM (SELECT organization_id, users.id, name
              FROM memberships JOIN users ON users.id = user_id) AS members`),
}

function naming(select: string) {
  return sql<{ organization_id: string; id: string }, { name: string }>(`
    ${select} WHERE organization_id = :organization_id AND id = :id
  `)
}

const insert = sql<ReturnType<typeof toAuditRow> & { organization_id: string }>(`
  INSERT INTO audit (organization_id, id, at, actor_type, actor_id, actor_name, action,
                     target_type, target_id, target_name, fields)
  VALUES (:organization_id, :id, :at, :actor_type, :actor_id,
          CASE :actor_type
            WHEN 'api_key' THEN (SELECT name FROM api_keys
                                  WHERE organization_id = :organization_id AND id = :actor_id)
            ELSE (SELECT name FROM users WHERE id = :actor_id)
          END,
          :action, :target_type, :target_id, :target_name, :fields)
`)
// The inner statement reads the index alone, however many entries the filter leaves out.
const page = sql<
  Omit<AuditSpan, 'until'> & { organization_id: string; rows: number } & typeof NEWEST_ENTRY,
  AuditRow
>(`
    WITH listed AS MATERIALIZED (
      SELECT id
        FROM audit
       WHERE organization_id = :organization_id
         AND (at, id) < (:at, :id)
         AND at >= :from
         AND (:actor::text IS NULL OR actor_id = :actor)
         AND (:action::text IS NULL OR action = :action
              OR (:action LIKE '%.*' AND starts_with(action, rtrim(:action, '*'))))
       ORDER BY at DESC, id DESC
       LIMIT :rows
    )
  SELECT id, at, actor_type, actor_id, actor_name, action, target_type, target_id, target_name,
         fields
    FROM listed JOIN audit USING (id)
   WHERE organization_id = :organization_id
   ORDER BY at DESC, id DESC
`)
const erase = sql<{ before: string }>(`
  DELETE FROM audit
   USING organizations
   WHERE audit.organization_id = organizations.id AND at < :before
`)

export function createAuditLog(db: Database): AuditLog {
  return {
    async record(organization_id, entry) {
      await insert.run(db, { organization_id, ...toAuditRow(entry) })
    },

    nameOf: async (organization_id, type, id) =>
      (await NAMES[type]?.get(db, { organization_id, id }))?.name ?? null,

    list(organization_id, filter, paging) {
      const { actor, action, from, until } = toAuditSpan(filter)
      return readPage(
        paging,
        { list: ['audit', organization_id, actor, action, from, until], start: NEWEST_ENTRY },
        (range) =>
          page.all(db, {
            organization_id,
            actor,
            action,
            from,
            ...startingBefore(range, 'at', until),
          }),
        toAuditEntry,
      )
    },

    sweep: (before) => erase.run(db, { before }),
  }
}
