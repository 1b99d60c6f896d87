/** So many uses by one key in any period of `windowMs`, wherever the period begins. */
export interface Budget {
  name: string
  limit: number
  windowMs: number
}

export interface Use {
  budget: Budget
  key: string
}

/** How a budget stands for one key. */
export interface Standing {
  budget: Budget
  remaining: number
  /** Milliseconds until more is available; 0 when nothing of the budget is used. */
  refillMs: number
}

/** `remaining` as it is after the uses were taken, or as it was when they were not. */
export interface Taken {
  taken: boolean
  /** In the order of the uses. */
  standings: Standing[]
}

/** Where uses are counted; in memory here, elsewhere for a service of more than one process. */
export interface RateCounters {
  /** Takes one use of every budget; where one of them is spent, of none. */
  take(uses: Use[]): Promise<Taken>
  /** Returns the newest use of every budget, as though it had not been taken. */
  giveBack(uses: Use[]): Promise<void>
}

/** Uses that came close together: they are counted, and leave the window, as one. */
interface Mark {
  from: number
  to: number
  uses: number
}

/** Oldest mark first. */
interface Usage {
  marks: Mark[]
  uses: number
}

/** A use joins the newest mark when it comes within this part of the window, which bounds the marks of a key. */
const MARKS_PER_WINDOW = 120

/**
 * Counters in memory. The window slides: a budget is never exceeded in any period of its length, and a
 * use is available again when it is one window old (at most a 120th of the window later). Of each
 * budget at most `maxKeys` keys are remembered; past that the one that was idle for longest is
 * forgotten, so that a flood of addresses costs a bounded amount of memory and touches no other budget.
 */
export function createRateCounters({
  monotonicMs,
  maxKeys = 50_000,
}: {
  /** Milliseconds that never go back, from any beginning. */
  monotonicMs: () => number
  maxKeys?: number
}): RateCounters {
  const usages = new Map<string, Map<string, Usage>>()

  function usagesOf({ name }: Budget): Map<string, Usage> {
    const known = usages.get(name)
    if (known) return known
    const fresh = new Map<string, Usage>()
    usages.set(name, fresh)
    return fresh
  }

  /** The keys' order is that of their last use, so what is out of date stands at the front. */
  function record({ budget, key }: Use, usage: Usage, at: number): void {
    mark(usage, budget, at)
    const keys = usagesOf(budget)
    keys.delete(key)
    keys.set(key, usage)
    const [oldest] = keys
    if (!oldest || oldest[0] === key) return
    if (keys.size > maxKeys || isOver(oldest[1], budget, at)) keys.delete(oldest[0])
  }

  return {
    async take(uses) {
      const at = monotonicMs()
      const found = uses.map(({ budget, key }) => {
        const usage = usagesOf(budget).get(key)
        return usage ? expire(usage, budget, at) : { marks: [], uses: 0 }
      })
      const taken = uses.every(({ budget }, index) => usesOf(found[index]) < budget.limit)
      const standings = uses.map((use, index) => {
        const usage = found[index] ?? { marks: [], uses: 0 }
        if (taken) record(use, usage, at)
        return standing(use.budget, usage, at)
      })
      return { taken, standings }
    },

    async giveBack(uses) {
      for (const { budget, key } of uses) {
        const usage = usagesOf(budget).get(key)
        if (usage) unmark(usage)
      }
    },
  }
}

function usesOf(usage: Usage | undefined): number {
  return usage?.uses ?? 0
}

function mark(usage: Usage, { windowMs }: Budget, at: number): void {
  const newest = usage.marks.at(-1)
  usage.uses += 1
  if (newest && at - newest.from < windowMs / MARKS_PER_WINDOW) {
    newest.to = at
    newest.uses += 1
  } else {
    usage.marks.push({ from: at, to: at, uses: 1 })
  }
}

function unmark(usage: Usage): void {
  const newest = usage.marks.at(-1)
  if (!newest) return
  usage.uses -= 1
  newest.uses -= 1
  if (newest.uses === 0) usage.marks.pop()
}

/** Lets go of what has left the window. */
function expire(usage: Usage, { windowMs }: Budget, at: number): Usage {
  const staying = usage.marks.findIndex(({ to }) => at - to < windowMs)
  const left = usage.marks.splice(0, staying === -1 ? usage.marks.length : staying)
  for (const { uses } of left) usage.uses -= uses
  return usage
}

function isOver({ marks }: Usage, { windowMs }: Budget, at: number): boolean {
  return at - (marks.at(-1)?.to ?? -Infinity) >= windowMs
}

function standing(budget: Budget, { marks, uses }: Usage, at: number): Standing {
  const oldest = marks[0]
  return {
    budget,
    remaining: Math.max(0, budget.limit - uses),
    refillMs: oldest ? oldest.to + budget.windowMs - at : 0,
  }
}
