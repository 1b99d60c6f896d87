import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { until } from '../../server/answering/until.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function* pieces(): AsyncGenerator<{ text: string }> {
  for (;;) yield { text: 'piece' }
}

test('of a long answer nothing is kept that was passed on', async () => {
  const passed = until(pieces(), new AbortController().signal)
  const readOne = async () => new WeakRef((await passed.next()).value as object)
  const first = await readOne()
  await readOne()

  await nextTurn()
  collectGarbage()

  expect(first.deref()).toBeUndefined()
  await passed.return()
})

test('a source that ignores the signal is not waited for', async () => {
  const leaving = new AbortController()
  const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }
  const next = until(silent, leaving.signal).next()

  leaving.abort()

  expect(await next).toEqual({ done: true, value: undefined })
})
