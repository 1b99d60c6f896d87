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
import { type Driver, sql } from './step.ts'

/** The things of an organization, by type; an organization and a webhook are its only ones. */
const THINGS: Record<string, ReturnType<typeof describing>> = {
  assistant: describing("name, jsonb_build_object('status', status)", 'assistants'),
  collection: describing(
    "name, jsonb_build_object('archived', status = 'archived')",
    'collections',
  ),
  deployment: describing('name, NULL', 'deployments'),
  source: describing('name, NULL', 'sources'),
  curated_answer: describing(
    "questions::jsonb ->> 0, jsonb_build_object('enabled', enabled = 1)",
    'curated_answers',
  ),
  document: describing("coalesce(nullif(title, ''), path), NULL", 'documents'),
  member: describedBy(`
    SELECT name, jsonb_build_object('role', role)
      FROM memberships JOIN users ON users.id = user_id
     WHERE organization_id = :organization_id AND user_id = :id
     UNION ALL
    SELECT name, jsonb_build_object('role', role)
      FROM invitations
     WHERE organization_id = :organization_id AND id = :id`),
  api_key: describing('name, NULL', 'api_keys'),
  organization: describedBy(`
    SELECT name, jsonb_build_object('allowed', support_access = 1, 'status', status)
      FROM organizations
     WHERE id = :organization_id AND id = :id`),
  webhook: describedBy(`
    SELECT NULL, jsonb_build_object('events', events::jsonb, 'enabled', enabled = 1)
      FROM webhooks
     WHERE organization_id = :organization_id AND organization_id = :id`),
}

function describing(columns: string, table: string) {
  return describedBy(`
    SELECT ${columns} FROM ${table} WHERE organization_id = :organization_id AND id = :id`)
}

function describedBy(thing: string) {
  return sql<{ organization_id: string; id: string }, DescribedRow>(`
    SELECT name, told::text AS told FROM (${thing}) AS thing (name, told)
  `)
}

const insert = sql<ReturnType<typeof toAuditRow> & { organization_id: string }>(`
  INSERT INTO audit (organization_id, id, at, actor_type, actor_id, actor_name, action,
                     target_type, target_id, target_name, fields, changes)
  VALUES (:organization_id, :id, :at, :actor_type, :actor_id,
          CASE :actor_type
            WHEN 'api_key' THEN (SELECT name FROM api_keys
                                  WHERE organization_id = :organization_id AND id = :actor_id)
            ELSE (SELECT name FROM users WHERE id = :actor_id)
          END,
          :action, :target_type, :target_id, :target_name, :fields, :changes)
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
         fields, changes
    FROM listed JOIN audit USING (id)
   WHERE organization_id = :organization_id
   ORDER BY at DESC, id DESC
`)
const erase = sql<{ before: string }>(`
  DELETE FROM audit
   USING organizations
   WHERE audit.organization_id = organizations.id AND at < :before
`)

export function createAuditLog(db: Driver): AuditLog {
  return {
    record: (organization_id, entry) =>
      db.run(function* () {
        yield* insert.run({ organization_id, ...toAuditRow(entry) })
      }),

    describe: (organization_id, type, id) =>
      db.run(function* () {
        const thing = THINGS[type]
        const row = thing && (yield* thing.get({ organization_id, id }))
        return row ? toDescribed(row) : null
      }),

    list(organization_id, filter, paging) {
      const { actor, action, from, until } = toAuditSpan(filter)
      return db.run(() =>
        readPage(
          paging,
          { list: ['audit', organization_id, actor, action, from, until], start: NEWEST_ENTRY },
          (range) =>
            page.all({
              organization_id,
              actor,
              action,
              from,
              ...startingBefore(range, 'at', until),
            }),
          toAuditEntry,
        ),
      )
    },

    sweep: (before) => db.run(() => erase.run({ before })),
  }
}
