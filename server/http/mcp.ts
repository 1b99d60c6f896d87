import { isIP } from 'node:net'
import type { Context, Middleware } from 'koa'
import { ServiceError, TooManyRequests } from '../contract/errors.ts'
import type { Caller } from '../identity/caller.ts'
import { isToolCall } from '../mcp/message.ts'
import type { McpNeeds } from '../mcp/server.ts'
import { once } from '../once.ts'
import type { Authenticator } from './authenticate.ts'
import type { Limiter } from './limit.ts'
import type { ReadJson } from './read-body.ts'

export const MCP_PATH = '/svc/mcp'

/** A message holds one question at most. */
const MAX_BODY_BYTES = 256 * 1024

/**
 * The MCP server at `/svc/mcp` (docs/behaviour.md#mcp). It accepts API keys only: a request with
 * one counts against the budgets of the key and of MCP, any other against that of its address.
 * Refusals have the usual error shape, but a spent budget is told a tool's caller as a tool error.
 * GET offers no stream, because nothing is kept between requests. The SDK is loaded with the first
 * request, because it would be a third of the service's start-up time.
 */
export function serveMcp({
  authenticator,
  limiter,
  readJson,
  ...needs
}: McpNeeds & {
  authenticator: Authenticator
  limiter: Pick<Limiter, 'mcp' | 'stranger'>
  readJson: ReadJson
}): Middleware {
  const load = once(async () => {
    const { createMcp } = await import('../mcp/server.ts')
    return createMcp(needs)
  })

  return async (ctx, next) => {
    if (ctx.path !== MCP_PATH && ctx.path !== `${MCP_PATH}/`) return next()
    ctx.state.operation = 'mcp'
    const caller = await authenticator(ctx)
    if (!caller) await limiter.stranger(ctx)
    const spent = caller && (await spentBudget(ctx, caller))
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST')
      throw spent ?? new ServiceError('method_not_allowed', 'This path allows POST.')
    }
    const mcp = await load()
    mcp.checkHostAndOrigin(ctx.headers, numericHost(ctx.get('host')))
    if (!caller) return refuse(ctx)
    // One message per request: a batch (a JSON array) would count many questions as one.
    const message = await readJson(ctx, MAX_BODY_BYTES)
    // Clients throw away a response with another status, and what it says.
    if (spent && !isToolCall(message)) throw spent
    ctx.respond = false
    const asked = { caller: { ...caller, channel: 'mcp' as const }, refusal: spent }
    await mcp.handle(ctx.req, ctx.res, asked, message)
  }

  async function spentBudget(ctx: Context, caller: Caller): Promise<TooManyRequests | null> {
    try {
      await limiter.mcp(ctx, caller)
      return null
    } catch (error) {
      if (error instanceof TooManyRequests) return error
      throw error
    }
  }
}

/** Clients tell by the header whether they sent no key or one that is not valid (RFC 6750). */
function refuse(ctx: Context): never {
  ctx.set('WWW-Authenticate', ctx.get('authorization') ? 'Bearer error="invalid_token"' : 'Bearer')
  throw new ServiceError('authentication_error', 'A valid API key is required, as a bearer token.')
}

/** The name in a `Host` header when it is an IP address; brackets are part of an IPv6 one. */
function numericHost(host: string): string | null {
  const hostname = URL.parse(`http://${host}`)?.hostname ?? ''
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? null : hostname
}
