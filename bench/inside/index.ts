import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { NO_COUNTERS } from '../../server/contract/job.ts'
import { createGiveWay } from '../../server/ingestion/give-way.ts'
import { indexDocuments } from '../../server/ingestion/index-documents.ts'
import { createTextLosses } from '../../server/ingestion/text-losses.ts'
import { openStore } from '../../server/open-store.ts'
import { createRetrieve } from '../../server/retrieval/retrieve.ts'
import type { ClaimedJob } from '../../server/storage/ports/jobs.ts'
import type { Store } from '../../server/storage/store.ts'
import { analyzePassage } from '../../server/text/passage.ts'
import { type Corpus, createCorpus } from '../corpus.ts'
import { type Figure, quantile } from '../figures.ts'
import type { Rounds, Section } from '../section.ts'
import { WORDS } from '../words.ts'
import { createCollection, type Ids, timed } from './retrieval.ts'

const DOCUMENT_PASSAGES = 5
const GROUP_DOCUMENTS = 128
/** Passages erased and documents removed in one step, as by the jobs. */
const SWEPT_AT_ONCE = 200
const REMOVED_AT_ONCE = 20
/** Of ten documents, how many are removed at the end. */
const REMOVED_OF_TEN = 3
const WARM_UP = 20

interface Size extends Rounds {
  passages: number
  questions: number
}

/**
 * What the index costs its thread, apart from reading and analysing documents: the steps that store
 * passages, merge, erase and purge, and searches of the built-in model afterwards.
 */
export const section: Section<Size> = {
  sizes: {
    full: { rounds: 1, passages: 100_000, questions: 200 },
    smallest: { rounds: 1, passages: 200, questions: 2 },
  },

  async prepare(size, { folder }) {
    const corpus = createCorpus(4)
    let rounds = 0
    return async () => {
      const data_dir = join(folder, `round-${(rounds += 1)}`)
      mkdirSync(data_dir)
      const store = await openStore({ data_dir }, { synchronous: 'NORMAL' })
      try {
        return await measure(store, corpus, size)
      } finally {
        await store.close()
      }
    }
  },
}

async function measure(
  store: Store,
  corpus: Corpus,
  { passages, questions }: Size,
): Promise<Figure[]> {
  const ids = await createCollection(store)
  const steps = createSteps(store)
  const kept = await ingest(corpus, { store, steps: steps.store, ids, passages })
  const rssMb = process.memoryUsage.rss() / 1024 ** 2
  const asked = await ask(store, ids, corpus, questions)
  await remove(steps.store, ids, kept)
  const what = `index of ${passages} passages`
  return [
    {
      what: `${what}, CPU for a passage`,
      measured: steps.cpuMicroseconds('ingest', 'maintain') / passages,
      unit: 'µs',
    },
    ...steps.figures(what),
    { what: `${what}, retrieval, built-in, p50`, measured: quantile(asked, 0.5), unit: 'ms' },
    { what: `${what}, retrieval, built-in, p99`, measured: quantile(asked, 0.99), unit: 'ms' },
    { what: `${what}, memory (RSS) of the process`, measured: rssMb, unit: 'MB' },
  ]
}

type Name = 'ingest' | 'maintain' | 'remove' | 'sweep'
type Steps = Pick<Store, 'documents' | 'searchIndex'>

