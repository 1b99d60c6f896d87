import Database from 'better-sqlite3'
import { takenError, type Unique } from '../rules/uniqueness.ts'

/** Runs a statement, and throws `conflict` when it would make a second one of what is unique. */
export function unique<Result>(kind: Unique, statement: () => Result): Result {
  try {
    return statement()
  } catch (cause) {
    if (!(cause instanceof Database.SqliteError) || !TAKEN.has(cause.code)) throw cause
    throw takenError(kind, cause)
  }
}

const TAKEN = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])
