import { setImmediate as otherWork, setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'

/** The steps of one connection that wait for another one to stop writing. */
export interface LockQueue {
  /** Whether any step waits. */
  waiting(): boolean
  /**
   * What the step gives once its turn has come: the steps that came first go first. Rejects with what
   * the step throws, also when the database stays locked for longer than anybody waits.
   */
  join<Result>(step: () => Result): Promise<Result>
}

/**
 * A step gives up after five seconds in which the lock was found taken at least so often. Time alone
 * would not do: while the thread is late with everything, it passes without the lock being looked at.
 */
const PATIENCE_MS = 5000
const PATIENCE_ATTEMPTS = 500
const RETRY_MS = 2

interface Waiting {
  attempt(): void
  reject(error: unknown): void
  since: number
  /** How often the lock had been found taken when the step joined. */
  foundTaken: number
}

export function createLockQueue(): LockQueue {
  const queue: Waiting[] = []
  let foundTaken = 0
  let serving = false

  return {
    waiting: () => queue.length > 0,

    join: (step) =>
      new Promise((resolve, reject) => {
        const attempt = () => resolve(step())
        queue.push({ attempt, reject, since: performance.now(), foundTaken })
        if (!serving) void serve()
      }),
  }

  async function serve(): Promise<void> {
    serving = true
    await pause(RETRY_MS)
    for (let [first] = queue; first; [first] = queue) {
      // One at a time: each may wait for the disk.
      if (isServed(first)) await otherWork()
      else await pause(RETRY_MS)
    }
    serving = false
  }

  /** False while the lock is taken. */
  function isServed(first: Waiting): boolean {
    try {
      first.attempt()
    } catch (error) {
      if (isBusy(error)) {
        foundTaken += 1
        rejectImpatient(error)
        return false
      }
      first.reject(error)
    }
    queue.shift()
    return true
  }

  function rejectImpatient(error: unknown): void {
    const now = performance.now()
    for (let [first] = queue; first && isImpatient(first, now); [first] = queue) {
      queue.shift()
      first.reject(error)
    }
  }

  function isImpatient(step: Waiting, now: number): boolean {
    return now - step.since > PATIENCE_MS && foundTaken - step.foundTaken >= PATIENCE_ATTEMPTS
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
