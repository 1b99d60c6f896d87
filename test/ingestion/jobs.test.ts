import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { createJobLoop, type JobLoopNeeds, retryDelayMs } from '../../server/ingestion/jobs.ts'
import { runJob } from '../../server/ingestion/run-job.ts'
import { openDatabase } from '../../server/storage/drivers/sqlite/database.ts'
import { createSqliteStore } from '../../server/storage/drivers/sqlite/store.ts'
import { heldExtractor, startIngestion, write } from './ingestion.ts'

/** Long enough for a loaded machine to start a process that yields; a failing test waits it out. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 60_000 })

type Ingestion = Awaited<ReturnType<typeof startIngestion>>

/** A loop whose naps are noted and end only when it is woken. */
function startLoop(ingestion: Ingestion, more: Partial<JobLoopNeeds> = {}) {
  const naps: number[] = []
  const loop = createJobLoop({
    ...ingestion.needs,
    store: ingestion.store,
    files: { sweep: async () => {} },
    random: () => 0.5,
    slots: 2,
    setTimer(_, ms) {
      naps.push(ms)
      return () => {}
    },
    run: (claimed, signal) => runJob(claimed, ingestion.needs, signal),
    ...more,
  })
  onTestFinished(() => loop.stop())
  return { naps, ...loop }
}

const latest = ({ store, organization_id, source }: Ingestion) =>
  store.jobs.latest(organization_id, source.id)

test('a queued job is run to its end as soon as the loop is woken', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  const loop = startLoop(ingestion)
  await eventually(() => loop.naps.length).toBe(1)

  await ingestion.enqueue('api')
  loop.wake()

  await eventually(() => latest(ingestion)).toMatchObject({
    status: 'succeeded',
    trigger: 'api',
    attempt: 1,
    is_active: false,
    counters: { documents_ingested: 1 },
  })
})

test('what killed runs left of repositories is removed, as soon as no job runs', async () => {
  const ingestion = await startIngestion()
  const repositories = join(ingestion.data, 'repositories')
  write(repositories, { [`${ingestion.source.id}/objects/pack`]: 'A pack.' })

  startLoop(ingestion)

  await eventually(() => existsSync(repositories)).toBe(false)
})

test('what is uploaded while a job runs is ingested by another one after it (docs/behaviour.md#uploads)', async () => {
  const ingestion = await startIngestion({ type: 'upload' })
  const { store, organization_id, source, files, needs } = ingestion
  const upload = async (path: string) => {
    const saved = await files.save(Buffer.from(`In ${path}.`), { maxBytes: 1000 })
    const file = { ...saved, id: needs.newId(), path, title: null, url: null }
    const media_type = 'text/markdown'
    await store.uploads.put(organization_id, source.id, [{ ...file, media_type }], needs.now())
    return ingestion.enqueue('api')
  }
  const { extractor, reached, open } = heldExtractor(needs.extractor)
  await upload('a.md')
  startLoop(ingestion, {
    run: (claimed, signal) => runJob(claimed, { ...needs, extractor }, signal),
  })
  await reached

  const told = await upload('b.md')
  const joined = await upload('c.md')
  open()

  expect(told).toMatchObject({ status: 'queued', trigger: 'api' })
  expect(joined).toEqual(told)
  await eventually(() => store.jobs.find(organization_id, told?.id ?? '')).toMatchObject({
    status: 'succeeded',
    counters: { documents_ingested: 2, documents_unchanged: 1 },
  })
})

test('an unreachable source is tried again after 10 s, then 20 s, and fails after the third attempt', async () => {
  const ingestion = await startIngestion()
  rmSync(ingestion.folder, { recursive: true })
  await ingestion.enqueue()
  const loop = startLoop(ingestion)

  await eventually(() => latest(ingestion)).toMatchObject({
    status: 'queued',
    attempt: 2,
    error_code: 'source_unreachable',
    next_attempt_at: '2026-01-02T03:04:15.000Z',
  })
  await eventually(() => loop.naps.at(-1)).toBe(10_000)
  ingestion.clock.now = '2026-01-02T03:04:15.000Z'
  loop.wake()
  await eventually(() => latest(ingestion)).toMatchObject({
    status: 'queued',
    attempt: 3,
    next_attempt_at: '2026-01-02T03:04:35.000Z',
  })
  ingestion.clock.now = '2026-01-02T03:04:35.000Z'
  loop.wake()
  await eventually(() => latest(ingestion)).toMatchObject({
    status: 'failed',
    attempt: 3,
    error_code: 'source_unreachable',
    is_active: false,
  })
})

