import { TooManyRequests } from '../contract/errors.ts'
import type { Budget, BudgetState, RateCounters, Use } from '../storage/ports/counters.ts'
import { count, expire, stateOf, type Usage, uncount } from '../storage/rules/sliding-window.ts'

/** The error that says when there is something left of every spent budget again. */
export function budgetSpent(states: BudgetState[], message: string): TooManyRequests {
  const spent = states.filter(({ remaining }) => remaining === 0)
  const waitMs = Math.max(...spent.map(({ resetMs }) => resetMs))
  return new TooManyRequests(message, Math.max(1, Math.ceil(waitMs / 1000)))
}

/**
 * The usages of one budget in two generations: keys used since the last rotation (`young`), and in
 * the period before it (`old`). Rotation drops the old generation. It happens when a window has
 * passed, so that the dropped usages are out of date, or when `young` has half of `maxKeys`, so
 * that they are those idle for longest. (An LRU list in one `Map` would be far slower: finding its
 * first entry after many deletions walks over all deleted slots.)
 */
interface Generations {
  young: Map<string, Usage>
  old: Map<string, Usage>
  rotatedAt: number
}

/**
 * Sliding-window counters in memory: a budget is never exceeded in any period of its length, and a
 * use is available again when it is one window old (at most a 120th of the window later). Each
 * budget remembers at most `maxKeys` keys and then evicts those idle for longest, so that a flood
 * of addresses costs a bounded amount of memory and does not affect other budgets.
 */
export function createRateCounters({
  monotonicMs,
  maxKeys = 50_000,
}: {
  /** A monotonic clock in milliseconds, from any origin. */
  monotonicMs: () => number
  maxKeys?: number
}): RateCounters {
  const budgets = new Map<string, Generations>()

  function generationsOf({ name, windowMs }: Budget, at: number): Generations {
    const known = budgets.get(name)
    const isDue = !known || known.young.size >= maxKeys / 2 || at - known.rotatedAt >= windowMs
    if (!isDue) return known
    const rotated = { young: new Map(), old: known?.young ?? new Map(), rotatedAt: at }
    budgets.set(name, rotated)
    return rotated
  }

  function find({ budget, key }: Use, at: number): Usage {
    const { young, old } = generationsOf(budget, at)
    const usage = young.get(key) ?? old.get(key)
    return usage ? expire(usage, budget, at) : { buckets: [], uses: 0 }
  }

  function record({ budget, key }: Use, usage: Usage, at: number): void {
    count(usage, budget, at)
    budgets.get(budget.name)?.young.set(key, usage)
  }

  return {
    async take(uses) {
      const at = monotonicMs()
      const found = uses.map((use) => ({ use, usage: find(use, at) }))
      const taken = found.every(({ use, usage }) => usage.uses < use.budget.limit)
      if (taken) for (const { use, usage } of found) record(use, usage, at)
      return { taken, states: found.map(({ use, usage }) => stateOf(use.budget, usage, at)) }
    },

    async refund(uses) {
      const at = monotonicMs()
      for (const use of uses) uncount(find(use, at))
    },
  }
}
