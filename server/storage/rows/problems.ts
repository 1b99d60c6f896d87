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

export interface ProblemTimesRow {
  organization_id: string
  refused_since: string
  from: string
  to: string
  gaps_since: string
}

export function toTimesRow(
  organization_id: string,
  { refusedSince, expiring: { from, to }, gapsSince }: ProblemTimes,
): ProblemTimesRow {
  return { organization_id, from, to, refused_since: refusedSince, gaps_since: gapsSince }
}

export function toProblem({ type, id, name, ...row }: ProblemRow): Problem {
  return { ...row, target: type && id && name !== null ? { type, id, name } : null }
}
