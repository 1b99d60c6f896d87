import type { Refusal } from '../../contract/deployment.ts'
import type { Deployments } from '../ports/deployments.ts'
import { LATEST, type OriginRow, toOrigin } from '../rows/deployments.ts'
import { MAX_REFUSALS, refusalsSince, refusedOrigin } from '../rules/deployments.ts'
import { isDue } from '../rules/last-use.ts'
import { readPage } from './paging.ts'
import { type Driver, sql } from './step.ts'

interface Place {
  organization_id: string
  id: string
}

const exists = sql<Place>(`
  SELECT 1 FROM deployments WHERE organization_id = :organization_id AND id = :id
`)
const lastSeen = sql<Place & { origin: string }, { last_seen_at: string }>(`
  SELECT last_seen_at
    FROM origins_seen
   WHERE organization_id = :organization_id AND deployment_id = :id AND origin = :origin
`)
const see = sql<Place & { origin: string; widget_version: string | null; now: string }>(`
  INSERT INTO origins_seen (organization_id, deployment_id, origin, widget_version, last_seen_at)
  SELECT organization_id, id, :origin, :widget_version, :now
    FROM deployments
   WHERE organization_id = :organization_id AND id = :id
  ON CONFLICT (organization_id, deployment_id, origin) DO UPDATE
     SET widget_version = excluded.widget_version, last_seen_at = excluded.last_seen_at
`)
const originsPage = sql<Place & { rows: number; origin: string }, OriginRow>(`
  SELECT origin, max(last_seen_at) AS last_seen_at, max(widget_version) AS widget_version,
         max(allowed) AS allowed
    FROM (SELECT origin, NULL AS last_seen_at, NULL AS widget_version, 1 AS allowed
            FROM deployment_origins
           WHERE organization_id = :organization_id AND deployment_id = :id
           UNION ALL
          SELECT origin, last_seen_at, widget_version, 0
            FROM origins_seen
           WHERE organization_id = :organization_id AND deployment_id = :id) AS named
   WHERE origin > :origin
   GROUP BY origin
   ORDER BY origin
   LIMIT :rows
`)
const countRefusal = sql<Place & { origin: string; reason: string; now: string; day_ago: string }>(`
  INSERT INTO refusals (organization_id, deployment_id, origin, reason, count, last_at)
  SELECT organization_id, id, :origin, :reason, 1, :now
    FROM deployments
   WHERE organization_id = :organization_id AND id = :id
  ON CONFLICT (organization_id, deployment_id, origin, reason) DO UPDATE
     SET count = CASE WHEN refusals.last_at > :day_ago THEN refusals.count + 1 ELSE 1 END,
         last_at = excluded.last_at
`)
const forgetRefusals = sql<Place & { day_ago: string }>(`
  DELETE FROM refusals
   WHERE organization_id = :organization_id AND deployment_id = :id
     AND (last_at <= :day_ago
          OR last_at < (SELECT last_at
                          FROM refusals
                         WHERE organization_id = :organization_id AND deployment_id = :id
                         ORDER BY last_at DESC
                         LIMIT 1 OFFSET ${MAX_REFUSALS - 1}))
`)
const refusalsPage = sql<Place & { day_ago: string; rows: number } & typeof LATEST, Refusal>(`
  SELECT origin, reason, count, last_at
    FROM refusals
   WHERE organization_id = :organization_id AND deployment_id = :id AND last_at > :day_ago
     AND (last_at < :last_at OR (last_at = :last_at AND (origin, reason) > (:origin, :reason)))
   ORDER BY last_at DESC, origin, reason
   LIMIT :rows
`)

/** Where the widget of a deployment is shown, and where it was refused. */
export function createDeploymentVisits(
  db: Driver,
): Pick<Deployments, 'see' | 'origins' | 'refuse' | 'refusals'> {
  return {
    see: (organization_id, id, origin, widget_version, now) =>
      db.run(function* () {
        const place = { organization_id, id, origin }
        const seen = yield* lastSeen.get(place)
        if (isDue(seen?.last_seen_at ?? null, now))
          yield* see.run({ ...place, widget_version, now })
      }),

    origins: (organization_id, id, paging) =>
      db.run(function* () {
        const place = { organization_id, id }
        if (!(yield* exists.get(place))) return null
        return yield* readPage(
          paging,
          { list: ['origins', id], start: { origin: '' } },
          (range) => originsPage.all({ ...place, ...range }),
          toOrigin,
        )
      }),

    refuse: (organization_id, id, sent, reason, now) =>
      db.step(function* () {
        const place = { organization_id, id }
        const day_ago = refusalsSince(now)
        const refused = { ...place, origin: refusedOrigin(sent), reason, now, day_ago }
        if ((yield* countRefusal.run(refused)) === 0) return
        yield* forgetRefusals.run({ ...place, day_ago })
      }, 'read committed'),

    refusals: (organization_id, id, paging, now) =>
      db.run(function* () {
        const place = { organization_id, id }
        if (!(yield* exists.get(place))) return null
        return yield* readPage(
          paging,
          { list: ['refusals', id], start: LATEST },
          (range) => refusalsPage.all({ ...place, day_ago: refusalsSince(now), ...range }),
          (row) => row,
        )
      }),
  }
}
