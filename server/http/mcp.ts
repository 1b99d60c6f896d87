import { isIP } from 'node:net'
import type { Context, Middleware } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import type { McpNeeds } from '../mcp/server.ts'
import { once } from '../once.ts'
import type { Authenticator } from './authenticate.ts'
import type { Limiter } from './limit.ts'
import type { ReadJson } from './read-body.ts'

export const MCP_PATH = '/svc/mcp'

/** A message holds one question at most. */
const MAX_BODY_BYTES = 256 * 1024

/**
 * The MCP server at `/svc/mcp` (docs/behaviour.md#mcp). It accepts API keys only, and counts
 * against the budgets of the key and of MCP. Refusals have the usual error shape. GET offers no
 * stream, because nothing is kept between requests. The SDK is loaded with the first request,
 * because it would be a third of the service's start-up time.
 */
export function serveMcp({
  authenticator,
  limiter,
  readJson,
  ...needs
}: McpNeeds & {
  authenticator: Authenticator
  limiter: Pick<Limiter, 'mcp'>
  readJson: ReadJson
}): Middleware {
  const load = once(async () => {
    const { createMcp } = await import('../mcp/server.ts')
    return createMcp(needs)
  })

  return async (ctx, next) => {
    if (ctx.path !== MCP_PATH && ctx.path !== `${MCP_PATH}/`) return next()
    ctx.state.operation = 'mcp'
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST')
      throw new ServiceError('method_not_allowed', 'This path allows POST.')
    }
    const mcp = await load()
    mcp.checkHostAndOrigin(ctx.headers, numericHost(ctx.get('host')))
    const caller = (await authenticator(ctx)) ?? refuse(ctx)
    await limiter.mcp(ctx, caller)
    // One message per request: a batch (a JSON array) would count many questions as one.
    const message = await readJson(ctx, MAX_BODY_BYTES)
    ctx.respond = false
    await mcp.handle(ctx.req, ctx.res, { ...caller, channel: 'mcp' }, message)
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
