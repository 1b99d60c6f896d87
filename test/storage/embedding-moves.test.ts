import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createMoveRunner, type MoveRunnerNeeds } from '../../server/ingestion/embedding-moves.ts'
import type { EmbeddingModel } from '../../server/models/ports.ts'
import { CollectionMoved, type NewPassage } from '../../server/storage/ports/documents.ts'
import type { Embedding } from '../../server/storage/ports/embedding-moves.ts'
import { ownerOf } from '../../server/storage/rules/leases.ts'
import type { Store } from '../../server/storage/store.ts'
import {
  addAssistant,
  addCollection,
  addSource,
  at,
  backends,
  documentOf,
  newId,
  openWithOrganizations,
  passage,
  startedPglite,
  vectorBackends,
} from './backends.ts'

const TO: Embedding = { embedding_model: 'other/model', embedding_dimensions: 2 }
const NEW = Int8Array.of(127, 5)
const second = (n: number) => new Date(Date.parse(at(0)) + n * 1000).toISOString()

beforeAll(startedPglite, 180_000)

/** Adds a document of so many passages, and returns their texts. */
async function addDocument(
  store: Store,
  organization_id: string,
  { id, source_id }: { id: string; source_id: string },
  count: number,
  given: Partial<NewPassage> = {},
): Promise<string> {
  const document = documentOf(source_id, { path: newId(), passage_count: count })
  const passages = Array.from({ length: count }, (_, position) => {
    return { ...passage(position, newId()), ...given }
  })
  const staged = [{ document_id: document.id, passages }]
  await store.documents.ingest(organization_id, id, { staged, published: [document] })
  return document.id
}

async function addFilled(store: Store, organization_id: string, count: number) {
  const { id } = await addCollection(store, organization_id)
  const { id: source_id } = await addSource(store, organization_id, id)
  const document = await addDocument(store, organization_id, { id, source_id }, count)
  return { id, source_id, document }
}

/** One round of the work on a move, as its runner does it; null: nothing is left. */
async function step(store: Store, now: string, limit = 3): Promise<boolean | null> {
  const move = await store.embeddingMoves.claim(now)
  if (!move) return null
  const found = await store.embeddingMoves.next(move, limit)
  if (!found) return store.embeddingMoves.finish(move, now)
  const passages = found.passages.map(({ key }) => ({ key, vector: NEW, windows: [NEW, NEW] }))
  return store.embeddingMoves.store(move, { ...found, passages }, now)
}

async function run(store: Store, now = at(0)): Promise<void> {
  while ((await step(store, now)) !== null);
}

async function clear(store: Store): Promise<void> {
  while (await store.embeddingMoves.clear());
}

const found = (store: Store, organization_id: string, ids: string[], vector: Int8Array) =>
  store.searchIndex.nearest({ organization_id, collection_ids: ids }, vector, 100)

