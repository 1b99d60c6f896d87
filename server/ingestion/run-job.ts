import { type JobCounters, type JobErrorCode, NO_COUNTERS } from '../contract/job.ts'
import type { SourceType } from '../contract/source-types.ts'
import type { EmbeddingModel } from '../models/ports.ts'
import { createPacer } from '../pacer.ts'
import type { KnownDocument } from '../storage/ports/documents.ts'
import type { Embedding } from '../storage/ports/embedding-moves.ts'
import type { ClaimedJob } from '../storage/ports/jobs.ts'
import type { Store } from '../storage/store.ts'
import { isOutdated, markedVersion } from './content-hash.ts'
import type { Untaken } from './declared-questions.ts'
import {
  type DiscoveryContext,
  SourceError,
  type SourceReader,
  type SourceServices,
} from './define-source.ts'
import { emptiedOf, judgeDeletions, withheldOf } from './deletions.ts'
import { followQuestions } from './follow-questions.ts'
import type { GiveWay } from './give-way.ts'
import { indexDocuments, settleLosses } from './index-documents.ts'
import type { Extractor } from './parser/extractor.ts'
import { readSource, type SourceRead } from './read-source.ts'
import { createTextLosses } from './text-losses.ts'

/** Calls back once after so many milliseconds; returns a function that cancels it. */
export type SetTimer = (callback: () => void, ms: number) => () => void

export interface RunNeeds {
  store: Pick<Store, 'documents' | 'jobs' | 'searchIndex' | 'sectionQuestions'>
  sources: Record<SourceType, SourceReader>
  services: SourceServices
  extractor: Extractor
  /** Throws when no provider offers the model. */
  embeddingModel(selector: string, dimensions: number): EmbeddingModel
  now: () => string
  newId: () => string
  setTimer: SetTimer
  giveWay: GiveWay
  /** For what the job does not tell: unforeseen errors, and the cause of a `SourceError`. */
  report(error: unknown): void
  /** For a declared question that its document does not get. */
  tellUntaken(question: Untaken): void
}

/**
 * The outcome of a run. `stopped`: cancelled, its source deleted, or the server is shutting down.
 */
export type Outcome =
  | { kind: 'stopped' }
  | {
      kind: 'ended'
      status: 'succeeded' | 'partial' | 'failed' | 'skipped'
      error_code: JobErrorCode | null
      error_message: string | null
      counters: JobCounters
      source_version: string | null
    }

const PROGRESS_EVERY_MS = 250
/** Searches run on the same thread: documents of 50 passages each take some 10 ms. */
const REMOVED_AT_ONCE = 20

/**
 * One run of a job (docs/behaviour.md#jobs): reads the source, ingests changed documents, removes
 * vanished ones. A bad document never fails it; faults of the whole source do. It ends as soon as
 * the signal aborts or the job is cancelled: pending work may hang, but publishes nothing any more.
 */
export async function runJob(
  claimed: ClaimedJob,
  needs: RunNeeds,
  signal: AbortSignal,
): Promise<Outcome> {
  const counters = { ...NO_COUNTERS }
  if (claimed.collection.status === 'archived') return archived(claimed, counters)
  const ends = createEnds()
  const progress = followProgress(claimed, counters, needs)
  const stop = AbortSignal.any([signal, progress.signal])
  try {
    const { checkpoint } = progress
    const run = ingest({ claimed, counters, needs, signal: stop, checkpoint, atEnd: ends.add })
    const { source_version, shortfall } = await unlessAborted(run.finally(ends.close), stop)
    if (source_version === null) return { ...ended, ...GAVE_UP, counters }
    if (shortfall) {
      const { code: error_code, message: error_message } = shortfall
      return { ...ended, status: 'partial', error_code, error_message, counters, source_version }
    }
    const status = counters.documents_failed > 0 ? 'partial' : 'succeeded'
    return { ...ended, status, counters, source_version }
  } catch (error) {
    if (stop.aborted) return { kind: 'stopped' }
    return { ...ended, status: 'failed', ...describe(error, needs), counters }
  } finally {
    progress.end()
  }
}

async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const ended = {
  kind: 'ended',
  error_code: null,
  error_message: null,
  source_version: null,
} as const

const GAVE_UP = {
  status: 'partial',
  error_code: 'limit_exceeded',
  error_message:
    'Documents that cannot be read took more than 15 minutes. The next run continues with the others.',
} as const

/** A scheduled run passes over an archived collection, any other fails (docs/behaviour.md#jobs). */
function archived({ job }: ClaimedJob, counters: JobCounters): Outcome {
  if (job.trigger === 'scheduled') return { ...ended, status: 'skipped', counters }
  return {
    ...ended,
    status: 'failed',
    error_code: 'collection_archived',
    error_message: 'The collection is archived; restore it to ingest into it.',
    counters,
  }
}

interface Run {
  claimed: ClaimedJob
  counters: JobCounters
  needs: RunNeeds
  signal: AbortSignal
  checkpoint(): Promise<void>
  atEnd: DiscoveryContext['atEnd']
}

/** What the source has opened, to be closed when nothing reads from it any more. */
function createEnds() {
  const opened: (() => Promise<void>)[] = []
  return {
    add: (close: () => Promise<void>): void => void opened.push(close),
    close: async () => void (await Promise.all(opened.map((close) => close()))),
  }
}

