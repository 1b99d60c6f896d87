import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defineSource } from '../../server/ingestion/define-source.ts'
import { runJob } from '../../server/ingestion/run-job.ts'
import { keysOf, uploadOf } from '../storage/backends.ts'
import { counted, startIngestion, write } from './ingestion.ts'

test('a run counts what it found, ingested and wrote', async () => {
  const ingestion = await startIngestion()
  const text = '# A\n\nOne.\n\n## B\n\nTwo.'
  write(ingestion.folder, { 'a.md': text, 'b.png': 'x' })

  const outcome = await ingestion.sync()

  expect(outcome).toMatchObject({
    status: 'succeeded',
    error_code: null,
    source_version: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(counted(outcome)).toEqual({
    documents_discovered: 2,
    documents_ingested: 1,
    documents_unchanged: 0,
    documents_skipped: 1,
    documents_failed: 0,
    documents_deleted: 0,
    chunks_written: 2,
    bytes_fetched: text.length + 1,
  })
  expect(await ingestion.documents()).toMatchObject([
    { path: 'a.md', title: 'A', status: 'ingested', passage_count: 2, media_type: 'text/markdown' },
    { path: 'b.png', status: 'skipped', error_code: 'unsupported_format' },
  ])
})

test('unchanged documents are counted and not indexed again', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.', 'b.md': 'Two.', 'c.png': 'x' })
  const first = await ingestion.sync()
  const before = await ingestion.passages('a.md')
  write(ingestion.folder, { 'b.md': 'Three.' })

  const second = await ingestion.sync()

  expect(counted(second)).toMatchObject({
    documents_unchanged: 1,
    documents_ingested: 1,
    documents_skipped: 1,
    chunks_written: 1,
  })
  expect(ingestion.embedding.embedded).toBe(3)
  expect(await ingestion.passages('a.md')).toEqual(before)
  expect(second).not.toMatchObject({
    source_version: first.kind === 'ended' ? first.source_version : '',
  })
})

test('documents of the same bytes have the same content hash, others do not', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.', 'b.md': 'One.', 'c.md': 'Two.' })

  await ingestion.sync()

  const [a, b, c] = (await ingestion.documents()).map(({ content_hash }) => content_hash)
  expect(a).toMatch(/^[0-9a-f]{64}$/)
  expect(b).toBe(a)
  expect(c).not.toBe(a)
})

test('new link settings reach documents whose bytes are the same', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': '# A\n\nOne.' })
  await ingestion.sync()
  const config = { path: ingestion.folder, base_url: 'https://x.test' }
  await ingestion.store.sources.update(
    ingestion.organization_id,
    ingestion.source.id,
    { config },
    ingestion.clock.now,
  )

  const outcome = await ingestion.sync()

  expect(counted(outcome)).toMatchObject({ documents_ingested: 1 })
  expect(await ingestion.passages('a.md')).toMatchObject([{ url: 'https://x.test/a' }])
})

test('a passage keeps its id while the content is unchanged and loses it when it changes', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  await ingestion.sync()
  const [first] = await ingestion.passages('a.md')
  write(ingestion.folder, { 'a.md': 'Two.' })
  await ingestion.sync()
  const [second] = await ingestion.passages('a.md')
  write(ingestion.folder, { 'a.md': 'One.' })
  await ingestion.sync()
  const [third] = await ingestion.passages('a.md')

  expect(second?.source_id).not.toBe(first?.source_id)
  expect(second?.document_id).toBe(first?.document_id)
  expect(third?.source_id).toBe(first?.source_id)
})

test('a document that disappeared is deleted and counted, unless the listing is not whole', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.', 'b.md': 'Two.' })
  await ingestion.sync()
  rmSync(join(ingestion.folder, 'b.md'))
  const { sources } = ingestion.needs
  const folder = defineSource({
    type: 'folder',
    async *discover({ id, organization_id, config }, context, signal) {
      const source = { id, type: 'folder' as const, config, credentials: null }
      yield* sources.folder.open({ organization_id, source }).discover(context, signal)
      return { isComplete: false }
    },
  })

  const torn = await ingestion.sync({ sources: { ...sources, folder } })
  expect(counted(torn)).toMatchObject({ documents_deleted: 0 })
  expect(await ingestion.documents()).toHaveLength(2)

  expect(counted(await ingestion.sync())).toMatchObject({ documents_deleted: 1 })
  expect(await ingestion.documents()).toMatchObject([{ path: 'a.md' }])
})

test('documents are ingested while their source is still being listed', async () => {
  const ingestion = await startIngestion()
  const counts: number[] = []
  const folder = defineSource({
    type: 'folder',
    async *discover() {
      for (let at = 0; at < 600; at++) {
        counts.push((await ingestion.documents()).length)
        yield { path: `${at}.md`, read: async () => Buffer.from(`Text ${at}.`) }
      }
      return { isComplete: true }
    },
  })

  const outcome = await ingestion.sync({ sources: { ...ingestion.needs.sources, folder } })

  expect(counted(outcome)).toMatchObject({ documents_discovered: 600, documents_ingested: 600 })
  expect(counts.at(-1)).toBeGreaterThan(0)
})

test('a source is told the versions it gave, and what has the same version is not read', async () => {
  const ingestion = await startIngestion()
  const told: (string | null)[] = []
  const site: Record<string, string> = { a: '1', b: '1' }
  const folder = defineSource({
    type: 'folder',
    async *discover(_, { known }) {
      for (const [path, version] of Object.entries(site)) {
        told.push(known(path)?.version ?? null)
        const read = async () => Buffer.from(`Text ${version}.`)
        yield { path, version, media_type: 'text/plain', read }
      }
      return { isComplete: true }
    },
  })
  const sync = async () =>
    counted(await ingestion.sync({ sources: { ...ingestion.needs.sources, folder } }))
  await sync()
  site.b = '2'

  const second = await sync()
  const third = await sync()

  expect(told).toEqual([null, null, '1', '1', '1', '2'])
  expect(second).toMatchObject({ documents_unchanged: 1, documents_ingested: 1, bytes_fetched: 7 })
  expect(third).toMatchObject({ documents_unchanged: 2, bytes_fetched: 0 })
})

