import Database from 'better-sqlite3'
import { ServiceError } from '../../contract/errors.ts'

/** Runs a statement, and throws `conflict` with `message` when it violates its uniqueness rule. */
export function unique<Result>(message: string, statement: () => Result): Result {
  try {
    return statement()
  } catch (cause) {
    if (!(cause instanceof Database.SqliteError) || !TAKEN.has(cause.code)) throw cause
    throw new ServiceError('conflict', message, { cause })
  }
}

const TAKEN = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])
