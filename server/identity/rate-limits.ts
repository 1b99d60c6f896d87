import type { Caller } from './caller.ts'
import type { Embed } from './embed.ts'
import type { Budget, RateCounters, Standing, Use } from './rate-counters.ts'

/** Requests per 60 seconds (contract §8; completions 14); 0 switches a check off. */
export interface Rates {
  /** Each API key, or each signed-in person. */
  identity: number
  /** Each network address, whoever asks. */
  address: number
  /** Each widget deployment. */
  widget: number
  /** Each visitor, inside the deployment's budget. */
  visitor: number
  /** MCP requests of each API key, inside the key's budget. */
  mcp: number
}

/** How the budgets of a request stand after it was counted. */
export interface Spent {
  standings: Standing[]
  /** Those that did not allow the request; nothing was counted then. */
  spent: Standing[]
}

export type RateLimits = ReturnType<typeof createRateLimits>

const WINDOW_MS = 60_000

/** Preflights of each address: browsers send them unasked and for every new URL (completions 10). */
const PREFLIGHTS = 240

/** Refusals of each address that are noted for the owner of a deployment: each is a write. */
const NOTES = 20

/**
 * The budgets of the service and what each request takes from them. Nothing is taken of any budget when
 * one of those asked for is spent: a visitor who hammers does not use up the website's.
 */
export function createRateLimits({ rates, counters }: { rates: Rates; counters: RateCounters }) {
  const budget = (name: string, limit: number): Budget => ({ name, limit, windowMs: WINDOW_MS })
  const address = budget('address', rates.address)
  const identity = budget('identity', rates.identity)
  const widget = budget('widget', rates.widget)
  const visitor = budget('visitor', rates.visitor)
  const mcp = budget('mcp', rates.mcp)
  const preflight = budget('preflight', PREFLIGHTS)
  const note = budget('note', NOTES)

  async function spend(...asked: Use[]): Promise<Spent> {
    const uses = asked.filter(({ budget }) => budget.limit > 0)
    if (uses.length === 0) return { standings: [], spent: [] }
    const { taken, standings } = await counters.take(uses)
    return { standings, spent: taken ? [] : standings.filter(({ remaining }) => remaining === 0) }
  }

  return {
    /** Before authentication. */
    address: (key: string) => spend({ budget: address, key }),
    preflight: (key: string) => spend({ budget: preflight, key }),
    /** Whether a refusal of this address may still be noted. */
    async mayNote(key: string): Promise<boolean> {
      const { spent } = await spend({ budget: note, key })
      return spent.length === 0
    },
    caller: (caller: Pick<Caller, 'owner'>) => spend({ budget: identity, key: keyOf(caller) }),
    mcp: (caller: Caller) =>
      spend({ budget: identity, key: keyOf(caller) }, { budget: mcp, key: keyOf(caller) }),
    page: ({ deployment, visitor: presented }: Embed) =>
      spend(
        { budget: widget, key: deployment.id },
        ...(presented ? [{ budget: visitor, key: presented.id }] : []),
      ),
  }
}

function keyOf({ owner }: Pick<Caller, 'owner'>): string {
  return `${owner.type} ${owner.id}`
}
