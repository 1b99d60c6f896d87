import { basename } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCorpus } from '../../bench/corpus.ts'
import { createRetrieve } from '../../server/retrieval/retrieve.ts'
import { openPool } from '../../server/storage/drivers/postgres/pool.ts'
import { createPostgresStore } from '../../server/storage/drivers/postgres/store.ts'
import { openDatabase } from '../../server/storage/drivers/sqlite/database.ts'
import { createSqliteStore } from '../../server/storage/drivers/sqlite/store.ts'
import type { Store } from '../../server/storage/store.ts'
import { analyzePassage } from '../../server/text/passage.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { createSpellingEmbedding } from '../retrieval/spelling-embedding.ts'
import { WITHOUT_STRUCTURE } from '../support/passages.ts'
import { dropPostgresDatabase, postgresDatabase } from '../support/postgres/database.ts'
import { at, backends, documentOf, temporaryFolder } from './backends.ts'

const ORGANIZATION = idOf('organization', 0)
const COLLECTIONS = [idOf('collection', 1), idOf('collection', 2)]
const SOURCES = [idOf('source', 1), idOf('source', 2)]
const DOCUMENTS = 40
const QUESTIONS = 24

function idOf(kind: string, number: number): string {
  return `${kind}-${String(number).padStart(6, '0')}`
}

async function openSqlite(): Promise<Store> {
  const sqlite = createSqliteStore(openDatabase(`${await temporaryFolder()}/data.db`))
  onTestFinished(() => sqlite.close())
  return sqlite
}

/** Several stores over one database of PostgreSQL, as several processes have them. */
async function openPostgres(count: number): Promise<Store[]> {
  const name = basename(await temporaryFolder())
  onTestFinished(() => dropPostgresDatabase(name))
  const url = await postgresDatabase(name)
  return Array.from({ length: count }, () => {
    const db = openPool(url, { connections: 4 })
    onTestFinished(() => db.close())
    return createPostgresStore(db)
  })
}

async function openBoth(): Promise<Store[]> {
  return [await openSqlite(), ...(await openPostgres(1))]
}

/** The same random documents in each store, in two collections. */
async function fill(store: Store): Promise<void> {
  const created_at = at(0)
  const organization = { id: ORGANIZATION, slug: 'a', name: 'A', support_access: false }
  await store.organizations.create({ ...organization, status: 'active', created_at })
  const given = { description: '', embedding_model: 'builtin/lexical', embedding_dimensions: 64 }
  const settings = { type: 'folder' as const, config: {}, schedule: null, time_zone: 'UTC' }
  for (const [number, id] of COLLECTIONS.entries()) {
    await store.collections.create(ORGANIZATION, { id, name: id, ...given, created_at })
    const source = { id: SOURCES[number] ?? '', collection_id: id, name: id, ...settings }
    await store.sources.create(ORGANIZATION, { ...source, created_at })
  }
  const corpus = createCorpus(7)
  for (let number = 0; number < DOCUMENTS; number += 1) await addDocument(store, corpus, number)
}

async function addDocument(
  store: Store,
  corpus: ReturnType<typeof createCorpus>,
  number: number,
): Promise<void> {
  const { title } = corpus.passage()
  const passages = Array.from({ length: 1 + (number % 9) }, (_, position) => {
    const { heading, text } = corpus.passage()
    const { terms } = analyzePassage({ title, headings: [heading], text })
    const id = idOf('passage', number * 10 + position)
    const place = { ...WITHOUT_STRUCTURE, headings: [heading] }
    return { id, position, ...place, url: null, text, terms, vector: null, windows: [] }
  })
  const id = idOf('document', number)
  const path = `${id}.md`
  const passage_count = passages.length
  const document = documentOf(SOURCES[number % 2] ?? '', { id, path, title, passage_count })
  await store.documents.ingest(ORGANIZATION, COLLECTIONS[number % 2] ?? '', {
    staged: [{ document_id: id, passages }],
    published: [document],
  })
}

/** Questions with words that are common, rare, misspelt and unknown. */
function questions(): string[] {
  const corpus = createCorpus(7)
  const asked = Array.from({ length: QUESTIONS - 1 }, () => corpus.question())
  const misspell = (question: string) => question.replace(/(\w{5})(\w)/, '$1x$2')
  return [
    ...asked.map((text, number) => (number % 4 === 0 ? misspell(text) : text)),
    'zebra quaggas',
  ]
}

