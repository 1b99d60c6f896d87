import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { until } from '../../server/answering/until.ts'
import type { LanguageModel } from '../../server/models/ports.ts'
import { setUp } from './setup.ts'

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

test('nor by the whole turn, of which only the text grows', async () => {
  const passed: WeakRef<object>[] = []
  const endless: LanguageModel = {
    selector: 'test/endless',
    async *stream() {
      for (;;) {
        const piece = { type: 'text', text: 'word ' } as const
        passed.push(new WeakRef(piece))
        yield piece
      }
    },
  }
  const { stream } = await setUp({ model: endless })
  const leaving = new AbortController()
  const events = await stream({}, leaving.signal)
  const readOne = async () => passed.push(new WeakRef((await events.next()).value as object))

  for (let read = 0; read < 500; read += 1) await readOne()
  await nextTurn()
  collectGarbage()

  expect(passed.length).toBeGreaterThan(900)
  expect(passed.filter((piece) => piece.deref()).length).toBeLessThan(20)
  leaving.abort()
  while (!(await events.next()).done);
})

test('a source that ignores the signal is not waited for', async () => {
  const leaving = new AbortController()
  const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }
  const next = until(silent, leaving.signal).next()

  leaving.abort()

  expect(await next).toEqual({ done: true, value: undefined })
})
