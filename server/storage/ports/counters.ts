/** At most `limit` uses by one key in any period of `windowMs` (a sliding window). */
export interface Budget {
  name: string
  limit: number
  windowMs: number
}

export interface Use {
  budget: Budget
  key: string
}

/** The state of a budget for one key. */
export interface BudgetState {
  budget: Budget
  remaining: number
  /** Milliseconds until more is available; 0 when nothing of the budget is used. */
  resetMs: number
}

/** The outcome of `take`; the states are those after it. */
export interface TakeResult {
  taken: boolean
  /** In the order of the uses. */
  states: BudgetState[]
}

/**
 * Counters of uses, of one process or of all that share a database. Throws `service_unavailable`
 * while the database that counts is away.
 */
export interface RateCounters {
  /** Takes one use from each budget, or from none when one of them is spent. */
  take(uses: Use[]): Promise<TakeResult>
  /** Undoes the newest use of each budget. */
  refund(uses: Use[]): Promise<void>
}