test('a retry waits 10 s × 2^(attempt − 1), give or take a fifth', () => {
  expect([1, 2, 3].map((attempt) => retryDelayMs(attempt, () => 0.5))).toEqual([
    10_000, 20_000, 40_000,
  ])
  expect([0, 0.999999].map((random) => retryDelayMs(1, () => random))).toEqual([8000, 12_000])
})

test('an embedding failure is retried, and the retry can succeed', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  ingestion.embedding.failure = new Error('unplugged')
  await ingestion.enqueue()
  const loop = startLoop(ingestion)

  await eventually(() => latest(ingestion)).toMatchObject({
    status: 'queued',
    error_code: 'embedding_failure',
  })
  ingestion.embedding.failure = null
  ingestion.clock.now = '2026-01-02T03:05:00.000Z'
  loop.wake()

  await eventually(() => latest(ingestion)).toMatchObject({
    status: 'succeeded',
    attempt: 2,
    error_code: null,
    error_message: null,
  })
})

test('a source that holds nothing fails at once, without a retry', async () => {
  const ingestion = await startIngestion()
  await ingestion.enqueue()
  startLoop(ingestion)

  await eventually(() => latest(ingestion)).toMatchObject({
    status: 'failed',
    attempt: 1,
    error_code: 'source_empty',
  })
})

test('stopping puts a running job back in the queue without counting an attempt', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  const held = heldExtractor(ingestion.needs.extractor)
  await ingestion.enqueue()
  const loop = startLoop(ingestion, {
    run: (claimed, signal) =>
      runJob(claimed, { ...ingestion.needs, extractor: held.extractor }, signal),
  })
  await held.reached

  const stopped = loop.stop()
  held.open()
  await stopped

  expect(await latest(ingestion)).toMatchObject({ status: 'queued', attempt: 1 })
})

/** Another source of the organization, or of a new one, with a job that is queued. */
async function queueAnother({ store, clock, ...ingestion }: Ingestion, whose: 'own' | 'new') {
  const now = clock.now
  const organization_id = whose === 'own' ? ingestion.organization_id : newId()
  let collection_id = ingestion.collection.id
  if (whose === 'new') {
    const organization = { id: organization_id, slug: organization_id, name: 'Other' }
    await store.organizations.create({
      ...organization,
      status: 'active',
      support_access: false,
      created_at: now,
    })
    const { embedding_model, embedding_dimensions } = ingestion.collection
    const collection = { id: newId(), name: 'Notes', description: '', created_at: now }
    const embedded = { ...collection, embedding_model, embedding_dimensions }
    collection_id = (await store.collections.create(organization_id, embedded)).id
  }
  const source = await store.sources.create(organization_id, {
    id: newId(),
    collection_id,
    name: newId(),
    type: 'folder',
    config: { path: ingestion.folder },
    schedule: null,
    time_zone: 'UTC',
    created_at: now,
  })
  const job = { id: newId(), trigger: 'manual' as const, max_attempts: 3 }
  const queued = await store.jobs.enqueue(organization_id, source?.id ?? '', job, now)
  const find = () => store.jobs.find(organization_id, queued?.id ?? '')
  return { organization_id, id: queued?.id ?? '', status: async () => (await find())?.status }
}

/** A run that hangs until it is stopped, and may take its time even then. */
function hangingRuns() {
  const begun: string[] = []
  const stopped = Promise.withResolvers<void>()
  const run: JobLoopNeeds['run'] = async (claimed, signal) => {
    begun.push(claimed.job.id)
    if (!signal.aborted) await once(signal, 'abort')
    await stopped.promise
    return { kind: 'stopped' }
  }
  return { run, begun, letStop: stopped.resolve }
}

test('jobs of different sources run side by side, and stopping ends them all (docs/behaviour.md#jobs)', async () => {
  const ingestion = await startIngestion()
  const jobs = [await queueAnother(ingestion, 'own'), await queueAnother(ingestion, 'own')]
  const third = await queueAnother(ingestion, 'own')
  const { run, begun, letStop } = hangingRuns()
  const loop = startLoop(ingestion, { run })

  await eventually(() => begun).toEqual(jobs.map(({ id }) => id))
  await eventually(() => loop.naps.length).toBeGreaterThan(0)
  expect(await third.status()).toBe('queued')

  letStop()
  await loop.stop()
  expect(await Promise.all(jobs.map((job) => job.status()))).toEqual(['queued', 'queued'])
})

