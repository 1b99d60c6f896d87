import type { Database } from 'better-sqlite3'
import type { Organizations } from '../ports/organizations.ts'
import {
  changedOrganization,
  type OrganizationRow,
  toOrganization,
  toOrganizationRow,
} from '../rows/organizations.ts'
import { requireRevision } from '../rules/revisions.ts'
import { unique } from './conflicts.ts'
import type { Sync } from './promised.ts'

const COLUMNS = `id, slug, name, status, support_access, retention_days, daily_model_tokens,
       revision, created_at`

export function createOrganizations(db: Database): Sync<Organizations> {
  const insert = db.prepare<ReturnType<typeof toOrganizationRow>>(`
    INSERT INTO organizations (id, slug, name, status, support_access, created_at)
    VALUES (:id, :slug, :name, :status, :support_access, :created_at)
  `)
  const write = db.prepare<ReturnType<typeof changedOrganization>, OrganizationRow>(`
    UPDATE organizations
       SET name = :name, status = :status, retention_days = :retention_days,
           daily_model_tokens = :daily_model_tokens, revision = revision + 1
     WHERE id = :id
    RETURNING ${COLUMNS}
  `)
  const byId = db.prepare<{ id: string }, OrganizationRow>(
    `SELECT ${COLUMNS} FROM organizations WHERE id = :id`,
  )
  const bySlug = db.prepare<{ slug: string }, OrganizationRow>(`
    SELECT ${COLUMNS} FROM organizations WHERE slug = :slug
  `)
  const all = db.prepare<[], OrganizationRow>(`
    SELECT ${COLUMNS} FROM organizations ORDER BY created_at DESC, id DESC
  `)

  const update = db.transaction<Sync<Organizations>['update']>((id, change, revision) => {
    const current = byId.get({ id })
    if (!current) return null
    if (revision !== undefined) requireRevision(current, revision)
    return found(write.get(changedOrganization(current, change)))
  })

  return {
    create(organization) {
      unique('organization', () => insert.run(toOrganizationRow(organization)))
    },

    update: (...values) => update.immediate(...values),

    find: (id) => found(byId.get({ id })),
    findBySlug: (slug) => found(bySlug.get({ slug })),
    list: () => all.all().map(toOrganization),
  }
}

function found(row: OrganizationRow | undefined) {
  return row ? toOrganization(row) : null
}
