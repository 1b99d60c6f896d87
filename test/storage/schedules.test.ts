import { describe, expect, test } from 'vitest'
import { NO_COUNTERS } from '../../server/contract/job.ts'
import { addCollection, addSource, at, backends, newId, openWithOrganizations } from './backends.ts'

const ENDED = {
  status: 'failed',
  error_message: null,
  counters: NO_COUNTERS,
  source_version: null,
} as const

describe.each(backends)('schedules on %s (docs/behaviour.md#jobs)', (_, open) => {
  async function start() {
    const { store, a, another } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    await addSource(store, a, collection.id)
    const { id } = await addSource(store, a, collection.id, { schedule: '0 * * * *' })
    const due = async (now: string) =>
      (await store.sources.due(now)).map((source) => [source.id, source.next_due_at])
    const scheduled = (seen: string | null, next: string) => ({
      id: newId(),
      max_attempts: 3,
      seen,
      next,
    })
    return { store, a, another, id, due, scheduled }
  }

  test('a schedule that was just set waits to be planned, and is due when its time comes', async () => {
    const { store, a, id, due } = await start()
    expect(await due(at(0))).toEqual([[id, null]])
    expect(await store.sources.nextDueAt()).toBeNull()

    await store.sources.plan(a, id, { seen: null, next: at(5) })

    expect(await due(at(4))).toEqual([])
    expect(await store.sources.nextDueAt()).toBe(at(5))
    expect(await due(at(5))).toEqual([[id, at(5)]])
  })

  test.each([{ schedule: '5 * * * *' }, { time_zone: 'Asia/Tokyo' }])(
    'it is planned anew when it changes: %j',
    async (change) => {
      const { store, a, id, due } = await start()
      await store.sources.plan(a, id, { seen: null, next: at(5) })

      await store.sources.update(a, id, { name: 'Renamed' }, at(1))
      expect(await due(at(4))).toEqual([])
      await store.sources.update(a, id, change, at(2))

      expect(await due(at(4))).toEqual([[id, null]])
    },
  )

  test('without a schedule, or of a suspended organization, nothing is due', async () => {
    const { store, a, id, due } = await start()
    await store.sources.plan(a, id, { seen: null, next: at(5) })

    await store.organizations.update(a, { status: 'suspended' })
    expect(await due(at(9))).toEqual([])
    expect(await store.sources.nextDueAt()).toBeNull()
    await store.organizations.update(a, { status: 'active' })
    await store.sources.update(a, id, { schedule: null }, at(1))

    expect(await due(at(9))).toEqual([])
    expect(await store.sources.nextDueAt()).toBeNull()
  })

  test('of several processes that find it due exactly one queues a job', async () => {
    const { store, a, another, id, due, scheduled } = await start()
    const processes = [store, await another(), await another(), await another()]
    for (const each of processes) await each.sources.plan(a, id, { seen: null, next: at(5) })

    const queued = await Promise.all(
      processes.map((each) => each.jobs.enqueueScheduled(a, id, scheduled(at(5), at(65)), at(5))),
    )

    expect(queued.filter((job) => job !== null)).toMatchObject([
      { status: 'queued', trigger: 'scheduled' },
    ])
    expect((await store.jobs.list(a, id, { limit: 9 }))?.data).toHaveLength(1)
    expect(await due(at(64))).toEqual([])
    expect(await store.sources.nextDueAt()).toBe(at(65))
  })

  test('a schedule that is taken away meanwhile queues nothing', async () => {
    const { store, a, id, scheduled } = await start()
    await store.sources.plan(a, id, { seen: null, next: at(5) })
    await store.sources.update(a, id, { schedule: null }, at(1))

    expect(await store.jobs.enqueueScheduled(a, id, scheduled(at(5), at(65)), at(5))).toBeNull()

    expect(await store.jobs.latest(a, id)).toBeNull()
  })

  test('a source that was set aside is left alone, until a person starts a job', async () => {
    const { store, a, id, due, scheduled } = await start()
    await store.sources.plan(a, id, { seen: null, next: at(5) })
    const run = async (trigger: 'manual' | 'scheduled', error_code: 'set_aside' | null) => {
      const job = { id: newId(), trigger, max_attempts: 3 }
      await store.jobs.enqueue(a, id, job, at(1))
      await store.jobs.claim(at(1))
      await store.jobs.finish(a, job.id, { ...ENDED, error_code }, at(1))
    }
    await run('manual', 'set_aside')

    expect(await store.jobs.enqueueScheduled(a, id, scheduled(at(5), at(65)), at(5))).toBeNull()
    expect(await due(at(64))).toEqual([])
    expect(await store.sources.nextDueAt()).toBe(at(65))
    await run('manual', null)

    expect(
      await store.jobs.enqueueScheduled(a, id, scheduled(at(65), at(125)), at(65)),
    ).toMatchObject({ status: 'queued' })
  })
})
