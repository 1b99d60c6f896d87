import type { Context, Middleware } from 'koa'
import { TooManyRequests } from '../contract/errors.ts'
import type { Caller } from '../identity/caller.ts'
import type { Embed } from '../identity/embed.ts'
import type { RateLimits, Spent } from '../identity/rate-limits.ts'
import type { BudgetState } from '../storage/ports/counters.ts'
import { clientAddress } from './client-address.ts'

export type Limiter = ReturnType<typeof createLimiter>

/** The budget of its address that a request counts against; `null`: none. */
export type AddressBudget = 'address' | 'readiness' | 'visitors' | 'bootstrap' | null

/**
 * Counts requests against the budgets of docs/behaviour.md#rate-limits. Each check writes
 * `RateLimit-Policy` and `RateLimit` of the tightest budget so far, and throws `TooManyRequests`
 * when one is spent.
 */
export function createLimiter({
  rateLimits,
  trustProxy,
  onRefused,
}: {
  rateLimits: RateLimits
  /** How many reverse proxies in front are trusted for the client's address. */
  trustProxy: number
  /** Called with the name of the budget that was spent. */
  onRefused: (budget: string) => void
}) {
  function check(ctx: Context, { states, spent }: Spent): void {
    for (const state of states) show(ctx, state)
    if (spent.length === 0) return
    const [longest] = spent.toSorted((a, b) => b.resetMs - a.resetMs) as [BudgetState]
    const wait = seconds(longest)
    onRefused(longest.budget.name)
    throw new TooManyRequests(
      `Too many requests; try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`,
      wait,
    )
  }

  function address(ctx: Context): string {
    return clientAddress(ctx.req, trustProxy)
  }

  return {
    /**
     * Counts every request below a path against the limit of its address, before it is
     * authenticated and whether or not a route exists.
     */
    beforeAuthentication(
      below: string,
      budgetOf: (ctx: Context) => AddressBudget | Promise<AddressBudget>,
    ): Middleware {
      return async (ctx, next) => {
        const budget = ctx.path.startsWith(below) ? await budgetOf(ctx) : null
        if (budget === 'address') check(ctx, await rateLimits.address(address(ctx)))
        if (budget === 'readiness') check(ctx, await rateLimits.readiness(address(ctx)))
        if (budget === 'visitors') check(ctx, await rateLimits.visitorsOf(address(ctx)))
        if (budget === 'bootstrap') check(ctx, await rateLimits.bootstrap(address(ctx)))
        return next()
      }
    },

    /**
     * The check of a preflight, which has a budget of its own
     * (docs/behaviour.md#origins-and-preflights).
     */
    async preflight(ctx: Context): Promise<void> {
      check(ctx, await rateLimits.preflight(address(ctx)))
    },

    /** The check of a caller that authenticated: an API key or a person. */
    async caller(ctx: Context, caller: Pick<Caller, 'owner'>): Promise<void> {
      check(ctx, await rateLimits.caller(caller))
    },

    /** The check of a signed-in person at the console's routes, instead of `caller`. */
    async person(ctx: Context, person: Pick<Caller, 'owner'>): Promise<void> {
      check(ctx, await rateLimits.person(person))
    },

    /** The check of a request whose credential is missing or not valid, by its address. */
    async stranger(ctx: Context): Promise<void> {
      check(ctx, await rateLimits.address(address(ctx)))
    },

    /** The check of an MCP request, instead of `caller`: it has a budget of its own in addition. */
    async mcp(ctx: Context, caller: Caller): Promise<void> {
      check(ctx, await rateLimits.mcp(caller))
    },

    /** The check of a page whose key and origin were accepted, and of its visitor. */
    async page(ctx: Context, embed: Embed): Promise<void> {
      check(ctx, await rateLimits.page(embed, address(ctx)))
    },

    /** The check of a page whose bootstrap was accepted: no visitor's budget is spent by it. */
    async bootstrap(ctx: Context, embed: Embed): Promise<void> {
      check(ctx, await rateLimits.deployment(embed))
    },

    /** The check of a visitor's page that tells what was opened. */
    async opened(ctx: Context, visitor_id: string): Promise<void> {
      check(ctx, await rateLimits.opened(visitor_id))
    },

    /** Whether a refusal from this address may still be recorded this minute. */
    mayRecordRefusal: (ctx: Context) => rateLimits.mayRecordRefusal(address(ctx)),

    address,
  }
}

/** `t` is the time until more becomes available (draft-ietf-httpapi-ratelimit-headers-10). */
function show(ctx: Context, state: BudgetState): void {
  const shown = ctx.state.rateLimit as BudgetState | undefined
  if (shown && !isTighter(state, shown)) return
  ctx.state.rateLimit = state
  const { budget, remaining } = state
  ctx.set({
    'RateLimit-Policy': `"${budget.name}";q=${budget.limit};w=${budget.windowMs / 1000}`,
    RateLimit: `"${budget.name}";r=${remaining};t=${seconds(state)}`,
  })
}

function isTighter(a: BudgetState, b: BudgetState): boolean {
  if (a.remaining !== b.remaining) return a.remaining < b.remaining
  return a.resetMs > b.resetMs
}

/** Whole seconds, rounded up. */
function seconds({ resetMs }: BudgetState): number {
  return Math.max(1, Math.ceil(resetMs / 1000))
}
