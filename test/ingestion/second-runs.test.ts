import { describe, expect, test } from 'vitest'
import { counted, startIngestion, write } from './ingestion.ts'

const sentences = (about: string, count: number) =>
  Array.from({ length: count }, (_, at) => `Sentence ${at} is about ${about}.`).join(' ')

const FEES = `## Fees\n\n${sentences('fees', 12)}`
const HOURS = `## Hours\n\n${sentences('hours', 12)}`
const PARKING = `## Parking\n\n${sentences('parking', 12)}`

/** A synced folder of one page, and what is stored of it. */
async function startPage(text: string) {
  const ingestion = await startIngestion()
  const { store, organization_id } = ingestion
  async function stored() {
    const passages = await ingestion.passages('guide.md')
    const found = await Promise.all(
      passages.map(({ source_id }) => store.passages.find(organization_id, source_id)),
    )
    return Object.fromEntries(
      found.map((passage) => [
        passage?.headings.at(-1) ?? '',
        { id: passage?.source_id, section: passage?.section_id, text: passage?.text },
      ]),
    )
  }
  async function change(next: string) {
    write(ingestion.folder, { 'guide.md': next })
    await ingestion.sync()
    return stored()
  }
  return { ...ingestion, before: await change(text), change }
}

describe('after a second run', () => {
  test('a passage whose section is as before keeps its ids, wherever it stands', async () => {
    const { before, change } = await startPage(`${FEES}\n\n${HOURS}\n\n${PARKING}`)

    const after = await change(`${PARKING}\n\n${HOURS}\n\n${FEES}`)

    expect(after).toEqual(before)
  })

  test('a changed section has another passage in the same section, and no other changes', async () => {
    const { before, change } = await startPage(`${FEES}\n\n${HOURS}`)

    const after = await change(`${FEES} They rise in May.\n\n${HOURS}`)

    expect(after['Hours']).toEqual(before['Hours'])
    expect(after['Fees']?.id).not.toBe(before['Fees']?.id)
    expect(after['Fees']?.section).toBe(before['Fees']?.section)
  })

  test('a renamed heading changes neither the passage nor its section', async () => {
    const { before, change } = await startPage(`${FEES}\n\n${HOURS}`)

    const after = await change(`${FEES.replace('## Fees', '## Prices')}\n\n${HOURS}`)

    expect(after).toEqual({ Prices: before['Fees'], Hours: before['Hours'] })
  })

  test('a paragraph that is inserted leaves the other sections as they are', async () => {
    const { before, change } = await startPage(`${FEES}\n\n${HOURS}`)

    const after = await change(`${sentences('us', 12)}\n\n${FEES}\n\n${HOURS}`)

    expect(after).toMatchObject(before)
  })

  test('a page that is back has passages of the same texts and places', async () => {
    const { change, before, folder, sync, documents, store, organization_id } = await startPage(
      `${FEES}\n\n${HOURS}`,
    )
    write(folder, { 'other.md': 'Other.' })
    const id = before['Fees']?.id ?? ''
    const page = (await documents()).find(({ path }) => path === 'guide.md')
    await store.documents.delete(organization_id, page?.id ?? '')

    expect(await store.passages.find(organization_id, id)).toBeNull()
    await sync()

    const after = await change(`${FEES}\n\n${HOURS}`)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(after['Fees']?.text).toBe(before['Fees']?.text)
  })

  test('nothing of an unchanged page is written', async () => {
    const { sync, store, organization_id, before, passages } = await startPage(FEES)
    const found = () => store.passages.find(organization_id, before['Fees']?.id ?? '')
    const key = (await found())?.key

    await sync()

    expect((await found())?.key).toBe(key)
    expect((await passages('guide.md')).length).toBe(1)
  })
})

test('a page is read again when only the file has changed that it includes', async () => {
  const { folder, sync, scheduledSync, passages } = await startIngestion()
  write(folder, {
    'guide.md': '# Guide\n\n--8<-- "part.txt"',
    'part.txt': 'The fee is ten francs.',
  })
  await sync()

  write(folder, { 'part.txt': 'The fee is nine francs.' })
  await scheduledSync()
  const [passage] = await passages('guide.md')
  const again = await scheduledSync()

  expect(passage?.text).toBe('The fee is nine francs.')
  expect(counted(again)).toMatchObject({ documents_ingested: 0, documents_unchanged: 2 })
})

test('what a page says that it is about finds its first passage, and is no part of any', async () => {
  const ingestion = await startIngestion()
  const { store, organization_id, collection } = ingestion
  const about = '<meta name="description" content="For beekeepers.">'
  const text = `<h1>Guide</h1><h2>Fees</h2><p>${sentences('fees', 12)}</p>`
  write(ingestion.folder, {
    'guide.html': `<head>${about}</head><body><main>${text}</main></body>`,
  })
  await ingestion.sync()

  const { lists } = await store.searchIndex.lookUp(
    { organization_id, collection_ids: [collection.id] },
    ['beekeep'],
  )
  const keys = [...lists.values()].flat().flatMap((list) => [...list.keys])

  expect(await store.passages.load(organization_id, keys)).toMatchObject([
    { position: 0, title: 'Guide' },
  ])
  expect(await ingestion.documents()).toMatchObject([{ description: 'For beekeepers.' }])
  for (const { text, anchor } of await ingestion.passages('guide.html')) {
    expect(`${anchor} ${text}`).not.toContain('beekeepers')
  }
})
