import { NEWEST } from '../paging.ts'
import type { Deployments, StoredDeployment } from '../ports/deployments.ts'
import {
  type DeploymentRow,
  type NewDeploymentRow,
  type PresentedRow,
  toDeployment,
  toPresented,
} from '../rows/deployments.ts'
import { formerEnd, formerName, requireRotatable } from '../rules/deployments.ts'
import { isDue } from '../rules/last-use.ts'
import type { Database, Runner, Transaction } from './database.ts'
import { createDeploymentVisits } from './deployment-visits.ts'
import { unique } from './failures.ts'
import { readPage } from './paging.ts'
import { addSecret } from './secrets.ts'
import { sql } from './statement.ts'

interface Place {
  organization_id: string
  id: string
}

const COLUMNS = `deployments.id, deployments.name, widget_key, assistant_id, deployments.created_at,
         created_by, expires_at, revoked_at, last_used_at,
         (SELECT coalesce(json_agg(origin ORDER BY origin), '[]')::text
            FROM deployment_origins AS allowed
           WHERE allowed.organization_id = deployments.organization_id
             AND deployment_id = deployments.id) AS allowed_origins`

const assistantExists = sql<{ organization_id: string; assistant_id: string }>(`
  SELECT 1 FROM assistants WHERE organization_id = :organization_id AND id = :assistant_id
`)
const insert = sql<NewDeploymentRow>(`
  INSERT INTO deployments (organization_id, id, name, widget_key, assistant_id, created_at,
                           created_by, expires_at, appearance)
  VALUES (:organization_id, :id, :name, :widget_key, :assistant_id, :created_at,
          :created_by, :expires_at, :appearance)
`)
const change = sql<Place & { name: string; expires_at: string | null }>(`
  UPDATE deployments
     SET name = :name, expires_at = :expires_at
   WHERE organization_id = :organization_id AND id = :id
`)
const disallowAll = sql<Place>(`
  DELETE FROM deployment_origins
   WHERE organization_id = :organization_id AND deployment_id = :id
`)
const allow = sql<Place & { origins: string[] }>(`
  INSERT INTO deployment_origins (organization_id, deployment_id, origin)
  SELECT DISTINCT :organization_id, :id, origin FROM unnest(:origins::text[]) AS wanted (origin)
`)
const revoke = sql<Place & { now: string }>(`
  UPDATE deployments
     SET revoked_at = :now
   WHERE organization_id = :organization_id AND id = :id AND revoked_at IS NULL
`)
const byId = sql<Place, DeploymentRow>(`
  SELECT ${COLUMNS} FROM deployments WHERE organization_id = :organization_id AND id = :id
`)
const page = sql<{ organization_id: string; rows: number } & typeof NEWEST, DeploymentRow>(`
  SELECT ${COLUMNS}
    FROM deployments
   WHERE organization_id = :organization_id AND (created_at, id) < (:created_at, :id)
   ORDER BY created_at DESC, id DESC
   LIMIT :rows
`)
const byKey = sql<{ widget_key: string }, PresentedRow>(`
  SELECT ${COLUMNS}, deployments.organization_id, appearance,
         organizations.status AS organization_status
    FROM secrets
    JOIN deployments
      ON deployments.organization_id = secrets.organization_id AND widget_key = hash
    JOIN organizations ON organizations.id = deployments.organization_id
   WHERE hash = :widget_key
`)
const appearanceOf = sql<Place, { appearance: string }>(`
  SELECT appearance FROM deployments WHERE organization_id = :organization_id AND id = :id
`)
const setAppearance = sql<Place & { appearance: string }>(`
  UPDATE deployments SET appearance = :appearance
   WHERE organization_id = :organization_id AND id = :id
`)
const touch = sql<Place & { now: string }>(`
  UPDATE deployments SET last_used_at = :now
   WHERE organization_id = :organization_id AND id = :id
`)
const names = sql<{ organization_id: string }, { name: string }>(`
  SELECT name FROM deployments WHERE organization_id = :organization_id
`)

/**
 * Status (docs/behaviour.md#widget-deployments): active → revoked by `revoke`, permanently; active
 * → expired when `expires_at` passes; revoked has priority. It is derived from the times, not
 * stored.
 */
