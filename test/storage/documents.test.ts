import { describe, expect, test } from 'vitest'
import {
  addCollection,
  addKnowledge,
  addSource,
  at,
  backends,
  documentOf,
  newId,
  openWithOrganizations,
  passage,
  readAll,
  uploadOf,
} from './backends.ts'

const WEIGHTS: [number, number, number] = [2, 1, 1]

describe.each(backends)('documents and searches on %s', (_, open) => {
  test('staged passages are not found until they are published', async () => {
    const { store, a } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    const source = await addSource(store, a, collection.id)
    const document = documentOf(source.id)
    const search = () => store.passages.matchTerms(collection.id, ['card'], WEIGHTS, 5)

    await store.documents.stage(collection.id, document.id, [passage(0, 'Pay by card')])
    expect(await search()).toEqual([])
    expect(await store.passages.nearest(collection.id, Float32Array.of(1, 0, 0), 5)).toEqual([])
    await store.documents.publish(a, collection.id, document)

    const hits = await search()
    expect(await store.passages.load(hits.map(({ rowid }) => rowid))).toMatchObject([
      {
        text: 'Pay by card',
        title: 'Guide',
        document_id: document.id,
        collection_id: collection.id,
        position: 0,
      },
    ])
  })

  test('a new version replaces all passages of the old one at once', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, document, passages } = await addKnowledge(store, a, [
      'old first',
      'old second',
    ])
    const kept = passage(0, 'old first', { id: passages[0]?.id ?? '' })

    await store.documents.stage(collection.id, document.id, [kept])
    await store.documents.stage(collection.id, document.id, [passage(1, 'new second')])
    const before = await store.passages.matchTerms(collection.id, ['old', 'new'], WEIGHTS, 9)
    await store.documents.publish(a, collection.id, { ...document, title: 'Guide 2' })
    const after = await store.passages.matchTerms(collection.id, ['old', 'new'], WEIGHTS, 9)

    const texts = async (hits: { rowid: number }[]) =>
      (await store.passages.load(hits.map(({ rowid }) => rowid))).map(({ text }) => text).sort()
    expect(before).toHaveLength(2)
    expect(await texts(before)).toEqual([])
    expect(await texts(after)).toEqual(['new second', 'old first'])
    expect(await store.passages.find(a, kept.id)).toMatchObject({
      title: 'Guide 2',
      previous: null,
      next: { text: 'new second' },
    })
    expect(await store.collections.find(a, collection.id)).toMatchObject({
      document_count: 1,
      passage_count: 2,
    })
  })

  test('passages staged by a failed attempt are never published', async () => {
    const { store, a } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    const source = await addSource(store, a, collection.id)
    const document = documentOf(source.id)
    await store.documents.stage(collection.id, document.id, [
      passage(0, 'broken'),
      passage(1, 'broken'),
    ])
    await store.documents.stage(collection.id, document.id, [passage(2, 'broken')])

    await store.documents.stage(collection.id, document.id, [passage(0, 'whole')])
    await store.documents.publish(a, collection.id, document)

    expect(await store.passages.list(a, document.id, { limit: 9 })).toMatchObject({
      data: [{ text: 'whole' }],
    })
    expect(await store.passages.matchTerms(collection.id, ['broken'], WEIGHTS, 9)).toEqual([])
    expect(await store.documents.find(a, document.id)).toMatchObject({ passage_count: 1 })
  })

  test.each(['failed', 'skipped'] as const)(
    'a document that %s loses its earlier passages',
    async (status) => {
      const { store, a } = await openWithOrganizations(open)
      const { collection, document } = await addKnowledge(store, a, ['pay by card'])
      await store.documents.stage(collection.id, document.id, [passage(0, 'half')])

      await store.documents.publish(a, collection.id, {
        ...document,
        status,
        error_code: 'unsupported_format',
      })

      expect(await store.documents.find(a, document.id)).toMatchObject({ status, passage_count: 0 })
      expect(await store.passages.count([collection.id])).toBe(0)
      expect(await store.passages.matchTerms(collection.id, ['card', 'half'], WEIGHTS, 9)).toEqual(
        [],
      )
    },
  )

  test('deleting a source removes its knowledge from every search at once', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, source, document, passages } = await addKnowledge(store, a, ['pay by card'])
    await store.documents.stage(collection.id, document.id, [passage(0, 'late')])

    expect(await store.sources.delete(a, source.id)).toBe(true)

    expect(await store.passages.matchTerms(collection.id, ['card'], WEIGHTS, 9)).toEqual([])
    expect(await store.passages.matchGrams(collection.id, ['card'], 9)).toEqual([])
    expect(await store.passages.nearest(collection.id, Float32Array.of(1, 0, 0), 9)).toEqual([])
    expect(await store.passages.find(a, passages[0]?.id ?? '')).toBeNull()
    expect(await store.documents.publish(a, collection.id, document)).toBe(false)
    expect(await store.collections.find(a, collection.id)).toMatchObject({
      document_count: 0,
      passage_count: 0,
    })
    expect(await store.documents.sweep(10)).toBe(0)
    expect(await store.check()).toEqual([])
  })

  test('the check knows the passages of documents that were ingested whole or in parts', async () => {
    const { store, a } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    const source = await addSource(store, a, collection.id)
    const whole = { ...documentOf(source.id, { path: 'whole.md' }), passage_count: 2 }
    const long = { ...documentOf(source.id, { path: 'long.md' }), passage_count: 2 }
    const linked = { anchor: 'Größe › „Maße“', url: 'https://example.test/#m' }
    const ofWhole = [passage(0, 'Ein 😀 Satz.', linked), passage(1, 'two')]

    const first = await store.documents.ingest(a, collection.id, {
      staged: [
        { document_id: whole.id, passages: ofWhole },
        { document_id: long.id, passages: [passage(0, 'three')] },
      ],
      published: [whole],
    })
    const second = await store.documents.ingest(a, collection.id, {
      staged: [{ document_id: long.id, passages: [passage(1, 'four')] }],
      published: [long],
    })

    expect([...first, ...second].map(({ path }) => path)).toEqual(['whole.md', 'long.md'])
    expect(await store.documents.countUndigested()).toBe(0)
    expect(await store.check()).toEqual([])
  })

  test('a document deleted during a job does not come back (docs/behaviour.md#documents)', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, document } = await addKnowledge(store, a, ['pay by card'])
    const uploads = await addSource(store, a, collection.id, { type: 'upload' })
    const file = uploadOf()
    await store.uploads.put(a, uploads.id, [file], at(1))
    const uploaded = documentOf(uploads.id, { id: file.id })
    await store.documents.stage(collection.id, document.id, [passage(0, 'late by card')])
    await store.documents.stage(collection.id, uploaded.id, [passage(0, 'uploaded card')])
    await store.documents.delete(a, document.id)
    await store.documents.delete(a, file.id)

    const published = await store.documents.publish(a, collection.id, { ...document, known: true })
    const ingested = await store.documents.ingest(a, collection.id, {
      staged: [],
      published: [{ ...uploaded, uploaded: true }],
    })

    expect(published).toBe(false)
    expect(ingested).toEqual([])
    expect(await store.documents.find(a, document.id)).toBeNull()
    expect(await store.documents.find(a, uploaded.id)).toBeNull()
    expect(await store.passages.count([collection.id])).toBe(0)
    expect(await store.passages.matchTerms(collection.id, ['card'], WEIGHTS, 9)).toEqual([])
    expect(await store.check()).toEqual([])
  })

  test('documents are removed with their uploads, and only those of the source', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection } = await addKnowledge(store, a, [])
    const source = await addSource(store, a, collection.id, { type: 'upload' })
    const document = documentOf(source.id)
    const other = await addKnowledge(store, a, ['two'])
    await store.uploads.put(a, source.id, [uploadOf({ id: document.id })], at(1))
    await store.documents.stage(collection.id, document.id, [passage(0, 'one')])
    await store.documents.publish(a, collection.id, document)

    await store.documents.remove(source.id, [other.document.id])
    expect(await store.documents.delete(a, document.id)).toBe(true)

    expect(await store.uploads.list(source.id)).toEqual([])
    expect(await store.passages.count([collection.id])).toBe(0)
    expect(await store.passages.count([other.collection.id])).toBe(1)
    await store.documents.remove(other.source.id, [other.document.id])
    expect(await store.documents.known(other.source.id)).toEqual([])
    expect(await store.documents.delete(a, document.id)).toBe(false)
  })

  test('a sweep removes hidden passages in steps and keeps staged ones', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, document } = await addKnowledge(store, a, ['a1', 'a2', 'a3'])
    await store.documents.stage(collection.id, document.id, [passage(0, 'b1')])
    await store.documents.publish(a, collection.id, document)
    await store.documents.stage(collection.id, document.id, [passage(0, 'c1')])

    const left = [
      await store.documents.sweep(2),
      await store.documents.sweep(2),
      await store.documents.sweep(2),
    ]

    expect(left).toEqual([1, 0, 0])
    expect(await store.check()).toEqual([])
    await store.documents.publish(a, collection.id, document)
    expect(
      await store.passages.matchTerms(collection.id, ['a1', 'b1', 'c1'], WEIGHTS, 9),
    ).toHaveLength(1)
  })

  test('terms of every script are found as a whole, and are never query syntax', async () => {
    const { store, a } = await openWithOrganizations(open)
    const terms = [
      'ประเทศไทย',
      'हिन्दी',
      '中文',
      'naïve',
      'c++',
      'a_b',
      "don't",
      '"x"',
      'and',
      '*',
      '😀',
      'near(a)',
    ]
    const { collection } = await addKnowledge(store, a, terms)

    for (const [position, term] of terms.entries()) {
      for (const hits of [
        await store.passages.matchTerms(collection.id, [term], WEIGHTS, 99),
        await store.passages.matchGrams(collection.id, [term], 99),
      ]) {
        const found = await store.passages.load(hits.map(({ rowid }) => rowid))
        expect(found).toMatchObject([{ position, text: term }])
      }
    }
    expect(await store.passages.frequencies(collection.id, [...terms, 'absent'])).toEqual(
      new Map(terms.map((term) => [term, 1])),
    )
  })

  test('the title outweighs the text by its weight, and many terms are one query', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, source } = await addKnowledge(store, a, ['card and so on'])
    const titled = documentOf(source.id, { path: 'b.md' })
    const terms = { title: 'card', heading: '', text: 'much about other things' }
    await store.documents.stage(collection.id, titled.id, [passage(0, 'titled', { terms })])
    await store.documents.publish(a, collection.id, titled)
    const many = Array.from({ length: 5000 }, (_, index) => `t${index}`)
    const best = async (weights: [number, number, number]) => {
      const [hit] = await store.passages.matchTerms(collection.id, [...many, 'card'], weights, 1)
      return (await store.passages.load([hit?.rowid ?? 0]))[0]?.text
    }

    expect(await best([9, 1, 1])).toBe('titled')
    expect(await best([0, 1, 1])).toBe('card and so on')
  })

  test.each([3, 9000])(
    'the nearest of %i dimensions come first, without hidden ones',
    async (dimensions) => {
      const { store, a } = await openWithOrganizations(open)
      const collection = await addCollection(store, a, { dimensions })
      const source = await addSource(store, a, collection.id)
      const document = documentOf(source.id)
      const towards = (x: number, y: number) => {
        const vector = new Float32Array(dimensions)
        vector.set([x, y])
        return vector
      }
      const write = async (directions: [number, number][]) => {
        const passages = directions.map(([x, y], index) =>
          passage(index, `${x} ${y}`, { vector: towards(x, y) }),
        )
        await store.documents.stage(collection.id, document.id, passages)
        await store.documents.publish(a, collection.id, document)
      }
      await write([[1, 0]])

      await write([
        [0, 2],
        [3, 1],
        [0, 0],
      ])
      const hits = await store.passages.nearest(collection.id, towards(1, 0), 2)

      const found = await store.passages.load(hits.map(({ rowid }) => rowid))
      expect(found.map(({ text }) => text)).toEqual(['3 1', '0 2'])
      expect(hits.map(({ score }) => score)).toEqual([
        expect.closeTo(3 / Math.sqrt(10)),
        expect.closeTo(0),
      ])
      expect(await store.passages.nearest(collection.id, towards(0, 0), 2)).toEqual([])
    },
  )

  test('more hidden passages than a vector search may return do not hide the others', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, document } = await addKnowledge(store, a, [])
    const old = Array.from({ length: 4200 }, (_, index) => passage(index, 'old'))
    await store.documents.stage(collection.id, document.id, old)
    await store.documents.publish(a, collection.id, document)

    await store.documents.stage(collection.id, document.id, [
      passage(0, 'new', { vector: Float32Array.of(0, 1, 0) }),
    ])
    await store.documents.publish(a, collection.id, document)

    expect(await store.passages.nearest(collection.id, Float32Array.of(1, 0, 0), 10)).toHaveLength(
      1,
    )
  })

  test.each([
    Float32Array.of(1, 2),
    Float32Array.of(1, 2, 3, 4),
    Float32Array.of(1, Number.NaN, 3),
    Float32Array.of(1, 2, Number.POSITIVE_INFINITY),
  ])('the vector %s is refused, and nothing is staged', async (vector) => {
    const { store, a } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)

    const staging = store.documents.stage(collection.id, newId(), [
      passage(0, 'fine'),
      passage(1, 'x', { vector }),
    ])

    await expect(staging).rejects.toThrow(RangeError)
    await expect(store.passages.nearest(collection.id, vector, 5)).rejects.toThrow(RangeError)
    expect(await store.check()).toEqual([])
  })

  test('the word statistics of a collection are its own', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection } = await addKnowledge(store, a, ['card'])
    const other = await addKnowledge(store, a, ['cash', 'cash'])

    expect(await store.passages.frequencies(other.collection.id, ['card', 'cash'])).toEqual(
      new Map([['cash', 2]]),
    )
    expect(await store.passages.matchTerms(other.collection.id, ['card'], WEIGHTS, 5)).toEqual([])
    expect(await store.passages.matchTerms(newId(), ['card'], WEIGHTS, 5)).toEqual([])
    expect(await store.passages.count([collection.id, other.collection.id])).toBe(3)
  })

  test('rows are loaded in the requested order', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection } = await addKnowledge(store, a, ['x one', 'x two', 'x three'])
    const hits = await store.passages.matchTerms(collection.id, ['x'], WEIGHTS, 9)
    const rowids = hits.map(({ rowid }) => rowid).toSorted((one, two) => two - one)

    const loaded = await store.passages.load(rowids)

    expect(loaded.map(({ rowid }) => rowid)).toEqual(rowids)
  })

  test('documents are listed by path and passages by position, across pages', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, source, document } = await addKnowledge(store, a, ['0', '1', '2', '3', '4'])
    const long = `z${'é'.repeat(900)}`
    for (const path of [`${long}b`, 'b.md', `${long}a`]) {
      const other = documentOf(source.id, { path, status: 'skipped' })
      await store.documents.publish(a, collection.id, other)
    }

    const documents = await readAll(1, (paging) => store.documents.list(a, source.id, {}, paging))
    const passages = await readAll(2, (paging) => store.passages.list(a, document.id, paging))
    const skipped = await readAll(2, (paging) =>
      store.documents.list(a, source.id, { status: 'skipped' }, paging),
    )

    expect(documents.map(({ path }) => path)).toEqual(['b.md', 'guide.md', `${long}a`, `${long}b`])
    expect(passages.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4'])
    expect(skipped).toHaveLength(3)
  })

  test('uploading a path again replaces the file and keeps its id', async () => {
    const { store, a } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    const source = await addSource(store, a, collection.id, { type: 'upload' })
    const file = uploadOf({ content_hash: 'one' })
    await store.uploads.put(a, source.id, [file], at(1))

    const again = await store.uploads.put(
      a,
      source.id,
      [{ ...file, id: newId(), content_hash: 'two' }],
      at(2),
    )

    expect(again).toEqual([{ ...file, source_id: source.id, content_hash: 'two' }])
    expect(await store.uploads.list(source.id)).toEqual(again)
    expect(await store.uploads.hashes()).toEqual(new Set(['two']))
  })
})
