import Database from 'better-sqlite3'
import { ServiceError } from '../../contract/errors.ts'

/** Runs a statement whose only uniqueness rule is the one `message` tells of: its violation is a `conflict`. */
export function unique<Result>(message: string, statement: () => Result): Result {
  try {
    return statement()
  } catch (cause) {
    if (!(cause instanceof Database.SqliteError) || !TAKEN.has(cause.code)) throw cause
    throw new ServiceError('conflict', message, { cause })
  }
}

const TAKEN = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])
