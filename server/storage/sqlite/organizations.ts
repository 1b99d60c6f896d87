import type { Database } from 'better-sqlite3'
import type { NewOrganization, Organization, Organizations } from '../ports/organizations.ts'
import { requireRevision } from '../rules/revisions.ts'
import { unique } from './conflicts.ts'
import type { Sync } from './promised.ts'

type Row = Omit<Organization, 'support_access'> & { support_access: 0 | 1 }

const COLUMNS = `id, slug, name, status, support_access, retention_days, daily_model_tokens,
       revision, created_at`

export function createOrganizations(db: Database): Sync<Organizations> {
  const insert = db.prepare<Omit<NewOrganization, 'support_access'> & { support_access: 0 | 1 }>(`
    INSERT INTO organizations (id, slug, name, status, support_access, created_at)
    VALUES (:id, :slug, :name, :status, :support_access, :created_at)
  `)
  const write = db.prepare<Omit<Row, 'slug' | 'support_access' | 'revision' | 'created_at'>, Row>(`
    UPDATE organizations
       SET name = :name, status = :status, retention_days = :retention_days,
           daily_model_tokens = :daily_model_tokens, revision = revision + 1
     WHERE id = :id
    RETURNING ${COLUMNS}
  `)
  const byId = db.prepare<{ id: string }, Row>(
    `SELECT ${COLUMNS} FROM organizations WHERE id = :id`,
  )
  const bySlug = db.prepare<{ slug: string }, Row>(`
    SELECT ${COLUMNS} FROM organizations WHERE slug = :slug
  `)
  const all = db.prepare<[], Row>(`
    SELECT ${COLUMNS} FROM organizations ORDER BY created_at DESC, id DESC
  `)

  const update = db.transaction<Sync<Organizations>['update']>((id, change, revision) => {
    const current = byId.get({ id })
    if (!current) return null
    if (revision !== undefined) requireRevision(current, revision)
    const { name, status, retention_days, daily_model_tokens } = { ...current, ...change }
    return fromRow(write.get({ id, name, status, retention_days, daily_model_tokens }))
  })

  return {
    create(organization) {
      const support_access = organization.support_access ? 1 : 0
      unique('organization', () => insert.run({ ...organization, support_access }))
    },

    update: (...values) => update.immediate(...values),

    find: (id) => fromRow(byId.get({ id })),
    findBySlug: (slug) => fromRow(bySlug.get({ slug })),
    list: () => all.all().flatMap((row) => fromRow(row) ?? []),
  }
}

function fromRow(row: Row | undefined): Organization | null {
  return row ? { ...row, support_access: row.support_access === 1 } : null
}
