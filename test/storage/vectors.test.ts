import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createCorpus } from '../../bench/corpus.ts'
import { check } from '../../server/check.ts'
import { readConfig } from '../../server/config.ts'
import { quantize } from '../../server/quantize.ts'
import { createRetrieve } from '../../server/retrieval/retrieve.ts'
import type { Database } from '../../server/storage/drivers/postgres/database.ts'
import { openPostgresStore } from '../../server/storage/drivers/postgres/opened-store.ts'
import { openPool } from '../../server/storage/drivers/postgres/pool.ts'
import { createPostgresStore } from '../../server/storage/drivers/postgres/store.ts'
import { openDatabase } from '../../server/storage/drivers/sqlite/database.ts'
import { createSqliteStore } from '../../server/storage/drivers/sqlite/store.ts'
import { createExtension } from '../../server/storage/hot/vectors/postgres/pgvector.ts'
import type { Store } from '../../server/storage/store.ts'
import { analyzePassage } from '../../server/text/passage.ts'
import { createSpellingEmbedding } from '../retrieval/spelling-embedding.ts'
import {
  addCollection,
  addSource,
  documentOf,
  newId,
  openWithOrganizations,
  passage,
  pgliteFor,
  startedPglite,
  temporaryFolder,
  vectorBackends,
} from './backends.ts'
import { addVectors, anyVector, ask, DIMENSIONS, expectNearest } from './vector-collections.ts'

beforeAll(startedPglite, 180_000)

describe.each(vectorBackends)('vectors on %s', (_, open) => {
  test.each([3, 9000])(
    'the nearest of %i dimensions come first, without hidden ones',
    async (dimensions) => {
      const { store, a } = await openWithOrganizations(open)
      const collection = await addCollection(store, a, { dimensions })
      const source = await addSource(store, a, collection.id)
      const document = documentOf(source.id)
      const towards = (x: number, y: number) => {
        const vector = new Int8Array(dimensions)
        vector.set([x, y])
        return vector
      }
      const write = async (directions: [number, number][]) => {
        const passages = directions.map(([x, y], index) =>
          passage(index, `${x} ${y}`, { vector: towards(x, y) }),
        )
        await store.documents.stage(a, collection.id, { document_id: document.id, passages })
        await store.documents.publish(a, collection.id, document)
      }
      await write([[1, 0]])

      await write([
        [0, 2],
        [3, 1],
        [0, 0],
      ])
      const hits = await store.searchIndex.nearest(
        { organization_id: a, collection_ids: [collection.id] },
        towards(1, 0),
        2,
      )

      const found = await store.passages.load(
        a,
        hits.map(({ key }) => key),
      )
      expect(found.map(({ text }) => text)).toEqual(['3 1', '0 2'])
      expect(hits.map(({ score }) => score)).toEqual([
        expect.closeTo(3 / Math.sqrt(10)),
        expect.closeTo(0),
      ])
      expect(
        await store.searchIndex.nearest(
          { organization_id: a, collection_ids: [collection.id] },
          towards(0, 0),
          2,
        ),
      ).toEqual([])
    },
  )

  test.each([Int8Array.of(1, 2), Int8Array.of(1, 2, 3, 4)])(
    'the vector %s is refused, and nothing is staged',
    async (vector) => {
      const { store, a } = await openWithOrganizations(open)
      const collection = await addCollection(store, a)

      const staging = store.documents.stage(a, collection.id, {
        document_id: newId(),
        passages: [passage(0, 'fine'), passage(1, 'x', { vector })],
      })

      await expect(staging).rejects.toThrow(RangeError)
      const searched = { organization_id: a, collection_ids: [collection.id] }
      expect(await store.searchIndex.nearest(searched, vector, 5)).toEqual([])
      expect(await store.check()).toEqual([])
    },
  )
})

