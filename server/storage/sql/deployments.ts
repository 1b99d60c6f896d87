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
import { createDeploymentVisits } from './deployment-visits.ts'
import { readPage } from './paging.ts'
import { addSecret } from './secrets.ts'
import { type Driver, type Step, sql, tell } from './step.ts'
import { unique } from './unique.ts'

interface Place {
  organization_id: string
  id: string
}

const COLUMNS = `deployments.id, deployments.name, widget_key, assistant_id, deployments.created_at,
         created_by, expires_at, revoked_at, last_used_at,
         (SELECT LIST (origin ORDER BY origin)
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
  SELECT DISTINCT :organization_id, :id, value FROM EACH (:origins) AS wanted
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
export function createDeployments(db: Driver): Deployments {
  return {
    create: (organization_id, { appearance, allowed_origins, ...deployment }) =>
      db.step(function* () {
        const { id, assistant_id, created_at } = deployment
        if (!(yield* assistantExists.get({ organization_id, assistant_id }))) return null
        const row = { ...deployment, organization_id, appearance: JSON.stringify(appearance) }
        yield* add(row, allowed_origins)
        return yield* find({ organization_id, id }, created_at)
      }),

    update: (organization_id, id, changed, now) =>
      db.step(function* () {
        const place = { organization_id, id }
        const current = yield* find(place, now)
        if (!current) return null
        const { name, expires_at } = { ...current, ...changed }
        yield* unique('deployment', change.run({ ...place, name, expires_at }))
        if (changed.allowed_origins) {
          yield* disallowAll.run(place)
          yield* allow.run({ ...place, origins: changed.allowed_origins })
        }
        yield* tellChange(place)
        return yield* find(place, now)
      }),

    revoke: (organization_id, id, now) =>
      db.step(function* () {
        const place = { organization_id, id }
        if ((yield* revoke.run({ ...place, now })) > 0) yield* tellChange(place)
        return yield* find(place, now)
      }),

    find: (organization_id, id, now) => db.run(() => find({ organization_id, id }, now)),

    list: (organization_id, paging, now) =>
      db.run(() =>
        readPage(
          paging,
          { list: ['deployments', organization_id], start: NEWEST },
          (range) => page.all({ organization_id, ...range }),
          (row) => toDeployment(row, now),
        ),
      ),

    findByKey: (widget_key, now) =>
      db.run(function* () {
        const row = yield* byKey.get({ widget_key })
        return row ? toPresented(row, now) : null
      }),

    appearance: (organization_id, id) =>
      db.run(function* () {
        const row = yield* appearanceOf.get({ organization_id, id })
        return row ? JSON.parse(row.appearance) : null
      }),

    setAppearance: (organization_id, id, set) =>
      db.step(function* () {
        const place = { organization_id, id }
        const row = { ...place, appearance: JSON.stringify(set) }
        if ((yield* setAppearance.run(row)) === 0) return false
        yield* tellChange(place)
        return true
      }),

    touch: (organization_id, { id, last_used_at }, now) =>
      db.run(function* () {
        if (isDue(last_used_at, now)) yield* touch.run({ organization_id, id, now })
      }),

    rotate: (organization_id, id, successor, expires_at) =>
      db.step(function* () {
        const place = { organization_id, id }
        const { created_at: now } = successor
        const old = yield* find(place, now)
        if (!old) return null
        requireRotatable(old)
        yield* retire({ ...place, old, until: expires_at, now })
        const { appearance = '{}' } = (yield* appearanceOf.get(place)) ?? {}
        const { name, assistant_id, allowed_origins, expires_at: end } = old
        const kept = { organization_id, name, assistant_id, expires_at: end, appearance }
        yield* add({ ...successor, ...kept }, allowed_origins)
        return yield* find({ organization_id, id: successor.id }, now)
      }),

    ...createDeploymentVisits(db),
  }
}

function* find(place: Place, now: string): Step<StoredDeployment | null> {
  const row = yield* byId.get(place)
  return row ? toDeployment(row, now) : null
}

function* add(row: NewDeploymentRow, origins: string[]): Step<void> {
  const { organization_id, id, widget_key } = row
  yield* unique('deployment', insert.run(row))
  yield* unique('deployment', addSecret({ hash: widget_key, organization_id }))
  yield* allow.run({ organization_id, id, origins })
  yield* tellChange(row)
}

/** Gives up the name of a deployment, and lets it expire at `until`; null: it is revoked now. */
function* retire({
  old,
  until,
  now,
  ...place
}: Place & {
  old: StoredDeployment
  until: string | null
  now: string
}): Step<void> {
  const taken = (yield* names.all(place)).map(({ name }) => name)
  const name = formerName(old.name, until ?? now, taken)
  yield* change.run({ ...place, name, expires_at: formerEnd(old, until) })
  if (until === null) yield* revoke.run({ ...place, now })
  yield* tellChange(place)
}

function* tellChange({ organization_id, id }: Place): Step<void> {
  yield* tell({ organization_id, kind: 'deployment', id, revision: null })
}
