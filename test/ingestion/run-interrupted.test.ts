import { expect, test } from 'vitest'
import { passagesIn, uploadOf } from '../storage/backends.ts'
import { counted, heldExtractor, startIngestion, write } from './ingestion.ts'

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
  expect(
    await passagesIn(ingestion.store, ingestion.organization_id, ingestion.collection.id),
  ).toBe(0)
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
  expect(await passagesIn(store, organization_id, ingestion.collection.id)).toBe(1)
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
