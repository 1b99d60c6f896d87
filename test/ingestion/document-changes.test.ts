import { expect, test } from 'vitest'
import { WITHOUT_STRUCTURE } from '../support/passages.ts'
import { counted, startIngestion, temporaryFolder, write } from './ingestion.ts'

/** A folder with two published pages that has been synced. */
async function startPages() {
  const folder = temporaryFolder()
  const config = { path: folder, base_url: 'https://acme.test/' }
  const ingestion = await startIngestion({ config })
  const { store, organization_id, clock, documents } = ingestion
  write(folder, {
    'fees.md': '# Fees\n\nThe fee is ten francs.\n\n## Cards\n\nCards are free.',
    'other.md': '# Other\n\nNothing of interest.',
  })
  await ingestion.sync()

  async function change(path: string, changed: Parameters<typeof store.documents.update>[2]) {
    const id = (await documents()).find((document) => document.path === path)?.id ?? ''
    clock.now = new Date(Date.parse(clock.now) + 1000).toISOString()
    return store.documents.update(organization_id, id, changed, clock.now)
  }

  async function shown(path: string) {
    const found = (await documents()).find((document) => document.path === path)
    const passages = await ingestion.passages(path)
    return [found?.title, found?.url, ...passages.map(({ title, url }) => [title, url])]
  }

  return { ...ingestion, folder, change, shown }
}

test('a given title and link are shown at once, stay through syncs, and null gives them back', async () => {
  const { change, shown, sync, folder } = await startPages()
  const own = await shown('fees.md')
  const given = [
    'What it costs',
    'https://shop.test/costs?a=1',
    ['What it costs', 'https://shop.test/costs?a=1'],
    ['What it costs', 'https://shop.test/costs?a=1#cards'],
  ]

  await change('fees.md', { title: 'What it costs', url: 'https://shop.test/costs?a=1' })
  expect(await shown('fees.md')).toEqual(given)
  await sync()
  expect(await shown('fees.md')).toEqual(given)
  write(folder, {
    'fees.md': '# Tariffs\n\nThe fee is nine francs.\n\n## Cards\n\nCards are free of charge.',
  })
  await sync()
  expect(await shown('fees.md')).toEqual(given)

  await change('fees.md', { title: null, url: null })
  expect(await shown('fees.md')).toEqual(own)
  await sync()
  expect(await shown('fees.md')).toEqual([
    'Tariffs',
    'https://acme.test/fees',
    ['Tariffs', 'https://acme.test/fees'],
    ['Tariffs', 'https://acme.test/fees#cards'],
  ])
})

test('a new title is read once, and ranked by from then on', async () => {
  const { change, sync, store, organization_id, collection } = await startPages()
  const found = async () => {
    const { lists } = await store.searchIndex.lookUp(
      { organization_id, collection_ids: [collection.id] },
      ['price'],
    )
    return [...lists.values()].flat().flatMap((list) => [...list.keys]).length
  }

  await change('fees.md', { title: 'Prices' })
  const before = await found()
  const outcome = await sync()
  const again = await sync()

  expect(before).toBe(0)
  expect(await found()).toBe(2)
  expect(counted(outcome)).toMatchObject({ documents_ingested: 1, documents_unchanged: 1 })
  expect(counted(again)).toMatchObject({ documents_ingested: 0, documents_unchanged: 2 })
})

test('a document without a link takes the one that is given, in its passages as well', async () => {
  const { folder, store, organization_id, documents, passages, sync } = await startIngestion()
  write(folder, { 'a.md': '# A\n\nWords.\n\n## Part\n\nMore words.' })
  await sync()
  const [document] = await documents()
  const url = 'https://acme.test/a'

  await store.documents.update(
    organization_id,
    document?.id ?? '',
    { url },
    new Date().toISOString(),
  )

  expect((await documents())[0]?.url).toBe(url)
  expect(new Set((await passages('a.md')).map((passage) => passage.url))).toEqual(new Set([url]))
})

test('an excluded document is not searched nor read, and is as before when it is included', async () => {
  const { change, sync, folder, passages, store, organization_id, collection } = await startPages()
  const before = await passages('fees.md')
  const count = async () =>
    (await store.collections.find(organization_id, collection.id))?.passage_count

  const excluded = await change('fees.md', { excluded: true })
  const hidden = [await passages('fees.md'), await count()]
  write(folder, { 'fees.md': '# Fees\n\nThe fee is nine francs.' })
  const outcome = await sync()
  const included = await change('fees.md', { excluded: false })
  const after = await passages('fees.md')
  await sync()

  expect(excluded).toMatchObject({ status: 'excluded', passage_count: 0 })
  expect(hidden).toEqual([[], 1])
  expect(counted(outcome)).toMatchObject({ documents_skipped: 1, documents_unchanged: 1 })
  expect(included).toMatchObject({ status: 'ingested', passage_count: 2 })
  expect(after).toEqual(before)
  expect((await passages('fees.md')).map(({ text }) => text)).toEqual(['The fee is nine francs.'])
})

test('a run that has read a document before it was excluded does not show it again', async () => {
  const { change, documents, passages, store, organization_id, collection } = await startPages()
  const fees = (await documents()).find(({ path }) => path === 'fees.md')
  const version = { ...fees, content_hash: 'new', status: 'ingested' as const, known: true }
  const part = {
    id: crypto.randomUUID(),
    position: 0,
    url: null,
    text: 'New',
    ...WITHOUT_STRUCTURE,
  }
  const terms = { title: '', heading: '', text: 'new' }
  const passage = { ...part, terms, vector: null, windows: [] }
  const staged = [{ document_id: fees?.id ?? '', passages: [passage] }]
  const before = await passages('fees.md')

  await change('fees.md', { excluded: true })
  const published = await store.documents.ingest(organization_id, collection.id, {
    staged,
    published: [version as Parameters<typeof store.documents.publish>[2]],
  })
  await change('fees.md', { excluded: false })

  expect(published).toEqual([])
  expect(await passages('fees.md')).toEqual(before)
})

test('the integrity check holds after every change', async () => {
  const { change, store } = await startPages()

  await change('fees.md', { title: 'Prices', url: 'https://acme.test/p' })
  await change('other.md', { excluded: true })

  expect(await store.check()).toEqual([])
})
