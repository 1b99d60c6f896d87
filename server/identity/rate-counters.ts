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
 * The usages of one budget in two generations: those used since the last turn, and those used in the one
 * before. A turn comes when a window has passed, so that what is dropped is out of date, or when the young
 * are half of what may be kept, so that it is what was idle for longest. (One map in order of use would
 * be slower by far: finding its first entry after many deletions walks over all their places.)
 */
interface Generations {
  young: Map<string, Usage>
  old: Map<string, Usage>
  turnedAt: number
}

/**
 * Counters in memory. The window slides: a budget is never exceeded in any period of its length, and a
 * use is available again when it is one window old (at most a 120th of the window later). Of each
 * budget at most `maxKeys` keys are remembered; past that those that were idle for longest are
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
  const budgets = new Map<string, Generations>()

  function generationsOf({ name, windowMs }: Budget, at: number): Generations {
    const known = budgets.get(name)
    const isDue = !known || known.young.size >= maxKeys / 2 || at - known.turnedAt >= windowMs
    if (!isDue) return known
    const turned = { young: new Map(), old: known?.young ?? new Map(), turnedAt: at }
    budgets.set(name, turned)
    return turned
  }

  function find({ budget, key }: Use, at: number): Usage {
    const { young, old } = generationsOf(budget, at)
    const usage = young.get(key) ?? old.get(key)
    return usage ? expire(usage, budget, at) : { marks: [], uses: 0 }
  }

  function record({ budget, key }: Use, usage: Usage, at: number): void {
    mark(usage, budget, at)
    budgets.get(budget.name)?.young.set(key, usage)
  }

  return {
    async take(uses) {
      const at = monotonicMs()
      const found = uses.map((use) => ({ use, usage: find(use, at) }))
      const taken = found.every(({ use, usage }) => usage.uses < use.budget.limit)
      if (taken) for (const { use, usage } of found) record(use, usage, at)
      return { taken, standings: found.map(({ use, usage }) => standing(use.budget, usage, at)) }
    },

    async giveBack(uses) {
      const at = monotonicMs()
      for (const use of uses) unmark(find(use, at))
    },
  }
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

function standing(budget: Budget, { marks, uses }: Usage, at: number): Standing {
  const oldest = marks[0]
  return {
    budget,
    remaining: Math.max(0, budget.limit - uses),
    refillMs: oldest ? oldest.to + budget.windowMs - at : 0,
  }
}
