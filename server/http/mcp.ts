import { isIP } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  type AuthInfo,
  localhostAllowedHostnames,
  type McpHttpHandler,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'
import type { Context, Middleware } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import { authInfoOf, MAX_MCP_BODY_BYTES } from '../mcp/server.ts'
import { type Authenticator, authenticate } from './authenticate.ts'
import type { Limiter } from './limit.ts'
import { isEncoded, refuseDeclaredLength } from './read-body.ts'

export const MCP_PATH = '/svc/mcp'

/**
 * The MCP server at `/svc/mcp` (completions 13): an API key and nothing else (the one 401 as everywhere),
 * counted against the key's budget and MCP's. What is refused here is in the error shape; what the
 * protocol refuses is JSON-RPC.
 */
export function serveMcp({
  mcp,
  authenticator,
  limiter,
  publicUrl,
  onError,
}: {
  mcp: McpHttpHandler
  authenticator: Authenticator
  limiter: Pick<Limiter, 'mcp'>
  publicUrl: string
  onError: (error: Error) => void
}): Middleware {
  const own = [new URL(publicUrl).hostname, ...localhostAllowedHostnames()]
  const handle = toNodeHandler(mcp, { onerror: onError, maxRequestBodySize: MAX_MCP_BODY_BYTES })

  return async (ctx, next) => {
    if (ctx.path !== MCP_PATH) return next()
    ctx.state.operation = 'mcp'
    refuseStrangePages(ctx, own)
    const caller = await authenticate(ctx, [authenticator])
    await limiter.mcp(ctx, caller)
    refuseDeclaredLength(ctx, MAX_MCP_BODY_BYTES)
    if (isEncoded(ctx)) {
      throw new ServiceError('unsupported_media_type', 'The body must not be compressed.')
    }
    ctx.respond = false
    const auth = authInfoOf({ ...caller, channel: 'mcp' })
    await handle(Object.assign(ctx.req, { auth }) as McpRequest, ctx.res)
  }
}

/** Node declares `method` and `url` as perhaps undefined, which they are not of a server's requests. */
type McpRequest = Context['req'] & { method: string; url: string; auth: AuthInfo }

/**
 * A page that had its own name resolve to this server (DNS rebinding) would send that name. An address
 * in numbers is nobody's name.
 */
function refuseStrangePages(ctx: Context, own: string[]): void {
  const { hostname } = ctx.URL
  const isNumeric = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  const host = validateHostHeader(ctx.get('host'), isNumeric ? [...own, hostname] : own)
  const origin = validateOriginHeader(ctx.get('origin') || null, own)
  if (host.ok && origin.ok) return
  throw new ServiceError(
    'authorization_error',
    host.ok
      ? 'The Origin of the request is not allowed here.'
      : 'The Host of the request must be that of the service’s public URL.',
  )
}
