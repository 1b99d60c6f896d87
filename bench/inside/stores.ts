import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { v7 as newId } from 'uuid'
import type { EmbeddingModel } from '../../server/models/ports.ts'
import { openStore } from '../../server/open-store.ts'
import { quantize } from '../../server/quantize.ts'
import { createRetrieve } from '../../server/retrieval/retrieve.ts'
import type { Store } from '../../server/storage/store.ts'
import { databaseAt } from '../../test/support/postgres/on-demand.ts'
import { startPostgres } from '../../test/support/postgres/server.ts'
import { createCorpus } from '../corpus.ts'
import { inFolder, writeDocuments } from '../documents.ts'
import { quantile } from '../figures.ts'
import type { Rounds, Section } from '../section.ts'
import { createTenant, sync, withService } from '../service.ts'
import { WORDS } from '../words.ts'
import {
  analyzed,
  BATCH,
  createCollection,
  createSpace,
  DEPTH,
  DIFFERENT,
  DIMENSIONS,
  type Ids,
  insert,
  standIn,
  type Text,
  timed,
  WARMUP,
} from './retrieval.ts'

const INDEX_TABLES = [
  'search_indexes',
  'fresh_postings',
  'posting_blocks',
  'passage_lengths',
  'vocabulary',
]

/** Where a store keeps its data: an empty folder, or an empty database at an address. */
interface Place {
  folder: string
  url: string | null
}

interface Measured {
  what: string
  value: number
  unit: string
}

interface Size extends Rounds {
  passages: number
  questions: number
  /** Of the sync that finds nothing changed. */
  documents: number
}

/**
 * The index in PostgreSQL, beside that of SQLite as its baseline, with the same passages and
 * questions: what it takes to store, read, search and find unchanged. `SVC_TEST_POSTGRES` names
 * another server than one of its own; it gets a database, which is dropped.
 */
export const section: Section<Size> = {
  sizes: {
    full: { rounds: 1, passages: 100_000, questions: 100, documents: 10_000 },
    smallest: { rounds: 1, passages: 100, questions: 2, documents: 5 },
  },

  async prepare(size) {
    const corpus = createCorpus(2)
    const texts = Array.from({ length: Math.min(size.passages, DIFFERENT) }, () => analyzed(corpus))
    const url = process.env['SVC_TEST_POSTGRES'] ?? (await startPostgres()).url
    return async () => {
      const at = (place: string | null) =>
        inFolder((folder) => measure({ folder, url: place }, size, texts))
      const [measured, baseline] = [await at(url), await at(null)]
      return measured.map(({ what, value, unit }, index) => ({
        what: `PostgreSQL beside SQLite, ${what}`,
        measured: value,
        unit,
        baseline: baseline[index]?.value ?? Number.NaN,
      }))
    }
  },
}

async function measure(place: Place, size: Size, texts: Text[]): Promise<Measured[]> {
  const figures = await inDatabase(place, (own) => measureIndex(own, size, texts))
  const value = await inDatabase(place, (own) => syncUnchanged(own, size.documents))
  const what = `sync of ${size.documents} unchanged documents, CPU of the service`
  return [...figures, { what, value, unit: 's' }]
}

/** Gives PostgreSQL a database of its own, which is dropped at the end. */
async function inDatabase<Result>(
  { folder, url }: Place,
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  if (!url) return inFolder((own) => work({ folder: own, url }))
  const name = `svc_bench_${newId().replaceAll('-', '')}`
  await query(url, `CREATE DATABASE ${name}`)
  try {
    return await work({ folder, url: databaseAt(url, name) })
  } finally {
    await query(url, `DROP DATABASE ${name} WITH (FORCE)`)
  }
}

