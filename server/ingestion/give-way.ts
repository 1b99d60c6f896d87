import { setImmediate } from 'node:timers/promises'

/** Waits until what else there is to do on the thread has had its turn. */
export type GiveWay = () => Promise<void>

/**
 * Jobs share their thread with searches. Whoever gives way goes on after a round of the event loop of
 * their own, so that several jobs hold a search up no longer than one does.
 */
export function createGiveWay(): GiveWay {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}
