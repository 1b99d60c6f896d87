/** Why a response could not be had. */
export type FetchErrorCode =
  /** An address, scheme or port that sources may not reach. */
  'forbidden' | 'unreachable' | 'timeout' | 'limit_exceeded' | 'too_many_redirects'

/** `message` is a sentence for the owner of the source. */
export class FetchError extends Error {
  override name = 'FetchError'
  readonly code: FetchErrorCode

  constructor(code: FetchErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