/** The version read; null when the rest was given up (`readSource`). */
async function ingest(run: Run): Promise<Pick<SourceRead, 'source_version' | 'shortfall'>> {
  const { claimed, counters, needs, signal, checkpoint, atEnd } = run
  const { store, extractor, newId, now, giveWay } = needs
  const { documents, searchIndex } = store
  const { source } = claimed
  const modelOf = (embedding: Embedding) => embeddingModelOf(embedding, needs)
  const model = modelOf(claimed.collection)
  const reader = needs.sources[source.type]
  const { links, discover } = reader.open(claimed)
  const known = await documents.known(claimed.organization_id, source.id)
  const pace = createPacer(giveWay)
  const reading = readSource({
    organization_id: claimed.organization_id,
    job: claimed.job,
    source_id: source.id,
    found: discover(
      {
        ...needs.services,
        known: createLookup(known),
        knownPaths: known.map(({ path }) => path),
        isManual: claimed.job.trigger === 'manual',
        now,
        pace,
        atEnd,
        foundSoFar(documents) {
          counters.documents_discovered = Math.max(counters.documents_discovered, documents)
        },
        skipped() {
          counters.documents_skipped++
        },
      },
      signal,
    ),
    trustsVersions: !reader.hasWeakVersions || claimed.job.trigger === 'scheduled',
    known,
    store: documents,
    troubles: await documents.beingParsed(claimed.organization_id, source.id),
    links,
    extractor,
    counters,
    newId,
    pace,
    signal,
  })
  const { confirmed } = claimed
  const losses = createTextLosses({ known, confirmed })
  const indexing = {
    claimed,
    documents,
    searchIndex,
    embedding: claimed.collection,
    model,
    modelOf,
    counters,
    losses,
    now,
    giveWay,
    signal,
    checkpoint,
  }
  const questions = followQuestions({ ...needs, claimed, model, signal })
  for await (const group of reading.groups) {
    await questions.before(group)
    await indexDocuments(group, indexing)
  }
  await checkpoint()
  signal.throwIfAborted()
  const { source_version, shortfall, ...read } = reading.end()
  if (read.isEmpty) throw new SourceError('source_empty', 'The source holds no documents.')
  const { deleted, withheld, ...judged } = judgeDeletions(read, losses.held, { known, confirmed })
  await remove(deleted, run)
  await settleLosses(judged, indexing)
  await questions.settle()
  const ids = [...withheld.vanished, ...withheld.lost].map(({ id }) => id)
  if (ids.length > 0) {
    await store.jobs.withhold(claimed.organization_id, claimed.job.id, ids)
    return { source_version, shortfall: withheldOf(withheld, known.length) }
  }
  const withText = counters.documents_ingested + counters.documents_unchanged
  return { source_version, shortfall: shortfall ?? emptiedOf(judged.kept.length, withText) }
}

function createLookup(known: KnownDocument[]): DiscoveryContext['known'] {
  const documents = new Map(known.map((document) => [document.path, document]))
  return (path) => {
    const document = documents.get(path)
    // Nothing is asked conditionally of one that an earlier version has read.
    if (document && isOutdated(document)) return { ...document, content_hash: '', version: null }
    const mark = document?.version ?? null
    return document ? { ...document, version: mark === null ? null : markedVersion(mark) } : null
  }
}

function embeddingModelOf(
  { embedding_model, embedding_dimensions }: Embedding,
  { embeddingModel }: RunNeeds,
): EmbeddingModel {
  let model: EmbeddingModel
  try {
    model = embeddingModel(embedding_model, embedding_dimensions)
  } catch (cause) {
    throw new SourceError(
      'embedding_failure',
      `The embedding model ${embedding_model} is not available.`,
      { cause },
    )
  }
  if (model.dimensions === embedding_dimensions) return model
  throw new SourceError(
    'embedding_mismatch',
    `The embedding model gives ${model.dimensions} dimensions, the collection has ${embedding_dimensions}.`,
  )
}

async function remove(
  vanished: KnownDocument[],
  { claimed, counters, needs, signal }: Run,
): Promise<void> {
  for (let at = 0; at < vanished.length; at += REMOVED_AT_ONCE) {
    const ids = vanished.slice(at, at + REMOVED_AT_ONCE).map((document) => document.id)
    const { organization_id, source, job } = claimed
    await needs.store.documents.remove(organization_id, source.id, ids, job.id)
    counters.documents_deleted += ids.length
    await needs.giveWay()
    signal.throwIfAborted()
  }
}

/** Records the counters as they grow; its signal aborts when the job is no longer running. */
function followProgress(
  { organization_id, job }: ClaimedJob,
  counters: JobCounters,
  { store, setTimer, now }: RunNeeds,
) {
  const controller = new AbortController()
  let cancelTimer = setTimer(tick, PROGRESS_EVERY_MS)
  let ended = false

  async function record(): Promise<void> {
    const isRunning = await store.jobs.progress(organization_id, job.id, counters, now())
    if (!isRunning) controller.abort()
  }

  async function tick(): Promise<void> {
    // A busy database may be free at the next tick; a broken one fails the run elsewhere.
    await record().catch(() => {})
    if (!ended && !controller.signal.aborted) cancelTimer = setTimer(tick, PROGRESS_EVERY_MS)
  }

  return {
    signal: controller.signal,
    async checkpoint(): Promise<void> {
      await record()
      controller.signal.throwIfAborted()
    },
    end(): void {
      ended = true
      cancelTimer()
    },
  }
}

function describe(
  error: unknown,
  { report }: RunNeeds,
): { error_code: JobErrorCode; error_message: string } {
  if (error instanceof SourceError) {
    if (error.cause !== undefined) report(error)
    return { error_code: error.code, error_message: error.message }
  }
  report(error)
  if (isDiskFull(error)) {
    return { error_code: 'storage_full', error_message: 'The disk of the server is full.' }
  }
  return {
    error_code: 'internal_error',
    error_message: 'The run failed unexpectedly; the log of the service says why.',
  }
}

/** Whether a step failed for lack of space. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code) || isDiskFull(error.cause)
}