describe.each(vectorBackends)('windows on %s', (_, open) => {
  test('are read by the keys of their passages, and erased with them', async () => {
    const { store, a, b, another } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    const source = await addSource(store, a, collection.id)
    const document = documentOf(source.id, { passage_count: 2 })
    const windows = [Int8Array.of(127, 1, -128), Int8Array.of(0, 0, 0), Int8Array.of(2, -127, 0)]
    const passages = [passage(0, 'two', { windows }), passage(1, 'none')]
    const staged = [{ document_id: document.id, passages }]
    await store.documents.ingest(a, collection.id, { staged, published: [document] })
    const searched = { organization_id: a, collection_ids: [collection.id] }
    const keys = (await store.searchIndex.nearest(searched, Int8Array.of(1, 0, 0), 2)).map(
      ({ key }) => key,
    )

    const found = await (await another()).searchIndex.windows(searched, keys)
    const foreign = { ...searched, organization_id: b }

    expect([...found.values()]).toEqual([[windows[0], windows[2]]])
    expect(await store.searchIndex.windows(foreign, keys)).toEqual(new Map())
    await store.documents.delete(a, document.id)
    while (await store.documents.sweep(100));
    expect(await store.searchIndex.windows(searched, keys)).toEqual(new Map())
    expect(await store.check()).toEqual([])
  })

  test('of another width are refused, and nothing is staged', async () => {
    const { store, a } = await openWithOrganizations(open)
    const collection = await addCollection(store, a)
    const passages = [passage(0, 'x', { windows: [Int8Array.of(1, 2)] })]

    const staging = store.documents.stage(a, collection.id, { document_id: newId(), passages })

    await expect(staging).rejects.toThrow(RangeError)
    expect(await store.check()).toEqual([])
  })
})

