import { TooManyRequests } from '../contract/errors.ts'
import type { Budget, RateCounters } from './rate-counters.ts'

export type PasswordLimit = ReturnType<typeof createPasswordLimit>

const FAILURES = 10
const WINDOW_MS = 10 * 60_000

const ofAddress: Budget = { name: 'password-address', limit: FAILURES, windowMs: WINDOW_MS }
const ofEmail: Budget = { name: 'password-email', limit: FAILURES, windowMs: WINDOW_MS }

/**
 * Lets passwords be guessed slowly only: at most 10 failures per network address and per e-mail address
 * in 10 minutes (completions 4), whether or not anybody has that address.
 */
export function createPasswordLimit(counters: RateCounters) {
  /**
   * Whether the password is right. Throws `TooManyRequests` without looking. An attempt counts from its
   * beginning and no longer once it proved right, so that many guesses at once are as few as in turn.
   */
  return async function attempt(
    by: { address: string; email: string },
    isRight: () => Promise<boolean>,
  ): Promise<boolean> {
    const uses = [
      { budget: ofAddress, key: by.address },
      { budget: ofEmail, key: by.email.toLowerCase() },
    ]
    const { taken, standings } = await counters.take(uses)
    if (!taken) {
      const spent = standings.filter(({ remaining }) => remaining === 0)
      const waitMs = Math.max(...spent.map(({ refillMs }) => refillMs))
      throw new TooManyRequests(
        'Too many wrong passwords; try again later.',
        Math.max(1, Math.ceil(waitMs / 1000)),
      )
    }
    const right = await isRight()
    if (right) await counters.giveBack(uses)
    return right
  }
}
