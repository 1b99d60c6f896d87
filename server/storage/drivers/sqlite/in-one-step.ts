import type { Database } from 'better-sqlite3'
import { toServiceError } from './failures.ts'

/**
 * Runs `work` in one transaction: everything that it writes over this connection is stored when it
 * resolves, nothing when it rejects or the process dies meanwhile. Nothing else may use the
 * connection until then, and no other connection can write: `work` should await nothing but the
 * database. Throws `service_unavailable` when the file or its disk fails.
 */
export async function inOneStep<Result>(
  db: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    db.exec('BEGIN IMMEDIATE')
    const result = await work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk has already rolled it back.
    if (db.inTransaction) db.exec('ROLLBACK')
    throw toServiceError(error, db.name)
  }
}
