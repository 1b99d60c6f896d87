import type { Database } from 'better-sqlite3'
import type { Organization, Organizations } from '../ports/organizations.ts'
import { unique } from './conflicts.ts'
import type { Sync } from './promised.ts'

type Row = Omit<Organization, 'support_access'> & { support_access: 0 | 1 }

export function createOrganizations(db: Database): Sync<Organizations> {
  const insert = db.prepare<Row>(`
    INSERT INTO organizations (id, slug, name, status, support_access, created_at)
    VALUES (:id, :slug, :name, :status, :support_access, :created_at)
  `)
  const change = db.prepare<{ id: string } & Record<'name' | 'status', string | null>, Row>(`
    UPDATE organizations
       SET name = coalesce(:name, name),
           status = coalesce(:status, status)
     WHERE id = :id
    RETURNING id, slug, name, status, support_access, created_at
  `)
  const byId = db.prepare<{ id: string }, Row>(`
    SELECT id, slug, name, status, support_access, created_at FROM organizations WHERE id = :id
  `)
  const bySlug = db.prepare<{ slug: string }, Row>(`
    SELECT id, slug, name, status, support_access, created_at FROM organizations WHERE slug = :slug
  `)
  const all = db.prepare<[], Row>(`
    SELECT id, slug, name, status, support_access, created_at
      FROM organizations
     ORDER BY created_at DESC, id DESC
  `)

  return {
    create(organization) {
      unique('slug is already used by another organization.', () => insert.run(toRow(organization)))
    },

    update: (id, { name = null, status = null }) => fromRow(change.get({ id, name, status })),

    find: (id) => fromRow(byId.get({ id })),
    findBySlug: (slug) => fromRow(bySlug.get({ slug })),
    list: () => all.all().flatMap((row) => fromRow(row) ?? []),
  }
}

function toRow(organization: Organization): Row {
  return { ...organization, support_access: organization.support_access ? 1 : 0 }
}

function fromRow(row: Row | undefined): Organization | null {
  return row ? { ...row, support_access: row.support_access === 1 } : null
}
