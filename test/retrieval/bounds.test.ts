import { expect, test } from 'vitest'
import type { EmbeddingModel } from '../../server/models/ports.ts'
import { wordsOnly } from '../../server/models/words-only.ts'
import { createRetrieve, type Observed } from '../../server/retrieval/retrieve.ts'
import { type Library, ORGANIZATION, openLibrary, type Page } from './library.ts'
import { createSpellingEmbedding } from './spelling-embedding.ts'

/** A page whose passages all hold the word. */
function pageOf(title: string, count: number): Page {
  const passages = Array.from({ length: count }, (_, at) => ({ text: `A permit, number ${at}.` }))
  return { title, passages }
}

/** Searches a library's collection with this embedding, and keeps what is observed. */
function searching({ store }: Library, id: string, embedding: EmbeddingModel) {
  const seen: Observed[] = []
  const retrieve = createRetrieve({
    store,
    embeddings: () => embedding,
    observe: (found) => seen.push(found),
  })
  const search = (query: string, limit: number, signal = new AbortController().signal) =>
    retrieve({ organization_id: ORGANIZATION, collection_ids: [id], query, limit }, signal)
  return { search, seen }
}

/** An embedding that puts every text at the same place, unless it embeds otherwise. */
function embeddingOf(embed?: EmbeddingModel['embed']): EmbeddingModel {
  return {
    selector: 'test/one',
    dimensions: 2,
    embedsWindows: false,
    coverage: () => 1,
    embed: embed ?? (async (texts) => texts.map(() => Float32Array.of(1, 0))),
  }
}

test.each([1, 29, 30, 31, 45])('of many that fit exactly %i are returned', async (limit) => {
  const library = await openLibrary()
  const id = await library.add('Permits', [pageOf('One', 40), pageOf('Two', 40)])

  const { passages } = await library.ask('permit', [id], limit)

  expect(new Set(passages.map(({ key }) => key)).size).toBe(limit)
})

test('thirty passages are ranked again, and twenty more by meaning, of which the first five are judged', async () => {
  const embedding = createSpellingEmbedding(64)
  const library = await openLibrary(embedding)
  const others = Array.from({ length: 40 }, (_, at) => ({ text: `Parking, number ${at}.` }))
  const id = await library.add('Permits', [pageOf('One', 40), { title: 'Two', passages: others }])
  const byWords = searching(library, id, wordsOnly('test/words', 64))
  const byMeaning = searching(
    library,
    id,
    embeddingOf(() => embedding.embed(['Parking'], 'question', new AbortController().signal)),
  )

  for (const { search } of [byWords, byMeaning]) await search('permit', 10)

  const counts = [byWords, byMeaning].map(({ seen }) =>
    seen.map(({ candidates }) => candidates.length),
  )
  expect(counts).toEqual([[30], [50]])
  expect(byWords.seen.map(({ found }) => found.passages.length)).toEqual([5])
})

test('one document fills two thirds of the passages while others have something to say', async () => {
  const library = await openLibrary()
  const id = await library.add('Permits', [
    { title: 'Permit', passages: pageOf('', 9).passages },
    pageOf('Leaflet', 4),
  ])

  const { passages } = await library.ask('permit', [id], 6)

  const [first, ...others] = passages.map(({ document_id }) => document_id)
  expect(others.filter((document) => document === first)).toHaveLength(3)
  expect(others.filter((document) => document !== first)).toHaveLength(2)
})

test('one document fills all that others leave', async () => {
  const library = await openLibrary()
  const id = await library.add('Permits', [
    { title: 'Permit', passages: pageOf('', 9).passages },
    pageOf('Leaflet', 1),
  ])

  const { passages } = await library.ask('permit', [id], 6)

  const [first, ...others] = passages.map(({ document_id }) => document_id)
  expect(others.filter((document) => document === first)).toHaveLength(4)
})