test('an organization whose jobs hang keeps no other waiting (docs/behaviour.md#jobs)', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  const { run, begun, letStop } = hangingRuns()
  const own = [await queueAnother(ingestion, 'own'), await queueAnother(ingestion, 'own')]
  const hung = new Set([ingestion.organization_id])
  const loop = startLoop(ingestion, {
    run: (claimed, signal) =>
      hung.has(claimed.organization_id)
        ? run(claimed, signal)
        : runJob(claimed, ingestion.needs, signal),
  })
  onTestFinished(() => letStop())
  const ids = own.map(({ id }) => id)
  await eventually(() => begun).toEqual(ids)

  const second = await queueAnother(ingestion, 'new')
  hung.add(second.organization_id)
  loop.wake()
  await eventually(() => begun).toEqual([...ids, second.id])
  const waiting = await queueAnother(ingestion, 'own')
  const third = await queueAnother(ingestion, 'new')
  loop.wake()

  await eventually(() => third.status()).toBe('succeeded')
  expect(await waiting.status()).toBe('queued')
})

test('a source is read by one run at a time, also while a cancelled one ends (docs/behaviour.md#jobs)', async () => {
  const ingestion = await startIngestion()
  const { store, organization_id, clock } = ingestion
  const { run, begun, letStop } = hangingRuns()
  const first = await ingestion.enqueue()
  let cancelled = new AbortController()
  const loop = startLoop(ingestion, {
    run: (claimed, signal) => run(claimed, AbortSignal.any([signal, cancelled.signal])),
  })
  onTestFinished(() => letStop())
  await eventually(() => begun).toEqual([first?.id])
  const behind = await ingestion.enqueue('api')
  await store.jobs.cancel(organization_id, first?.id ?? '', clock.now)
  const slept = loop.naps.length

  loop.wake()
  await eventually(() => loop.naps.length).toBeGreaterThan(slept)
  expect(begun).toEqual([first?.id])

  cancelled.abort()
  cancelled = new AbortController()
  letStop()
  await eventually(() => begun).toEqual([first?.id, behind?.id])
})

test('an end that could not be stored is stored later: no job is left running (docs/behaviour.md#jobs)', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  const full = Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
  const { store } = ingestion
  let failures = 2
  const jobs = {
    ...store.jobs,
    async finish(...end: Parameters<typeof store.jobs.finish>) {
      if (failures-- > 0) throw full
      await store.jobs.finish(...end)
    },
  }
  await ingestion.enqueue()
  startLoop(ingestion, { store: { ...store, jobs }, setTimer: ingestion.needs.setTimer })

  await eventually(() => latest(ingestion)).toMatchObject({ status: 'succeeded' })
  expect(ingestion.reported).toEqual([full, full])
})

test('a job that a crash left running is queued again at the next start, in the same attempt', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  await ingestion.enqueue()
  await ingestion.store.jobs.claim(ingestion.clock.now)

  await ingestion.store.leases.endAll()
  startLoop(ingestion)

  await eventually(() => latest(ingestion)).toMatchObject({ status: 'succeeded', attempt: 1 })
})

test('a schedule starts a job when its time comes, in UTC, with trigger `scheduled`', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  const { store, organization_id, source, clock } = ingestion
  await store.sources.update(organization_id, source.id, { schedule: '0 4 * * *' }, clock.now)
  clock.now = '2026-01-02T03:59:30.000Z'
  const loop = startLoop(ingestion)
  await eventually(() => loop.naps).toEqual([30_000])
  expect(await latest(ingestion)).toBeNull()

  clock.now = '2026-01-02T04:00:00.000Z'
  loop.wake()

  await eventually(() => latest(ingestion)).toMatchObject({
    status: 'succeeded',
    trigger: 'scheduled',
  })
  const slept = loop.naps.length
  loop.wake()
  await eventually(() => loop.naps.length).toBeGreaterThan(slept)
  expect((await store.jobs.list(organization_id, source.id, { limit: 10 }))?.data).toHaveLength(1)
})

test.each([
  ['summer time', '2026-03-29T00:30:00.000Z', '2026-03-29T02:00:00.000Z'],
  ['winter time', '2026-10-25T00:30:00.000Z', '2026-10-25T03:00:00.000Z'],
])('a schedule counts the hours of its time zone when %s begins', async (_, from, due) => {
  const ingestion = await startIngestion()
  const { store, organization_id, source, clock } = ingestion
  clock.now = from
  const change = { schedule: '0 4 * * *', time_zone: 'Europe/Zurich' }
  await store.sources.update(organization_id, source.id, change, clock.now)
  const loop = startLoop(ingestion)
  await eventually(() => loop.naps).toHaveLength(1)

  clock.now = new Date(Date.parse(due) - 30_000).toISOString()
  loop.wake()

  await eventually(() => loop.naps.at(-1)).toBe(30_000)
  expect(await latest(ingestion)).toBeNull()
  clock.now = due
  loop.wake()
  await eventually(() => latest(ingestion)).toMatchObject({ trigger: 'scheduled' })
})

