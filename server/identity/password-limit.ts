import { hash } from 'node:crypto'
import type { Budget, RateCounters } from '../storage/ports/counters.ts'
import { budgetSpent } from './rate-counters.ts'

export type PasswordLimit = ReturnType<typeof createPasswordLimit>

const WINDOW_MS = 10 * 60_000

const ofPair: Budget = { name: 'password-pair', limit: 10, windowMs: WINDOW_MS }
const ofEmail: Budget = { name: 'password-email', limit: 100, windowMs: WINDOW_MS }
const ofAddress: Budget = { name: 'password-address', limit: 100, windowMs: WINDOW_MS }

/**
 * Rate limit on wrong passwords (docs/behaviour.md#passwords): in 10 minutes at most 10 failures
 * for a pair of e-mail address and network address, 100 for an e-mail address and 100 for a network
 * address, whether or not the e-mail address has an account. The limit by pair is the low one, so
 * that a stranger cannot lock a person out: failures elsewhere do not count at the person's own
 * network address.
 */
export function createPasswordLimit(counters: RateCounters) {
  /**
   * Whether the password is right. Over the limit, throws `TooManyRequests` before checking it. An
   * attempt counts while it is checked and is refunded when it was right, so that concurrent
   * guesses cannot pass the limit.
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
    const { taken, states } = await counters.take(uses)
    if (!taken) {
      throw budgetSpent(states, 'Too many wrong passwords; try again later.')
    }
    const right = await isRight()
    if (right) await counters.refund(uses)
    return right
  }
}
