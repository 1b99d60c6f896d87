import { DatabaseError } from 'pg'
import type { Database } from '../../../server/storage/drivers/postgres/database.ts'

/**
 * A database each of whose steps fails once when all of it is done, as one does that cannot be put
 * in an order with others, and is then made again.
 */
export function withSerializationFailures(db: Database): Database {
  return {
    ...db,
    step(work, isolation) {
      let hasFailed = false
      return db.step(async (transaction) => {
        const made = await work(transaction)
        if (hasFailed) return made
        hasFailed = true
        throw serializationFailure()
      }, isolation)
    },
  }
}

function serializationFailure(): DatabaseError {
  const failure = new DatabaseError('could not serialize access', 0, 'error')
  failure.code = '40001'
  return failure
}
