import { array, asyncProperty, assert as check, integer } from 'fast-check'
import { expect, test } from 'vitest'
import { createRateCounters } from '../../server/identity/rate-counters.ts'

const perMinute = (limit: number, name = 'address') => ({ name, limit, windowMs: 60_000 })

function createCounters({ maxKeys }: { maxKeys?: number } = {}) {
  const clock = { ms: 0 }
  const counters = createRateCounters({
    monotonicMs: () => clock.ms,
    ...(maxKeys !== undefined && { maxKeys }),
  })
  return { counters, clock }
}

test('a budget is never exceeded in any period of its length', async () => {
  const gapsMs = array(integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 120 })
  await check(
    asyncProperty(gapsMs, integer({ min: 1, max: 7 }), async (gaps, limit) => {
      const { counters, clock } = createCounters()
      const granted: number[] = []

      for (const gap of gaps) {
        clock.ms += gap
        const { taken } = await counters.take([{ budget: perMinute(limit), key: 'a' }])
        if (taken) granted.push(clock.ms)
      }

      for (const [index, at] of granted.entries()) {
        const next = granted[index + limit]
        if (next !== undefined) expect(next - at).toBeGreaterThanOrEqual(60_000)
      }
    }),
  )
})

test('a client that waits as long as told is allowed, and no wait is longer than the window', async () => {
  const gapsMs = array(integer({ min: 0, max: 3000 }), { minLength: 60, maxLength: 60 })
  await check(
    asyncProperty(gapsMs, async (gaps) => {
      const { counters, clock } = createCounters()
      const use = { budget: perMinute(5), key: 'a' }

      for (const gap of gaps) {
        clock.ms += gap
        const { taken, states } = await counters.take([use])
        if (taken) continue
        const wait = states[0]?.resetMs ?? Number.NaN
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(60_000)
        clock.ms += wait
        expect((await counters.take([use])).taken).toBe(true)
      }
    }),
  )
})

test('a burst at the edge of a minute does not double the budget', async () => {
  const { counters, clock } = createCounters()
  const use = { budget: perMinute(20), key: 'a' }
  const burst = async () => {
    let granted = 0
    for (let left = 40; left > 0; left -= 1) granted += Number((await counters.take([use])).taken)
    return granted
  }

  clock.ms = 59_000
  const before = await burst()
  clock.ms = 61_000
  const after = await burst()

  expect([before, after]).toEqual([20, 0])
})

test('a refused request costs nothing, so a client that keeps asking is allowed again', async () => {
  const { counters, clock } = createCounters()
  const use = { budget: perMinute(2), key: 'a' }
  for (let second = 0; second < 60; second += 1) {
    clock.ms = second * 1000
    await counters.take([use])
  }

  clock.ms = 60_000

  expect((await counters.take([use])).taken).toBe(true)
})

test('when one budget is spent, the others are unchanged', async () => {
  const { counters } = createCounters()
  const website = { budget: perMinute(20, 'widget'), key: 'site' }
  const visitor = { budget: perMinute(1, 'visitor'), key: 'anna' }
  await counters.take([website, visitor])

  const { taken, states } = await counters.take([website, visitor])

  expect(taken).toBe(false)
  expect(states.map(({ remaining }) => remaining)).toEqual([19, 0])
})

test('a refunded use counts as not taken', async () => {
  const { counters } = createCounters()
  const use = { budget: perMinute(1, 'sign-in'), key: 'a' }
  await counters.take([use])

  await counters.refund([use])

  expect((await counters.take([use])).taken).toBe(true)
  expect((await counters.take([use])).taken).toBe(false)
})

test('a flood of addresses evicts those idle for longest and leaves other budgets alone', async () => {
  const { counters } = createCounters({ maxKeys: 4 })
  const from = (key: string) => counters.take([{ budget: perMinute(1), key }])
  const asOwner = () => counters.take([{ budget: perMinute(1, 'identity'), key: 'owner' }])
  await asOwner()

  for (const key of ['first', 'second', 'third', 'fourth', 'fifth']) await from(key)

  expect((await from('third')).taken).toBe(false)
  expect((await from('first')).taken).toBe(true)
  expect((await asOwner()).taken).toBe(false)
})

test('a budget is kept while its key is in use, however long the service runs', async () => {
  const { counters, clock } = createCounters()
  const use = { budget: perMinute(2), key: 'a' }
  const taken: boolean[] = []

  for (let second = 0; second <= 240; second += 20) {
    clock.ms = second * 1000
    taken.push((await counters.take([use])).taken)
  }

  expect(taken.map(Number).join('')).toBe('1101101101101')
})

test('a wait is never longer than the window, whatever fractions the clock has', async () => {
  for (let ms = 1000.1; ms < 1e9; ms *= 1.37) {
    const counters = createRateCounters({ monotonicMs: () => ms })

    const { states } = await counters.take([{ budget: perMinute(5), key: 'a' }])

    expect(states[0]?.resetMs).toBe(60_000)
  }
})