describe.each(vectorBackends)('moves to another embedding on %s', (_, open) => {
  test('leave the old vectors to answer until all collections change in one step', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const [one, other] = [await addFilled(store, a, 7), await addFilled(store, a, 2)]
    const ids = [one.id, other.id]
    const begun = await store.embeddingMoves.begin(
      a,
      { id: newId(), collection_ids: ids, ...TO },
      at(0),
    )
    expect(begun).toEqual({
      id: begun.id,
      collection_ids: ids,
      status: 'running',
      passages_total: 9,
      passages_done: 0,
      error_code: null,
    })

    await step(store, at(0))
    await step(store, at(0))

    expect(await store.embeddingMoves.find(a, begun.id)).toMatchObject({ passages_done: 6 })
    expect(await store.embeddingMoves.listRunning(a)).toMatchObject([{ passages_done: 6 }])
    expect(await store.embeddingMoves.listRunning(b)).toEqual([])
    expect(await store.embeddingMoves.countWaiting()).toBe(3)
    expect(await found(store, a, ids, Int8Array.of(1, 0, 0))).toHaveLength(9)
    await run(store)
    expect(await store.embeddingMoves.find(a, begun.id)).toMatchObject({
      status: 'succeeded',
      passages_total: 9,
      passages_done: 9,
    })
    expect(await store.embeddingMoves.countWaiting()).toBe(0)
    expect(await store.collections.findMany(a, ids)).toMatchObject([TO, TO])
    const hits = await found(store, a, ids, Int8Array.of(1, 0))
    expect(hits).toHaveLength(9)
    const windows = await store.searchIndex.windows(
      { organization_id: a, collection_ids: ids },
      hits.map(({ key }) => key),
    )
    expect([...windows.values()]).toEqual(hits.map(() => [NEW, NEW]))
    await clear(store)
    expect(await found(store, a, ids, Int8Array.of(1, 0))).toHaveLength(9)
    expect(await store.check()).toEqual([])
  })

  test('take in what is stored, replaced and deleted meanwhile', async () => {
    const { store, a } = await openWithOrganizations(open)
    const one = await addFilled(store, a, 4)
    const move = { id: newId(), collection_ids: [one.id], ...TO }
    await store.embeddingMoves.begin(a, move, at(0))
    await step(store, at(0))
    await step(store, at(0))

    await store.documents.delete(a, one.document)
    while (await store.documents.sweep(100));
    const added = await addDocument(store, a, one, 5)
    await run(store)

    expect(await store.embeddingMoves.find(a, move.id)).toMatchObject({
      status: 'succeeded',
      passages_total: 5,
      passages_done: 5,
    })
    const hits = await found(store, a, [one.id], Int8Array.of(1, 0))
    const loaded = await store.passages.load(
      a,
      hits.map(({ key }) => key),
    )
    expect(loaded.map(({ document_id }) => document_id)).toEqual(hits.map(() => added))
    expect(hits).toHaveLength(5)
    await clear(store)
    expect(await store.check()).toEqual([])
  })

  test('are not stored for a passage that was erased while it was embedded', async () => {
    const { store, a } = await openWithOrganizations(open)
    const one = await addFilled(store, a, 2)
    await store.embeddingMoves.begin(a, { id: newId(), collection_ids: [one.id], ...TO }, at(0))
    const move = await store.embeddingMoves.claim(at(0))
    const next = move && (await store.embeddingMoves.next(move, 10))
    if (!move || !next) throw new Error('Nothing to embed.')

    await store.documents.delete(a, one.document)
    while (await store.documents.sweep(100));
    const passages = next.passages.map(({ key }) => ({ key, vector: NEW, windows: [NEW] }))
    await store.embeddingMoves.store(move, { ...next, passages }, at(0))
    await run(store)
    await clear(store)

    expect(await store.check()).toEqual([])
    expect(await found(store, a, [one.id], Int8Array.of(1, 0))).toEqual([])
  })

  test('leave all as it was when they are cancelled or fail', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const one = await addFilled(store, a, 4)
    for (const [at_, end] of [
      [0, 'cancelled'],
      [1, 'failed'],
    ] as const) {
      const move = { id: newId(), collection_ids: [one.id], ...TO }
      await store.embeddingMoves.begin(a, move, at(at_))
      await step(store, at(at_))
      const claimed = await store.embeddingMoves.claim(at(at_))
      expect(await store.embeddingMoves.cancel(b, move.id, at(1))).toBeNull()

      if (end === 'cancelled') await store.embeddingMoves.cancel(a, move.id, at(1))
      else if (claimed) await store.embeddingMoves.fail(claimed, 'embedding_failure', at(1))

      const ended = await store.embeddingMoves.find(a, move.id)
      expect(ended).toMatchObject({ status: end, passages_total: 4, passages_done: 3 })
      expect(await store.embeddingMoves.cancel(a, move.id, at(2))).toEqual(ended)
      expect(claimed && (await store.embeddingMoves.finish(claimed, at(2)))).toBe(false)
      expect(await found(store, a, [one.id], Int8Array.of(1, 0, 0))).toHaveLength(4)
      expect(await store.collections.find(a, one.id)).toMatchObject({ embedding_dimensions: 3 })
    }
    await clear(store)
    expect(await store.check()).toEqual([])
  })

  test('are one of a collection at a time, and of collections that exist', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const [one, other] = [await addFilled(store, a, 1), await addFilled(store, b, 1)]
    const begin = (collection_ids: string[]) =>
      store.embeddingMoves.begin(a, { id: newId(), collection_ids, ...TO }, at(0))
    await begin([one.id])

    await expect(begin([one.id])).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('already'),
    })
    await expect(begin([other.id])).rejects.toMatchObject({ code: 'validation_error' })
    expect(await store.embeddingMoves.find(b, newId())).toBeNull()
  })

  test('never leave an assistant with two embeddings', async () => {
    const { store, a } = await openWithOrganizations(open)
    const [one, other, third] = [
      await addFilled(store, a, 1),
      await addFilled(store, a, 1),
      await addFilled(store, a, 1),
    ]
    const assistant = await addAssistant(store, a, { collections: [one.id, other.id] })
    const begin = (collection_ids: string[]) =>
      store.embeddingMoves.begin(a, { id: newId(), collection_ids, ...TO }, at(0))
    const attach = (ids: string[]) => store.assistants.checkCollections(a, ids)
    const names = (await store.collections.findMany(a, [one.id, other.id])).map(({ name }) => name)

    await expect(begin([one.id])).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(assistant.name),
    })
    const refusal = await begin([one.id]).catch((error: Error) => error.message)
    for (const name of names) expect(refusal).toContain(name)
    await begin([one.id, other.id])

    await expect(attach([one.id, third.id])).rejects.toMatchObject({ code: 'validation_error' })
    await expect(attach([one.id, other.id])).resolves.toBeUndefined()
    await run(store)
    await expect(attach([one.id, third.id])).rejects.toMatchObject({ code: 'validation_error' })
  })

  test('are taken over once the lease of their owner has ended, and not before', async () => {
    const { store, a, another } = await openWithOrganizations(open)
    const one = await addFilled(store, a, 4)
    const move = { id: newId(), collection_ids: [one.id], ...TO }
    await store.embeddingMoves.begin(a, move, second(0))
    await step(store, second(0))
    const lost = await store.embeddingMoves.claim(second(0))
    const next = lost && (await store.embeddingMoves.next(lost, 3))
    const other = await another()

    expect(await other.embeddingMoves.claim(second(1))).toBeNull()
    expect(await other.embeddingMoves.claim(second(60))).toMatchObject({ id: move.id })

    const made = next && { ...next, passages: [] }
    expect(lost && made && (await store.embeddingMoves.store(lost, made, second(61)))).toBe(false)
    expect(lost && (await store.embeddingMoves.finish(lost, second(61)))).toBe(false)
    await run(other, second(62))
    expect(await other.embeddingMoves.find(a, move.id)).toMatchObject({ status: 'succeeded' })
    expect(await found(other, a, [one.id], Int8Array.of(1, 0))).toHaveLength(4)
    expect(await other.check()).toEqual([])
  })

  test('wait while a process of an earlier version holds a lease', async () => {
    const { store, a, another } = await openWithOrganizations(open)
    const one = await addFilled(store, a, 1)
    await store.embeddingMoves.begin(a, { id: newId(), collection_ids: [one.id], ...TO }, second(0))
    const earlier = await another('of-an-earlier-version')
    await earlier.jobs.enqueue(
      a,
      one.source_id,
      { id: newId(), trigger: 'manual', max_attempts: 1 },
      second(0),
    )
    expect(await earlier.jobs.claim(second(0))).not.toBeNull()

    expect(await store.embeddingMoves.claim(second(1))).toBeNull()
    const { embedding_model: model } = (await store.collections.find(a, one.id)) as Embedding
    expect(await store.embeddingMoves.ofModel(model, second(1))).toEqual([])

    expect(await store.embeddingMoves.claim(second(60))).not.toBeNull()
    expect(store.owner.startsWith(ownerOf(''))).toBe(true)
  })

  test('are offered for all collections of a model, together where assistants combine them', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const [one, other, alone, moving] = await Promise.all([
      addFilled(store, a, 0),
      addFilled(store, a, 0),
      addFilled(store, a, 0),
      addFilled(store, a, 0),
    ])
    const foreign = await addFilled(store, b, 0)
    await addAssistant(store, a, { collections: [one.id] })
    await addAssistant(store, a, { collections: [other.id, one.id] })
    await store.embeddingMoves.begin(a, { id: newId(), collection_ids: [moving.id], ...TO }, at(0))
    const { embedding_model: model } = (await store.collections.find(a, one.id)) as Embedding

    const offered = await store.embeddingMoves.ofModel(model, at(0))

    const sorted = offered.map(({ organization_id, collection_ids }) => [
      organization_id,
      collection_ids.toSorted(),
    ])
    expect(sorted).toHaveLength(3)
    expect(sorted).toEqual(
      expect.arrayContaining([
        [a, [one.id, other.id].toSorted()],
        [a, [alone.id]],
        [b, [foreign.id]],
      ]),
    )
  })

  test('make a run embed anew what it was about to store', async () => {
    const { store, a } = await openWithOrganizations(open)
    const one = await addFilled(store, a, 1)
    const { embedding_model, embedding_dimensions } = (await store.collections.find(
      a,
      one.id,
    )) as Embedding
    const embedding = { embedding_model, embedding_dimensions }
    const document = documentOf(one.source_id, { path: 'new.md', passage_count: 1 })
    const ingest = (own: Embedding, vector: Int8Array) => {
      const passages = [passage(0, 'new', { vector })]
      const staged = [{ document_id: document.id, passages }]
      return store.documents.ingest(a, one.id, { staged, published: [document], embedding: own })
    }
    await store.embeddingMoves.begin(a, { id: newId(), collection_ids: [one.id], ...TO }, at(0))
    await run(store)

    const refused = ingest(embedding, Int8Array.of(1, 2, 3))

    await expect(refused).rejects.toBeInstanceOf(CollectionMoved)
    await expect(refused).rejects.toMatchObject({ embedding: TO })
    await ingest(TO, NEW)
    expect(await found(store, a, [one.id], Int8Array.of(1, 0))).toHaveLength(2)
  })
})

