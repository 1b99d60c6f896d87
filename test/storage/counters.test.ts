import { basename } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCounters } from '../../server/storage/drivers/postgres/counters.ts'
import { openPool } from '../../server/storage/drivers/postgres/pool.ts'
import { dropPostgresDatabase, postgresDatabase } from '../support/postgres/database.ts'
import { backends, temporaryFolder } from './backends.ts'

/** The counters of some processes that share a database. */
async function processes(count: number) {
  const name = basename(await temporaryFolder())
  const url = await postgresDatabase(name)
  const pools = Array.from({ length: count }, () => openPool(url, { connections: 4 }))
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.close()))
    await dropPostgresDatabase(name)
  })
  return { counters: pools.map(createCounters), db: pools[0] as (typeof pools)[number] }
}

const perMinute = (limit: number, name = 'address') => ({ name, limit, windowMs: 60_000 })

describe.runIf(backends.some(([name]) => name === 'postgres'))('counters in PostgreSQL', () => {
  test('processes share a budget to the last use', async () => {
    const { counters } = await processes(3)
    const uses = [{ budget: perMinute(50), key: 'a' }]

    const taken = await Promise.all(
      Array.from({ length: 150 }, (_, at) => counters[at % 3]?.take(uses)),
    )

    expect(taken.filter((result) => result?.taken)).toHaveLength(50)
    const last = taken.find((result) => result && !result.taken)
    expect(last?.states).toMatchObject([{ budget: uses[0]?.budget, remaining: 0 }])
    expect(last?.states[0]?.resetMs).toBeGreaterThan(0)
    expect(last?.states[0]?.resetMs).toBeLessThanOrEqual(60_000)
  })

  test('a use of two budgets is taken from both or none, in whatever order they are asked', async () => {
    const { counters } = await processes(2)
    const [wide, tight] = [perMinute(100, 'wide'), perMinute(10, 'tight')]
    const uses = [
      { budget: wide, key: 'a' },
      { budget: tight, key: 'a' },
    ]

    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        counters[at % 2]?.take(at % 3 === 0 ? uses.toReversed() : uses),
      ),
    )

    const result = await counters[0]?.take([{ budget: wide, key: 'a' }])
    expect(result).toMatchObject({ taken: true, states: [{ remaining: 89 }] })
  })

  test('a use comes back when it is undone, and when it is one window old', async () => {
    const { counters } = await processes(2)
    const [one, other] = counters
    const uses = [{ budget: { name: 'short', limit: 1, windowMs: 300 }, key: 'a' }]

    expect((await one?.take(uses))?.taken).toBe(true)
    await other?.refund(uses)
    expect((await other?.take(uses))?.taken).toBe(true)

    await expect.poll(async () => (await one?.take(uses))?.taken).toBe(true)
  })

  test('what has ended is erased', async () => {
    const { counters, db } = await processes(1)
    const use = (key: string) => [
      { budget: { name: 'short', limit: 1, windowMs: key === 'last' ? 60_000 : 1 }, key },
    ]
    for (let at = 1; at < 1000; at += 1) await counters[0]?.take(use(`${at % 7}`))

    await counters[0]?.take(use('last'))

    const { rows } = await db.query('SELECT key FROM counters', [])
    expect(rows).toEqual([{ key: 'last' }])
  })

  test('while the database is away nothing can be counted', async () => {
    const db = openPool('postgres://127.0.0.1:1/none')
    onTestFinished(() => db.close())

    const taking = createCounters(db).take([{ budget: perMinute(1), key: 'a' }])

    await expect(taking).rejects.toMatchObject({ code: 'service_unavailable' })
  })
})
