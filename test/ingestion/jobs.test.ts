import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createJobLoop, type JobLoopNeeds, retryDelayMs } from '../../server/ingestion/jobs.ts'
import { runJob } from '../../server/ingestion/run-job.ts'
import { heldExtractor, startIngestion, write } from './ingestion.ts'

/** Long enough for a loaded machine to start a thread; a failing test waits it out. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 })

type Ingestion = Awaited<ReturnType<typeof startIngestion>>

/** A loop whose naps are noted and end only when it is woken. */
function startLoop(ingestion: Ingestion, more: Partial<JobLoopNeeds> = {}) {
  const naps: number[] = []
  const loop = createJobLoop({
    ...ingestion.needs,
    store: ingestion.store,
    files: { sweep: async () => {} },
    random: () => 0.5,
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

test('what is uploaded while a job runs is ingested by another one after it (completions 8)', async () => {
  const ingestion = await startIngestion({})
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
  open()

  expect(told).toMatchObject({ status: 'running' })
  await eventually(async () => (await ingestion.documents()).map(({ path }) => path)).toEqual([
    'a.md',
    'b.md',
  ])
  await eventually(() => latest(ingestion)).toMatchObject({
    status: 'succeeded',
    trigger: 'api',
    counters: { documents_ingested: 1, documents_unchanged: 1 },
  })
})

test('an unreachable source is tried again after 10 s, then 20 s, and fails after the third attempt (completions 8)', async () => {
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

test('stopping puts a running job back in the queue without counting an attempt (completions 1)', async () => {
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

test('a job that a crash left running is queued again at the next start and counts an attempt', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  await ingestion.enqueue()
  await ingestion.store.jobs.claim(ingestion.clock.now)

  await ingestion.store.jobs.recover(ingestion.clock.now)
  startLoop(ingestion)

  await eventually(() => latest(ingestion)).toMatchObject({ status: 'succeeded', attempt: 2 })
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
  await eventually(() => loop.naps.length).toBe(2)
  expect((await store.jobs.list(organization_id, source.id, { limit: 10 }))?.data).toHaveLength(1)
})

test('what a re-ingestion hid is cleared out of the index when there is nothing else to do', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  await ingestion.sync()
  write(ingestion.folder, { 'a.md': 'Two.' })
  await ingestion.sync()
  const loop = startLoop(ingestion)

  await eventually(() => loop.naps.length).toBe(1)

  expect(await ingestion.store.documents.sweep(10)).toBe(0)
  expect(await ingestion.passages('a.md')).toMatchObject([{ text: 'Two.' }])
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
  await ingestion.store.jobs.release()
  loop.wake()

  await eventually(() => latest(ingestion)).toMatchObject({ status: 'succeeded' })
})
