import { expect, test } from 'vitest'
import { createPasswordLimit } from '../../server/identity/password-limit.ts'
import { createRateCounters } from '../../server/identity/rate-counters.ts'

const MINUTE = 60_000

// Hashing is slow, so only test/http/sessions.test.ts tries the limit over HTTP.
function createAttempts() {
  const clock = { ms: 0 }
  const counters = createRateCounters({ monotonicMs: () => clock.ms })
  const attempt = createPasswordLimit(counters)
  /** The seconds to wait, or null when the attempt was allowed. */
  async function waitAfter(address: string, email: string, isRight: boolean) {
    try {
      await attempt({ address, email }, async () => isRight)
      return null
    } catch (error) {
      return (error as { retryAfterSeconds: number }).retryAfterSeconds
    }
  }
  return {
    clock,
    guess: (address: string, email: string) => waitAfter(address, email, false),
    signIn: (address: string, email: string) => waitAfter(address, email, true),
  }
}

test('at most 100 failures for an e-mail address in 10 minutes, from all network addresses', async () => {
  const { clock, guess, signIn } = createAttempts()
  for (let index = 0; index < 100; index += 1) await guess(`host ${index}`, 'ann@acme.test')

  expect(await signIn('another host', 'Ann@acme.test')).toBe(600)
  expect(await signIn('another host', 'bob@acme.test')).toBeNull()

  clock.ms = 10 * MINUTE
  expect(await signIn('another host', 'ann@acme.test')).toBeNull()
})

test('at most 100 failures from a network address in 10 minutes, for all e-mail addresses', async () => {
  const { clock, guess, signIn } = createAttempts()
  for (let index = 0; index < 100; index += 1) await guess('a host', `${index}@acme.test`)

  clock.ms = 4 * MINUTE
  expect(await signIn('a host', 'ann@acme.test')).toBe(360)
  expect(await signIn('another host', 'ann@acme.test')).toBeNull()
})

test('refused attempts do not prolong the wait', async () => {
  const { clock, guess, signIn } = createAttempts()
  for (let index = 0; index < 10; index += 1) await guess('a host', 'ann@acme.test')

  for (let minute = 1; minute < 10; minute += 1) {
    clock.ms = minute * MINUTE
    expect(await guess('a host', 'ann@acme.test')).toBe((10 - minute) * 60)
  }

  clock.ms = 10 * MINUTE
  expect(await signIn('a host', 'ann@acme.test')).toBeNull()
})
