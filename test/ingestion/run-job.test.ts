import { createHash } from 'node:crypto'
import { rmSync, truncateSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ServiceError } from '../../server/contract/errors.ts'
import { defineSource } from '../../server/ingestion/define-source.ts'
import { createExtractor, type Extractor } from '../../server/ingestion/parser/extractor.ts'
import { runJob } from '../../server/ingestion/run-job.ts'
import { WidthMismatch } from '../../server/models/ports.ts'
import { uploadOf } from '../storage/backends.ts'
import { counted, heldExtractor, startIngestion, write } from './ingestion.ts'

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

test("a plain document's content hash is the SHA-256 of its bytes", async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })

  await ingestion.sync()

  const content_hash = createHash('sha256').update('One.').digest('hex')
  expect(await ingestion.documents()).toMatchObject([{ content_hash }])
})

test('a source with a glob that is no longer taken fails with a sentence that says so', async () => {
  const { folder, organization_id, source, store, clock, sync } = await startIngestion()
  write(folder, { 'a.md': 'One.' })
  const config = { path: folder, include: ['**/+(a).md'] }
  await store.sources.update(organization_id, source.id, { config }, clock.now)

  expect(await sync()).toMatchObject({
    status: 'failed',
    error_code: 'source_forbidden',
    error_message:
      'The settings of this source must be saved again: config.include[0] must not contain (: globs support *, **, ?, [a-z] and {a,b}.',
  })
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

test('one bad document fails alone and the job is partial', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.', 'bad.json': '{', 'big.md': '' })
  truncateSync(join(ingestion.folder, 'big.md'), 33 * 1024 * 1024)

  const outcome = await ingestion.sync()

  expect(outcome).toMatchObject({ status: 'partial', error_code: null })
  expect(counted(outcome)).toMatchObject({ documents_ingested: 1, documents_failed: 2 })
  expect(await ingestion.documents()).toMatchObject([
    { path: 'a.md', status: 'ingested' },
    { path: 'bad.json', status: 'failed', error_code: 'malformed' },
    { path: 'big.md', status: 'failed', error_code: 'limit_exceeded', bytes: 33 * 1024 * 1024 },
  ])
})

test('what failed is tried again when a sync is asked for, by a schedule once it has changed', async () => {
  const ingestion = await startIngestion()
  const { extractor } = ingestion.needs
  const parsed: string[] = []
  const counting: Extractor = {
    ...extractor,
    extract(document, use) {
      parsed.push(document.path)
      return extractor.extract(document, use)
    },
  }
  write(ingestion.folder, { 'bad.json': '{', 'good.md': 'One.' })
  await ingestion.sync()

  const scheduled = await ingestion.scheduledSync({ extractor: counting })
  expect(parsed).toEqual([])
  expect(scheduled).toMatchObject({ status: 'partial' })
  expect(counted(scheduled)).toMatchObject({ documents_failed: 1, documents_unchanged: 1 })

  await ingestion.sync({ extractor: counting })
  expect(parsed).toEqual(['bad.json'])

  write(ingestion.folder, { 'bad.json': '{}}' })
  await ingestion.scheduledSync({ extractor: counting })
  expect(parsed).toEqual(['bad.json', 'bad.json'])
})

test('a job gives up once what cannot be read has taken 15 minutes; the next one goes on from there', async () => {
  const ingestion = await startIngestion()
  const { extractor } = ingestion.needs
  const parsed = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()
  const parse: Extractor['extract'] = async (document, use) => {
    if (document.path === '0000.md') return extractor.extract(document, use)
    await setImmediate()
    use.signal.throwIfAborted()
    parsed.add(document.path)
    return { ok: false, error_code: 'timeout', error_message: 'Too long.', ms: 60_000 }
  }
  const hanging: Extractor = {
    ...extractor,
    extract(document, use) {
      const turn = last.then(() => parse(document, use))
      last = turn.catch(() => {})
      return turn
    },
  }
  const files = Array.from({ length: 300 }, (_, at) => [`${at}.md`, `${'Text. '.repeat(900)}${at}`])
  write(ingestion.folder, Object.fromEntries(files))

  const first = await ingestion.sync({ extractor: hanging })
  const reached = new Set(parsed)
  parsed.clear()
  write(ingestion.folder, { '0000.md': 'One.' })
  await ingestion.sync({ extractor: hanging })

  expect(first).toMatchObject({
    status: 'partial',
    error_code: 'limit_exceeded',
    source_version: null,
  })
  expect(reached.size).toBe(15)
  expect(await ingestion.documents()).toContainEqual(
    expect.objectContaining({ path: '0000.md', status: 'ingested' }),
  )
  // Failed documents come last, so the second job reached others.
  expect([...parsed].filter((path) => reached.has(path))).toEqual([])
})

test('a document over which the process died is set aside until it changes or a sync is asked for', async () => {
  const ingestion = await startIngestion()
  const { store, source } = ingestion
  write(ingestion.folder, { 'a.md': 'One.', 'b.md': 'Two.' })
  const content_hash = createHash('sha256').update('One.').digest('hex')
  await store.documents.beganParsing(source.id, { path: 'a.md', content_hash })
  await store.documents.beganParsing(source.id, { path: 'b.md', content_hash: 'of another time' })

  expect(await ingestion.sync()).toMatchObject({ status: 'partial' })
  expect(await ingestion.documents()).toMatchObject([
    { path: 'a.md', status: 'failed', error_code: 'set_aside' },
    { path: 'b.md', status: 'ingested' },
  ])
  expect(counted(await ingestion.scheduledSync())).toMatchObject({ documents_failed: 1 })

  expect(await ingestion.sync()).toMatchObject({ status: 'succeeded' })
  expect(await ingestion.documents()).toMatchObject([
    { status: 'ingested' },
    { status: 'ingested' },
  ])
})

test('a document that takes long is remembered only while it is parsed', async () => {
  const ingestion = await startIngestion()
  const { store, source } = ingestion
  const file = new URL('../fixtures/ingestion/parser.mjs', import.meta.url)
  const extractor = createExtractor({ file })
  onTestFinished(() => extractor.close())
  const controller = new AbortController()
  write(ingestion.folder, { hang: 'One.' })

  const running = ingestion.sync({ extractor }, controller.signal)
  const remembered = () => store.documents.beingParsed(source.id)
  await expect.poll(remembered, { timeout: 5000 }).toMatchObject([{ path: 'hang' }])
  controller.abort()

  expect(await running).toEqual({ kind: 'stopped' })
  await expect.poll(remembered).toEqual([])
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
      const source = { id, type: 'folder' as const, config }
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
      for (let at = 0; at < 200; at++) {
        counts.push((await ingestion.documents()).length)
        yield { path: `${at}.md`, read: async () => Buffer.from(`Text ${at}.`) }
      }
      return { isComplete: true }
    },
  })

  const outcome = await ingestion.sync({ sources: { ...ingestion.needs.sources, folder } })

  expect(counted(outcome)).toMatchObject({ documents_discovered: 200, documents_ingested: 200 })
  expect(counts.at(-1)).toBeGreaterThan(0)
})

