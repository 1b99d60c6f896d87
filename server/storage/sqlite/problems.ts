import type { Database } from 'better-sqlite3'
import { MAX_PROBLEMS } from '../../contract/problem.ts'
import type { Problems } from '../ports/problems.ts'
import {
  EXPIRING,
  type ProblemRow,
  type ProblemTimesRow,
  toProblem,
  toTimesRow,
} from '../rows/problems.ts'
import type { Sync } from './promised.ts'

/** What the latest job of a source left behind. */
const SYNCS = `
  SELECT iif(error_code = 'deletions_withheld', 'deletions_withheld', 'sync_failed') AS kind,
         finished_at AS at, 'source' AS type, sources.id, sources.name, error_code AS reason,
         NULL AS origin,
         iif(error_code = 'deletions_withheld',
             (SELECT count(*) FROM withheld_deletions WHERE job_id = jobs.id), 1) AS count
    FROM sources
    JOIN collections ON collections.id = sources.collection_id AND collections.status = 'active'
    JOIN jobs ON jobs.id = (SELECT id FROM jobs
                             WHERE source_id = sources.id
                             ORDER BY queued_at DESC, id DESC
                             LIMIT 1)
   WHERE sources.organization_id = :organization_id
     AND (jobs.status = 'failed' OR error_code = 'deletions_withheld')`

/** An origin that was allowed meanwhile needs nobody. */
const REFUSALS = `
  SELECT 'origin_refused' AS kind, last_at AS at, 'deployment' AS type, deployments.id, name, reason,
         origin, count
    FROM deployments
    JOIN refusals ON refusals.organization_id = deployments.organization_id
                 AND deployment_id = deployments.id
   WHERE deployments.organization_id = :organization_id AND last_at >= :refused_since
     AND reason <> 'rate_limited'
     AND NOT (reason = 'origin_not_allowed'
              AND origin IN (SELECT origin FROM deployment_origins
                              WHERE deployment_id = deployments.id))`

const GAPS = `
  SELECT 'new_gaps' AS kind, max(at) AS at, NULL AS type, NULL AS id, NULL AS name,
         NULL AS reason, NULL AS origin, count(*) AS count
    FROM (SELECT (SELECT min(asked_at) FROM gap_questions
                   WHERE organization_id = :organization_id AND gap = number) AS at
            FROM gaps
           WHERE organization_id = :organization_id AND state = 'open')
   WHERE at >= :gaps_since
  HAVING count(*) > 0`

export function createProblems(db: Database): Sync<Problems> {
  const kinds = [SYNCS, REFUSALS, ...EXPIRING, GAPS].map((sql) =>
    db.prepare<ProblemTimesRow, ProblemRow>(`${sql} ORDER BY at DESC LIMIT ${MAX_PROBLEMS}`),
  )

  return {
    list(organization_id, times) {
      const row = toTimesRow(organization_id, times)
      return kinds.flatMap((kind) => kind.all(row)).map(toProblem)
    },
  }
}
