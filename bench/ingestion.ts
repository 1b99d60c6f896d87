import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import MarkdownIt from 'markdown-it'
import { type Corpus, createCorpus } from './corpus.ts'
import {
  createTenant,
  documentPath,
  inFolder,
  sync,
  withService,
  writeDocuments,
} from './service.ts'
import type { Figure } from './table.ts'

const DOCUMENTS = 3000
/** Ingested before, because starting and compiling the parser is no cost of a passage. */
const WARM_UP_DOCUMENTS = 200
export const UNCHANGED_DOCUMENTS = 10_000
/** Documents in a transaction of the baseline. */
const BATCH = 32
const PASSAGE_CHARS = 500

/**
 * Markdown through the whole job loop, against the minimum that makes it searchable (markdown-it,
 * one FTS5 table); then a second sync that finds everything unchanged.
 */
export async function measureIngestion(): Promise<Figure[]> {
  const corpus = createCorpus(1)
  const [bare, whole] = [await parseAndInsert(corpus), await ingest(corpus)]
  const unchanged = await syncUnchanged(corpus)
  return [
    {
      what: 'ingestion, documents',
      measured: DOCUMENTS / whole.seconds,
      baseline: DOCUMENTS / bare.seconds,
      unit: '/s',
    },
    {
      what: 'ingestion, passages',
      measured: whole.passages / whole.seconds,
      baseline: bare.passages / bare.seconds,
      unit: '/s',
      budget: 8000,
      atLeast: true,
    },
    {
      what: 'ingestion, CPU for a passage, without the parser',
      measured: (whole.cpuSeconds * 1e6) / whole.passages,
      baseline: (bare.cpuSeconds * 1e6) / bare.passages,
      unit: 'µs',
    },
    {
      what: 'ingestion, disk for a passage',
      measured: whole.bytesPerPassage,
      baseline: bare.bytesPerPassage,
      unit: 'B',
    },
    {
      what: 'sync of 10,000 unchanged documents, CPU',
      measured: unchanged.cpuSeconds,
      unit: 's',
      budget: 0.5,
    },
    {
      what: 'sync of 10,000 unchanged documents, index writes',
      measured: unchanged.indexWrites,
      unit: '',
      budget: 0,
    },
  ]
}

interface Ingested {
  seconds: number
  cpuSeconds: number
  passages: number
  bytesPerPassage: number
}

async function parseAndInsert(corpus: Corpus): Promise<Ingested> {
  return inFolder(async (folder) => {
    const knowledge = writeDocuments(folder, corpus.document, DOCUMENTS)
    const db = new Database(join(folder, 'bare.db'))
    db.pragma('journal_mode = wal')
    db.exec("CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'porter unicode61')")
    const insert = db.prepare('INSERT INTO words (text) VALUES (:text)')
    const markdown = new MarkdownIt()
    let passages = 0

    const insertDocument = (at: number) => {
      const text = readFileSync(join(knowledge, documentPath(at)), 'utf8')
      for (const passage of passagesOf(markdown.parse(text, {}))) {
        insert.run({ text: passage })
        passages += 1
      }
    }
    const insertBatch = db.transaction((from: number) => {
      for (let at = from; at < Math.min(from + BATCH, DOCUMENTS); at += 1) insertDocument(at)
    })

    const stop = startWatch()
    for (let from = 0; from < DOCUMENTS; from += BATCH) insertBatch(from)
    const spent = stop()
    const bytesPerPassage = sizeOf(db) / passages
    db.close()
    return { ...spent, passages, bytesPerPassage }
  })
}

/** Blocks joined up to the length of passages, whatever their content. */
function passagesOf(tokens: { type: string; content: string }[]): string[] {
  const passages = ['']
  for (const { type, content } of tokens) {
    if (type !== 'inline') continue
    if ((passages.at(-1)?.length ?? 0) > PASSAGE_CHARS) passages.push('')
    passages[passages.length - 1] += `${content}\n`
  }
  return passages
}

async function ingest(corpus: Corpus): Promise<Ingested> {
  return inFolder((folder) =>
    withService(folder, {}, async (service) => {
      const knowledge = writeDocuments(folder, corpus.document, WARM_UP_DOCUMENTS)
      const tenant = await createTenant(service, knowledge)
      const warmUp = await sync(service, tenant)
      writeDocuments(folder, corpus.document, DOCUMENTS, WARM_UP_DOCUMENTS)
      const stop = startWatch()
      const { counters } = await sync(service, tenant)
      const spent = stop()
      const stored = warmUp.counters.chunks_written + counters.chunks_written
      const db = new Database(join(folder, 'data/svc.db'), { readonly: true })
      const bytes = sizeOf(db)
      db.close()
      return { ...spent, passages: counters.chunks_written, bytesPerPassage: bytes / stored }
    }),
  )
}

/** Short documents, to measure the cost of each document and not of its bytes. */
async function syncUnchanged(corpus: Corpus): Promise<{ cpuSeconds: number; indexWrites: number }> {
  return inFolder((folder) =>
    withService(folder, {}, async (service) => {
      const knowledge = writeDocuments(folder, corpus.shortDocument, UNCHANGED_DOCUMENTS)
      const tenant = await createTenant(service, knowledge)
      await sync(service, tenant)
      const db = new Database(join(folder, 'data/svc.db'), { readonly: true })
      const before = await revisionInOrder(db)
      const stop = startWatch()
      await sync(service, tenant)
      const spent = stop()
      const indexWrites = (await revisionInOrder(db)) - before
      db.close()
      return { ...spent, indexWrites }
    }),
  )
}

/**
 * Waits until the index is in order, because merging what the first sync stored is no cost of the
 * second one, and returns how often it was written.
 */
async function revisionInOrder(db: Database.Database): Promise<number> {
  const unmerged = db.prepare(`
    SELECT 1 FROM fresh_postings
    UNION ALL
    SELECT 1 FROM search_indexes WHERE fold_until IS NOT NULL
     LIMIT 1
  `)
  while (unmerged.get()) await pause(20)
  const revision = db.prepare<[], number>(
    'SELECT sum(revision + blocks_revision) FROM search_indexes',
  )
  return revision.pluck().get() ?? 0
}

export function startWatch(): () => { seconds: number; cpuSeconds: number } {
  const start = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return { seconds: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1e6 }
  }
}

function sizeOf(db: Database.Database): number {
  const [pages, bytes] = ['page_count', 'page_size'].map((name) =>
    db.pragma(name, { simple: true }),
  )
  return Number(pages) * Number(bytes)
}
