import type { Budget, BudgetState, RateCounters, Use } from '../storage/ports/counters.ts'
import type { Caller } from './caller.ts'
import type { Embed } from './embed.ts'

/** Requests per 60 seconds (docs/behaviour.md#rate-limits); 0 switches a budget off. */
export interface Rates {
  /** Each API key, or each signed-in person at the API. */
  identity: number
  /** Each signed-in person at the console's routes. */
  console: number
  /** Each network address. */
  address: number
  /** Each visitor of a widget deployment, and of its requests without a visitor each address. */
  widget: number
  /** Each widget deployment as a whole. */
  deployment: number
  /** MCP requests of each API key, inside the key's budget. */
  mcp: number
}

/** The budgets of a request after it was counted. */
export interface Spent {
  states: BudgetState[]
  /** The exhausted ones. When there is one, the request was counted against none. */
  spent: BudgetState[]
}

export type RateLimits = ReturnType<typeof createRateLimits>

const WINDOW_MS = 60_000

/** How much larger an address's budget is for visitors with a token: offices share addresses. */
const VISITORS_OF_ADDRESS = 10

/** Preflights of each address: browsers send one for every new URL. */
const PREFLIGHTS = 240

/** Page views that each address's visitors tell by a bootstrap: each has one to begin with. */
const BOOTSTRAPS = 240

/** Openings of sources and links that each visitor's page tells. */
const OPENINGS = 60

/** Refusals of each address that are recorded for a deployment's owner: each is a write. */
const RECORDED_REFUSALS = 20

/**
 * The budgets of the service and the use that each kind of request makes of them. When one budget
 * of a request is spent, nothing is taken from its others: a flooding visitor does not exhaust the
 * website's.
 */
export function createRateLimits({ rates, counters }: { rates: Rates; counters: RateCounters }) {
  const budget = (name: string, limit: number): Budget => ({ name, limit, windowMs: WINDOW_MS })
  const address = budget('address', rates.address)
  const visitors = budget('visitors', rates.address * VISITORS_OF_ADDRESS)
  const identity = budget('identity', rates.identity)
  const person = budget('console', rates.console)
  const widget = budget('widget', rates.widget)
  const deployment = budget('deployment', rates.deployment)
  const mcp = budget('mcp', rates.mcp)
  const preflight = budget('preflight', PREFLIGHTS)
  const bootstrap = budget('bootstrap', BOOTSTRAPS)
  const opened = budget('opened', OPENINGS)
  const refusal = budget('refusal', RECORDED_REFUSALS)

  async function spend(...asked: Use[]): Promise<Spent> {
    const uses = asked.filter(({ budget }) => budget.limit > 0)
    if (uses.length === 0) return { states: [], spent: [] }
    const { taken, states } = await counters.take(uses)
    return { states, spent: taken ? [] : states.filter(({ remaining }) => remaining === 0) }
  }

  return {
    /** Before authentication. */
    address: (key: string) => spend({ budget: address, key }),
    /** The same, but what cannot be counted passes: it tells whether the service is ready. */
    readiness: (key: string): Promise<Spent> =>
      spend({ budget: address, key }).catch(() => ({ states: [], spent: [] })),
    /** Instead of `address`, for a visitor whose token was verified. */
    visitorsOf: (key: string) => spend({ budget: visitors, key }),
    preflight: (key: string) => spend({ budget: preflight, key }),
    /** Instead of `address` or `visitorsOf`, for what a page asks before its visitor asks. */
    bootstrap: (key: string) => spend({ budget: bootstrap, key }),
    /** Whether another refusal of this address may be recorded. */
    async mayRecordRefusal(key: string): Promise<boolean> {
      const { spent } = await spend({ budget: refusal, key })
      return spent.length === 0
    },
    caller: (caller: Pick<Caller, 'owner'>) => spend({ budget: identity, key: keyOf(caller) }),
    /** Instead of `caller`, for a person in the console: a screen takes several requests. */
    person: (caller: Pick<Caller, 'owner'>) => spend({ budget: person, key: keyOf(caller) }),
    mcp: (caller: Caller) =>
      spend({ budget: identity, key: keyOf(caller) }, { budget: mcp, key: keyOf(caller) }),
    /** Instead of `visitorsOf` and `page`. */
    opened: (visitor_id: string) => spend({ budget: opened, key: visitor_id }),
    /** Instead of `page`, after `bootstrap`. */
    deployment: ({ deployment: { id } }: Embed) => spend({ budget: deployment, key: id }),
    page: ({ deployment: { id }, visitor }: Embed, addressKey: string) =>
      spend(
        { budget: widget, key: visitor ? visitor.id : `${id} ${addressKey}` },
        { budget: deployment, key: id },
      ),
  }
}

function keyOf({ owner }: Pick<Caller, 'owner'>): string {
  return `${owner.type} ${owner.id}`
}
