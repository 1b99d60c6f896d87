import Database from 'better-sqlite3'
import { takenError, type Unique } from '../rules/uniqueness.ts'

/** Runs a statement, and throws `conflict` when it would make a second one of what is unique. */
export function unique<Result>(kind: Unique, statement: () => Result): Result {
  try {
    return statement()
  } catch (cause) {
    throw isTaken(cause) ? takenError(kind, cause) : cause
  }
}

/** Whether a constraint refused a second one of what is unique. */
export function isTaken(error: unknown): boolean {
  return error instanceof Database.SqliteError && TAKEN.has(error.code)
}

const TAKEN = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])
