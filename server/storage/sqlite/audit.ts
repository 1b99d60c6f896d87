import type { Database } from 'better-sqlite3'
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
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

/** What people call the things of an organization, by type. */
const NAMES: Record<string, string> = {
  assistant: 'SELECT name FROM assistants WHERE id = :id AND organization_id = :organization_id',
  collection: 'SELECT name FROM collections WHERE id = :id AND organization_id = :organization_id',
  deployment: 'SELECT name FROM deployments WHERE id = :id AND organization_id = :organization_id',
  source: 'SELECT name FROM sources WHERE id = :id AND organization_id = :organization_id',
  curated_answer: `
    SELECT questions ->> '$[0]' AS name
      FROM curated_answers
     WHERE id = :id AND organization_id = :organization_id`,
  document: `
    SELECT coalesce(nullif(title, ''), path) AS name
      FROM documents
     WHERE id = :id AND organization_id = :organization_id`,
  member: `
    SELECT name
      FROM users JOIN memberships ON user_id = users.id
     WHERE user_id = :id AND organization_id = :organization_id`,
}

export function createAuditLog(db: Database): Sync<AuditLog> {
  const insert = db.prepare<ReturnType<typeof toAuditRow> & { organization_id: string }>(`
    INSERT INTO audit (id, organization_id, at, actor_type, actor_id, actor_name, action,
                       target_type, target_id, target_name, fields)
    VALUES (:id, :organization_id, :at, :actor_type, :actor_id,
            CASE :actor_type
              WHEN 'api_key' THEN (SELECT name FROM api_keys
                                    WHERE id = :actor_id AND organization_id = :organization_id)
              ELSE (SELECT name FROM users WHERE id = :actor_id)
            END,
            :action, :target_type, :target_id, :target_name, :fields)
  `)
  // The inner statement reads the index alone, however many entries the filter leaves out.
  const page = db.prepare<
    Omit<AuditSpan, 'until'> & { organization_id: string; rows: number } & typeof NEWEST_ENTRY,
    AuditRow
  >(`
      WITH listed AS MATERIALIZED (
        SELECT id
          FROM audit INDEXED BY audit_listed
         WHERE organization_id = :organization_id
           AND (at, id) < (:at, :id)
           AND at >= :from
           AND (:actor IS NULL OR actor_id = :actor)
           AND (:action IS NULL OR action GLOB :action)
         ORDER BY at DESC, id DESC
         LIMIT :rows
      )
    SELECT id, at, actor_type, actor_id, actor_name, action, target_type, target_id, target_name,
           fields
      FROM listed JOIN audit USING (id)
     ORDER BY at DESC, id DESC
  `)
  const erase = db.prepare<{ before: string }>('DELETE FROM audit WHERE at < :before')
  const names = new Map(
    Object.entries(NAMES).map(([type, sql]) => [
      type,
      db.prepare<{ organization_id: string; id: string }, { name: string }>(sql),
    ]),
  )

  return {
    record(organization_id, entry) {
      insert.run({ organization_id, ...toAuditRow(entry) })
    },

    nameOf: (organization_id, type, id) =>
      names.get(type)?.get({ organization_id, id })?.name ?? null,

    list(organization_id, filter, paging) {
      const { actor, action, from, until } = toAuditSpan(filter)
      return readPage(
        paging,
        { list: ['audit', organization_id, actor, action, from, until], start: NEWEST_ENTRY },
        (range) =>
          page.all({ organization_id, actor, action, from, ...startingBefore(range, 'at', until) }),
        toAuditEntry,
      )
    },

    sweep: (before) => erase.run({ before }).changes,
  }
}
