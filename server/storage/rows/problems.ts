import type { Problem } from '../../contract/problem.ts'
import type { ProblemTimes } from '../ports/problems.ts'

export interface ProblemRow {
  kind: Problem['kind']
  at: string
  type: 'source' | 'deployment' | 'api_key' | null
  id: string | null
  name: string | null
  reason: string | null
  origin: string | null
  count: number
}

const expiring = (kind: Problem['kind'], type: string, table: string) => `
  SELECT '${kind}' AS kind, expires_at AS at, '${type}' AS type, id, name, NULL AS reason,
         NULL AS origin, 1 AS count
    FROM ${table}
   WHERE organization_id = :organization_id AND revoked_at IS NULL
     AND expires_at BETWEEN :from AND :to`

/** What expires soon. */
export const EXPIRING = [
  expiring('deployment_expiring', 'deployment', 'deployments'),
  expiring('api_key_expiring', 'api_key', 'api_keys'),
]

export interface ProblemTimesRow {
  organization_id: string
  refused_since: string
  from: string
  to: string
  gaps_since: string
  reading: number
}

export function toTimesRow(
  organization_id: string,
  { refusedSince, expiring: { from, to }, gapsSince, reading }: ProblemTimes,
): ProblemTimesRow {
  const since = { refused_since: refusedSince, gaps_since: gapsSince }
  return { organization_id, from, to, ...since, reading }
}

export function toProblem({ type, id, name, ...row }: ProblemRow): Problem {
  return { ...row, target: type && id && name !== null ? { type, id, name } : null }
}
