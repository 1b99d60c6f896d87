import type { Problem } from '../../contract/problem.ts'

export interface ProblemTimes {
  /** Refusals are kept since then. */
  refusedSince: string
  /** Deployments and keys that expire between these. */
  expiring: { from: string; to: string }
  /** Gaps are new that began since then. */
  gapsSince: string
  /** Passages are outdated that an earlier version than this one has read. */
  reading: number
}

export interface Problems {
  /** At most `MAX_PROBLEMS` of a kind, the newest first; spent budgets are not among them. */
  list(organization_id: string, times: ProblemTimes): Promise<Problem[]>
}
