import type { Database } from 'better-sqlite3'
import type { Refusal } from '../../contract/deployment.ts'
import type { Deployments } from '../ports/deployments.ts'
import { LATEST, type OriginRow, toOrigin } from '../rows/deployments.ts'
import { MAX_REFUSALS, refusalsSince, refusedOrigin } from '../rules/deployments.ts'
import { isDue } from '../rules/last-use.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

type Exists = ReturnType<typeof prepareExists>

/** Where the widget of a deployment is shown, and where it was refused. */
export function createDeploymentVisits(
  db: Database,
): Pick<Sync<Deployments>, 'see' | 'origins' | 'refuse' | 'refusals'> {
  const exists = prepareExists(db)
  return { ...originsOf(db, exists), ...refusalsOf(db, exists) }
}

function prepareExists(db: Database) {
  return db.prepare<{ organization_id: string; id: string }>(`
    SELECT 1 FROM deployments WHERE id = :id AND organization_id = :organization_id
  `)
}

function originsOf(db: Database, exists: Exists): Pick<Sync<Deployments>, 'see' | 'origins'> {
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
    INSERT INTO origins_seen (organization_id, deployment_id, origin, widget_version, last_seen_at)
    SELECT organization_id, id, :origin, :widget_version, :now
      FROM deployments
     WHERE id = :id AND organization_id = :organization_id
    ON CONFLICT (organization_id, deployment_id, origin) DO UPDATE
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

  return {
    see(organization_id, id, origin, widget_version, now) {
      if (isDue(seen.get({ id, origin })?.last_seen_at ?? null, now)) {
        see.run({ organization_id, id, origin, widget_version, now })
      }
    },

    origins(organization_id, id, paging) {
      if (!exists.get({ organization_id, id })) return null
      return readPage(
        paging,
        { list: ['origins', id], start: { origin: '' } },
        (range) => originsPage.all({ id, ...range }),
        toOrigin,
      )
    },
  }
}

function refusalsOf(db: Database, exists: Exists): Pick<Sync<Deployments>, 'refuse' | 'refusals'> {
  const countRefusal = db.prepare<{
    organization_id: string
    id: string
    origin: string
    reason: string
    now: string
    day_ago: string
  }>(`
    INSERT INTO refusals (organization_id, deployment_id, origin, reason, count, last_at)
    SELECT organization_id, id, :origin, :reason, 1, :now
      FROM deployments
     WHERE id = :id AND organization_id = :organization_id
    ON CONFLICT (organization_id, deployment_id, origin, reason) DO UPDATE
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
    refuse: (...values) => refuse.immediate(...values),

    refusals(organization_id, id, paging, now) {
      if (!exists.get({ organization_id, id })) return null
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
