import { describe, expect, test } from 'vitest'
import type { JobCounters } from '../../server/contract/job.ts'
import type { BusyJobs } from '../../server/storage/store.ts'
import {
  addAssistant,
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

const counters: JobCounters = {
  documents_discovered: 1,
  documents_ingested: 1,
  documents_unchanged: 0,
  documents_skipped: 0,
  documents_failed: 0,
  documents_deleted: 0,
  chunks_written: 3,
  bytes_fetched: 10,
}
const WEIGHTS: [number, number, number] = [2, 1, 1]

describe.each(backends)('collections and assistants on %s', (_, open) => {
  test('a name is unique within its organization only', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const first = await addCollection(store, a, { name: 'Handbook' })
    const second = await addCollection(store, a, { name: 'Notes' })

    await addCollection(store, b, { name: 'Handbook' })

    await expect(addCollection(store, a, { name: 'Handbook' })).rejects.toMatchObject({
      code: 'conflict',
    })
    const rename = store.collections.update(a, second.id, { name: 'Handbook' }, at(1))
    await expect(rename).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.collections.update(a, first.id, { name: 'Handbook' }, at(1))).toMatchObject({
      name: 'Handbook',
      updated_at: at(1),
    })
  })

  test('active → archived → archived → active', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { id } = await addCollection(store, a)

    for (const status of ['archived', 'archived', 'active'] as const) {
      expect(await store.collections.update(a, id, { status }, at(1))).toMatchObject({ status })
      expect(await store.collections.find(a, id)).toMatchObject({ status })
    }
  })

  test('an archived collection refuses sources and uploads, and stays searchable', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { collection } = await addKnowledge(store, a, ['pay by card'])
    const source = await addSource(store, a, collection.id, { type: 'upload' })
    await store.collections.update(a, collection.id, { status: 'archived' }, at(1))

    await expect(addSource(store, a, collection.id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(store.uploads.put(a, source.id, [], at(2))).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await store.passages.matchTerms(collection.id, ['card'], WEIGHTS, 5)).toHaveLength(1)
  })

  test('nothing of an organization can be reached from another', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const { collection, source, document, passages } = await addKnowledge(store, a, ['secret'])
    const assistant = await addAssistant(store, a, { collections: [collection.id] })
    const job = await store.jobs.enqueue(
      a,
      source.id,
      { id: newId(), trigger: 'manual', max_attempts: 3 },
      at(1),
    )
    const page = { limit: 10 }

    const seen = await Promise.all([
      store.collections.find(b, collection.id),
      store.collections.update(b, collection.id, { name: 'mine' }, at(2)),
      store.sources.find(b, source.id),
      store.sources.update(b, source.id, { name: 'mine' }, at(2)),
      store.sources.list(b, collection.id, page),
      store.uploads.put(b, source.id, [], at(2)),
      store.documents.find(b, document.id),
      store.documents.list(b, source.id, {}, page),
      store.passages.find(b, passages[0]?.id ?? ''),
      store.passages.list(b, document.id, page),
      store.jobs.enqueue(b, source.id, { id: newId(), trigger: 'manual', max_attempts: 3 }, at(2)),
      store.jobs.find(b, job?.id ?? ''),
      store.jobs.latest(b, source.id),
      store.jobs.list(b, source.id, page),
      store.jobs.cancel(b, job?.id ?? '', at(2)),
      store.assistants.find(b, assistant.id),
      store.assistants.update(b, assistant.id, 1, { name: 'mine' }, at(2)),
    ])

    expect(seen.every((answer) => answer === null)).toBe(true)
    expect(await store.sources.delete(b, source.id)).toBe(false)
    expect(await store.documents.delete(b, document.id)).toBe(false)
    expect(await store.collections.findMany(b, [collection.id])).toEqual([])
    expect((await store.assistants.list(b, {}, page)).data).toEqual([])
    expect((await store.collections.list(b, { status: 'active' }, page)).data).toEqual([])
    await expect(addAssistant(store, b, { collections: [collection.id] })).rejects.toMatchObject({
      code: 'validation_error',
      message: /knowledge_base_ids/,
    })
    expect(await store.jobs.find(a, job?.id ?? '')).toMatchObject({ status: 'queued' })
  })

  test('collections of one assistant must have the same embedding', async () => {
    const { store, a } = await openWithOrganizations(open)
    const one = await addCollection(store, a)
    const wider = await addCollection(store, a, { dimensions: 4 })
    const other = await addCollection(store, a, { model: 'builtin/other' })

    for (const second of [wider, other]) {
      const both = addAssistant(store, a, { collections: [one.id, second.id] })
      await expect(both).rejects.toMatchObject({
        code: 'validation_error',
        message: /knowledge_base_ids/,
      })
    }
  })

  test('an assistant changes only at its current revision, which is then incremented', async () => {
    const { store, a } = await openWithOrganizations(open)
    const [one, two] = [await addCollection(store, a), await addCollection(store, a)]
    const { id } = await addAssistant(store, a, { collections: [one.id] })

    const ids = [two.id, one.id]
    const changed = await store.assistants.update(
      a,
      id,
      1,
      { knowledge_base_ids: ids, instruction: 'Be kind.' },
      at(1),
    )

    expect(changed).toMatchObject({
      revision: 2,
      knowledge_base_ids: ids,
      instruction: 'Be kind.',
      updated_at: at(1),
    })
    const outdated = store.assistants.update(a, id, 1, { name: 'Late' }, at(2))
    await expect(outdated).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.assistants.update(a, id, 2, { instruction: null }, at(3))).toMatchObject({
      instruction: null,
    })
  })

  test('answerable means active with at least one collection', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { id } = await addCollection(store, a)
    const bare = await addAssistant(store, a)
    const ready = await addAssistant(store, a, { collections: [id] })

    expect([bare.answerable, ready.answerable]).toEqual([false, true])
    expect(
      await store.assistants.update(a, ready.id, 1, { status: 'disabled' }, at(1)),
    ).toMatchObject({ answerable: false })
    expect(await store.assistants.list(a, { status: 'disabled' }, { limit: 5 })).toMatchObject({
      data: [{ id: ready.id }],
    })
  })
})

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
      published: [uploaded],
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

