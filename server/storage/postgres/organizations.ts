import type { Organizations } from '../ports/organizations.ts'
import {
  changedOrganization,
  type OrganizationRow,
  toOrganization,
  toOrganizationRow,
} from '../rows/organizations.ts'
import { requireRevision } from '../rules/revisions.ts'
import type { Database, Runner, Transaction } from './database.ts'
import { unique } from './failures.ts'
import { sql } from './statement.ts'

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
export async function addOrganization(
  transaction: Transaction,
  organization: Parameters<Organizations['create']>[0],
): Promise<void> {
  await unique('organization', insert.run(transaction, toOrganizationRow(organization)))
  tellOrganization(transaction, { id: organization.id, revision: 1 })
}

export async function findOrganizationBySlug(on: Runner, slug: string) {
  return found(await bySlug.get(on, { slug }))
}

export function tellOrganization(
  transaction: Transaction,
  { id, revision }: { id: string; revision: number },
): void {
  transaction.tell({ organization_id: id, kind: 'organization', id: null, revision })
}

export function createOrganizations(db: Database): Organizations {
  return {
    create: (organization) => db.step((transaction) => addOrganization(transaction, organization)),

    update: (id, change, revision) =>
      db.step(async (transaction) => {
        const current = await byId.get(transaction, { id })
        if (!current) return null
        if (revision !== undefined) requireRevision(current, revision)
        const row = await write.get(transaction, changedOrganization(current, change))
        if (row) tellOrganization(transaction, row)
        return found(row)
      }),

    find: async (id) => found(await byId.get(db, { id })),
    findBySlug: (slug) => findOrganizationBySlug(db, slug),
    list: async () => (await all.all(db, {})).map(toOrganization),
  }
}

function found(row: OrganizationRow | undefined) {
  return row ? toOrganization(row) : null
}
