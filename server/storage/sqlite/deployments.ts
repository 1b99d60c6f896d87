import type { Database } from 'better-sqlite3'
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
import { unique } from './conflicts.ts'
import { createDeploymentVisits } from './deployment-visits.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

const COLUMNS = `deployments.id, deployments.name, widget_key, assistant_id, deployments.created_at,
         created_by, expires_at, revoked_at, last_used_at,
         (SELECT json_group_array(origin ORDER BY origin)
            FROM deployment_origins WHERE deployment_id = deployments.id) AS allowed_origins`

type Find = ReturnType<typeof prepareFind>

/** Statements that several steps need. */
type Shared = ReturnType<typeof prepareShared>

/**
 * Status (docs/behaviour.md#widget-deployments): active → revoked by `revoke`, permanently; active
 * → expired when `expires_at` passes; revoked has priority. It is derived from the times, not
 * stored.
 */
export function createDeployments(db: Database): Sync<Deployments> {
  const find = prepareFind(db)
  const shared = prepareShared(db)
  return {
    find,
    ...listsOf(db),
    ...changesOf(db, find, shared),
    ...rotationOf(db, find, shared),
    ...appearancesOf(db, shared),
    ...createDeploymentVisits(db),
  }
}

function prepareFind(db: Database) {
  const byId = db.prepare<{ organization_id: string; id: string }, DeploymentRow>(`
    SELECT ${COLUMNS} FROM deployments WHERE id = :id AND organization_id = :organization_id
  `)
  return (organization_id: string, id: string, now: string): StoredDeployment | null => {
    const row = byId.get({ organization_id, id })
    return row ? toDeployment(row, now) : null
  }
}

function listsOf(db: Database): Pick<Sync<Deployments>, 'list' | 'findByKey' | 'touch'> {
  const page = db.prepare<
    { organization_id: string; rows: number } & typeof NEWEST,
    DeploymentRow
  >(`
    SELECT ${COLUMNS}
      FROM deployments
     WHERE organization_id = :organization_id AND (created_at, id) < (:created_at, :id)
     ORDER BY created_at DESC, id DESC
     LIMIT :rows
  `)
  const byKey = db.prepare<{ widget_key: string }, PresentedRow>(`
    SELECT ${COLUMNS}, organization_id, appearance,
           (SELECT status FROM organizations WHERE organizations.id = organization_id)
             AS organization_status
      FROM deployments
     WHERE widget_key = :widget_key
  `)
  const touch = db.prepare<{ organization_id: string; id: string; now: string }>(`
    UPDATE deployments SET last_used_at = :now
     WHERE id = :id AND organization_id = :organization_id
  `)

  return {
    list(organization_id, paging, now) {
      return readPage(
        paging,
        { list: ['deployments', organization_id], start: NEWEST },
        (range) => page.all({ organization_id, ...range }),
        (row) => toDeployment(row, now),
      )
    },

    findByKey(widget_key, now) {
      const row = byKey.get({ widget_key })
      return row ? toPresented(row, now) : null
    },

    // An UPDATE waits for the write lock even when it changes no row.
    touch(organization_id, { id, last_used_at }, now) {
      if (isDue(last_used_at, now)) touch.run({ organization_id, id, now })
    },
  }
}

function prepareShared(db: Database) {
  const insert = db.prepare<NewDeploymentRow>(`
    INSERT INTO deployments (id, organization_id, name, widget_key, assistant_id, created_at, created_by,
                             expires_at, appearance)
    VALUES (:id, :organization_id, :name, :widget_key, :assistant_id, :created_at, :created_by,
            :expires_at, :appearance)
  `)
  const change = db.prepare<{
    organization_id: string
    id: string
    name: string
    expires_at: string | null
  }>(`
    UPDATE deployments
       SET name = :name, expires_at = :expires_at
     WHERE id = :id AND organization_id = :organization_id
  `)
  const allow = db.prepare<{ deployment_id: string; origins: string }>(`
    INSERT INTO deployment_origins (organization_id, deployment_id, origin)
    SELECT DISTINCT organization_id, deployments.id, value
      FROM json_each(:origins) JOIN deployments ON deployments.id = :deployment_id
  `)
  const revoke = db.prepare<{ organization_id: string; id: string; now: string }>(`
    UPDATE deployments
       SET revoked_at = :now
     WHERE id = :id AND organization_id = :organization_id AND revoked_at IS NULL
  `)
  const appearance = db
    .prepare<{ organization_id: string; id: string }, string>(`
      SELECT appearance FROM deployments WHERE id = :id AND organization_id = :organization_id
    `)
    .pluck()
  return { insert, change, allow, revoke, appearance }
}

