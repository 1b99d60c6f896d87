import { expect, test } from 'vitest'
import { createPoliteness, POLITE } from '../../server/fetch/politeness.ts'

const { signal } = new AbortController()

/** Politeness with a clock that moves only while somebody sleeps. */
function started() {
  let ms = 0
  const politeness = createPoliteness(POLITE, {
    nowMs: () => ms,
    sleep: async (time) => void (ms += time),
  })
  /** The times at which requests one after another are admitted. */
  async function times(host: string, count: number): Promise<number[]> {
    const admitted: number[] = []
    for (let request = 0; request < count; request += 1) {
      const leave = await politeness.enter(host, signal)
      admitted.push(ms)
      leave()
    }
    return admitted
  }
  return { politeness, times, pass: (time: number) => void (ms += time) }
}

test('six requests come at once, then four in a second; other hosts are not affected', async () => {
  const { times } = started()

  expect(await times('a.test', 8)).toEqual([0, 0, 0, 0, 0, 0, 250, 500])
  expect(await times('b.test', 2)).toEqual([500, 500])
})

test('no more than two requests are under way, and the next waits for its turn', async () => {
  const { politeness } = started()
  const order: string[] = []
  const leaveFirst = await politeness.enter('a.test', signal)
  await politeness.enter('a.test', signal)
  const third = politeness.enter('a.test', signal).then(() => order.push('third'))

  await Promise.resolve()
  order.push('first leaves')
  leaveFirst()
  await third

  expect(order).toEqual(['first leaves', 'third'])
})

test('a host that refuses rests, and is then asked half as often, without bursts', async () => {
  const { politeness, times } = started()
  politeness.refused('a.test', 3000)

  expect(await times('a.test', 3)).toEqual([3000, 3500, 4000])
})

test('the delay that a host asks for lies between two requests', async () => {
  const { politeness, times } = started()
  politeness.setDelay('a.test', 10_000)

  expect(await times('a.test', 3)).toEqual([0, 10_000, 20_000])
})

test('a host that nobody asks for an hour is forgotten, one that is asked or rests is not', async () => {
  const { politeness, times, pass } = started()
  const hour = 60 * 60 * 1000
  for (const host of ['left.test', 'asked.test']) politeness.setDelay(host, 10_000)
  await politeness.enter('busy.test', signal)
  pass(hour / 2)
  await times('asked.test', 1)
  politeness.refused('resting.test', hour)
  pass(hour / 2)
  await times('other.test', 1)

  expect(politeness.restMs('resting.test')).toBe(hour / 2)
  expect(await times('asked.test', 2)).toEqual([hour, hour + 10_000])
  expect(await times('left.test', 2)).toEqual([hour + 10_000, hour + 10_000])
  await politeness.enter('busy.test', signal)
  const third = politeness.enter('busy.test', signal).then(() => 'admitted')
  expect(await Promise.race([third, Promise.resolve('waits')])).toBe('waits')
})

test('a request that waits for its turn ends with its signal and holds up no other', async () => {
  const { politeness } = started()
  const leave = await politeness.enter('a.test', signal)
  await politeness.enter('a.test', signal)
  const leaving = new AbortController()
  const waiting = politeness.enter('a.test', leaving.signal)
  const next = politeness.enter('a.test', signal)

  leaving.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  leave()

  await expect(next).resolves.toBeTypeOf('function')
})
