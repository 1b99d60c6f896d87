import { describe, expect, test } from 'vitest'
import { unpackCounts } from '../../server/storage/index/postings.ts'
import {
  addCollection,
  addKnowledge,
  addSource,
  at,
  backends,
  documentOf,
  keysOf,
  newId,
  openWithOrganizations,
  passage,
  passagesIn,
  readAll,
  textsWith,
  uploadOf,
} from './backends.ts'

describe.each(backends)('documents and searches on %s', (_, open) => {
  test('staged passages are not found until they are published', async () => {
    const { store, a } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    const source = await addSource(store, a, collection.id)
    const document = documentOf(source.id)
    const search = () => keysOf(store, a, collection.id, ['card'])

    await store.documents.stage(a, collection.id, {
      document_id: document.id,
      passages: [passage(0, 'Pay by card')],
    })
    expect(await search()).toEqual([])
    expect(
      await store.searchIndex.nearest(
        { organization_id: a, collection_ids: [collection.id] },
        Int8Array.of(1, 0, 0),
        5,
      ),
    ).toEqual([])
    await store.documents.publish(a, collection.id, document)

    expect(await store.passages.load(a, await search())).toMatchObject([
      {
        text: 'Pay by card',
        title: 'Guide',
        document_id: document.id,
        collection_id: collection.id,
        position: 0,
      },
    ])
  })

  test('samples are the first texts of ingested documents of these collections alone', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const { collection, document } = await addKnowledge(store, a, [
      'one',
      'two',
      'three',
      'four',
      'five',
    ])
    await addKnowledge(store, a, ['elsewhere'])
    const samples = (organization_id: string, limit = 10) =>
      store.documents.samples(organization_id, [collection.id], limit)

    expect((await samples(a)).toSorted()).toEqual(['four', 'one', 'three', 'two'])
    expect(await samples(b)).toEqual([])
    expect(await samples(a, 0)).toEqual([])
    await store.documents.delete(a, document.id)
    expect(await samples(a)).toEqual([])
  })

  test('a new version replaces all passages of the old one at once', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, document, passages } = await addKnowledge(store, a, [
      'old first',
      'old second',
    ])
    const kept = passage(0, 'old first', { id: passages[0]?.id ?? '' })

    await store.documents.stage(a, collection.id, { document_id: document.id, passages: [kept] })
    await store.documents.stage(a, collection.id, {
      document_id: document.id,
      passages: [passage(1, 'new second')],
    })
    const before = await keysOf(store, a, collection.id, ['old', 'new'])
    await store.documents.publish(a, collection.id, { ...document, title: 'Guide 2' })

    expect(before).toHaveLength(2)
    expect(await store.passages.load(a, before)).toEqual([])
    expect(await textsWith(store, a, collection.id, ['old', 'new'])).toEqual([
      'old first',
      'new second',
    ])
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
    await store.documents.stage(a, collection.id, {
      document_id: document.id,
      passages: [passage(0, 'broken'), passage(1, 'broken')],
    })
    await store.documents.stage(a, collection.id, {
      document_id: document.id,
      passages: [passage(2, 'broken')],
    })

    await store.documents.stage(a, collection.id, {
      document_id: document.id,
      passages: [passage(0, 'whole')],
    })
    await store.documents.publish(a, collection.id, document)

    expect(await store.passages.list(a, document.id, { limit: 9 })).toMatchObject({
      data: [{ text: 'whole' }],
    })
    expect(await keysOf(store, a, collection.id, ['broken'])).toEqual([])
    expect(await store.documents.find(a, document.id)).toMatchObject({ passage_count: 1 })
  })

  test.each(['failed', 'skipped'] as const)(
    'a document that %s loses its earlier passages',
    async (status) => {
      const { store, a } = await openWithOrganizations(open)
      const { collection, document } = await addKnowledge(store, a, ['pay by card'])
      await store.documents.stage(a, collection.id, {
        document_id: document.id,
        passages: [passage(0, 'half')],
      })

      await store.documents.publish(a, collection.id, {
        ...document,
        status,
        error_code: 'unsupported_format',
      })

      expect(await store.documents.find(a, document.id)).toMatchObject({ status, passage_count: 0 })
      expect(await passagesIn(store, a, collection.id)).toBe(0)
      expect(await keysOf(store, a, collection.id, ['card', 'half'])).toEqual([])
    },
  )

  test('deleting a source removes its knowledge from every search at once', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, source, document, passages } = await addKnowledge(store, a, ['pay by card'])
    await store.documents.stage(a, collection.id, {
      document_id: document.id,
      passages: [passage(0, 'late')],
    })

    expect(await store.sources.delete(a, source.id)).toBe(true)

    expect(await keysOf(store, a, collection.id, ['card'])).toEqual([])
    expect(
      await store.searchIndex.nearest(
        { organization_id: a, collection_ids: [collection.id] },
        Int8Array.of(1, 0, 0),
        9,
      ),
    ).toEqual([])
    expect(await store.passages.find(a, passages[0]?.id ?? '')).toBeNull()
    expect(await store.documents.publish(a, collection.id, document)).toBe(false)
    expect(await store.collections.find(a, collection.id)).toMatchObject({
      document_count: 0,
      passage_count: 0,
    })
    expect(await store.documents.sweep(10)).toBe(false)
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

  test('a document that is stored whole replaces its earlier and its staged passages', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, document, passages } = await addKnowledge(store, a, ['old one', 'old two'])
    await store.documents.stage(a, collection.id, {
      document_id: document.id,
      passages: [passage(0, 'half done')],
    })
    const kept = passage(0, 'old one', { id: passages[0]?.id ?? '' })
    const staged = [{ document_id: document.id, passages: [kept, passage(1, 'new two')] }]

    const published = [{ ...document, known: true, passage_count: 2 }]
    await store.documents.ingest(a, collection.id, { staged, published })

    expect(await textsWith(store, a, collection.id, ['old', 'new', 'half'])).toEqual([
      'old one',
      'new two',
    ])
    expect(await store.passages.find(a, kept.id)).toMatchObject({ next: { text: 'new two' } })
    expect(await store.documents.sweep(10)).toBe(false)
    expect(await passagesIn(store, a, collection.id)).toBe(2)
    expect(await store.check()).toEqual([])
  })

  test('of a document deleted during a job nothing is stored, of the others all', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, document, source } = await addKnowledge(store, a, ['pay by card'])
    const other = documentOf(source.id, { path: 'other.md' })
    await store.documents.delete(a, document.id)

    const published = await store.documents.ingest(a, collection.id, {
      staged: [
        { document_id: document.id, passages: [passage(0, 'late card')] },
        { document_id: other.id, passages: [passage(0, 'other card')] },
      ],
      published: [
        { ...document, known: true, passage_count: 1 },
        { ...other, passage_count: 1 },
      ],
    })

    expect(published.map(({ path }) => path)).toEqual(['other.md'])
    expect(await textsWith(store, a, collection.id, ['card'])).toEqual(['other card'])
    expect(await store.check()).toEqual([])
  })

  test('a document deleted during a job does not come back (docs/behaviour.md#documents)', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, document } = await addKnowledge(store, a, ['pay by card'])
    const uploads = await addSource(store, a, collection.id, { type: 'upload' })
    const file = uploadOf()
    await store.uploads.put(a, uploads.id, [file], at(1))
    const uploaded = documentOf(uploads.id, { id: file.id })
    await store.documents.stage(a, collection.id, {
      document_id: document.id,
      passages: [passage(0, 'late by card')],
    })
    await store.documents.stage(a, collection.id, {
      document_id: uploaded.id,
      passages: [passage(0, 'uploaded card')],
    })
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
    expect(await passagesIn(store, a, collection.id)).toBe(0)
    expect(await keysOf(store, a, collection.id, ['card'])).toEqual([])
    expect(await store.check()).toEqual([])
  })

  test('documents are removed with their uploads, and only those of the source', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection } = await addKnowledge(store, a, [])
    const source = await addSource(store, a, collection.id, { type: 'upload' })
    const document = documentOf(source.id)
    const other = await addKnowledge(store, a, ['two'])
    await store.uploads.put(a, source.id, [uploadOf({ id: document.id })], at(1))
    await store.documents.stage(a, collection.id, {
      document_id: document.id,
      passages: [passage(0, 'one')],
    })
    await store.documents.publish(a, collection.id, document)

    await store.documents.remove(a, source.id, [other.document.id])
    expect(await store.documents.delete(a, document.id)).toBe(true)

    expect(await store.uploads.list(a, source.id)).toEqual([])
    expect(await passagesIn(store, a, collection.id)).toBe(0)
    expect(await passagesIn(store, a, other.collection.id)).toBe(1)
    await store.documents.remove(a, other.source.id, [other.document.id])
    expect(await store.documents.known(a, other.source.id)).toEqual([])
    expect(await store.documents.delete(a, document.id)).toBe(false)
  })

  test('a sweep removes hidden passages in steps and keeps staged ones', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, document } = await addKnowledge(store, a, ['a1', 'a2', 'a3'])
    await store.documents.stage(a, collection.id, {
      document_id: document.id,
      passages: [passage(0, 'b1')],
    })
    await store.documents.publish(a, collection.id, document)
    await store.documents.stage(a, collection.id, {
      document_id: document.id,
      passages: [passage(0, 'c1')],
    })

    const more = [
      await store.documents.sweep(2),
      await store.documents.sweep(2),
      await store.documents.sweep(2),
    ]

    expect(more).toEqual([true, false, false])
    expect(await store.check()).toEqual([])
    await store.documents.publish(a, collection.id, document)
    expect(await textsWith(store, a, collection.id, ['a1', 'b1', 'c1'])).toEqual(['c1'])
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

    for (const term of [...terms, 'absent']) {
      expect(await textsWith(store, a, collection.id, [term])).toEqual(
        term === 'absent' ? [] : [term],
      )
    }
  })

  test('a passage is found with how often each field has a term, and its length', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, source } = await addKnowledge(store, a, ['card and so on'])
    const titled = documentOf(source.id, { path: 'b.md' })
    const terms = { title: 'card', heading: 'card card', text: 'about a card' }
    await store.documents.stage(a, collection.id, {
      document_id: titled.id,
      passages: [passage(0, 'titled', { terms })],
    })
    await store.documents.publish(a, collection.id, titled)
    const many = Array.from({ length: 5000 }, (_, index) => `t${index}`)

    const found = await store.searchIndex.lookUp(
      { organization_id: a, collection_ids: [collection.id] },
      [...many, 'card', 'on'],
    )

    expect([...found.lists.keys()].sort()).toEqual(['card', 'on'])
    const parts = found.lists.get('card') ?? []
    expect(parts.flatMap(({ counts }) => [...counts].map(unpackCounts))).toEqual([
      [0, 0, 1],
      [1, 2, 1],
    ])
    expect(parts.flatMap(({ lengths }) => [...lengths])).toEqual([4, 6])
    expect(found).toMatchObject({ passages: 2, meanLength: 5 })
  })

  test('more hidden passages than a vector search may return do not hide the others', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, document } = await addKnowledge(store, a, [])
    const old = Array.from({ length: 4200 }, (_, index) => passage(index, 'old'))
    await store.documents.stage(a, collection.id, { document_id: document.id, passages: old })
    await store.documents.publish(a, collection.id, document)

    await store.documents.stage(a, collection.id, {
      document_id: document.id,
      passages: [passage(0, 'new', { vector: Int8Array.of(0, 1, 0) })],
    })
    await store.documents.publish(a, collection.id, document)

    expect(
      await store.searchIndex.nearest(
        { organization_id: a, collection_ids: [collection.id] },
        Int8Array.of(1, 0, 0),
        10,
      ),
    ).toHaveLength(1)
  })

  test('the word statistics of a collection are its own', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection } = await addKnowledge(store, a, ['card'])
    const other = await addKnowledge(store, a, ['cash', 'cash'])

    const { lists, passages } = await store.searchIndex.lookUp(
      { organization_id: a, collection_ids: [other.collection.id, newId()] },
      ['card', 'cash'],
    )
    const both = await store.searchIndex.lookUp(
      { organization_id: a, collection_ids: [collection.id, other.collection.id] },
      ['cash'],
    )

    expect([...lists.keys()]).toEqual(['cash'])
    expect(passages).toBe(2)
    expect(both.passages).toBe(3)
    expect(await keysOf(store, a, newId(), ['card'])).toEqual([])
  })

  test("an organization's documents, passages and index are nobody else's", async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const { collection, source, document } = await addKnowledge(store, a, ['card'])
    const keys = await keysOf(store, a, collection.id, ['card'])
    const being = { path: 'a.md', content_hash: 'hash' }
    await store.documents.beganParsing(a, source.id, being)
    const foreign = { organization_id: b, collection_ids: [collection.id] }
    const part = { document_id: newId(), passages: [passage(0, 'foreign card')] }

    await store.documents.beganParsing(b, source.id, { ...being, path: 'b.md' })
    await store.documents.endedParsing(b, source.id, being.path)
    await store.documents.stoppedParser(b, source.id, being)
    await store.documents.recordVersions(b, [{ id: document.id, version: 'v2' }])
    await store.documents.remove(b, source.id, [document.id])

    await expect(store.documents.stage(b, collection.id, part)).rejects.toThrow('collection')
    expect(await store.passages.load(b, keys)).toEqual([])
    expect(await store.documents.known(b, source.id)).toEqual([])
    expect(await store.documents.beingParsed(b, source.id)).toEqual([])
    expect(await store.documents.beingParsed(a, source.id)).toEqual([
      { ...being, interruptions: 0, parser_faults: 0 },
    ])
    expect(await store.documents.known(a, source.id)).toMatchObject([{ version: null }])
    expect(await store.searchIndex.lookUp(foreign, ['card'])).toMatchObject({ passages: 0 })
    expect(await store.searchIndex.knownTerms(foreign, ['card'])).toEqual([])
    expect(await store.searchIndex.likeTerms(foreign, [['card']], 5)).toEqual([[]])
  })

  test('what stopped the parser is remembered until the content changes or was read', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection, source, document } = await addKnowledge(store, a, ['card'])
    const { path } = document
    const being = { path, content_hash: 'one' }
    const faults = async () => {
      const troubles = await store.documents.beingParsed(a, source.id)
      return troubles.map(({ content_hash, parser_faults }) => [content_hash, parser_faults])
    }

    await store.documents.beganParsing(a, source.id, being)
    await store.documents.endedParsing(a, source.id, path)
    expect(await faults()).toEqual([])
    await store.documents.beganParsing(a, source.id, being)
    await store.documents.stoppedParser(a, source.id, being)
    await store.documents.endedParsing(a, source.id, path)
    await store.documents.publish(a, collection.id, { ...document, status: 'failed' })
    await store.documents.stoppedParser(a, source.id, being)
    expect(await faults()).toEqual([['one', 2]])
    await store.documents.stoppedParser(a, source.id, { path, content_hash: 'two' })
    expect(await faults()).toEqual([['two', 1]])
    await store.documents.beganParsing(a, source.id, { path, content_hash: 'three' })
    expect(await faults()).toEqual([['three', 0]])
    await store.documents.stoppedParser(a, source.id, { path, content_hash: 'three' })
    await store.documents.publish(a, collection.id, document)

    expect(await faults()).toEqual([])
  })

  test('passages are loaded in the requested order', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection } = await addKnowledge(store, a, ['x one', 'x two', 'x three'])
    const keys = (await keysOf(store, a, collection.id, ['x'])).toReversed()

    const loaded = await store.passages.load(a, keys)

    expect(loaded.map(({ text }) => text)).toEqual(['x three', 'x two', 'x one'])
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
    expect(await store.uploads.list(a, source.id)).toEqual(again)
    expect(await store.uploads.hashes()).toEqual(new Set(['two']))
  })
})