export function createDeployments(db: Database): Deployments {
  return {
    create: (organization_id, { appearance, allowed_origins, ...deployment }) =>
      db.step(async (transaction) => {
        const { id, assistant_id, created_at } = deployment
        if (!(await assistantExists.get(transaction, { organization_id, assistant_id })))
          return null
        const row = { ...deployment, organization_id, appearance: JSON.stringify(appearance) }
        await add(transaction, row, allowed_origins)
        return find(transaction, { organization_id, id }, created_at)
      }),

    update: (organization_id, id, changed, now) =>
      db.step(async (transaction) => {
        const place = { organization_id, id }
        const current = await find(transaction, place, now)
        if (!current) return null
        const { name, expires_at } = { ...current, ...changed }
        await unique('deployment', change.run(transaction, { ...place, name, expires_at }))
        if (changed.allowed_origins) {
          await disallowAll.run(transaction, place)
          await allow.run(transaction, { ...place, origins: changed.allowed_origins })
        }
        tell(transaction, place)
        return find(transaction, place, now)
      }),

    revoke: (organization_id, id, now) =>
      db.step(async (transaction) => {
        const place = { organization_id, id }
        if ((await revoke.run(transaction, { ...place, now })) > 0) tell(transaction, place)
        return find(transaction, place, now)
      }),

    find: (organization_id, id, now) => find(db, { organization_id, id }, now),

    list: (organization_id, paging, now) =>
      readPage(
        paging,
        { list: ['deployments', organization_id], start: NEWEST },
        (range) => page.all(db, { organization_id, ...range }),
        (row) => toDeployment(row, now),
      ),

    async findByKey(widget_key, now) {
      const row = await byKey.get(db, { widget_key })
      return row ? toPresented(row, now) : null
    },

    async appearance(organization_id, id) {
      const row = await appearanceOf.get(db, { organization_id, id })
      return row ? JSON.parse(row.appearance) : null
    },

    setAppearance: (organization_id, id, set) =>
      db.step(async (transaction) => {
        const place = { organization_id, id }
        const row = { ...place, appearance: JSON.stringify(set) }
        if ((await setAppearance.run(transaction, row)) === 0) return false
        tell(transaction, place)
        return true
      }),

    async touch(organization_id, { id, last_used_at }, now) {
      if (isDue(last_used_at, now)) await touch.run(db, { organization_id, id, now })
    },

    rotate: (organization_id, id, successor, expires_at) =>
      db.step(async (transaction) => {
        const place = { organization_id, id }
        const { created_at: now } = successor
        const old = await find(transaction, place, now)
        if (!old) return null
        requireRotatable(old)
        await retire(transaction, { ...place, old, until: expires_at, now })
        const { appearance = '{}' } = (await appearanceOf.get(transaction, place)) ?? {}
        const { name, assistant_id, allowed_origins, expires_at: end } = old
        const kept = { organization_id, name, assistant_id, expires_at: end, appearance }
        await add(transaction, { ...successor, ...kept }, allowed_origins)
        return find(transaction, { organization_id, id: successor.id }, now)
      }),

    ...createDeploymentVisits(db),
  }
}

async function find(on: Runner, place: Place, now: string): Promise<StoredDeployment | null> {
  const row = await byId.get(on, place)
  return row ? toDeployment(row, now) : null
}

async function add(
  transaction: Transaction,
  row: NewDeploymentRow,
  origins: string[],
): Promise<void> {
  const { organization_id, id, widget_key } = row
  await unique('deployment', insert.run(transaction, row))
  await unique('deployment', addSecret(transaction, { hash: widget_key, organization_id }))
  await allow.run(transaction, { organization_id, id, origins })
  tell(transaction, row)
}

/** Gives up the name of a deployment, and lets it expire at `until`; null: it is revoked now. */
async function retire(
  transaction: Transaction,
  {
    old,
    until,
    now,
    ...place
  }: Place & {
    old: StoredDeployment
    until: string | null
    now: string
  },
): Promise<void> {
  const taken = (await names.all(transaction, place)).map(({ name }) => name)
  const name = formerName(old.name, until ?? now, taken)
  await change.run(transaction, { ...place, name, expires_at: formerEnd(old, until) })
  if (until === null) await revoke.run(transaction, { ...place, now })
  tell(transaction, place)
}

function tell(transaction: Transaction, { organization_id, id }: Place): void {
  transaction.tell({ organization_id, kind: 'deployment', id, revision: null })
}
