import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ServiceError } from '../../server/contract/errors.ts'
import { contentHash } from '../../server/ingestion/content-hash.ts'
import { createExtractor, type Extractor } from '../../server/ingestion/parser/extractor.ts'
import { WidthMismatch } from '../../server/models/ports.ts'
import { counted, startIngestion, write } from './ingestion.ts'

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

test('a document that the process died over is read again, and set aside when that is every time', async () => {
  const ingestion = await startIngestion()
  const { store, organization_id, source, clock } = ingestion
  write(ingestion.folder, { 'a.md': 'One.', 'b.md': 'Two.' })
  const content_hash = contentHash(Buffer.from('One.'), {})
  const crash = async () => {
    await store.jobs.claim(clock.now)
    await store.documents.beganParsing(organization_id, source.id, { path: 'a.md', content_hash })
    const being = { path: 'b.md', content_hash: 'of another time' }
    await store.documents.beganParsing(organization_id, source.id, being)
    await store.leases.endAll()
    await store.jobs.recover(clock.now)
  }
  await ingestion.enqueue()
  for (let deaths = 1; deaths <= 3; deaths += 1) await crash()
  expect(await ingestion.sync()).toMatchObject({ status: 'succeeded' })
  write(ingestion.folder, { 'a.md': 'One again.' })
  await ingestion.sync()
  write(ingestion.folder, { 'c.md': 'Three.', 'a.md': 'One.' })

  await ingestion.enqueue()
  for (let deaths = 1; deaths <= 4; deaths += 1) await crash()
  expect(await ingestion.sync()).toMatchObject({ status: 'partial' })
  expect(await ingestion.documents()).toMatchObject([
    { path: 'a.md', status: 'ingested', error_code: 'set_aside', passage_count: 1 },
    { path: 'b.md', status: 'ingested', error_code: null },
    { path: 'c.md', status: 'ingested' },
  ])
  expect(counted(await ingestion.scheduledSync())).toMatchObject({ documents_failed: 1 })
  expect(await ingestion.documents()).toMatchObject([
    { status: 'failed', error_code: 'set_aside' },
    {},
    {},
  ])
  expect(counted(await ingestion.scheduledSync())).toMatchObject({ documents_failed: 1 })

  expect(await ingestion.sync()).toMatchObject({ status: 'succeeded' })
  expect(await ingestion.documents()).toMatchObject([{ status: 'ingested' }, {}, {}])
})

test('a document that stops the parser is read again by itself once, then set aside', async () => {
  const ingestion = await startIngestion()
  const file = new URL('../fixtures/ingestion/parser.mjs', import.meta.url)
  const fixture = createExtractor({ file })
  onTestFinished(() => fixture.close())
  const parsed: string[] = []
  const extractor: Extractor = {
    ...fixture,
    extract(document, use) {
      parsed.push(document.path)
      return fixture.extract(document, use)
    },
  }
  write(ingestion.folder, { die: 'One.', good: 'Two.' })
  const errorOf = async () => (await ingestion.documents())[0]?.error_code

  await ingestion.sync({ extractor })
  expect(await errorOf()).toBe('malformed')
  await ingestion.scheduledSync({ extractor })
  expect(await ingestion.documents()).toMatchObject([
    {
      status: 'failed',
      error_code: 'set_aside',
      error_message: expect.stringMatching(/^It is damaged.* It happened again/),
    },
    { path: 'good' },
  ])
  parsed.length = 0
  await ingestion.scheduledSync({ extractor })
  expect(parsed).toEqual([])
  await ingestion.sync({ extractor })
  expect(parsed).toEqual(['die'])
  expect(await errorOf()).toBe('set_aside')

  write(ingestion.folder, { die: 'Changed.' })
  await ingestion.scheduledSync({ extractor })
  expect(await errorOf()).toBe('malformed')
  await ingestion.sync()
  expect(await errorOf()).toBe('unsupported_format')
  const { store, organization_id, source } = ingestion
  expect(await store.documents.beingParsed(organization_id, source.id)).toEqual([])
})

test('a document that takes long is remembered only while it is parsed', async () => {
  const ingestion = await startIngestion()
  const { store, organization_id, source } = ingestion
  const file = new URL('../fixtures/ingestion/parser.mjs', import.meta.url)
  const extractor = createExtractor({ file })
  onTestFinished(() => extractor.close())
  const controller = new AbortController()
  write(ingestion.folder, { hang: 'One.' })

  const running = ingestion.sync({ extractor }, controller.signal)
  const remembered = () => store.documents.beingParsed(organization_id, source.id)
  await expect.poll(remembered, { timeout: 60_000 }).toMatchObject([{ path: 'hang' }])
  controller.abort()

  expect(await running).toEqual({ kind: 'stopped' })
  await expect.poll(remembered).toEqual([])
})

test('a source without documents fails as `source_empty` and keeps what it had', async () => {
  const ingestion = await startIngestion()
  write(ingestion.folder, { 'a.md': 'One.' })
  await ingestion.sync()
  rmSync(join(ingestion.folder, 'a.md'))

  expect(await ingestion.sync()).toMatchObject({ status: 'failed', error_code: 'source_empty' })
  expect(await ingestion.documents()).toHaveLength(1)
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