describe('a quantized vector', () => {
  test.each([
    [
      [1e30, 0, -5e29],
      [127, 0, -64],
    ],
    [
      [-1e-30, 1e-30, 0],
      [-127, 127, 0],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [[], []],
  ])('of %j is %j', (floats, expected) => {
    expect([...quantize(Float32Array.from(floats))]).toEqual(expected)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'of %d is refused',
    (component) => {
      expect(() => quantize(Float32Array.of(1, component, 2))).toThrow(RangeError)
    },
  )
})

const PASSAGES = 180

/** Adds embedded passages, and returns how to retrieve some of them. */
async function addEmbedded(store: Store, organization_id: string) {
  const embedding = createSpellingEmbedding(64)
  const collection = await addCollection(store, organization_id, { dimensions: 64 })
  const source = await addSource(store, organization_id, collection.id)
  const corpus = createCorpus(7)
  const texts = Array.from({ length: PASSAGES }, () => corpus.passage().text)
  const { signal } = new AbortController()
  const vectors = await embedding.embed(texts, 'passage', signal)
  const passages = texts.map((text, at) => {
    const { terms } = analyzePassage({ title: '', headings: [], text })
    return passage(at, text, { terms, vector: quantize(vectors[at] as Float32Array) })
  })
  const document = documentOf(source.id, { passage_count: PASSAGES })
  const staged = [{ document_id: document.id, passages }]
  await store.documents.ingest(organization_id, collection.id, { staged, published: [document] })
  const retrieve = createRetrieve({ store, embeddings: () => embedding })
  const searched = { organization_id, collection_ids: [collection.id] }
  return (query: string) => retrieve({ ...searched, query, limit: 10 }, signal)
}

async function inTurn<Item, Made>(items: Item[], make: (item: Item) => Promise<Made>) {
  const made: Made[] = []
  for (const item of items) made.push(await make(item))
  return made
}

/** Two organizations in a database that has pgvector only once it is created. */
async function withoutPgvector() {
  const folder = await temporaryFolder()
  const url = await pgliteFor(folder)
  const db = openPool(url, { connections: 2 })
  onTestFinished(() => db.close())
  /** A store as another process opens it. */
  const another = () => createPostgresStore(db)
  const { a, b } = await openWithOrganizations(async () => ({
    ...another(),
    close: async () => {},
  }))
  return { url, db, another, a, b, store: another() }
}

async function indexAll(store: Store): Promise<void> {
  while (await store.searchIndex.maintain('idle'));
}

async function counted(db: Database, table: string): Promise<number> {
  const { rows } = await db.query(`SELECT count(*) AS count FROM ${table}`, [])
  return (rows as [{ count: number }])[0].count
}

describe('vectors that pgvector indexes', () => {
  test('are found as by an exact comparison, by the index and with the same scores', async () => {
    const { db, store, another, a, b } = await withoutPgvector()
    await createExtension(db)
    const [large, small] = [await addVectors(store, a, 9), await addVectors(store, a, 2)]
    const foreign = await addVectors(store, b, 9)
    for (const collections of [[large], [small], [foreign]]) await ask(store, collections)
    await indexAll(store)
    expect(await counted(db, 'nearest_vectors')).toBe(5000)
    await db.query('ANALYZE nearest_vectors', [])

    const { watched, plans } = watch(db)
    const searches = [[large], [small], [large, small], [foreign]]
    await expectNearest(
      createPostgresStore(watched),
      Array.from({ length: 10 }, () => searches).flat(),
    )

    const isIndexed = await plans()
    expect(isIndexed.filter(Boolean)).toHaveLength(30)
    expect(isIndexed.length).toBe(30)
    const searched = { organization_id: a, collection_ids: [large.id] }
    const restarted = another()
    let steps = 0
    while (await restarted.searchIndex.loadVectors(searched)) steps += 1
    expect(steps).toBe(1)
    const mixed = { organization_id: b, collection_ids: [large.id, small.id] }
    expect(await store.searchIndex.nearest(mixed, anyVector(), 10)).toEqual([])
  }, 180_000)

  test('are found before they are indexed, and those stored before it was created are', async () => {
    const { db, store, another, a } = await withoutPgvector()
    const collection = await addVectors(store, a, 1)
    await expectNearest(store, [[collection]])
    await indexAll(store)
    await createExtension(db)
    expect(await counted(db, "pg_class WHERE relname = 'nearest_vectors'")).toBe(0)

    await expectNearest(store, [[collection]])
    await indexAll(store)
    const indexed = await counted(db, 'nearest_vectors')
    await collection.write(newId(), 20)
    await expectNearest(
      store,
      Array.from({ length: 10 }, () => [collection]),
    )
    await expectNearest(
      another(),
      Array.from({ length: 10 }, () => [collection]),
    )
    await indexAll(store)

    expect(indexed).toBe(250)
    expect(await counted(db, 'nearest_vectors')).toBe(270)
    await expectNearest(
      store,
      Array.from({ length: 10 }, () => [collection]),
    )
  })

  test('are gone with their document at once, and erased in the step that erases them', async () => {
    const { db, store, a } = await withoutPgvector()
    await createExtension(db)
    const collection = await addVectors(store, a, 3)
    const [first = '', second = ''] = [...collection.expected.keys()]
    await ask(store, [collection])
    await indexAll(store)

    await collection.remove(first)
    await collection.write(second, 10)
    await expectNearest(
      store,
      Array.from({ length: 10 }, () => [collection]),
    )
    while (await store.documents.sweep(100)) {
      expect(await counted(db, STRAYS)).toBe(0)
    }
    await indexAll(store)

    expect(await counted(db, 'nearest_vectors')).toBe(260)
    await expectNearest(
      store,
      Array.from({ length: 10 }, () => [collection]),
    )
  })

  test('give a question the passages and scores that it gets from SQLite', async () => {
    const { db, store, a } = await withoutPgvector()
    await createExtension(db)
    const sqlite = createSqliteStore(openDatabase(`${await temporaryFolder()}/data.db`))
    onTestFinished(() => sqlite.close())
    const own = await openWithOrganizations(async () => sqlite)
    const [indexed, other] = [await addEmbedded(store, a), await addEmbedded(sqlite, own.a)]
    await indexed('any')
    await indexAll(store)
    expect(await counted(db, 'nearest_vectors')).toBe(PASSAGES)

    const corpus = createCorpus(7)
    for (const query of Array.from({ length: 20 }, () => corpus.question())) {
      const [found, expected] = [await indexed(query), await other(query)]
      expect(found.passages).toMatchObject(
        expected.passages.map(({ text, score }) => ({ text, score: expect.closeTo(score, 6) })),
      )
      expect(found.confidence).toBeCloseTo(expected.confidence, 5)
    }
  })

  test('may be of any length', async () => {
    const { db, store, a } = await withoutPgvector()
    await createExtension(db)
    const collection = await addCollection(store, a)
    const source = await addSource(store, a, collection.id)
    const document = documentOf(source.id)
    const passages = [
      [1e30, 0, 0],
      [1e-30, 1e-30, 0],
      [0, 0, 3],
    ].map((vector, at) => passage(at, String(at), { vector: quantize(Float32Array.from(vector)) }))
    await store.documents.stage(a, collection.id, { document_id: document.id, passages })
    await store.documents.publish(a, collection.id, document)
    const searched = { organization_id: a, collection_ids: [collection.id] }
    const search = () =>
      store.searchIndex.nearest(searched, quantize(Float32Array.of(1e20, 0, 0)), 2)
    const before = await search()
    await indexAll(store)

    expect(await counted(db, 'nearest_vectors')).toBe(3)
    expect(await search()).toEqual(before)
    expect(before.map(({ score }) => score)).toEqual([1, expect.closeTo(Math.SQRT1_2)])
  })

  test('are found without it after it was dropped, and indexed when it is created again', async () => {
    const { db, store, another, a } = await withoutPgvector()
    await createExtension(db)
    const collection = await addVectors(store, a, 3)
    await ask(store, [collection])
    await indexAll(store)
    await collection.write(newId(), 20)
    const searches = Array.from({ length: 10 }, () => [collection])
    await expectNearest(store, searches)

    await db.query('DROP EXTENSION vector CASCADE', [])
    await expectNearest(store, searches)
    await expectNearest(another(), searches)
    await collection.remove([...collection.expected.keys()][0] ?? '')
    while (await store.documents.sweep(100));
    await indexAll(store)
    await expectNearest(store, searches)

    await createExtension(db)
    const restarted = another()
    await expectNearest(restarted, searches)
    await indexAll(restarted)
    expect(await counted(db, 'nearest_vectors')).toBe(520)
    await expectNearest(restarted, searches)
  })

  test('are an offer: who may not create the extension goes on without it', async () => {
    const { db } = await withoutPgvector()
    await db.query('CREATE ROLE clerk', [])
    // Of the one session that all connections are.
    await db.query('SET ROLE clerk', [])
    onTestFinished(async () => void (await db.query('RESET ROLE; DROP ROLE clerk', [])))

    await createExtension(db)

    expect(await counted(db, "pg_extension WHERE extname = 'vector'")).toBe(0)
  })

  test('tell an operator how they are found', async () => {
    const { url } = await withoutPgvector()
    const told = async () => {
      const lines: string[] = []
      const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
      await check(readConfig({ SVC_DATA_DIR: await temporaryFolder(), SVC_DATABASE_URL: url }))
      log.mockRestore()
      return lines.find((line) => line.startsWith('nearest vectors: '))
    }

    expect(await told()).toBe(
      'nearest vectors: compared in the process: pgvector is installed; create it with CREATE EXTENSION vector',
    )
    const opened = await openPostgresStore(url, { connections: 2 })
    await opened.close()
    expect(await told()).toMatch(/^nearest vectors: pgvector \d+\.\d+\.\d+$/)
  })
})

const STRAYS = `nearest_vectors
  WHERE NOT EXISTS (SELECT 1 FROM passages WHERE passages.key = nearest_vectors.key)`

/** A database, and whether each of its searches for candidates uses the index. */
function watch(db: Database) {
  const asked: { text: string; values: unknown[] }[] = []
  const watched: Database = {
    ...db,
    snapshot: (work) =>
      db.snapshot((runner) =>
        work({
          query(text, values) {
            if (text.includes('<=>')) asked.push({ text, values })
            return runner.query(text, values)
          },
        }),
      ),
  }
  async function plans(): Promise<boolean[]> {
    return inTurn(asked, async ({ text, values }) => {
      const { rows } = await db.query(`EXPLAIN ${text}`, values)
      return JSON.stringify(rows).includes(`nearest_vectors_${DIMENSIONS}`)
    })
  }
  return { watched, plans }
}
