import { setImmediate as otherWork, setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'

/** The steps of one connection that wait for another one to release its write lock. */
export interface LockQueue {
  /** Whether any step waits. */
  waiting(): boolean
  /**
   * Runs the step when its turn comes, first in, first out, and returns its result. Rejects with
   * the step's error, also with that of a database which is still locked at the timeout.
   */
  join<Result>(step: () => Result): Promise<Result>
}

/**
 * A step times out after five seconds with at least this many attempts. Time alone is not enough:
 * while the thread is blocked, it passes without an attempt.
 */
const TIMEOUT_MS = 5000
const MIN_ATTEMPTS = 500
const RETRY_MS = 2

interface Waiting {
  attempt(): void
  reject(error: unknown): void
  since: number
  /** The value of `foundTaken` when the step joined. */
  foundTaken: number
}

export function createLockQueue(): LockQueue {
  const queue: Waiting[] = []
  /** How often the lock was found taken. */
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
      // One at a time, because each may wait for the disk.
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
        rejectTimedOut(error)
        return false
      }
      first.reject(error)
    }
    queue.shift()
    return true
  }

  function rejectTimedOut(error: unknown): void {
    const now = performance.now()
    for (let [first] = queue; first && isTimedOut(first, now); [first] = queue) {
      queue.shift()
      first.reject(error)
    }
  }

  function isTimedOut(step: Waiting, now: number): boolean {
    return now - step.since > TIMEOUT_MS && foundTaken - step.foundTaken >= MIN_ATTEMPTS
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
