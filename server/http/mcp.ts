import { isIP } from 'node:net'
import type { Middleware } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import type { McpNeeds } from '../mcp/server.ts'
import { once } from '../once.ts'
import { type Authenticator, authenticate } from './authenticate.ts'
import type { Limiter } from './limit.ts'
import type { ReadJson } from './read-body.ts'

export const MCP_PATH = '/svc/mcp'

/** A message is a question at the most (contract §8). */
const MAX_BODY_BYTES = 256 * 1024

/**
 * The MCP server at `/svc/mcp` (completions 13): an API key and nothing else (the one 401 as everywhere),
 * counted against the key's budget and MCP's. What is refused here is in the error shape: no stream is
 * offered to GET, because nothing is kept between requests. The SDK is loaded with the first request: it would be a third of the time that the service takes to start.
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
    if (ctx.path !== MCP_PATH) return next()
    ctx.state.operation = 'mcp'
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST')
      throw new ServiceError('method_not_allowed', 'This path allows POST.')
    }
    const mcp = await load()
    mcp.checkHostAndOrigin(ctx.headers, numericHost(ctx.get('host')))
    const caller = await authenticate(ctx, [authenticator])
    await limiter.mcp(ctx, caller)
    // One message a request: a batch, which is a list, would be many questions for the price of one.
    const message = await readJson(ctx, MAX_BODY_BYTES)
    ctx.respond = false
    await mcp.handle(ctx.req, ctx.res, { ...caller, channel: 'mcp' }, message)
  }
}

/** The name in a `Host` header when it is an IP address; brackets are part of an IPv6 one. */
function numericHost(host: string): string | null {
  const hostname = URL.parse(`http://${host}`)?.hostname ?? ''
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? null : hostname
}
