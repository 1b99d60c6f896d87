import { ServiceError } from '../contract/errors.ts'

/**
 * A database that could not be opened, read or written because of its file, its disk or its server.
 * The message is for the operator: which database, what is wrong with it and what to do. `code` is
 * the engine's.
 */
export class DatabaseFailure extends Error {
  override name = 'DatabaseFailure'
  readonly code: string | undefined

  constructor(message: string, cause: Error & { code?: string }) {
    super(message, { cause })
    this.code = cause.code
  }
}

/** `service_unavailable`, which is all that a caller is told; `cause` is for the operator's log. */
export function dataUnavailable(cause: unknown): ServiceError {
  return new ServiceError('service_unavailable', 'The service cannot use its data at the moment.', {
    cause,
  })
}

/**
 * What a driver throws into a step of which the constraints of a table refused a row; `isTaken`: it
 * would have been a second one of what is unique.
 */
export class RowRefused extends Error {
  override name = 'RowRefused'
  readonly isTaken: boolean

  constructor(cause: Error, isTaken: boolean) {
    super(cause.message, { cause })
    this.isTaken = isTaken
  }
}