describe.each(backends)('sources and jobs on %s', (_, open) => {
  async function start() {
    const { store, a, b } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    const source = await addSource(store, a, collection.id)
    const enqueue = (
      now: string,
      trigger: 'manual' | 'scheduled' | 'api' = 'manual',
      source_id = source.id,
    ) => store.jobs.enqueue(a, source_id, { id: newId(), trigger, max_attempts: 2 }, now)
    const enqueueBehind = (now: string) => {
      const job = {
        id: newId(),
        trigger: 'api' as const,
        max_attempts: 2,
        joins: 'queued' as const,
      }
      return store.jobs.enqueue(a, source.id, job, now)
    }
    return { store, a, b, collection, source, enqueue, enqueueBehind }
  }

  test('(none) → queued: attempt 1, all counters 0', async () => {
    const { a, store, source, collection, enqueue } = await start()

    const job = await enqueue(at(1))

    expect(job).toMatchObject({
      collection_id: collection.id,
      source_id: source.id,
      status: 'queued',
      trigger: 'manual',
      is_active: true,
      attempt: 1,
      queued_at: at(1),
      started_at: null,
      source_version: null,
    })
    expect(new Set(Object.values(job?.counters ?? {}))).toEqual(new Set([0]))
    expect(await store.sources.find(a, source.id)).toMatchObject({ latest_job: job })
  })

  test('queued or running: the same job is returned, and no second one starts', async () => {
    const { store, enqueue } = await start()
    const job = await enqueue(at(1))

    expect(await enqueue(at(2))).toEqual(job)
    const claimed = await store.jobs.claim(at(3))

    expect(await enqueue(at(4))).toEqual(claimed?.job)
    expect(await store.jobs.claim(at(4))).toBeNull()
  })

  test('one more job is queued behind a running one, and later ones join it (docs/behaviour.md#jobs)', async () => {
    const { store, a, source, enqueue, enqueueBehind } = await start()
    const running = await enqueue(at(1))
    await store.jobs.claim(at(2))

    const behind = await enqueueBehind(at(3))

    expect(behind).toMatchObject({ status: 'queued', attempt: 1, queued_at: at(3) })
    expect(await enqueueBehind(at(4))).toEqual(behind)
    expect(await enqueue(at(4))).toEqual(behind)
    expect(await store.jobs.latest(a, source.id)).toEqual(behind)
    expect(await store.jobs.claim(at(5))).toBeNull()
    expect(await store.jobs.nextDueAt()).toBeNull()
    await store.jobs.cancel(a, running?.id ?? '', at(6))
    expect(await store.jobs.claim(at(7))).toMatchObject({ job: { id: behind?.id } })
  })

  test.each(['retry', 'release', 'recover'] as const)(
    'by %s a job goes back to the queue beside the one behind it (docs/behaviour.md#jobs)',
    async (how) => {
      const { store, a, source, enqueue, enqueueBehind } = await start()
      const first = await enqueue(at(1))
      await store.jobs.claim(at(2))
      const behind = await enqueueBehind(at(3))

      const failure = { error_code: 'source_unreachable' as const, error_message: 'No answer.' }
      if (how === 'retry')
        await store.jobs.retry(first?.id ?? '', { ...failure, next_attempt_at: at(9) })
      else if (how === 'release') await store.jobs.release()
      else await store.jobs.recover(at(4))

      const ids = [first?.id, behind?.id]
      const active = (await store.jobs.list(a, source.id, { limit: 9 }))?.data
      expect(active?.map(({ id, status }) => [id, status])).toEqual(
        ids.toReversed().map((id) => [id, 'queued']),
      )
      expect(await enqueueBehind(at(5))).toEqual(behind)
      const next = how === 'retry' ? ids.toReversed() : ids
      const claimed = await store.jobs.claim(at(8))
      expect(claimed).toMatchObject({ job: { id: next[0] } })
      expect(await store.jobs.claim(at(10))).toBeNull()
      await store.jobs.cancel(a, claimed?.job.id ?? '', at(10))
      expect(await store.jobs.claim(at(10))).toMatchObject({ job: { id: next[1] } })
    },
  )

  test('the organization with the fewest running jobs comes first, then the longest queued job (docs/behaviour.md#jobs)', async () => {
    const { store, a, b, collection, source, enqueue } = await start()
    const second = await addSource(store, a, collection.id)
    const third = await addSource(store, a, collection.id)
    const theirs = await addSource(store, b, (await addCollection(store, b)).id)
    await enqueue(at(1))
    await enqueue(at(2), 'manual', second.id)
    await enqueue(at(3), 'manual', third.id)
    const job = { id: newId(), trigger: 'manual' as const, max_attempts: 3 }
    await store.jobs.enqueue(b, theirs.id, job, at(4))
    const nextSource = async (busy?: BusyJobs) => (await store.jobs.claim(at(5), busy))?.source.id

    expect(await nextSource({ organizations: [a, b] })).toBeUndefined()
    expect(await store.jobs.nextDueAt({ organizations: [a] })).toBe(at(4))
    expect(await nextSource()).toBe(source.id)
    expect(await nextSource()).toBe(theirs.id)
    expect(await nextSource({ sources: [second.id] })).toBe(third.id)
    expect(await store.jobs.nextDueAt({ sources: [second.id] })).toBeNull()
    expect(await nextSource()).toBe(second.id)
  })

  test.each([
    ['manual', 'failed', 'collection_archived'],
    ['api', 'failed', 'collection_archived'],
    ['scheduled', 'skipped', null],
  ] as const)(
    'in an archived collection a %s job becomes %s at once',
    async (trigger, status, error_code) => {
      const { store, a, collection, enqueue } = await start()
      await enqueue(at(0))
      await store.collections.update(a, collection.id, { status: 'archived' }, at(1))

      const job = await enqueue(at(2), trigger)

      expect(job).toMatchObject({ status, error_code, is_active: false, finished_at: at(2) })
    },
  )

  test('queued → running: the longest queued first, with all that a run needs', async () => {
    const { store, a, collection, source, enqueue } = await start()
    const later = await addSource(store, a, collection.id)
    await enqueue(at(2), 'manual', later.id)
    const first = await enqueue(at(1))

    expect(await store.jobs.nextDueAt()).toBe(at(1))
    expect(await store.jobs.claim(at(5))).toMatchObject({
      organization_id: a,
      job: { id: first?.id, status: 'running', started_at: at(5) },
      source: { id: source.id, type: 'folder', config: {} },
      collection: {
        id: collection.id,
        status: 'active',
        embedding_model: 'builtin/test',
        embedding_dimensions: 3,
      },
    })
    expect(await store.jobs.claim(at(5))).toMatchObject({ source: { id: later.id } })
    expect(await store.jobs.claim(at(5))).toBeNull()
    expect(await store.jobs.nextDueAt()).toBeNull()
  })

  test('running → an end, once', async () => {
    const { store, a, source, enqueue } = await start()
    const job = await enqueue(at(1))
    const id = job?.id ?? ''
    await store.jobs.claim(at(2))
    expect(await store.jobs.progress(id, counters, 'v1')).toBe(true)
    expect(await store.jobs.find(a, id)).toMatchObject({ counters, source_version: 'v1' })

    const end = { error_code: null, error_message: null, counters, source_version: 'v1' }
    await store.jobs.finish(id, { status: 'partial', ...end }, at(3))
    await store.jobs.finish(id, { status: 'succeeded', ...end }, at(4))

    expect(await store.jobs.find(a, id)).toMatchObject({
      status: 'partial',
      is_active: false,
      finished_at: at(3),
    })
    expect(await store.jobs.progress(id, counters, null)).toBe(false)
    expect(await enqueue(at(5))).toMatchObject({ status: 'queued' })
    expect(
      (await store.jobs.list(a, source.id, { limit: 9 }))?.data.map(({ queued_at }) => queued_at),
    ).toEqual([at(5), at(1)])
  })

  test('running → queued for another attempt, not before its time', async () => {
    const { store, a, enqueue } = await start()
    const job = await enqueue(at(1))
    await store.jobs.claim(at(2))

    const failure = {
      error_code: 'source_unreachable' as const,
      error_message: 'No answer.',
      next_attempt_at: at(9),
    }
    await store.jobs.retry(job?.id ?? '', failure)

    expect(await store.jobs.find(a, job?.id ?? '')).toMatchObject({
      ...failure,
      status: 'queued',
      attempt: 2,
    })
    expect(await store.jobs.claim(at(8))).toBeNull()
    expect(await store.jobs.nextDueAt()).toBe(at(9))
    expect(await store.jobs.claim(at(9))).toMatchObject({
      job: { error_code: null, next_attempt_at: null, attempt: 2 },
    })
  })

  test('pending, queued or running → cancelled; any other stays as it is', async () => {
    const { store, a, enqueue } = await start()
    const queued = await enqueue(at(1))
    expect(await store.jobs.cancel(a, queued?.id ?? '', at(2))).toMatchObject({
      status: 'cancelled',
      finished_at: at(2),
    })
    const running = await enqueue(at(3))
    await store.jobs.claim(at(4))
    await store.jobs.cancel(a, running?.id ?? '', at(5))

    expect(await store.jobs.cancel(a, running?.id ?? '', at(6))).toMatchObject({
      status: 'cancelled',
      finished_at: at(5),
    })
    expect(await store.jobs.progress(running?.id ?? '', counters, null)).toBe(false)
  })

  test('a shutdown puts running jobs back without counting an attempt', async () => {
    const { store, a, enqueue } = await start()
    const job = await enqueue(at(1))
    await store.jobs.claim(at(2))

    await store.jobs.release()

    expect(await store.jobs.find(a, job?.id ?? '')).toMatchObject({ status: 'queued', attempt: 1 })
  })

  test('after a crash a running job counts an attempt, and fails after its last', async () => {
    const { store, a, collection, source, enqueue } = await start()
    const job = await enqueue(at(1))
    await store.jobs.claim(at(2))
    const document = documentOf(source.id)
    await store.documents.stage(collection.id, document.id, [passage(0, 'half'), passage(1, 'way')])

    expect(await store.jobs.recover(at(3))).toBe(1)
    expect(await store.jobs.find(a, job?.id ?? '')).toMatchObject({ status: 'queued', attempt: 2 })
    await store.jobs.claim(at(4))
    expect(await store.jobs.recover(at(5))).toBe(1)

    expect(await store.jobs.find(a, job?.id ?? '')).toMatchObject({
      status: 'failed',
      error_code: 'interrupted',
      finished_at: at(5),
    })
    await store.documents.publish(a, collection.id, document)
    expect(await store.passages.count([collection.id])).toBe(0)
    expect(await store.documents.sweep(9)).toBe(0)
    expect(await store.check()).toEqual([])
  })

  test('the job of a deleted source stops', async () => {
    const { store, a, source, enqueue } = await start()
    const job = await enqueue(at(1))
    await store.jobs.claim(at(2))

    await store.sources.delete(a, source.id)

    expect(await store.jobs.progress(job?.id ?? '', counters, null)).toBe(false)
    expect(await store.jobs.find(a, job?.id ?? '')).toBeNull()
  })

  test('a source name is unique in its collection; an update keeps the other fields', async () => {
    const { store, a, b, collection } = await start()
    const docs = await addSource(store, a, collection.id, { name: 'docs' })
    const more = await addSource(store, a, collection.id, { name: 'more', schedule: '0 * * * *' })
    const elsewhere = await addCollection(store, a)

    await addSource(store, a, elsewhere.id, { name: 'docs' })

    await expect(addSource(store, a, collection.id, { name: 'docs' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(store.sources.update(a, more.id, { name: 'docs' }, at(1))).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await store.sources.update(a, docs.id, { config: { path: 'x' } }, at(1))).toMatchObject({
      name: 'docs',
      config: { path: 'x' },
      updated_at: at(1),
    })
    expect(await store.sources.scheduled()).toMatchObject([
      { organization_id: a, id: more.id, schedule: '0 * * * *' },
    ])
    await store.organizations.update(a, { status: 'suspended' })
    expect(await store.sources.scheduled()).toEqual([])
    expect(await store.sources.list(b, collection.id, { limit: 5 })).toBeNull()
  })

  test('the folders an operator grants belong to one organization', async () => {
    const { store, a, b } = await start()

    await store.sources.grantRoot(a, '/srv/docs')
    await store.sources.grantRoot(a, '/srv/docs')

    expect(await store.sources.grantedRoots(a)).toEqual(['/srv/docs'])
    expect(await store.sources.grantedRoots(b)).toEqual([])
  })
})