function changesOf(
  db: Database,
  find: Find,
  { insert, change, allow, revoke }: Shared,
): Pick<Sync<Deployments>, 'create' | 'update' | 'revoke'> {
  const assistantExists = db.prepare<{ organization_id: string; assistant_id: string }>(`
    SELECT 1 FROM assistants WHERE id = :assistant_id AND organization_id = :organization_id
  `)
  const disallowAll = db.prepare<{ deployment_id: string }>(`
    DELETE FROM deployment_origins WHERE deployment_id = :deployment_id
  `)

  const create = db.transaction<Sync<Deployments>['create']>((organization_id, deployment) => {
    const { id, assistant_id, allowed_origins, created_at } = deployment
    if (!assistantExists.get({ organization_id, assistant_id })) return null
    const appearance = JSON.stringify(deployment.appearance)
    unique('deployment', () => insert.run({ ...deployment, appearance, organization_id }))
    allow.run({ deployment_id: id, origins: JSON.stringify(allowed_origins) })
    return find(organization_id, id, created_at)
  })

  const update = db.transaction<Sync<Deployments>['update']>(
    (organization_id, id, changed, now) => {
      const current = find(organization_id, id, now)
      if (!current) return null
      const { name, expires_at } = { ...current, ...changed }
      unique('deployment', () => change.run({ organization_id, id, name, expires_at }))
      if (changed.allowed_origins) {
        disallowAll.run({ deployment_id: id })
        allow.run({ deployment_id: id, origins: JSON.stringify(changed.allowed_origins) })
      }
      return find(organization_id, id, now)
    },
  )

  return {
    create: (...values) => create.immediate(...values),
    update: (...values) => update.immediate(...values),

    revoke(organization_id, id, now) {
      revoke.run({ organization_id, id, now })
      return find(organization_id, id, now)
    },
  }
}

function rotationOf(
  db: Database,
  find: Find,
  { insert, change, allow, revoke, appearance }: Shared,
): Pick<Sync<Deployments>, 'rotate'> {
  const names = db
    .prepare<{ organization_id: string }, string>(`
      SELECT name FROM deployments WHERE organization_id = :organization_id
    `)
    .pluck()

  const rotate = db.transaction<Sync<Deployments>['rotate']>(
    (organization_id, id, successor, expires_at) => {
      const { created_at: now } = successor
      const old = find(organization_id, id, now)
      if (!old) return null
      requireRotatable(old)
      const name = formerName(old.name, expires_at ?? now, names.all({ organization_id }))
      change.run({ organization_id, id, name, expires_at: formerEnd(old, expires_at) })
      if (expires_at === null) revoke.run({ organization_id, id, now })
      const set = appearance.get({ organization_id, id }) ?? '{}'
      const { name: kept, assistant_id, allowed_origins } = old
      insert.run({
        ...successor,
        organization_id,
        name: kept,
        assistant_id,
        expires_at: old.expires_at,
        appearance: set,
      })
      allow.run({ deployment_id: successor.id, origins: JSON.stringify(allowed_origins) })
      return find(organization_id, successor.id, now)
    },
  )

  return {
    rotate: (...values) => rotate.immediate(...values),
  }
}

function appearancesOf(
  db: Database,
  { appearance }: Shared,
): Pick<Sync<Deployments>, 'appearance' | 'setAppearance'> {
  const setAppearance = db.prepare<{ organization_id: string; id: string; appearance: string }>(`
    UPDATE deployments SET appearance = :appearance
     WHERE id = :id AND organization_id = :organization_id
  `)

  return {
    appearance(organization_id, id) {
      return JSON.parse(appearance.get({ organization_id, id }) ?? 'null')
    },

    setAppearance(organization_id, id, set) {
      const row = { organization_id, id, appearance: JSON.stringify(set) }
      return setAppearance.run(row).changes > 0
    },
  }
}
