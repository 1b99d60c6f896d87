import { describe, expect, test } from 'vitest'
import type { Store } from '../../server/storage/store.ts'
import { at, backends, openWithOrganizations, readAll } from './backends.ts'

const hook = {
  url: 'https://hooks.test/',
  events: ['budget.spent' as const],
  enabled: true,
  secret: { key_id: 'key', box: 'sealed' },
}
/** Of which an organization spends all with the first call. */
const LIMIT = 10

describe.each(backends)('webhooks on %s (docs/behaviour.md#webhook)', (_, open) => {
  async function opened() {
    const { store, a, b, another } = await openWithOrganizations(open)
    for (const id of [a, b]) {
      await store.organizations.update(id, { daily_model_tokens: LIMIT })
      await store.webhooks.save(id, hook, at(0))
    }
    return { store, a, b, another }
  }

  /** A day after the other, the first one on the day of `at(0)`. */
  const day = (n: number) => new Date(Date.parse(at(0)) + n * 86_400_000).toISOString()
  const spend = (store: Store, id: string, n: number) => store.spending.add(id, day(n), LIMIT)
  const failed = { delivered: false, last_status: 500, next_attempt_at: null }

  test('is made once, then changed without its secret', async () => {
    const { store, a, b } = await openWithOrganizations(open)

    expect(await store.webhooks.save(a, hook, at(1))).toMatchObject({ made: true })
    const changed = { ...hook, enabled: false, secret: { key_id: 'other', box: 'sealed' } }
    const saved = await store.webhooks.save(a, changed, at(2))

    const stored = { ...hook, enabled: false, created_at: at(1), updated_at: at(2) }
    expect(saved).toEqual({ made: false, webhook: stored })
    expect(await store.webhooks.find(a)).toEqual(stored)
    expect(await store.webhooks.find(b)).toBeNull()
    expect(await store.webhooks.delete(b)).toBe(false)
  })

  test('a fact is told once, however many steps find it', async () => {
    const { store, a, another } = await opened()
    const stores = [store, await another()]

    await Promise.all(Array.from({ length: 20 }, (_, n) => spend(stores[n % 2] as Store, a, 0)))

    expect(await store.spending.of(a, '2026-01-01')).toBe(20 * LIMIT)
    expect(await store.webhooks.deliveries(a, { limit: 5 })).toMatchObject({
      data: [{ event: 'budget.spent', status: 'pending', attempts: 0 }],
      has_more: false,
    })
  })

  test('the tokens of another day are counted anew', async () => {
    const { store, a, b } = await opened()

    await store.spending.add(a, day(0), 4)
    await store.spending.add(a, day(1), 3)
    await store.spending.add(a, day(1), 3)

    expect(await store.spending.of(a, '2026-01-01')).toBe(0)
    expect(await store.spending.of(a, '2026-01-02')).toBe(6)
    expect(await store.spending.of(b, '2026-01-02')).toBe(0)
    expect((await store.webhooks.deliveries(a, { limit: 5 }))?.data).toEqual([])
  })

  test('the first due delivery of each organization, those that wait longest first', async () => {
    const { store, a, b } = await opened()
    for (const n of [0, 1, 3]) await spend(store, a, n)
    await spend(store, b, 2)
    const due = async (now: string, busy: string[], limit = 5) =>
      (await store.webhooks.claim(now, busy, limit)).map(({ organization, created_at }) => [
        organization.slug,
        created_at,
      ])

    expect(await due(day(2), [])).toEqual([
      ['a', day(0)],
      ['b', day(2)],
    ])
    expect(await due(day(2), [a])).toEqual([['b', day(2)]])
    expect(await due(day(2), [], 1)).toEqual([['a', day(0)]])
    expect(await due(day(0), [a])).toEqual([])
    await store.webhooks.save(a, { ...hook, enabled: false }, at(1))
    expect(await due(day(5), [])).toEqual([['b', day(2)]])
  })

  test('an attempt is recorded by its own organization, until the last one', async () => {
    const { store, a, b } = await opened()
    await spend(store, a, 0)
    const claim = async (now: string) => (await store.webhooks.claim(now, [], 1)).at(0)?.id
    const id = (await claim(day(0))) ?? ''
    const listed = async () => (await store.webhooks.deliveries(a, { limit: 5 }))?.data

    await store.webhooks.attempted(b, id, failed)
    expect(await listed()).toMatchObject([{ status: 'pending', attempts: 0 }])
    await store.webhooks.attempted(a, id, { ...failed, next_attempt_at: day(1) })
    expect(await listed()).toMatchObject([{ status: 'pending', attempts: 1, last_status: 500 }])
    expect(await claim(day(0))).toBeUndefined()
    expect(await claim(day(1))).toBe(id)
    await store.webhooks.attempted(a, id, failed)
    await store.webhooks.attempted(a, id, { ...failed, delivered: true })
    expect(await listed()).toMatchObject([{ status: 'failed', attempts: 2 }])
    expect(await claim(day(9))).toBeUndefined()
  })

  test('of several that claim at once one has a delivery, and of each organization one', async () => {
    const { store, a, b, another } = await opened()
    for (const n of [0, 1, 2]) await spend(store, a, n)
    await spend(store, b, 0)
    const stores = [store, await another(), await another()]

    const claims = await Promise.all(stores.map((each) => each.webhooks.claim(day(3), [], 5)))

    const held = claims.flat().map(({ organization, created_at }) => [organization.id, created_at])
    expect(held.toSorted()).toEqual(
      [
        [a, day(0)],
        [b, day(0)],
      ].toSorted(),
    )
  })

  test('the newest 500 are kept, page by page, until they are swept', async () => {
    const { store, a, b } = await opened()
    for (let n = 0; n < 503; n += 1) await spend(store, a, n)
    await spend(store, b, 0)

    const kept = await readAll(200, (paging) => store.webhooks.deliveries(a, paging))

    expect(kept).toHaveLength(500)
    expect([kept.at(0)?.created_at, kept.at(-1)?.created_at]).toEqual([day(502), day(3)])
    expect(await store.webhooks.sweep(day(5))).toBe(3)
    expect((await store.webhooks.deliveries(b, { limit: 5 }))?.data).toEqual([])
    expect(await store.webhooks.delete(a)).toBe(true)
    expect(await store.webhooks.deliveries(a, { limit: 5 })).toBeNull()
    expect(await store.webhooks.sweep('9999')).toBe(0)
  })
})
