import type { Context } from 'koa'
import { endUnread, isUnread } from './unread-body.ts'

/**
 * Writes a value as JSON straight to the response: type and length are known here, and letting Koa
 * look them up would be a twentieth of the cost of a small request.
 */
export function sendJson(ctx: Context, status: number, value: unknown): void {
  const body = JSON.stringify(value)
  const { res } = ctx
  ctx.respond = false
  res.statusCode = status
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(body))
  if (isUnread(ctx.req)) endUnread(ctx.req, res, body)
  else res.end(body)
}
