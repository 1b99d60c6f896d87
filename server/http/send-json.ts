import type { Context } from 'koa'
import { endUnread, isUnread } from './unread-body.ts'

/**
 * Answers with a value in JSON, straight to the response: the type and length that Koa would look
 * up are known here, and looking them up is a twentieth of what a small request costs.
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
