import { expect, onTestFinished, test } from 'vitest'
import { READING_VERSION } from '../../server/ingestion/content-hash.ts'
import { createJobLoop } from '../../server/ingestion/jobs.ts'
import { runJob } from '../../server/ingestion/run-job.ts'
import { isInPostgres } from '../support/data.ts'
import { counted, heldExtractor, startIngestion, write } from './ingestion.ts'
import { html, links, type Resource, startWebsite, text } from './website.ts'

const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 60_000 })

type Ingestion = Awaited<ReturnType<typeof startIngestion>>

/** Makes the passages as a version before structure was stored has left them. */
async function age({ change }: Ingestion): Promise<void> {
  const texts = isInPostgres ? 'passages' : 'passage_texts'
  await change(`UPDATE ${texts} SET anchor = 'Fees › For cards', section = NULL, headings = NULL, page = NULL,
                       role = NULL, blocks = NULL`)
  await change('UPDATE documents SET reading = 0, passages_digest = NULL')
}

async function upload(ingestion: Ingestion, texts: Record<string, string>): Promise<void> {
  const { store, organization_id, source, files, needs } = ingestion
  for (const [path, text] of Object.entries(texts)) {
    const saved = await files.save(Buffer.from(text), { maxBytes: 1_000_000 })
    const file = { ...saved, id: needs.newId(), path, title: null, url: null }
    const put = [{ ...file, media_type: 'text/markdown' }]
    await store.uploads.put(organization_id, source.id, put, needs.now())
  }
}

function startLoop(
  ingestion: Ingestion,
  extractor = ingestion.needs.extractor,
  onNap: () => unknown = () => undefined,
) {
  const loop = createJobLoop({
    ...ingestion.needs,
    store: ingestion.store,
    files: { sweep: async () => {} },
    random: () => 0.5,
    slots: 2,
    setTimer() {
      onNap()
      return () => {}
    },
    run: (claimed, signal) => runJob(claimed, { ...ingestion.needs, extractor }, signal),
  })
  onTestFinished(() => loop.stop())
  return loop
}

async function outdated({ store, organization_id, needs }: Ingestion): Promise<number> {
  const now = needs.now()
  const problems = await store.problems.list(organization_id, {
    refusedSince: now,
    expiring: { from: now, to: now },
    gapsSince: now,
    reading: READING_VERSION,
  })
  return Number(problems.find(({ kind }) => kind === 'passages_outdated')?.count ?? 0)
}

const FEES = '# Fees\n\n## For cards\n\nCards are free.\n\nSo are transfers.'

test('passages of an earlier version answer under their headings, as paragraphs', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'fees.md': FEES })
  await ingestion.sync()
  await age(ingestion)
  const [shown] = await ingestion.passages('fees.md')

  const stored = await ingestion.store.passages.find(
    ingestion.organization_id,
    shown?.source_id ?? '',
  )

  expect(stored).toMatchObject({
    anchor: 'Fees › For cards',
    headings: ['Fees', 'For cards'],
    section_id: null,
    blocks: [
      { kind: 'paragraph', start: 0, end: 15 },
      { kind: 'paragraph', start: 17, end: 34 },
    ],
  })
})

test.each(['manual', 'scheduled', 'api'] as const)(
  'the next sync reads them again although nothing has changed: %s',
  async (trigger) => {
    const ingestion = await startIngestion()
    const run = () => ingestion.sync({}, new AbortController().signal, trigger)
    write(ingestion.folder, { 'fees.md': FEES, 'other.md': 'Other.' })
    await run()
    await age(ingestion)
    expect(await outdated(ingestion)).toBe(2)

    expect(counted(await run())).toMatchObject({ documents_ingested: 2, documents_unchanged: 0 })

    expect(await outdated(ingestion)).toBe(0)
    expect(await ingestion.passages('fees.md')).toMatchObject([{ anchor: 'For cards' }])
    expect(counted(await run())).toMatchObject({ documents_ingested: 0, documents_unchanged: 2 })
  },
)

test('uploads are read again by themselves, and go on after a crash in between', async () => {
  const ingestion = await startIngestion({ type: 'upload' })
  await upload(ingestion, { 'fees.md': FEES, 'other.md': 'Other.' })
  await ingestion.sync()
  await age(ingestion)
  const held = heldExtractor(ingestion.needs.extractor)

  const killed = startLoop(ingestion, held.extractor)
  await held.reached
  await killed.stop()
  expect(await outdated(ingestion)).toBe(2)
  startLoop(ingestion)

  await eventually(() => outdated(ingestion)).toBe(0)
  expect(await ingestion.passages('fees.md')).toMatchObject([{ anchor: 'For cards' }])
})

test('a document that cannot be read any more goes on answering once, then fails', async () => {
  const ingestion = await startIngestion({ type: 'upload' })
  const { store, organization_id, source } = ingestion
  await upload(ingestion, { 'fees.md': FEES, 'other.md': 'Other.', 'more.md': 'More.' })
  await ingestion.sync()
  await age(ingestion)
  const broken = { ok: false, error_code: 'malformed', error_message: 'Damaged.', ms: 1 } as const
  const extractor: typeof ingestion.needs.extractor = {
    ...ingestion.needs.extractor,
    extract: async (document, use) =>
      document.path === 'fees.md' ? broken : ingestion.needs.extractor.extract(document, use),
  }
  const jobs = async () =>
    (await store.jobs.list(organization_id, source.id, { limit: 9 }))?.data ?? []
  /** Starts a service, which ends when no job is left; tells how many there were by then. */
  const start = async () => {
    let naps = 0
    const loop = startLoop(ingestion, extractor, () => (naps += 1))
    await eventually(async () => naps > 0 && (await jobs()).every((job) => !job.is_active)).toBe(
      true,
    )
    await loop.stop()
    return (await jobs()).length
  }

  expect(await start()).toBe(2)
  expect(await outdated(ingestion)).toBe(1)
  expect(await ingestion.passages('fees.md')).toMatchObject([{ anchor: 'Fees › For cards' }])
  expect(await start()).toBe(3)
  expect(await outdated(ingestion)).toBe(0)
  expect(await ingestion.passages('fees.md')).toEqual([])
  expect(await start()).toBe(3)
})

test.each(['manual', 'scheduled'] as const)(
  'pages of a website are asked for without conditions: %s',
  async (trigger) => {
    const page: Resource = (headers) =>
      headers['if-none-match'] === '"1"'
        ? { status: 304, headers: { etag: '"1"' } }
        : { headers: { etag: '"1"' }, body: html('Harbor', text('moorings'), links('/a')) }
    const other: Resource = (headers) =>
      headers['if-none-match'] === '"2"'
        ? { status: 304, headers: { etag: '"2"' } }
        : { headers: { etag: '"2"' }, body: html('Other', text('cranes')) }
    const site = await startWebsite({ '/': page, '/a': other })
    const run = () => site.sync({}, new AbortController().signal, trigger)
    await run()
    expect(counted(await run())).toMatchObject({ documents_unchanged: 2 })
    await age(site)

    expect(counted(await run())).toMatchObject({ documents_ingested: 2, documents_unchanged: 0 })

    expect(await outdated(site)).toBe(0)
  },
)
