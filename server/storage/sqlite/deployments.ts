import type { Database } from 'better-sqlite3'
import type { Refusal } from '../../contract/deployment.ts'
import { NEWEST } from '../paging.ts'
import type { Deployments, StoredDeployment } from '../ports/deployments.ts'
import {
  type DeploymentRow,
  LATEST,
  type NewDeploymentRow,
  type OriginRow,
  type PresentedRow,
  toDeployment,
  toOrigin,
  toPresented,
} from '../rows/deployments.ts'
import {
  formerEnd,
  formerName,
  MAX_REFUSALS,
  refusalsSince,
  refusedOrigin,
  requireRotatable,
} from '../rules/deployments.ts'
import { isDue } from '../rules/last-use.ts'
import { unique } from './conflicts.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

/**
 * Status (docs/behaviour.md#widget-deployments): active → revoked by `revoke`, permanently; active
 * → expired when `expires_at` passes; revoked has priority. It is derived from the times, not
 * stored.
 */
export function createDeployments(db: Database): Sync<Deployments> {
  const columns = `deployments.id, deployments.name, widget_key, assistant_id, deployments.created_at,
           created_by, expires_at, revoked_at, last_used_at,
           (SELECT json_group_array(origin ORDER BY origin)
              FROM deployment_origins WHERE deployment_id = deployments.id) AS allowed_origins`
  const assistantExists = db.prepare<{ organization_id: string; assistant_id: string }>(`
    SELECT 1 FROM assistants WHERE id = :assistant_id AND organization_id = :organization_id
  `)
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
  const disallowAll = db.prepare<{ deployment_id: string }>(`
    DELETE FROM deployment_origins WHERE deployment_id = :deployment_id
  `)
  const allow = db.prepare<{ deployment_id: string; origins: string }>(`
    INSERT INTO deployment_origins (origin, deployment_id)
    SELECT DISTINCT value, :deployment_id FROM json_each(:origins)
  `)
  const revoke = db.prepare<{ organization_id: string; id: string; now: string }>(`
    UPDATE deployments
       SET revoked_at = :now
     WHERE id = :id AND organization_id = :organization_id AND revoked_at IS NULL
  `)
  const byId = db.prepare<{ organization_id: string; id: string }, DeploymentRow>(`
    SELECT ${columns} FROM deployments WHERE id = :id AND organization_id = :organization_id
  `)
  const page = db.prepare<
    { organization_id: string; rows: number } & typeof NEWEST,
    DeploymentRow
  >(`
    SELECT ${columns}
      FROM deployments
     WHERE organization_id = :organization_id AND (created_at, id) < (:created_at, :id)
     ORDER BY created_at DESC, id DESC
     LIMIT :rows
  `)
  const byKey = db.prepare<{ widget_key: string }, PresentedRow>(`
    SELECT ${columns}, organization_id, appearance,
           (SELECT status FROM organizations WHERE organizations.id = organization_id)
             AS organization_status
      FROM deployments
     WHERE widget_key = :widget_key
  `)
  const appearance = db
    .prepare<{ organization_id: string; id: string }, string>(`
      SELECT appearance FROM deployments WHERE id = :id AND organization_id = :organization_id
    `)
    .pluck()
  const setAppearance = db.prepare<{ organization_id: string; id: string; appearance: string }>(`
    UPDATE deployments SET appearance = :appearance
     WHERE id = :id AND organization_id = :organization_id
  `)
  const touch = db.prepare<{ organization_id: string; id: string; now: string }>(`
    UPDATE deployments SET last_used_at = :now
     WHERE id = :id AND organization_id = :organization_id
  `)
  const countRefusal = db.prepare<{
    organization_id: string
    id: string
    origin: string
    reason: string
    now: string
    day_ago: string
  }>(`
    INSERT INTO refusals (deployment_id, origin, reason, count, last_at)
    SELECT id, :origin, :reason, 1, :now
      FROM deployments
     WHERE id = :id AND organization_id = :organization_id
    ON CONFLICT (deployment_id, origin, reason) DO UPDATE
       SET count = CASE WHEN last_at > :day_ago THEN count + 1 ELSE 1 END, last_at = excluded.last_at
  `)
  const forgetRefusals = db.prepare<{ id: string; day_ago: string; kept: number }>(`
    DELETE FROM refusals
     WHERE deployment_id = :id
       AND (last_at <= :day_ago
            OR last_at < (SELECT last_at FROM refusals
                           WHERE deployment_id = :id
                           ORDER BY last_at DESC LIMIT 1 OFFSET :kept - 1))
  `)
  const refusals = db.prepare<
    { id: string; day_ago: string; rows: number } & typeof LATEST,
    Refusal
  >(`
    SELECT origin, reason, count, last_at
      FROM refusals
     WHERE deployment_id = :id AND last_at > :day_ago
       AND (last_at < :last_at OR (last_at = :last_at AND (origin, reason) > (:origin, :reason)))
     ORDER BY last_at DESC, origin, reason
     LIMIT :rows
  `)

  const seen = db.prepare<{ id: string; origin: string }, { last_seen_at: string }>(`
    SELECT last_seen_at FROM origins_seen WHERE deployment_id = :id AND origin = :origin
  `)
  const see = db.prepare<{
    organization_id: string
    id: string
    origin: string
    widget_version: string | null
    now: string
  }>(`
    INSERT INTO origins_seen (deployment_id, origin, widget_version, last_seen_at)
    SELECT id, :origin, :widget_version, :now
      FROM deployments
     WHERE id = :id AND organization_id = :organization_id
    ON CONFLICT (deployment_id, origin) DO UPDATE
       SET widget_version = excluded.widget_version, last_seen_at = excluded.last_seen_at
  `)
  const originsPage = db.prepare<{ id: string; rows: number; origin: string }, OriginRow>(`
    WITH named AS (SELECT origin FROM deployment_origins WHERE deployment_id = :id
                   UNION
                   SELECT origin FROM origins_seen WHERE deployment_id = :id)
    SELECT named.origin, last_seen_at, widget_version,
           EXISTS (SELECT 1 FROM deployment_origins
                    WHERE deployment_id = :id AND origin = named.origin) AS allowed
      FROM named
      LEFT JOIN origins_seen ON deployment_id = :id AND origins_seen.origin = named.origin
     WHERE named.origin > :origin
     ORDER BY named.origin
     LIMIT :rows
  `)
  const names = db
    .prepare<{ organization_id: string }, string>(`
      SELECT name FROM deployments WHERE organization_id = :organization_id
    `)
    .pluck()

  function find(organization_id: string, id: string, now: string): StoredDeployment | null {
    const row = byId.get({ organization_id, id })
    return row ? toDeployment(row, now) : null
  }

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

  const refuse = db.transaction<Sync<Deployments>['refuse']>(
    (organization_id, id, sent, reason, now) => {
      const origin = refusedOrigin(sent)
      const day_ago = refusalsSince(now)
      const counted = { organization_id, id, origin, reason, now, day_ago }
      if (countRefusal.run(counted).changes === 0) return
      forgetRefusals.run({ id, day_ago, kept: MAX_REFUSALS })
    },
  )

  return {
    create: (...values) => create.immediate(...values),
    update: (...values) => update.immediate(...values),

    revoke(organization_id, id, now) {
      revoke.run({ organization_id, id, now })
      return find(organization_id, id, now)
    },

    find,

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

    appearance(organization_id, id) {
      return JSON.parse(appearance.get({ organization_id, id }) ?? 'null')
    },

    setAppearance(organization_id, id, set) {
      const row = { organization_id, id, appearance: JSON.stringify(set) }
      return setAppearance.run(row).changes > 0
    },

    // An UPDATE waits for the write lock even when it changes no row.
    touch(organization_id, { id, last_used_at }, now) {
      if (isDue(last_used_at, now)) touch.run({ organization_id, id, now })
    },

    rotate: (...values) => rotate.immediate(...values),

    see(organization_id, id, origin, widget_version, now) {
      if (isDue(seen.get({ id, origin })?.last_seen_at ?? null, now)) {
        see.run({ organization_id, id, origin, widget_version, now })
      }
    },

    origins(organization_id, id, paging) {
      if (!byId.get({ organization_id, id })) return null
      return readPage(
        paging,
        { list: ['origins', id], start: { origin: '' } },
        (range) => originsPage.all({ id, ...range }),
        toOrigin,
      )
    },

    refuse: (...values) => refuse.immediate(...values),

    refusals(organization_id, id, paging, now) {
      if (!byId.get({ organization_id, id })) return null
      const day_ago = refusalsSince(now)
      return readPage(
        paging,
        { list: ['refusals', id], start: LATEST },
        (range) => refusals.all({ id, day_ago, ...range }),
        (row) => row,
      )
    },
  }
}