test('a source is told the versions it gave, and what has the same version is not read', async () => {
  const ingestion = await startIngestion()
  const told: (string | null)[] = []
  const site: Record<string, string> = { a: '1', b: '1' }
  const folder = defineSource({
    type: 'folder',
    async *discover(_, { versionOf }) {
      for (const [path, version] of Object.entries(site)) {
        told.push(versionOf(path))
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

test('a source without documents fails as `source_empty` and keeps what it had', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  await ingestion.sync()
  rmSync(join(ingestion.folder, 'a.md'))

  expect(await ingestion.sync()).toMatchObject({ status: 'failed', error_code: 'source_empty' })
  expect(await ingestion.documents()).toHaveLength(1)
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

test('an embedding model that fails, or has another width, fails the run', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })

  ingestion.embedding.failure = new Error('unplugged')
  expect(await ingestion.sync()).toMatchObject({
    status: 'failed',
    error_code: 'embedding_failure',
  })
  ingestion.embedding.failure = null
  ingestion.embedding.failure = new WidthMismatch('too narrow')
  expect(await ingestion.sync()).toMatchObject({
    status: 'failed',
    error_code: 'embedding_mismatch',
  })
  ingestion.embedding.failure = null
  ingestion.embedding.dimensions = 9
  expect(await ingestion.sync()).toMatchObject({
    status: 'failed',
    error_code: 'embedding_mismatch',
  })
  expect(await ingestion.documents()).toEqual([])
})

function throwing(error: Error) {
  return async (): Promise<never> => {
    throw error
  }
}

test('a full disk is `storage_full`, what nobody foresaw `internal_error` and reported', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  const failing = (error: Error) => ({
    ...ingestion.store,
    documents: { ...ingestion.store.documents, ingest: throwing(error) },
  })

  for (const code of ['SQLITE_FULL', 'ENOSPC', 'EDQUOT']) {
    const full = Object.assign(new Error('full'), { code })
    const told = new ServiceError('service_unavailable', 'No room.', { cause: full })
    for (const error of [full, told]) {
      expect(await ingestion.sync({ store: failing(error) })).toMatchObject({
        status: 'failed',
        error_code: 'storage_full',
      })
    }
  }
  const odd = new Error('odd')
  expect(await ingestion.sync({ store: failing(odd) })).toMatchObject({
    status: 'failed',
    error_code: 'internal_error',
  })
  expect(ingestion.reported).toContain(odd)
})

test('a search sees the old passages or the new ones, never a mixture or neither', async () => {
  const ingestion = await startIngestion()
  const { passages, documents } = ingestion.store
  const text = (word: string) =>
    Array.from({ length: 120 }, (_, at) => `## Part ${at}?\n\nThe ${word} text.\n`).join('\n')
  write(ingestion.folder, { 'a.md': text('old') })
  await ingestion.sync()
  write(ingestion.folder, { 'a.md': text('new') })
  const seen = new Set<string>()
  const look = async () => {
    const found = await Promise.all(
      ['old', 'new'].map((word) =>
        passages.matchTerms(ingestion.collection.id, [word], [1, 1, 1], 500),
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

test('a cancelled job stops in the middle and changes nothing more', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  const held = heldExtractor(ingestion.needs.extractor)

  const running = ingestion.sync({ extractor: held.extractor })
  await held.reached
  const job = await ingestion.store.jobs.latest(ingestion.organization_id, ingestion.source.id)
  await ingestion.store.jobs.cancel(ingestion.organization_id, job?.id ?? '', ingestion.clock.now)
  held.open()

  expect(await running).toEqual({ kind: 'stopped' })
  expect(await ingestion.store.jobs.find(ingestion.organization_id, job?.id ?? '')).toMatchObject({
    status: 'cancelled',
  })
  expect(await ingestion.documents()).toEqual([])
})

test('a run that hangs ends at once when it is stopped, and publishes nothing later (docs/behaviour.md#jobs)', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  const held = heldExtractor(ingestion.needs.extractor)
  const stopping = new AbortController()

  const running = ingestion.sync({ extractor: held.extractor }, stopping.signal)
  await held.reached
  stopping.abort()

  expect(await running).toEqual({ kind: 'stopped' })
  held.open()
  await held.answered
  expect(await ingestion.documents()).toEqual([])
})

test('a source deleted in the middle leaves nothing behind', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  const held = heldExtractor(ingestion.needs.extractor)

  const running = ingestion.sync({ extractor: held.extractor })
  await held.reached
  await ingestion.store.sources.delete(ingestion.organization_id, ingestion.source.id)
  held.open()

  expect(await running).toEqual({ kind: 'stopped' })
  expect(await ingestion.store.passages.count([ingestion.collection.id])).toBe(0)
})

test('a document deleted in the middle stays deleted (docs/behaviour.md#documents)', async () => {
  const ingestion = await startIngestion()
  const { store, organization_id } = ingestion
  write(ingestion.folder, { 'a.md': 'One.', 'b.md': 'Two.' })
  await ingestion.sync()
  const [known] = await ingestion.documents()
  write(ingestion.folder, { 'a.md': 'One again.', 'b.md': 'Two again.' })
  const held = heldExtractor(ingestion.needs.extractor)

  const running = ingestion.sync({ extractor: held.extractor })
  await held.reached
  expect(await store.documents.delete(organization_id, known?.id ?? '')).toBe(true)
  held.open()

  expect(await running).toMatchObject({ status: 'succeeded' })
  expect(counted(await running)).toMatchObject({ documents_ingested: 1, chunks_written: 1 })
  expect(await ingestion.documents()).toMatchObject([{ path: 'b.md' }])
  expect(await store.passages.count([ingestion.collection.id])).toBe(1)
})

test('an upload deleted before its document is there never becomes one (docs/behaviour.md#documents)', async () => {
  const ingestion = await startIngestion({ type: 'upload' })
  const { store, organization_id, source, files, clock } = ingestion
  const texts = { 'a.md': 'One.', 'broken.json': '{', 'c.md': 'Three.' }
  const uploads = await Promise.all(
    Object.entries(texts).map(async ([path, text]) => {
      const saved = await files.save(Buffer.from(text), { maxBytes: 99 })
      return uploadOf({ ...saved, path, media_type: '' })
    }),
  )
  await store.uploads.put(organization_id, source.id, uploads, clock.now)
  const held = heldExtractor(ingestion.needs.extractor)

  const running = ingestion.sync({ extractor: held.extractor })
  await held.reached
  for (const { id } of uploads.slice(0, 2)) await store.documents.delete(organization_id, id)
  held.open()

  expect(await running).toMatchObject({ status: 'succeeded' })
  expect(await ingestion.documents()).toMatchObject([{ path: 'c.md' }])
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
