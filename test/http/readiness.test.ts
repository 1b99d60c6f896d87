import { expect, test } from 'vitest'
import { sharedFor } from '../../server/http/readiness.ts'

test('a check is made once while it runs and for a while after it, and its failure is as old as that', async () => {
  const clock = { ms: 0 }
  const runs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let made = 0
  const check = sharedFor(
    1000,
    () => runs[made++]?.promise ?? Promise.resolve(),
    () => clock.ms,
  )

  const asked = [check(), check()]
  clock.ms = 5000
  asked.push(check())
  runs[0]?.resolve()
  await Promise.all(asked)
  clock.ms = 5999
  await check()
  expect(made).toBe(1)
  clock.ms = 6000
  const failing = expect(check()).rejects.toThrow('disk full')
  runs[1]?.reject(new Error('disk full'))
  await failing
  await expect(check()).rejects.toThrow('disk full')
  expect(made).toBe(2)
  clock.ms = 7000
  await expect(check()).resolves.toBeUndefined()
})
