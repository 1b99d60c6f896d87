import type { Role } from '../../contract/member.ts'
import { startingBefore } from '../paging.ts'
import type { AuditLog, Described } from '../ports/audit.ts'
import {
  type AuditRow,
  type AuditSpan,
  NEWEST_ENTRY,
  toAuditEntry,
  toAuditRow,
  toAuditSpan,
} from '../rows/audit.ts'
import { readPage } from './paging.ts'
import { type Driver, sql } from './step.ts'

interface Thing {
  organization_id: string
  id: string
}

/** Columns of which something is told; each select has those that it names. */
interface Columns {
  status: string
  role: Role
  enabled: 0 | 1
  support_access: 0 | 1
  events: string
}

/** The things of an organization, by type; an organization and a webhook are its only ones. */
const THINGS: Record<string, ReturnType<typeof describing>> = {
  assistant: describing('assistants', 'name, status', ({ status }) => ({ status })),
  collection: describing('collections', 'name, status', ({ status }) => ({
    archived: status === 'archived',
  })),
  deployment: describing('deployments', 'name'),
  source: describing('sources', 'name'),
  curated_answer: describing(
    'curated_answers',
    'questions::jsonb ->> 0 AS name, enabled',
    ({ enabled }) => ({ enabled: enabled === 1 }),
  ),
  // Others' words are not kept beyond them.
  question: describing('section_questions', "CASE WHEN origin = 'owner' THEN text END AS name"),
  document: describing('documents', "coalesce(nullif(title, ''), path) AS name"),
  member: describedBy(
    `SELECT name, role
       FROM memberships JOIN users ON users.id = user_id
      WHERE organization_id = :organization_id AND user_id = :id
      UNION ALL
     SELECT name, role
       FROM invitations
      WHERE organization_id = :organization_id AND id = :id`,
    ({ role }) => ({ role }),
  ),
  api_key: describing('api_keys', 'name'),
  organization: describedBy(
    `SELECT name, support_access, status
       FROM organizations
      WHERE id = :organization_id AND id = :id`,
    ({ support_access, status }) => ({ allowed: support_access === 1, status }),
  ),
  webhook: describedBy(
    `SELECT NULL AS name, events, enabled
       FROM webhooks
      WHERE organization_id = :organization_id AND organization_id = :id`,
    ({ events, enabled }) => ({ events: JSON.parse(events), enabled: enabled === 1 }),
  ),
}

function describing(table: string, columns: string, told?: (row: Columns) => Described['told']) {
  return describedBy(
    `SELECT ${columns} FROM ${table} WHERE organization_id = :organization_id AND id = :id`,
    told,
  )
}

function describedBy(select: string, told: (row: Columns) => Described['told'] = () => ({})) {
  return { select: sql<Thing, Columns & { name: string | null }>(select), told }
}

const insert = sql<ReturnType<typeof toAuditRow> & { organization_id: string }>(`
  INSERT INTO audit (organization_id, id, at, actor_type, actor_id, actor_name, action,
                     target_type, target_id, target_name, fields, changes)
  VALUES (:organization_id, :id, :at, :actor_type, :actor_id,
          CASE WHEN :actor_type = 'api_key'
            THEN (SELECT name FROM api_keys
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
       AND (:action::text IS NULL OR action = :action)
       AND (:kind::text IS NULL OR substr(action, 1, length(:kind::text)) = :kind)
     ORDER BY at DESC, id DESC
     LIMIT :rows
  )
  SELECT id, at, actor_type, actor_id, actor_name, action, target_type, target_id, target_name,
         fields, changes
    FROM listed JOIN audit USING (id)
   WHERE organization_id = :organization_id
   ORDER BY at DESC, id DESC
`)
const organizations = sql<object, { id: string }>('SELECT id FROM organizations')
const erase = sql<{ organization_id: string; before: string }>(`
  DELETE FROM audit WHERE organization_id = :organization_id AND at < :before
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
        const row = thing && (yield* thing.select.get({ organization_id, id }))
        return row ? { name: row.name, told: thing.told(row) } : null
      }),

    list(organization_id, filter, paging) {
      const { actor, action, kind, from, until } = toAuditSpan(filter)
      return db.run(() =>
        readPage(
          paging,
          {
            list: ['audit', organization_id, actor, action, kind, from, until],
            start: NEWEST_ENTRY,
          },
          (range) =>
            page.all({
              organization_id,
              actor,
              action,
              kind,
              from,
              ...startingBefore(range, 'at', until),
            }),
          toAuditEntry,
        ),
      )
    },

    sweep: (before) =>
      db.run(function* () {
        let erased = 0
        for (const { id } of yield* organizations.all({})) {
          erased += yield* erase.run({ organization_id: id, before })
        }
        return erased
      }),
  }
}