/** A store that ends with one of its calls to moves: before it, or when it is stored. */
function dying(store: Store, { call, isStored }: { call: number; isStored: boolean }) {
  let calls = 0
  const { promise: died, resolve: die } = Promise.withResolvers<void>()
  const never = new Promise<never>(() => {})
  const embeddingMoves = new Proxy(store.embeddingMoves, {
    get:
      (moves, name: keyof Store['embeddingMoves']) =>
      async (...given: never[]) => {
        calls += 1
        if (calls > call || (calls === call && !isStored)) {
          die()
          return never
        }
        const made = await (moves[name] as (...given: never[]) => Promise<unknown>)(...given)
        if (calls < call) return made
        die()
        return never
      },
  })
  return { store: { embeddingMoves }, died }
}

const LATER_MS = 60_000

const model: EmbeddingModel = {
  selector: TO.embedding_model,
  dimensions: 2,
  embedsWindows: true,
  coverage: () => 1,
  embed: async (texts) => texts.map(() => Float32Array.of(1, 0)),
}

function runnerOf(store: Pick<Store, 'embeddingMoves'>, given: Partial<MoveRunnerNeeds> = {}) {
  return createMoveRunner({
    store,
    embeddingModel: () => model,
    renewal: null,
    localEmbeddings: [],
    now: () => second(0),
    newId,
    random: () => 0.5,
    setTimer: (callback) => {
      const timer = setImmediate(callback)
      return () => clearImmediate(timer)
    },
    giveWay: async () => {},
    report: (error) => {
      throw error
    },
    ...given,
  })
}