test('an upload is read again only when it, or what was given with it, changed', async () => {
  const { files, store, organization_id, source, clock, sync } = await startIngestion({
    type: 'upload',
  })
  const saved = await files.save(Buffer.from('One.'), { maxBytes: 99 })
  const upload = uploadOf({ ...saved, path: 'a.md' })
  const put = (title: string | null) =>
    store.uploads.put(organization_id, source.id, [{ ...upload, title }], clock.now)
  await put(null)
  await sync()

  expect(counted(await sync())).toMatchObject({ documents_unchanged: 1, bytes_fetched: 0 })
  await put('Given')
  expect(counted(await sync())).toMatchObject({ documents_ingested: 1, bytes_fetched: 4 })
})

test("a schedule trusts a file's size and times once they have settled; a person's sync reads it", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { folder, sync, scheduledSync } = await startIngestion()
  write(folder, { 'a.md': 'One.' })
  await sync()

  expect(counted(await scheduledSync())).toMatchObject({ bytes_fetched: 0, documents_unchanged: 1 })
  expect(counted(await sync())).toMatchObject({ bytes_fetched: 4, documents_unchanged: 1 })

  utimesSync(join(folder, 'a.md'), 0, 0)
  expect(counted(await scheduledSync())).toMatchObject({ bytes_fetched: 4, documents_unchanged: 1 })
  expect(counted(await scheduledSync())).toMatchObject({ bytes_fetched: 0, documents_unchanged: 1 })

  vi.setSystemTime(Date.now() - 60_000)
  write(folder, { 'a.md': 'Two.' })
  expect(counted(await scheduledSync())).toMatchObject({ bytes_fetched: 4, documents_ingested: 1 })
  expect(counted(await scheduledSync())).toMatchObject({ bytes_fetched: 4, documents_unchanged: 1 })
})

test('an archived collection refuses the run of a job queued before', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  await ingestion.enqueue()
  await ingestion.store.collections.update(
    ingestion.organization_id,
    ingestion.collection.id,
    { status: 'archived' },
    ingestion.clock.now,
  )

  const claimed = await ingestion.store.jobs.claim(ingestion.clock.now)
  const outcome = claimed && (await runJob(claimed, ingestion.needs, new AbortController().signal))

  expect(outcome).toMatchObject({ status: 'failed', error_code: 'collection_archived' })
})

test('a scheduled job queued before its collection was archived is skipped (docs/behaviour.md#jobs)', async () => {
  const ingestion = await startIngestion()
  const { store, organization_id, collection, clock } = ingestion
  write(ingestion.folder, { 'a.md': 'One.' })
  await ingestion.enqueue('scheduled')
  await store.collections.update(organization_id, collection.id, { status: 'archived' }, clock.now)

  const claimed = await store.jobs.claim(clock.now)
  const outcome = claimed && (await runJob(claimed, ingestion.needs, new AbortController().signal))

  expect(outcome).toMatchObject({ status: 'skipped', error_code: null, error_message: null })
  expect(await ingestion.documents()).toEqual([])
})

test('a search sees the old passages or the new ones, never a mixture or neither', async () => {
  const ingestion = await startIngestion()
  const { documents } = ingestion.store
  const text = (word: string) =>
    Array.from({ length: 120 }, (_, at) => `## Part ${at}?\n\nThe ${word} text.\n`).join('\n')
  write(ingestion.folder, { 'a.md': text('old') })
  await ingestion.sync()
  write(ingestion.folder, { 'a.md': text('new') })
  const seen = new Set<string>()
  const look = async () => {
    const found = await Promise.all(
      ['old', 'new'].map((word) =>
        keysOf(ingestion.store, ingestion.organization_id, ingestion.collection.id, [word]),
      ),
    )
    seen.add(found.map((hits) => hits.length).join('/'))
  }
  const watched = {
    ...documents,
    ingest: async (...batch: Parameters<typeof documents.ingest>) => {
      await look()
      const isKept = await documents.ingest(...batch)
      await look()
      return isKept
    },
  }

  await ingestion.sync({ store: { ...ingestion.store, documents: watched } })
  await look()

  expect([...seen]).toEqual(['120/0', '0/120'])
})

test('uploaded files become documents under their own ids, with the given title and url', async () => {
  const ingestion = await startIngestion({ type: 'upload' })
  const { content_hash, bytes } = await ingestion.files.save(Buffer.from('# Own\n\nText.'), {
    maxBytes: 99,
  })
  const file = {
    id: '01890000-0000-7000-8000-000000000001',
    path: 'notes',
    title: 'Given',
    url: 'https://x.test/n',
    media_type: 'text/markdown',
    bytes,
    content_hash,
  }
  await ingestion.store.uploads.put(
    ingestion.organization_id,
    ingestion.source.id,
    [file],
    ingestion.clock.now,
  )

  const outcome = await ingestion.sync()

  expect(outcome).toMatchObject({ status: 'succeeded' })
  expect(await ingestion.documents()).toMatchObject([
    { id: file.id, path: 'notes', title: 'Given', url: 'https://x.test/n' },
  ])
  expect(counted(await ingestion.sync())).toMatchObject({ documents_unchanged: 1 })
})