test('of two loops over the same data one queues the job of a schedule', async () => {
  const ingestion = await startIngestion()
  const { store, organization_id, source, clock } = ingestion
  const other = createSqliteStore(openDatabase(join(ingestion.data, 'db.sqlite')))
  onTestFinished(() => other.close())
  await store.sources.update(organization_id, source.id, { schedule: '0 4 * * *' }, clock.now)
  const loops = [startLoop(ingestion), startLoop(ingestion, { store: other })]
  await eventually(() => loops.map(({ naps }) => naps.length)).toEqual([1, 1])

  clock.now = '2026-01-02T04:00:00.000Z'
  for (const loop of loops) loop.wake()

  const jobs = async () => (await store.jobs.list(organization_id, source.id, { limit: 9 }))?.data
  await eventually(jobs).toMatchObject([{ trigger: 'scheduled', is_active: false }])
  await eventually(() => loops.every(({ naps }) => naps.length > 1)).toBe(true)
  expect(await jobs()).toHaveLength(1)
})

test('a run that was missed while nothing ran is not made up for, a late one is queued (docs/behaviour.md#jobs)', async () => {
  const ingestion = await startIngestion()
  const { store, organization_id, source, clock } = ingestion
  await store.sources.update(organization_id, source.id, { schedule: '0 * * * *' }, clock.now)
  await startLoop(ingestion).stop()
  clock.now = '2026-01-02T04:00:21.000Z'
  const loop = startLoop(ingestion)
  await eventually(() => store.sources.nextDueAt()).toBe('2026-01-02T05:00:00.000Z')
  expect(await latest(ingestion)).toBeNull()

  await loop.stop()
  clock.now = '2026-01-02T05:00:19.000Z'
  startLoop(ingestion)

  await eventually(() => latest(ingestion)).toMatchObject({ trigger: 'scheduled' })
  expect(await store.sources.nextDueAt()).toBe('2026-01-02T06:00:00.000Z')
})

test('what a re-ingestion hid is cleared out of the index when there is nothing else to do', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  await ingestion.sync()
  write(ingestion.folder, { 'a.md': 'Two.' })
  await ingestion.sync()
  const loop = startLoop(ingestion)

  await eventually(() => loop.naps.length).toBe(1)

  expect(await ingestion.store.documents.sweep(10)).toBe(false)
  expect(await ingestion.passages('a.md')).toMatchObject([{ text: 'Two.' }])
})

test('a reset of the index waits for the job that runs, and the next jobs wait for the reset', async () => {
  const ingestion = await startIngestion()
  const { store, organization_id, needs } = ingestion
  write(ingestion.folder, { 'a.md': 'One.' })
  await ingestion.sync()
  write(ingestion.folder, { 'b.md': 'Two.' })
  await ingestion.enqueue()
  const { extractor, reached, open } = heldExtractor(needs.extractor)
  const rebuiltAtStart: (number | null)[] = []
  const loop = startLoop(ingestion, {
    async run(claimed, signal) {
      rebuiltAtStart.push(await store.searchIndex.rebuilt())
      return runJob(claimed, { ...needs, extractor }, signal)
    },
  })
  await reached
  await store.searchIndex.reset(organization_id)
  const queued = await ingestion.enqueue('api')
  loop.wake()
  await eventually(() => loop.naps.length).toBe(1)
  const whileRunning = await store.searchIndex.rebuilt()

  open()

  await eventually(() => store.jobs.find(organization_id, queued?.id ?? '')).toMatchObject({
    status: 'succeeded',
  })
  expect(whileRunning).toBe(0)
  expect(rebuiltAtStart).toEqual([null, null])
  expect(await ingestion.passages('b.md')).toMatchObject([{ text: 'Two.' }])
  expect(await store.check()).toEqual([])
})

test('one broken turn is reported and the loop goes on', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  const broken = new Error('broken')
  let runs = 0
  await ingestion.enqueue()
  const loop = startLoop(ingestion, {
    async run(claimed, signal) {
      runs++
      if (runs === 1) throw broken
      return runJob(claimed, ingestion.needs, signal)
    },
  })

  await eventually(() => ingestion.reported).toContain(broken)
  await ingestion.store.jobs.release(ingestion.store.owner)
  loop.wake()

  await eventually(() => latest(ingestion)).toMatchObject({ status: 'succeeded' })
})
