import { hash } from 'node:crypto'
import { TooManyRequests } from '../contract/errors.ts'
import type { Budget, RateCounters } from './rate-counters.ts'

export type PasswordLimit = ReturnType<typeof createPasswordLimit>

const WINDOW_MS = 10 * 60_000

const ofPair: Budget = { name: 'password-pair', limit: 10, windowMs: WINDOW_MS }
const ofEmail: Budget = { name: 'password-email', limit: 100, windowMs: WINDOW_MS }
const ofAddress: Budget = { name: 'password-address', limit: 100, windowMs: WINDOW_MS }

/**
 * Lets passwords be guessed slowly only: in 10 minutes at most 10 failures about one e-mail address from
 * one network address, 100 about one e-mail address and 100 from one network address, whether or not
 * anybody has that e-mail address (docs/behaviour.md#passwords). The pair keeps a stranger from locking
 * somebody out: their ten failures do not count where the person signs in.
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
    // Hashed, so that the counters keep no e-mail addresses and every key has the same small size.
    const email = hash('sha256', by.email.toLowerCase(), 'base64url')
    const uses = [
      { budget: ofPair, key: `${by.address} ${email}` },
      { budget: ofEmail, key: email },
      { budget: ofAddress, key: by.address },
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
