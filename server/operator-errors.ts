import { SettingError } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import { DatabaseFailure } from './storage/sqlite/failures.ts'

/**
 * The message of a failure for the operator, with the file and the remedy, which no API caller
 * sees.
 */
export function sentenceForOperator({ message, cause }: ServiceError): string {
  return cause instanceof DatabaseFailure ? cause.message : message
}

/**
 * Turns a failure to open something into one line for the operator: `ServiceError` where the data
 * is damaged or the disk fails, else `SettingError`.
 */
export function forOperator<Result>(open: () => Result): Result {
  try {
    return open()
  } catch (error) {
    if (error instanceof SettingError || error instanceof ServiceError) throw error
    if (error instanceof DatabaseFailure) throw unavailable(error)
    throw new SettingError(error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  }
}

/** A failure of the database as its operator and, without its message, its callers see it. */
export function unavailable(failure: DatabaseFailure): ServiceError {
  return new ServiceError('service_unavailable', failure.message, { cause: failure })
}