/** The store, of which the steps that write the index are timed. */
function createSteps({ documents, searchIndex }: Store) {
  const took: Record<Name, { wallMs: number[]; cpuMs: number[] }> = {
    ingest: { wallMs: [], cpuMs: [] },
    maintain: { wallMs: [], cpuMs: [] },
    remove: { wallMs: [], cpuMs: [] },
    sweep: { wallMs: [], cpuMs: [] },
  }
  const timedStep =
    <Args extends unknown[], Result>(name: Name, step: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> => {
      const [start, before] = [performance.now(), process.threadCpuUsage()]
      // Of SQLite the work is done when the promise is made.
      const result = step(...args)
      const { user, system } = process.threadCpuUsage(before)
      took[name].wallMs.push(performance.now() - start)
      took[name].cpuMs.push((user + system) / 1000)
      return result
    }
  const store: Steps = {
    documents: {
      ...documents,
      ingest: timedStep('ingest', documents.ingest),
      remove: timedStep('remove', documents.remove),
      sweep: timedStep('sweep', documents.sweep),
    },
    searchIndex: { ...searchIndex, maintain: timedStep('maintain', searchIndex.maintain) },
  }
  return {
    store,
    cpuMicroseconds: (...names: Name[]) =>
      names.flatMap((name) => took[name].cpuMs).reduce((sum, ms) => sum + ms, 0) * 1000,
    figures: (what: string): Figure[] =>
      Object.entries(took).flatMap(([name, { wallMs, cpuMs }]) => [
        {
          what: `${what}, longest step, ${name}`,
          measured: Math.max(...wallMs),
          unit: 'ms',
          budget: 15,
        },
        {
          what: `${what}, longest step in processor time, ${name}`,
          measured: Math.max(...cpuMs),
          unit: 'ms',
        },
      ]),
  }
}

interface Ingesting {
  store: Store
  steps: Steps
  ids: Ids
  passages: number
}

/** Returns the ids of the documents. The index is in order at the end. */
async function ingest(
  corpus: Corpus,
  { store, steps, ids, passages }: Ingesting,
): Promise<string[]> {
  const claimed = await claimJob(store, ids)
  const indexing = {
    ...steps,
    claimed,
    embedding: claimed.collection,
    model: WORDS,
    modelOf: () => WORDS,
    counters: { ...NO_COUNTERS },
    losses: createTextLosses({ known: [], confirmed: null }),
    now: () => new Date().toISOString(),
    giveWay: createGiveWay(),
    signal: new AbortController().signal,
    checkpoint: async () => {},
  }
  const documents: string[] = []
  while (documents.length * DOCUMENT_PASSAGES < passages) {
    const group = Array.from({ length: GROUP_DOCUMENTS }, () => changedDocument(corpus))
    documents.push(...group.map(({ id }) => id))
    await indexDocuments(group, indexing)
  }
  while (await steps.searchIndex.maintain('idle'));
  return documents
}

async function claimJob({ jobs }: Store, { organization_id, source_id }: Ids): Promise<ClaimedJob> {
  const now = new Date().toISOString()
  await jobs.enqueue(
    organization_id,
    source_id,
    { id: newId(), trigger: 'manual', max_attempts: 1 },
    now,
  )
  const claimed = await jobs.claim(now)
  if (!claimed) throw new Error('The job could not be claimed.')
  return claimed
}

function changedDocument(corpus: Corpus) {
  const id = newId()
  const { title } = corpus.passage()
  const passages = Array.from({ length: DOCUMENT_PASSAGES }, (_, position) => {
    const { heading, text } = corpus.passage()
    const { terms } = analyzePassage({ title, headings: [heading], text })
    const place = { section: position, headings: [heading], fragment: null, page: null }
    return { position, ...place, role: null, blocks: [], text, terms }
  })
  const about = { title, description: null, url: null, media_type: 'text/markdown' }
  const extraction = { ok: true as const, ...about, passages }
  return {
    id,
    known: false,
    document: { path: id, read: async () => new Uint8Array() },
    bytes: 0,
    content_hash: id,
    version: null,
    extraction: Promise.resolve(extraction),
  }
}

/** Milliseconds of each question. */
async function ask(store: Store, ids: Ids, corpus: Corpus, questions: number): Promise<number[]> {
  const question = timed(createRetrieve({ store, embeddings: () => WORDS }), ids)
  const took: number[] = []
  for (let at = 0; at < WARM_UP + questions; at += 1) took.push(await question(corpus.question()))
  return took.slice(WARM_UP)
}

/** Removes documents, erases their passages and purges the index. */
async function remove(
  { documents, searchIndex }: Steps,
  { organization_id, source_id }: Ids,
  stored: string[],
): Promise<void> {
  const removed = stored.filter((_, at) => at % 10 < REMOVED_OF_TEN)
  for (let at = 0; at < removed.length; at += REMOVED_AT_ONCE) {
    await documents.remove(organization_id, source_id, removed.slice(at, at + REMOVED_AT_ONCE))
  }
  while (await documents.sweep(SWEPT_AT_ONCE));
  while (await searchIndex.maintain('idle'));
}
