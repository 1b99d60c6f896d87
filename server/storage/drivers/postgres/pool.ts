import { setTimeout as pause } from 'node:timers/promises'
import { Pool, type PoolClient, types } from 'pg'
import type { StoredChange } from '../../ports/changes.ts'
import { writeChanges } from './changes.ts'
import type { Database, Result, Transaction } from './database.ts'
import { mayBeRetried, toServiceError } from './failures.ts'
import { withVerifiedTls } from './tls.ts'

export interface PoolOptions {
  /** Connections at the same time. */
  connections?: number
  /** How long a step may wait for a connection; then it fails, as the database is overloaded. */
  connectMs?: number
  /** How long a statement may take; 0: as long as it does. */
  statementMs?: number
}

/** The name of every connection of the service. */
export const APPLICATION = 'knowledge-assistant'

const CONNECTIONS = 10
const CONNECT_MS = 5000
const STATEMENT_MS = 30_000
const IDLE_MS = 30_000
/** A step that is never put in order fails after some four seconds. */
const ATTEMPTS = 30
const LONGEST_PAUSE_MS = 200

/** A pool of connections, made when they are first needed. */
export function openPool(
  url: string,
  {
    connections = CONNECTIONS,
    connectMs = CONNECT_MS,
    statementMs = STATEMENT_MS,
  }: PoolOptions = {},
): Database {
  const pool = new Pool({
    connectionString: withVerifiedTls(url),
    max: connections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: statementMs,
    application_name: APPLICATION,
    types: { getTypeParser },
  })
  // A connection that fails while it is idle leaves the pool; the next step gets another one.
  pool.on('error', () => undefined)
  // One that fails between two statements of a transaction fails the second.
  pool.on('connect', (client) => client.on('error', () => undefined))

  async function transact<Made>(
    begin: string,
    work: (transaction: Transaction) => Promise<Made>,
  ): Promise<Made> {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query(`BEGIN ${begin}; SET LOCAL statement_timeout = ${statementMs}`)
      const made = await inTransaction(client, work)
      await client.query('COMMIT')
      return made
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    query: (text, values) => retried(() => run(pool, text, values)),
    step: (work, isolation = 'serializable') =>
      retried(() => transact(`ISOLATION LEVEL ${isolation.toUpperCase()}`, work)),
    snapshot: (work) => retried(() => transact('ISOLATION LEVEL REPEATABLE READ READ ONLY', work)),
    close: () => pool.end(),
    waiting: () => pool.waitingCount,
  }
}

/**
 * A database all of whose steps are parts of one transaction: each is stored with it or not at all,
 * and one that throws leaves the others as they are.
 */
export function joined(transaction: Transaction): Database {
  const part = async <Made>(work: (transaction: Transaction) => Promise<Made>) => {
    await transaction.query('SAVEPOINT part', [])
    try {
      const made = await work(transaction)
      await transaction.query('RELEASE SAVEPOINT part', [])
      return made
    } catch (error) {
      await transaction.query('ROLLBACK TO SAVEPOINT part', [])
      throw error
    }
  }
  return {
    query: (text, values) => part(() => transaction.query(text, values)),
    step: part,
    snapshot: part,
    close: async () => undefined,
    waiting: () => 0,
  }
}

async function inTransaction<Made>(
  client: PoolClient,
  work: (transaction: Transaction) => Promise<Made>,
): Promise<Made> {
  const changes: StoredChange[] = []
  const transaction: Transaction = {
    query: (text, values) => run(client, text, values),
    tell: (change) => changes.push(change),
  }
  const made = await work(transaction)
  if (changes.length > 0) await writeChanges(transaction, changes)
  return made
}

async function run(on: Pool | PoolClient, text: string, values: unknown[]): Promise<Result> {
  const { rows, rowCount } = await on.query(text, values)
  return { rows, count: rowCount ?? 0 }
}

async function retried<Made>(attempt: () => Promise<Made>): Promise<Made> {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 1 || !mayBeRetried(error)) throw toServiceError(error)
      await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, 4 * (ATTEMPTS - left + 1) ** 2))
    }
  }
}

/**
 * Rows arrive as SQLite gives them, so that both are mapped by the same code: numbers as numbers,
 * truth as 1 and 0, and bytes as they are.
 */
const getTypeParser: typeof types.getTypeParser = (type: number, format?: 'text' | 'binary') => {
  if (type === types.builtins.BOOL) return (value: string) => (value === 't' ? 1 : 0)
  if (type === types.builtins.INT8 || type === types.builtins.NUMERIC) return Number
  return types.getTypeParser(type, format as 'text')
}
