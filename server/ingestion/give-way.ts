import { setImmediate } from 'node:timers/promises'

/** Waits until everything else that is due on the thread has had its turn. */
export type GiveWay = () => Promise<void>

/**
 * Jobs share their thread with searches. Each caller resumes after a round of the event loop of its
 * own, so that several jobs delay a search no longer than one does.
 */
export function createGiveWay(): GiveWay {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}
