import { MAX_PROBLEMS } from '../../contract/problem.ts'
import type { Problems } from '../ports/problems.ts'
import {
  EXPIRING,
  type ProblemRow,
  type ProblemTimesRow,
  toProblem,
  toTimesRow,
} from '../rows/problems.ts'
import { type Driver, sql } from './step.ts'

/** What the latest job of a source left behind. */
const SYNCS = `
  SELECT CASE WHEN error_code = 'deletions_withheld' THEN error_code ELSE 'sync_failed' END AS kind,
         latest.finished_at AS at, 'source' AS type, sources.id, sources.name, error_code AS reason,
         NULL AS origin,
         CASE WHEN error_code = 'deletions_withheld'
              THEN (SELECT count(*)
                      FROM withheld_deletions
                     WHERE organization_id = :organization_id AND job_id = latest.id)
              ELSE 1 END AS count
    FROM sources
    JOIN collections
      ON collections.organization_id = sources.organization_id
     AND collections.id = sources.collection_id AND collections.status = 'active'
    JOIN jobs AS latest
      ON latest.organization_id = :organization_id
     AND latest.id = (SELECT id
                        FROM jobs
                       WHERE organization_id = :organization_id AND source_id = sources.id
                       ORDER BY queued_at DESC, id DESC
                       LIMIT 1)
   WHERE sources.organization_id = :organization_id
     AND (latest.status = 'failed' OR error_code = 'deletions_withheld')`

/** An origin that was allowed meanwhile needs nobody. */
const REFUSALS = `
  SELECT 'origin_refused' AS kind, last_at AS at, 'deployment' AS type, deployments.id, name, reason,
         origin, count
    FROM deployments
    JOIN refusals
      ON refusals.organization_id = deployments.organization_id AND deployment_id = deployments.id
   WHERE deployments.organization_id = :organization_id AND last_at >= :refused_since
     AND reason <> 'rate_limited'
     AND NOT (reason = 'origin_not_allowed'
              AND origin IN (SELECT allowed.origin
                               FROM deployment_origins AS allowed
                              WHERE allowed.organization_id = :organization_id
                                AND allowed.deployment_id = deployments.id))`

const GAPS = `
  SELECT 'new_gaps' AS kind, max(at) AS at, NULL AS type, NULL AS id, NULL AS name,
         NULL AS reason, NULL AS origin, count(*) AS count
    FROM (SELECT (SELECT min(asked_at)
                    FROM gap_questions
                   WHERE organization_id = :organization_id AND gap = number) AS at
            FROM gaps
           WHERE organization_id = :organization_id AND state = 'open') AS opened
   WHERE at >= :gaps_since
  HAVING count(*) > 0`

const OUTDATED = `
  SELECT 'passages_outdated' AS kind, max(updated_at) AS at, NULL AS type, NULL AS id, NULL AS name,
         NULL AS reason, NULL AS origin, sum(passage_count) AS count
    FROM documents
   WHERE organization_id = :organization_id AND reading < :reading AND passage_count > 0
  HAVING count(*) > 0`

const kinds = [SYNCS, REFUSALS, ...EXPIRING, GAPS, OUTDATED].map((kind) =>
  sql<ProblemTimesRow, ProblemRow>(`${kind} ORDER BY at DESC NULLS LAST LIMIT ${MAX_PROBLEMS}`),
)

export function createProblems(db: Driver): Problems {
  return {
    list: (organization_id, times) =>
      db.snapshot(function* () {
        const row = toTimesRow(organization_id, times)
        const found: ProblemRow[] = []
        for (const kind of kinds) found.push(...(yield* kind.all(row)))
        return found.map(toProblem)
      }),
  }
}
