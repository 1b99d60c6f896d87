import type { Context } from 'koa'
import { ServiceError, TooManyRequests } from '../contract/errors.ts'
import type { Log } from '../log.ts'
import { sendJson } from './send-json.ts'

/**
 * Answers with `{code, message}` and its status (contract §7) for whatever was thrown. What is no
 * `ServiceError` is a bug: logged with its stack, and told as a bare 500.
 */
export function tellFailure(ctx: Context, error: unknown, log: Log): void {
  const failure = toServiceError(error)
  const { code, message, status } = failure
  if (failure instanceof TooManyRequests) {
    ctx.set('Retry-After', String(failure.retryAfterSeconds))
  }
  // Of a response under way the status can no longer be changed.
  if (ctx.headerSent) ctx.res.end()
  else sendJson(ctx, status, { code, message })
  // Work that stops because the caller has left is nobody's fault.
  if (status < 500 || ctx.res.destroyed) return
  log.error({ request_id: ctx.state.requestId, err: error }, 'a request failed')
}

/** The failure as the caller may be told it; never the internals of a bug (completions 14). */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  return new ServiceError('internal_error', 'The service could not complete the request.')
}