test('a text of several pages is found once, on the page that fits best', async () => {
  const library = await openLibrary()
  const text = `A parcel waits in the locker for seven days. ${'Then the carrier takes it back. '.repeat(8)}`
  const said = (other: string) => [
    { heading: 'Waiting', text },
    { heading: other, text: `A ${other}.` },
  ]
  const id = await library.add('Parcels', [
    { title: 'All pages', passages: said('letter') },
    { title: 'Parcel lockers', passages: [...said('box'), { heading: 'Again', text: `${text} ` }] },
    { title: 'Print', passages: said('stamp') },
  ])

  const { passages } = await library.ask('How long does a parcel wait in the locker?', [id])

  const found = passages.filter((passage) => passage.text.startsWith('A parcel waits'))
  expect(found.map(({ title, anchor }) => [title, anchor])).toEqual([
    ['Parcel lockers', 'Waiting'],
    ['Parcel lockers', 'Again'],
  ])
})

test('a short text is found below each heading that differs', async () => {
  const library = await openLibrary()
  const option = (heading: string) => ({ heading, text: 'A number of days. Default: 7.' })
  const id = await library.add('Parcels', [
    { title: 'Lockers', passages: [option('Waiting'), option('Notice')] },
    { title: 'Shops', passages: [option('Waiting'), option('Holding')] },
  ])

  const { passages } = await library.ask('default number of days', [id])

  expect(passages.map(({ anchor }) => anchor).toSorted()).toEqual(['Holding', 'Notice', 'Waiting'])
})

test('an only passage is found, and judged', async () => {
  const library = await openLibrary()
  const text = 'The locker keeps a parcel for seven days.'
  const id = await library.add('Parcels', [{ title: 'Locker', passages: [{ text }] }])

  const found = await library.ask('How long does a locker keep a parcel?', [id])

  expect(found).toMatchObject({ indexed: 1, passages: [{ text }] })
  expect(found.confidence).toBeGreaterThan(0)
})

test('a model that gives no vector back leaves the ranking to the words', async () => {
  const library = await openLibrary(embeddingOf())
  const id = await library.add('Permits', [pageOf('One', 3)])

  const { passages } = await searching(
    library,
    id,
    embeddingOf(async () => []),
  ).search('permit', 10)

  expect(passages).toHaveLength(3)
})

test('a search that is cancelled fails with the reason of the caller, not as an error of its own', async () => {
  const gone = new Error('The visitor has left.')
  const controller = new AbortController()
  const leaving = embeddingOf(async () => {
    controller.abort(gone)
    return [Float32Array.of(1, 0)]
  })
  const library = await openLibrary(embeddingOf())
  const id = await library.add('Permits', [pageOf('One', 3)])
  const { search } = searching(library, id, leaving)

  await expect(search('permit', 10, controller.signal)).rejects.toBe(gone)
})

test('a search that is cancelled takes no further step', async () => {
  const { add, store } = await openLibrary(embeddingOf())
  const id = await add('Permits', [pageOf('One', 3)])
  const controller = new AbortController()
  const steps: string[] = []
  const lookUp: typeof store.searchIndex.lookUp = (...searched) => {
    steps.push('lookUp')
    controller.abort()
    return store.searchIndex.lookUp(...searched)
  }
  const knownTerms: typeof store.searchIndex.knownTerms = (...searched) => {
    steps.push('knownTerms')
    return store.searchIndex.knownTerms(...searched)
  }
  const retrieve = createRetrieve({
    store: { ...store, searchIndex: { ...store.searchIndex, lookUp, knownTerms } },
    embeddings: () => embeddingOf(),
  })
  const asked = { organization_id: ORGANIZATION, collection_ids: [id], limit: 10 }

  const search = retrieve({ ...asked, query: 'permit for a cranne' }, controller.signal)

  await expect(search).rejects.toThrow()
  expect(steps).toEqual(['lookUp'])
})

test('other work of the thread has its turns while a long question is searched for', async () => {
  const library = await openLibrary()
  const id = await library.add('Permits', [pageOf('One', 40), pageOf('Two', 40)])
  const words = Array.from({ length: 1600 }, (_, at) => `permit${String(at % 40)}`)
  let turns = 0
  let isSearching = true
  const turn = () => {
    turns += 1
    if (isSearching) setImmediate(turn)
  }

  setImmediate(turn)
  await library.ask(words.join(' ').slice(0, 16_000), [id])
  isSearching = false

  expect(turns).toBeGreaterThan(0)
})
