import SqliteDatabase, { type Database, type Statement as Prepared } from 'better-sqlite3'
import type { StoredChange } from '../../ports/changes.ts'
import { inSqlite } from '../../sql/dialect.ts'
import type { Asked, Driver, Moment, StatementText, Step } from '../../sql/step.ts'
import { toRefusal, toServiceError } from './failures.ts'
import { createLockQueue, isBusy, type LockQueue } from './lock-queue.ts'

export interface SqliteDriver extends Driver {
  /** Runs a step at once, as a part of the transaction that is open. */
  now<Made>(step: Step<Made>): Made
}

/**
 * Runs steps on one connection, each to its end without waiting. One that finds the database locked
 * by another connection has changed nothing, and waits in `queue` for its turn.
 */
export function createSqliteDriver(
  db: Database,
  { queue, tell }: { queue: LockQueue; tell(change: StoredChange): void },
): SqliteDriver {
  const prepared = new WeakMap<StatementText, Prepared<object>>()
  const transaction = db.transaction(<Made>(work: () => Step<Made>): Made => now(work()))

  function now<Made>(step: Step<Made>): Made {
    let state = step.next()
    while (!state.done) state = answered(step, state.value)
    return state.value
  }

  function answered<Made>(step: Step<Made>, asked: Asked): IteratorResult<Asked, Made> {
    let answer: unknown
    try {
      answer = answerTo(asked)
    } catch (error) {
      return step.throw(toRefusal(error))
    }
    return step.next(answer)
  }

  function answerTo(asked: Asked): unknown {
    if ('tell' in asked) return tell(asked.tell)
    return 'own' in asked ? asked.own(db as never) : execute(asked)
  }

  function execute({ text, values, want }: Extract<Asked, { text: StatementText }>): unknown {
    let statement = prepared.get(text)
    if (!statement) {
      statement = db.prepare<object>(inSqlite(text.sql))
      prepared.set(text, statement)
    }
    const bound = bindable(values)
    return want === 'run' ? statement.run(bound).changes : statement[want](bound)
  }

  /** What writes finds the lock taken, or others that wait for it; what only reads never does. */
  async function inTurn<Made>(work: () => Made, writes: boolean): Promise<Made> {
    try {
      if (writes && queue.waiting()) return await queue.join(work)
      try {
        return work()
      } catch (error) {
        if (!isBusy(error)) throw error
        return await queue.join(work)
      }
    } catch (error) {
      throw toServiceError(error, db.name)
    }
  }

  return {
    now,
    step: (work) => inTurn(() => transaction.immediate(work) as never, true),
    moment: async () => openMoment(db.name),
    snapshot: (work) => inTurn(() => transaction.deferred(work) as never, false),
    run: (work) => inTurn(() => now(work()), false),
  }
}

/** Reads over a connection of its own, whose one transaction sees nothing that is written later. */
function openMoment(file: string): Moment {
  const db = new SqliteDatabase(file, { readonly: true, timeout: 5000 })
  try {
    db.exec('BEGIN')
    // The moment of a transaction is that of its first read.
    db.prepare('SELECT 1 FROM organizations LIMIT 1').get()
  } catch (error) {
    db.close()
    throw toServiceError(error, file)
  }
  const { run } = createSqliteDriver(db, { queue: createLockQueue(), tell: () => undefined })
  return { run, close: async () => void db.close() }
}

/** Lists are bound as JSON, which `dialect.ts` reads as rows. */
function bindable(values: object): object {
  if (!Object.values(values).some(isConverted)) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'boolean') return [name, value ? 1 : 0]
      return [name, Array.isArray(value) ? JSON.stringify(value) : value]
    }),
  )
}

function isConverted(value: unknown): boolean {
  return typeof value === 'boolean' || Array.isArray(value)
}
