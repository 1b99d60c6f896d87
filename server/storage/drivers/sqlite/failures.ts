import Database from 'better-sqlite3'
import { DatabaseFailure, dataUnavailable, RowRefused } from '../../failures.ts'

/** The sentence for each kind of failure, by SQLite's code (https://sqlite.org/rescode.html). */
const KINDS: [code: RegExp, sentence: (file: string, message: string) => string][] = [
  [/^SQLITE_(CORRUPT|NOTADB|FORMAT)/, damaged],
  [/^SQLITE_FULL/, (file) => `The disk of the database ${file} is full: free some space on it.`],
  [
    /^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)/,
    (file, message) =>
      `The database ${file} cannot be opened for writing (${message}): let the user of the service read and write it and its folder.`,
  ],
  [
    /^SQLITE_IOERR/,
    (file, message) =>
      `The disk of the database ${file} fails (${message}): see to the disk, then run "svc check".`,
  ],
  [
    /^SQLITE_(BUSY|LOCKED|PROTOCOL)/,
    (file) => `The database ${file} is locked by another process.`,
  ],
]

/**
 * The failure of the file or its disk behind an error of SQLite; null for any other error, such as
 * one about a statement or a value.
 */
export function databaseFailure(error: unknown, file: string): DatabaseFailure | null {
  if (!(error instanceof Database.SqliteError)) return null
  const kind = KINDS.find(([code]) => code.test(error.code))
  if (!kind) return null
  const [, sentence] = kind
  return new DatabaseFailure(sentence(file, error.message), error)
}

/**
 * The failure of the file or its disk as `service_unavailable`, whose cause is for the operator;
 * any other error as it is.
 */
export function toServiceError(error: unknown, file: string): unknown {
  const cause = databaseFailure(error, file)
  return cause ? dataUnavailable(cause) : error
}

/** The failure while a database is opened, when every error of SQLite is caused by the file. */
export function openingFailure(error: unknown, file: string): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  return databaseFailure(error, file) ?? new DatabaseFailure(damaged(file, error.message), error)
}

const TAKEN = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])

/** The refusal of a row by a constraint; any other error as it is. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  if (!error.code.startsWith('SQLITE_CONSTRAINT')) return error
  return new RowRefused(error, TAKEN.has(error.code))
}

function damaged(file: string, message: string): string {
  return `The database ${file} is damaged (${message}). Stop the service, move the data folder away and run "svc restore FILE" with your last good backup.`
}