describe.each(backends)('the runner of moves on %s', (_, open) => {
  test('leaves nothing out and stores nothing twice wherever its process dies', async () => {
    const { store, a, another } = await openWithOrganizations(open)
    let minute = 1
    for (let call = 1; call <= 12; call += 1) {
      for (const isStored of [false, true]) {
        const ones = [await addFilled(store, a, 40), await addFilled(store, a, 3)]
        const ids = ones.map(({ id }) => id)
        const move = { id: newId(), collection_ids: ids, ...TO }
        await store.embeddingMoves.begin(a, move, at(minute))
        const first = dying(await another(), { call, isStored })
        const now = () => at(minute)
        const runner = runnerOf(first.store, { now })
        runner.wake()
        await Promise.race([first.died, untilEnded(store, a, move.id)])

        minute += LATER_MS / 60_000
        const next = runnerOf(await another(), { now })
        next.wake()
        await untilEnded(store, a, move.id)
        await next.stop()

        expect(await store.embeddingMoves.find(a, move.id)).toMatchObject({
          status: 'succeeded',
          passages_total: 43,
          passages_done: 43,
        })
        const hits = await found(store, a, ids, Int8Array.of(1, 0))
        expect(hits).toHaveLength(43)
        const keys = hits.map(({ key }) => key)
        const searched = { organization_id: a, collection_ids: ids }
        const windows = await store.searchIndex.windows(searched, keys)
        expect([...windows.values()].every((own) => own.length === 1)).toBe(true)
        expect(windows.size).toBe(43)
      }
    }
    await clear(store)
    expect(await store.check()).toEqual([])
  }, 120_000)

  test('tries a failing provider three times, while others go on', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const [one, other] = [await addFilled(store, a, 40), await addFilled(store, b, 40)]
    const failing = { id: newId(), collection_ids: [one.id], ...TO, embedding_model: 'failing/x' }
    const fine = { id: newId(), collection_ids: [other.id], ...TO }
    await store.embeddingMoves.begin(a, failing, at(0))
    await store.embeddingMoves.begin(b, fine, at(1))
    let [now, tries] = [Date.parse(at(2)), 0]
    const reported: unknown[] = []
    const runner = runnerOf(store, {
      now: () => new Date((now += 1000)).toISOString(),
      report: (error) => reported.push(error),
      embeddingModel(selector) {
        if (selector === TO.embedding_model) return model
        tries += 1
        throw new Error('No provider.')
      },
    })

    runner.wake()
    await untilEnded(store, a, failing.id)
    await untilEnded(store, b, fine.id)
    await runner.stop()

    expect(tries).toBe(3)
    expect(reported).toHaveLength(3)
    expect(await store.embeddingMoves.find(a, failing.id)).toMatchObject({
      status: 'failed',
      error_code: 'embedding_failure',
    })
    expect(await store.embeddingMoves.find(b, fine.id)).toMatchObject({ status: 'succeeded' })
  })

  test('fails where the model gives no vectors, and leaves the collection as it was', async () => {
    const { store, a } = await openWithOrganizations(open)
    const one = await addFilled(store, a, 2)
    const move = { id: newId(), collection_ids: [one.id], ...TO }
    await store.embeddingMoves.begin(a, move, at(0))
    let now = Date.parse(at(1))
    const runner = runnerOf(store, {
      now: () => new Date((now += 1000)).toISOString(),
      embeddingModel: () => ({ ...model, embed: async () => [] }),
      report: () => {},
    })

    runner.wake()
    await untilEnded(store, a, move.id)
    await runner.stop()

    expect(await store.embeddingMoves.find(a, move.id)).toMatchObject({
      status: 'failed',
      error_code: 'embedding_failure',
    })
    expect(await found(store, a, [one.id], Int8Array.of(1, 0, 0))).toHaveLength(2)
  })

  test('moves collections of a model that is no more by itself, those together that share', async () => {
    const { store, a } = await openWithOrganizations(open)
    const from = 'builtin/old'
    const [one, other] = [
      await addCollection(store, a, { model: from }),
      await addCollection(store, a, { model: from }),
    ]
    const kept = await addFilled(store, a, 1)
    await addAssistant(store, a, { collections: [one.id, other.id] })
    const ids = [one.id, other.id]
    const runner = runnerOf(store, { renewal: { from, to: TO } })

    runner.wake()
    await vi.waitFor(async () => {
      expect(await store.collections.findMany(a, ids)).toMatchObject([TO, TO])
    })
    await runner.stop()

    expect(await store.collections.find(a, kept.id)).toMatchObject({ embedding_dimensions: 3 })
  })

  test('makes the vectors that passages lack of a model that can be read again', async () => {
    const { store, a } = await openWithOrganizations(open)
    const whole = await addFilled(store, a, 2)
    await store.embeddingMoves.begin(a, { id: newId(), collection_ids: [whole.id], ...TO }, at(0))
    await run(store)
    const one = await addCollection(store, a, { model: TO.embedding_model, dimensions: 2 })
    const source = await addSource(store, a, one.id)
    await addDocument(store, a, { id: one.id, source_id: source.id }, 5, { vector: null })
    expect(await store.embeddingMoves.unembedded(TO)).toEqual([
      { organization_id: a, collection_id: one.id, count: 5 },
    ])
    const damaged = runnerOf(store, {
      localEmbeddings: [TO],
      embeddingModel: () => ({ ...model, embed: async () => [] }),
    })
    damaged.wake()
    await damaged.stop()
    expect(await store.embeddingMoves.countWaiting()).toBe(0)

    const runner = runnerOf(store, { localEmbeddings: [TO] })
    runner.wake()
    await vi.waitFor(async () => {
      expect(await found(store, a, [one.id], Int8Array.of(1, 0))).toHaveLength(5)
    })
    await runner.stop()

    expect(await store.embeddingMoves.unembedded(TO)).toEqual([])
  })
})

function untilEnded(store: Store, organization_id: string, id: string): Promise<void> {
  return vi.waitFor(
    async () => {
      const move = await store.embeddingMoves.find(organization_id, id)
      expect(move?.status).not.toBe('running')
    },
    { timeout: 30_000, interval: 20 },
  )
}
