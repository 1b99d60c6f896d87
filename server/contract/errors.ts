import { z } from 'zod'

/** Every error code that leaves the service, with its HTTP status (docs/behaviour.md#errors). */
export const statusOf = {
  validation_error: 400,
  authentication_error: 401,
  authorization_error: 403,
  confirmation_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limit_exceeded: 429,
  internal_error: 500,
  provider_failure: 502,
  retrieval_failure: 503,
  service_unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusOf

/** The body of every error of every route (docs/behaviour.md#errors). */
export const ErrorBody = z.strictObject({ code: z.string(), message: z.string() })
export type ErrorBody = z.infer<typeof ErrorBody>

/** A failure that is reported to the caller. Any other error is a bug: logged, and a bare 500. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly code: ErrorCode
  /** Of the HTTP response. */
  readonly status: number

  /** `message` is a sentence for the caller; `cause` is only logged. */
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.status = statusOf[code]
  }
}

export const REQUEST_TIMEOUT = 408

/** The request took too long to arrive. Status 408, so that clients may repeat it unchanged. */
export class RequestTimeout extends ServiceError {
  override readonly status = REQUEST_TIMEOUT

  constructor(message: string) {
    super('validation_error', message)
  }
}

/** A rate limit is exceeded; `retryAfterSeconds` becomes the header `Retry-After`. */
export class TooManyRequests extends ServiceError {
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number) {
    super('rate_limit_exceeded', message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
