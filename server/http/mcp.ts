import { isIP } from 'node:net'
import type { Middleware } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import type { McpNeeds } from '../mcp/server.ts'
import { once } from '../once.ts'
import { type Authenticator, authenticate } from './authenticate.ts'
import type { Limiter } from './limit.ts'
import { isEncoded, refuseDeclaredLength } from './read-body.ts'

export const MCP_PATH = '/svc/mcp'

/** A message is a question at the most (contract §8). */
const MAX_BODY_BYTES = 256 * 1024

/**
 * The MCP server at `/svc/mcp` (completions 13): an API key and nothing else (the one 401 as everywhere),
 * counted against the key's budget and MCP's. What is refused here is in the error shape. The SDK is
 * loaded with the first request: it would be a third of the time that the service takes to start.
 */
export function serveMcp({
  authenticator,
  limiter,
  ...needs
}: Omit<McpNeeds, 'maxBodyBytes'> & {
  authenticator: Authenticator
  limiter: Pick<Limiter, 'mcp'>
}): Middleware {
  const load = once(async () => {
    const { createMcp } = await import('../mcp/server.ts')
    return createMcp({ ...needs, maxBodyBytes: MAX_BODY_BYTES })
  })

  return async (ctx, next) => {
    if (ctx.path !== MCP_PATH) return next()
    ctx.state.operation = 'mcp'
    const mcp = await load()
    mcp.refuseStrangers(ctx.headers, numericHost(ctx.get('host')))
    const caller = await authenticate(ctx, [authenticator])
    await limiter.mcp(ctx, caller)
    refuseDeclaredLength(ctx, MAX_BODY_BYTES)
    if (isEncoded(ctx)) {
      throw new ServiceError('unsupported_media_type', 'The body must not be compressed.')
    }
    ctx.respond = false
    await mcp.handle(ctx.req, ctx.res, { ...caller, channel: 'mcp' })
  }
}

/** The name in a `Host` header when it is an IP address; brackets are part of an IPv6 one. */
function numericHost(host: string): string | null {
  const hostname = URL.parse(`http://${host}`)?.hostname ?? ''
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? null : hostname
}
