import type { Context } from 'koa'
import { ServiceError, TooManyRequests } from '../contract/errors.ts'
import type { Log } from '../log.ts'
import { sendJson } from './send-json.ts'
import { isShownToPerson, sendUnknownPage } from './unknown-page.ts'

/**
 * Answers a thrown error with `{code, message}` and its status, and an unknown page in a browser
 * with HTML (docs/behaviour.md#errors). Anything but a `ServiceError` is a bug: logged with its
 * stack, and answered with a bare 500.
 */
export function tellFailure(ctx: Context, error: unknown, log: Log): void {
  const failure = toServiceError(error)
  const { code, message, status } = failure
  if (failure instanceof TooManyRequests) {
    ctx.set('Retry-After', String(failure.retryAfterSeconds))
  }
  // The status of a response that has begun can no longer be changed.
  if (ctx.headerSent) ctx.res.end()
  else if (code === 'not_found' && isShownToPerson(ctx)) sendUnknownPage(ctx, message)
  else sendJson(ctx, status, { code, message })
  // Work that stops because the caller disconnected is not an error.
  if (status < 500 || ctx.res.destroyed) return
  log.error({ request_id: ctx.state.requestId, err: error }, 'a request failed')
}

/** The error that the caller sees; never the internals of a bug (docs/behaviour.md#errors). */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  return new ServiceError('internal_error', 'The service could not complete the request.')
}
