import type { Budget, BudgetState } from '../ports/counters.ts'

/** Uses close together, which are counted and leave the window as one. */
interface Bucket {
  from: number
  to: number
  uses: number
}

/** The uses of a budget by one key, oldest bucket first. */
export interface Usage {
  buckets: Bucket[]
  uses: number
}

/** A bucket spans this fraction of the window, which bounds the buckets of a key. */
const BUCKETS_PER_WINDOW = 120

/** Records a use. */
export function count(usage: Usage, { windowMs }: Budget, at: number): void {
  const newest = usage.buckets.at(-1)
  usage.uses += 1
  if (newest && at - newest.from < windowMs / BUCKETS_PER_WINDOW) {
    newest.to = at
    newest.uses += 1
  } else {
    usage.buckets.push({ from: at, to: at, uses: 1 })
  }
}

/** Undoes the newest use. */
export function uncount(usage: Usage): void {
  const newest = usage.buckets.at(-1)
  if (!newest) return
  usage.uses -= 1
  newest.uses -= 1
  if (newest.uses === 0) usage.buckets.pop()
}

/** Drops the uses that have left the window. */
export function expire(usage: Usage, { windowMs }: Budget, at: number): Usage {
  const current = usage.buckets.findIndex(({ to }) => at - to < windowMs)
  const expired = usage.buckets.splice(0, current === -1 ? usage.buckets.length : current)
  for (const { uses } of expired) usage.uses -= uses
  return usage
}

export function stateOf(budget: Budget, { buckets, uses }: Usage, at: number): BudgetState {
  const oldest = buckets[0]
  return {
    budget,
    remaining: Math.max(0, budget.limit - uses),
    // In this order a clock with fractions makes no wait longer than the window.
    resetMs: oldest ? budget.windowMs - (at - oldest.to) : 0,
  }
}