/** What a store finds for each question, and what it holds of its words. */
async function answers(store: Store) {
  const embedding = createSpellingEmbedding(64)
  const retrieve = createRetrieve({ store, embeddings: () => embedding })
  const { signal } = new AbortController()
  const found: string[] = []
  for (const [number, query] of questions().entries()) {
    const searched = {
      organization_id: ORGANIZATION,
      collection_ids: COLLECTIONS.slice(number % 2),
    }
    const retrieval = await retrieve({ ...searched, query, limit: 8 }, signal)
    found.push(JSON.stringify({ query, retrieval }))
  }
  return [...found, ...(await held(store))]
}

/** What a store holds of the words of each question. */
async function held(store: Store): Promise<string[]> {
  const searched = { organization_id: ORGANIZATION, collection_ids: COLLECTIONS }
  const found: string[] = []
  for (const query of questions()) {
    const { terms } = analyzeQuestion(query)
    const { lists, ...statistics } = await store.searchIndex.lookUp(searched, terms)
    found.push(JSON.stringify({ query, statistics, held: [...lists].map(postingsOf).sort() }))
  }
  return found
}

type List = { keys: Uint32Array; counts: Uint8Array; lengths: Uint16Array }

function postingsOf([term, parts]: [string, List[]]) {
  const whole = (list: (part: List) => Iterable<number>) => parts.flatMap((part) => [...list(part)])
  return [
    term,
    whole(({ keys }) => keys),
    whole(({ counts }) => counts),
    whole((one) => one.lengths),
  ]
}

async function removeEveryThird(store: Store): Promise<void> {
  for (const [number, source] of SOURCES.entries()) {
    const ids = Array.from({ length: DOCUMENTS }, (_, at) => at)
      .filter((at) => at % 2 === number && at % 3 === 0)
      .map((at) => idOf('document', at))
    await store.documents.remove(ORGANIZATION, source, ids)
  }
}

const inBoth = test.runIf(backends.length > 1)

inBoth(
  'the same question on the same documents gives the same passages, scores and confidence in both stores',
  async () => {
    const stores = await openBoth()
    // A search spends some milliseconds on loading the vocabulary, and the next one goes on: on a
    // busy machine the first ones do not know every word yet.
    const compare = async () => {
      await vi.waitFor(async () => {
        const [sqlite, postgres] = await Promise.all(stores.map(answers))
        expect(postgres).toEqual(sqlite)
      }, 100_000)
    }
    const both = (work: (store: Store) => Promise<unknown>) => Promise.all(stores.map(work))

    await both(fill)
    await compare()
    await both(async (store) => {
      while (await store.searchIndex.maintain('idle'));
    })
    await compare()
    await both(removeEveryThird)
    await compare()
    await both(async (store) => {
      while (await store.documents.sweep(100));
      while (await store.searchIndex.maintain('idle'));
    })
    await compare()
  },
  120_000,
)

inBoth(
  'an index that is reset is built anew, in PostgreSQL also while passages are stored',
  async () => {
    const [sqlite, postgres] = (await openBoth()) as [Store, Store]
    await Promise.all([fill(sqlite), fill(postgres)])
    const rebuild = async (store: Store) => {
      while (await store.searchIndex.rebuild(analyzePassage));
      expect(await store.searchIndex.rebuilt()).toBeNull()
    }
    const added = DOCUMENTS

    await sqlite.searchIndex.reset(ORGANIZATION)
    await rebuild(sqlite)
    await addDocument(sqlite, createCorpus(8), added)
    await postgres.searchIndex.reset(ORGANIZATION)
    expect(await postgres.searchIndex.rebuilt()).toBe(0)
    for (let share = 0; share === 0; share = (await postgres.searchIndex.rebuilt()) ?? 1) {
      await postgres.searchIndex.rebuild(analyzePassage)
    }
    await addDocument(postgres, createCorpus(8), added)
    await rebuild(postgres)

    await vi.waitFor(
      async () => expect(await answers(postgres)).toEqual(await answers(sqlite)),
      100_000,
    )
  },
  120_000,
)

inBoth(
  'several processes merge, erase and search one index at once',
  async () => {
    const sqlite = await openSqlite()
    const processes = await openPostgres(4)
    const [first, ...others] = processes as [Store, ...Store[]]
    await Promise.all([fill(sqlite), fill(first)])
    await Promise.all([removeEveryThird(sqlite), removeEveryThird(first)])
    const expected = await held(sqlite)

    const keepInOrder = async (store: Store) => {
      while ((await store.documents.sweep(20)) || (await store.searchIndex.maintain('idle')));
    }
    const [found] = await Promise.all([held(first), ...others.map(keepInOrder)])

    expect(found).toEqual(expected)
    for (const store of processes) expect(await held(store)).toEqual(expected)
  },
  120_000,
)
