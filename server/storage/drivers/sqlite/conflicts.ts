import Database from 'better-sqlite3'

/** Whether a constraint refused a second one of what is unique. */
export function isTaken(error: unknown): boolean {
  return error instanceof Database.SqliteError && TAKEN.has(error.code)
}

/** Whether a constraint of a table refused a row. */
export function isConstraint(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')
}

const TAKEN = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])
