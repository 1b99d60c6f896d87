import type { Database } from 'better-sqlite3'
import { startingBefore } from '../paging.ts'
import type { AuditLog } from '../ports/audit.ts'
import {
  type AuditRow,
  type AuditSpan,
  type DescribedRow,
  NEWEST_ENTRY,
  toAuditEntry,
  toAuditRow,
  toAuditSpan,
  toDescribed,
} from '../rows/audit.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

/** The things of an organization, by type; an organization and a webhook are its only ones. */
const THINGS: Record<string, string> = {
  assistant: `
    SELECT name, json_object('status', status) AS told
      FROM assistants
     WHERE id = :id AND organization_id = :organization_id`,
  collection: `
    SELECT name, json_object('archived', ${truth("status = 'archived'")}) AS told
      FROM collections
     WHERE id = :id AND organization_id = :organization_id`,
  deployment: `
    SELECT name, NULL AS told
      FROM deployments
     WHERE id = :id AND organization_id = :organization_id`,
  source: `
    SELECT name, NULL AS told
      FROM sources
     WHERE id = :id AND organization_id = :organization_id`,
  curated_answer: `
    SELECT questions ->> '$[0]' AS name, json_object('enabled', ${truth('enabled = 1')}) AS told
      FROM curated_answers
     WHERE id = :id AND organization_id = :organization_id`,
  document: `
    SELECT coalesce(nullif(title, ''), path) AS name, NULL AS told
      FROM documents
     WHERE id = :id AND organization_id = :organization_id`,
  member: `
    SELECT name, json_object('role', role) AS told
      FROM users JOIN memberships ON user_id = users.id
     WHERE user_id = :id AND organization_id = :organization_id
     UNION ALL
    SELECT name, json_object('role', role)
      FROM invitations
     WHERE id = :id AND organization_id = :organization_id`,
  api_key: `
    SELECT name, NULL AS told
      FROM api_keys
     WHERE id = :id AND organization_id = :organization_id`,
  organization: `
    SELECT name, json_object('allowed', ${truth('support_access = 1')}, 'status', status) AS told
      FROM organizations
     WHERE id = :id AND id = :organization_id`,
  webhook: `
    SELECT NULL AS name,
           json_object('events', json(events), 'enabled', ${truth('enabled = 1')}) AS told
      FROM webhooks
     WHERE organization_id = :id AND organization_id = :organization_id`,
}

function truth(condition: string): string {
  return `json(iif(${condition}, 'true', 'false'))`
}

export function createAuditLog(db: Database): Sync<AuditLog> {
  const insert = db.prepare<ReturnType<typeof toAuditRow> & { organization_id: string }>(`
    INSERT INTO audit (id, organization_id, at, actor_type, actor_id, actor_name, action,
                       target_type, target_id, target_name, fields, changes)
    VALUES (:id, :organization_id, :at, :actor_type, :actor_id,
            CASE :actor_type
              WHEN 'api_key' THEN (SELECT name FROM api_keys
                                    WHERE id = :actor_id AND organization_id = :organization_id)
              ELSE (SELECT name FROM users WHERE id = :actor_id)
            END,
            :action, :target_type, :target_id, :target_name, :fields, :changes)
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
           fields, changes
      FROM listed JOIN audit USING (id)
     ORDER BY at DESC, id DESC
  `)
  const erase = db.prepare<{ before: string }>('DELETE FROM audit WHERE at < :before')
  const things = new Map(
    Object.entries(THINGS).map(([type, sql]) => [
      type,
      db.prepare<{ organization_id: string; id: string }, DescribedRow>(sql),
    ]),
  )

  return {
    record(organization_id, entry) {
      insert.run({ organization_id, ...toAuditRow(entry) })
    },

    describe(organization_id, type, id) {
      const row = things.get(type)?.get({ organization_id, id })
      return row ? toDescribed(row) : null
    },

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
