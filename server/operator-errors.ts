import { SettingError } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import { DatabaseFailure } from './storage/failures.ts'

/**
 * The message of a failure for the operator, with the file and the remedy, which no API caller
 * sees.
 */
export function sentenceForOperator({ message, cause }: ServiceError): string {
  return cause instanceof DatabaseFailure ? cause.message : message
}

/** Whether a database is damaged, so that another try does not help. */
export function isDamage({ cause }: ServiceError): boolean {
  return cause instanceof DatabaseFailure && /^SQLITE_(?:CORRUPT|NOTADB)/.test(cause.code ?? '')
}

/**
 * Turns a failure to open something into one line for the operator: `ServiceError` where the data
 * is damaged or the disk fails, else `SettingError`.
 */
export async function forOperator<Result>(open: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof SettingError || error instanceof ServiceError) throw error
    if (error instanceof DatabaseFailure) {
      throw new ServiceError('service_unavailable', error.message, { cause: error })
    }
    throw new SettingError(error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  }
}