async function query(url: string, text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

async function measureIndex(place: Place, size: Size, texts: Text[]): Promise<Measured[]> {
  const corpus = createCorpus(3)
  const space = createSpace(corpus)
  const store = await openStore(
    { data_dir: place.folder, database_url: place.url },
    { synchronous: 'NORMAL' },
  )
  const ids = await createCollection(store)
  const storingMs = await fill(store, ids, { count: size.passages, texts, space })
  const searched = { ...ids, collection_ids: [ids.collection_id] }
  const start = performance.now()
  while (await store.searchIndex.loadVectors(searched));
  const loadingMs = performance.now() - start
  const questions = Array.from({ length: WARMUP + size.questions }, () => corpus.question())
  const words = await ask(store, ids, { model: WORDS, questions })
  const vectors = await ask(store, ids, { model: standIn(space), questions })
  const nearest: number[] = []
  for (const _ of questions) {
    const before = performance.now()
    await store.searchIndex.nearest(searched, quantize(space.question()), DEPTH)
    nearest.push(performance.now() - before)
  }
  await store.close()
  return [
    {
      what: 'storing and merging, passages',
      value: (size.passages / storingMs) * 1000,
      unit: '/s',
    },
    { what: 'index of words', value: (await indexBytes(place)) / 1e6, unit: 'MB' },
    { what: `codes of ${DIMENSIONS} dimensions read`, value: loadingMs, unit: 'ms' },
    { what: 'retrieval, words, p50', value: quantile(words, 0.5), unit: 'ms' },
    { what: 'retrieval, words, p95', value: quantile(words, 0.95), unit: 'ms' },
    { what: 'retrieval, with vectors, p50', value: quantile(vectors, 0.5), unit: 'ms' },
    { what: 'retrieval, with vectors, p95', value: quantile(vectors, 0.95), unit: 'ms' },
    { what: 'of it nearest vectors, p50', value: quantile(nearest, 0.5), unit: 'ms' },
  ]
}

interface Filling {
  count: number
  texts: Text[]
  space: ReturnType<typeof createSpace>
}

/** Returns how many milliseconds it took to store the passages and bring the index in order. */
async function fill(store: Store, ids: Ids, { count, texts, space }: Filling): Promise<number> {
  let ms = 0
  for (let from = 0; from < count; from += BATCH) {
    const passages = texts.slice(from % texts.length, (from % texts.length) + BATCH)
    const vectors = space.passages(passages.length)
    const start = performance.now()
    await insert(store, ids, passages, vectors)
    await store.searchIndex.maintain('busy')
    ms += performance.now() - start
  }
  const start = performance.now()
  while (await store.searchIndex.maintain('idle'));
  return ms + performance.now() - start
}

/** Milliseconds of each question. */
async function ask(
  store: Store,
  ids: Ids,
  { model, questions }: { model: EmbeddingModel; questions: string[] },
): Promise<number[]> {
  const question = timed(createRetrieve({ store, embeddings: () => model }), ids)
  const took: number[] = []
  for (const text of questions) took.push(await question(text))
  return took.slice(WARMUP)
}

/** Bytes of the tables of the index and of their keys. */
async function indexBytes({ folder, url }: Place): Promise<number> {
  if (url) {
    const rows = await query(
      url,
      'SELECT sum(pg_total_relation_size(name::regclass))::float8 AS bytes FROM unnest($1::text[]) AS name',
      [INDEX_TABLES],
    )
    return (rows[0] as { bytes: number }).bytes
  }
  const db = new Database(join(folder, 'svc.db'), { readonly: true })
  const bytes = db
    .prepare<{ tables: string }, number>(`
      SELECT sum(pgsize)
        FROM dbstat
       WHERE name IN (SELECT name
                        FROM sqlite_schema
                       WHERE tbl_name IN (SELECT value FROM json_each(:tables)))
    `)
    .pluck()
    .get({ tables: JSON.stringify(INDEX_TABLES) })
  db.close()
  return bytes ?? 0
}

/** Short documents, to measure the cost of each document and not of its bytes. */
async function syncUnchanged({ folder, url }: Place, documents: number): Promise<number> {
  const settings: Record<string, string> = url ? { SVC_DATABASE_URL: url } : {}
  return withService(folder, settings, async (service) => {
    const knowledge = writeDocuments(folder, createCorpus(1).shortDocument, documents)
    const tenant = await createTenant(service, knowledge)
    await sync(service, tenant)
    // Merging what the first sync stored is no cost of the second one.
    while (await service.store.searchIndex.maintain('idle'));
    const before = process.cpuUsage()
    await sync(service, tenant)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  })
}
