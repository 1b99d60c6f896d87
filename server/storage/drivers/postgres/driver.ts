import type { StoredChange } from '../../ports/changes.ts'
import { inPostgres } from '../../sql/dialect.ts'
import type { Asked, Driver, Moment, StatementText, Step } from '../../sql/step.ts'
import type { Database, Runner, Transaction } from './database.ts'
import { toRefusal } from './failures.ts'
import { numbered } from './statement.ts'

/** Runs steps by awaiting each of their statements. */
export function createPostgresDriver(db: Database): Driver {
  return {
    step: (work, isolation) => db.step((transaction) => within(transaction, work()), isolation),
    moment: () => openMoment(db),
    snapshot: (work) => db.snapshot((snapshot) => reading(snapshot, work())),
    run: (work) => perform(db, work(), refuseToTell),
  }
}

/** Holds one connection of the pool, whose one transaction sees nothing that is written later. */
async function openMoment(db: Database): Promise<Moment> {
  const opened = Promise.withResolvers<Runner>()
  const closed = Promise.withResolvers<void>()
  const ended = db.snapshot(async (snapshot) => {
    // The moment of a transaction is that of its first statement.
    await snapshot.query('SELECT 1', [])
    opened.resolve(snapshot)
    await closed.promise
  })
  ended.catch(opened.reject)
  const snapshot = await opened.promise
  return {
    run: (work) => perform(snapshot, work(), refuseToTell),
    async close() {
      closed.resolve()
      // What was read was read, also when the connection is lost in the end.
      await ended.catch(() => undefined)
    },
  }
}

/** Runs a step as a part of a transaction. */
export function within<Made>(transaction: Transaction, step: Step<Made>): Promise<Made> {
  return perform(transaction, step, transaction.tell)
}

/** Runs a step that only reads. */
export function reading<Read>(on: Runner, step: Step<Read>): Promise<Read> {
  return perform(on, step, refuseToTell)
}

async function perform<Made>(
  on: Runner,
  step: Step<Made>,
  tell: (change: StoredChange) => void,
): Promise<Made> {
  const answerTo = (asked: Asked) => {
    if ('tell' in asked) return tell(asked.tell)
    return 'own' in asked ? asked.own(on as never) : execute(on, asked)
  }
  let state = step.next()
  while (!state.done) {
    const asked: Asked = state.value
    let answer: unknown
    try {
      answer = await answerTo(asked)
    } catch (error) {
      state = step.throw(toRefusal(error))
      continue
    }
    state = step.next(answer)
  }
  return state.value
}

const prepared = new WeakMap<StatementText, ReturnType<typeof numbered>>()

async function execute(
  on: Runner,
  { text, values, want }: Extract<Asked, { text: StatementText }>,
): Promise<unknown> {
  let statement = prepared.get(text)
  if (!statement) {
    statement = numbered(inPostgres(text.sql))
    prepared.set(text, statement)
  }
  const { rows, count } = await on.query(statement.text, statement.bound(values))
  return want === 'run' ? count : want === 'get' ? rows[0] : rows
}

/** What is told must be stored with the change that it tells of. */
function refuseToTell(): never {
  throw new Error('A change is told in a step of one transaction.')
}
