import type { Organization, Organizations } from '../ports/organizations.ts'
import {
  changedOrganization,
  type OrganizationRow,
  toOrganization,
  toOrganizationRow,
} from '../rows/organizations.ts'
import { requireRevision } from '../rules/revisions.ts'
import { type Driver, type Step, sql, tell } from './step.ts'
import { unique } from './unique.ts'

/** Of the table, for statements that join it. */
export const ORGANIZATION_COLUMNS = `organizations.id, slug, organizations.name,
           organizations.status, support_access, retention_days, daily_model_tokens,
           organizations.revision, organizations.created_at`

const insert = sql<ReturnType<typeof toOrganizationRow>>(`
  INSERT INTO organizations (id, slug, name, status, support_access, created_at)
  VALUES (:id, :slug, :name, :status, :support_access, :created_at)
`)
const write = sql<ReturnType<typeof changedOrganization>, OrganizationRow>(`
  UPDATE organizations
     SET name = :name, status = :status, retention_days = :retention_days,
         daily_model_tokens = :daily_model_tokens, revision = revision + 1
   WHERE id = :id
  RETURNING ${ORGANIZATION_COLUMNS}
`)
const byId = sql<{ id: string }, OrganizationRow>(`
  SELECT ${ORGANIZATION_COLUMNS} FROM organizations WHERE id = :id
`)
const bySlug = sql<{ slug: string }, OrganizationRow>(`
  SELECT ${ORGANIZATION_COLUMNS} FROM organizations WHERE slug = :slug
`)
const all = sql<object, OrganizationRow>(`
  SELECT ${ORGANIZATION_COLUMNS} FROM organizations ORDER BY created_at DESC, id DESC
`)

/** `Organizations.create` as a part of a step. */
export function* addOrganization(organization: Parameters<Organizations['create']>[0]): Step<void> {
  yield* unique('organization', insert.run(toOrganizationRow(organization)))
  yield* tellOrganization({ id: organization.id, revision: 1 })
}

export function* findOrganizationBySlug(slug: string) {
  return found(yield* bySlug.get({ slug }))
}

/** `Organizations.list` as a part of a step. */
export function* listOrganizations(): Step<Organization[]> {
  return (yield* all.all({})).map(toOrganization)
}

export function* tellOrganization({ id, revision }: { id: string; revision: number }): Step<void> {
  yield* tell({ organization_id: id, kind: 'organization', id: null, revision })
}

export function createOrganizations(db: Driver): Organizations {
  return {
    create: (organization) => db.step(() => addOrganization(organization)),

    update: (id, change, revision) =>
      db.step(function* () {
        const current = yield* byId.get({ id })
        if (!current) return null
        if (revision !== undefined) requireRevision(current, revision)
        const row = yield* write.get(changedOrganization(current, change))
        if (row) yield* tellOrganization(row)
        return found(row)
      }),

    find: (id) =>
      db.run(function* () {
        return found(yield* byId.get({ id }))
      }),
    findBySlug: (slug) => db.run(() => findOrganizationBySlug(slug)),
    list: () => db.run(listOrganizations),
  }
}

function found(row: OrganizationRow | undefined) {
  return row ? toOrganization(row) : null
}
