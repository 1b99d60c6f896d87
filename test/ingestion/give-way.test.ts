import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGiveWay } from '../../server/ingestion/give-way.ts'

test('between two jobs that give way, what else waits on the thread has its turn', async () => {
  const giveWay = createGiveWay()
  const order: string[] = []
  const step = async (name: string) => {
    await giveWay()
    order.push(name)
  }
  const search = async () => {
    while (order.length < 9) {
      await setImmediate()
      order.push('search')
    }
  }

  await Promise.all([step('one job'), step('another'), step('a third'), search()])

  const jobs = order.flatMap((name, at) => (name === 'search' ? [] : [at]))
  expect(jobs.map((at) => order[at])).toEqual(['one job', 'another', 'a third'])
  expect(jobs.slice(1).every((at) => order[at - 1] === 'search')).toBe(true)
})
