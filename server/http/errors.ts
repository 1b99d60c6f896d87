import type { Middleware } from 'koa'
import { ServiceError, statusOf, TooManyRequests } from '../contract/errors.ts'
import type { Log } from '../log.ts'

/**
 * Turns whatever is thrown below into `{code, message}` and its status (contract §7). What is no
 * `ServiceError` is a bug: logged with its stack, and told as a bare 500.
 */
export function reportErrors(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const failure = toServiceError(error)
      ctx.status = statusOf[failure.code]
      ctx.body = { code: failure.code, message: failure.message }
      if (failure instanceof TooManyRequests) {
        ctx.set('Retry-After', String(failure.retryAfterSeconds))
      }
      // Work that stops because the caller has left is nobody's fault.
      if (ctx.status < 500 || ctx.res.destroyed) return
      log.error({ request_id: ctx.state.requestId, err: error }, 'a request failed')
    }
  }
}

/** The failure as the caller may be told it; never the internals of a bug (completions 14). */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  return new ServiceError('internal_error', 'The service could not complete the request.')
}
