import type { Job, JobCounters } from '../contract/job.ts'
import type { BeingParsed, Documents, KnownDocument } from '../storage/store.ts'
import type { SourceDocument } from './connector.ts'
import { contentHash, type Shape, setHash } from './content-hash.ts'
import { DocumentError } from './extracted.ts'
import { type Extraction, type Extractor, MAX_DOCUMENT_BYTES } from './extractor.ts'
import type { GiveWay } from './give-way.ts'
import type { LinkSettings } from './links.ts'

/** A document that must be ingested, and is being parsed already. */
export interface ChangedDocument {
  id: string
  /** It has been ingested before, from whatever it was then. */
  known: boolean
  document: SourceDocument
  bytes: number
  content_hash: string
  /** null when the run gives up reading before it comes to this one. */
  extraction: Promise<Extraction | null>
}

interface Reading {
  job: Pick<Job, 'id' | 'trigger'>
  source_id: string
  documents: SourceDocument[]
  known: KnownDocument[]
  store: Pick<Documents, 'beganParsing' | 'endedParsing'>
  /** Documents over which a process died. */
  suspects: BeingParsed[]
  links: LinkSettings
  extractor: Extractor
  counters: JobCounters
  newId: () => string
  giveWay: GiveWay
  signal: AbortSignal
}

/** Searches run on the same thread: how long hashing may hold them up. */
const YIELD_EVERY_MS = 4
/** How much is parsed ahead while what came before it is indexed. */
const GROUP_DOCUMENTS = 32
const GROUP_BYTES = 512 * 1024

/** For a job to spend on documents that come to nothing, so that none occupies the parser for days. */
const BUDGET_MS = 15 * 60 * 1000

/**
 * Reads every document of a source, counts those that are as they were, and gives back the others in
 * groups, a group ahead of its reader. When all have been read, `version` gives the source's version, or
 * null when the rest was given up because what cannot be read took more than 15 minutes.
 */
export function readSource(reading: Reading) {
  const files: { path: string; content_hash: string }[] = []
  const knownAt = new Map(reading.known.map((document) => [document.path, document]))
  const suspects = new Map(reading.suspects.map(({ path, content_hash }) => [path, content_hash]))
  const budget = createBudget()
  const hasFailed = ({ path }: SourceDocument) => knownAt.get(path)?.status === 'failed'
  // Last, so that they cannot use the budget up before the others have been read.
  const failed = reading.documents.filter(hasFailed)
  const documents = [...reading.documents.filter((document) => !hasFailed(document)), ...failed]

  async function* changed(): AsyncGenerator<ChangedDocument> {
    let since = performance.now()
    for (const document of documents) {
      reading.signal.throwIfAborted()
      if (budget.signal.aborted) return
      if (performance.now() - since > YIELD_EVERY_MS) {
        await reading.giveWay()
        since = performance.now()
      }
      const next = await readDocument(document, knownAt.get(document.path), reading)
      files.push({ path: document.path, content_hash: next.content_hash })
      if (suspects.get(document.path) === next.content_hash) {
        yield changedDocument(next, Promise.resolve(failure(SET_ASIDE)))
      } else if (!isUnchanged(next, reading.job)) {
        yield changedDocument(next, parse(next, reading, budget))
      } else reading.counters[COUNTED_AS[next.known?.status ?? 'ingested']]++
    }
  }

  return {
    groups: ahead(grouped(changed())),
    version: () => (budget.signal.aborted ? null : setHash(files)),
  }
}

const SET_ASIDE = new DocumentError(
  'set_aside',
  'The service ended while it read this document; it is left alone until it changes or a sync is asked for.',
)

const COUNTED_AS = {
  ingested: 'documents_unchanged',
  skipped: 'documents_skipped',
  failed: 'documents_failed',
} as const

/** Its signal aborts when it is spent. */
function createBudget() {
  const controller = new AbortController()
  let leftMs = BUDGET_MS
  return {
    signal: controller.signal,
    spend(ms: number): void {
      leftMs -= ms
      if (leftMs <= 0) controller.abort()
    },
  }
}

interface ReadDocument {
  id: string
  document: SourceDocument
  known: KnownDocument | undefined
  content: Uint8Array | DocumentError
  bytes: number
  content_hash: string
}

async function readDocument(
  document: SourceDocument,
  known: KnownDocument | undefined,
  { counters, links, newId }: Reading,
): Promise<ReadDocument> {
  const id = document.id ?? known?.id ?? newId()
  try {
    const size = await document.size()
    if (size > MAX_DOCUMENT_BYTES) {
      const content = new DocumentError('limit_exceeded', 'It is larger than 32 MiB.')
      return { id, document, known, content, bytes: size, content_hash: '' }
    }
    const content = await document.read()
    counters.bytes_fetched += content.length
    const content_hash = contentHash(content, shapeOf(document, links))
    return { id, document, known, content, bytes: content.length, content_hash }
  } catch (error) {
    const content =
      error instanceof DocumentError
        ? error
        : new DocumentError('internal_error', 'It could not be read.', { cause: error })
    return { id, document, known, content, bytes: 0, content_hash: '' }
  }
}

function shapeOf({ title, url }: SourceDocument, { base_url, permalinks }: LinkSettings): Shape {
  return { title, url, base_url, permalinks }
}

/**
 * What failed is tried again when somebody asks for a sync; a schedule would only ask for the same again.
 * What was skipped would only be skipped again.
 */
function isUnchanged(
  { id, content_hash, known }: ReadDocument,
  { trigger }: Reading['job'],
): boolean {
  if (!known || known.id !== id || content_hash === '') return false
  if (known.status === 'failed' && trigger === 'manual') return false
  return known.content_hash === content_hash
}

function changedDocument(
  { id, known, document, bytes, content_hash }: ReadDocument,
  extraction: ChangedDocument['extraction'],
): ChangedDocument {
  // Awaited with its group; until then its failure is nobody's.
  extraction.catch(() => {})
  return { id, known: known?.id === id, document, bytes, content_hash, extraction }
}

async function parse(
  { document, content, content_hash }: ReadDocument,
  { job, source_id, store, links, extractor, signal }: Reading,
  budget: ReturnType<typeof createBudget>,
): Promise<Extraction | null> {
  if (content instanceof DocumentError) return failure(content)
  const { path, title, url, media_type } = document
  let remembered: Promise<void> | null = null
  const onSlow = () => {
    // Without it a document is not known when the process dies over it; nothing else is lost.
    remembered = store.beganParsing(source_id, { path, content_hash }).catch(() => {})
  }
  try {
    const extraction = await extractor.extract(
      { bytes: content, path, title, url, mediaType: media_type, links },
      { job: job.id, signal: AbortSignal.any([signal, budget.signal]), onSlow },
    )
    if (!extraction.ok) budget.spend(extraction.ms)
    return extraction
  } catch (error) {
    if (budget.signal.aborted && !signal.aborted) return null
    throw error
  } finally {
    if (remembered) {
      await remembered
      await store.endedParsing(source_id, path)
    }
  }
}

function failure({ code, message }: DocumentError): Extraction {
  return { ok: false, error_code: code, error_message: message, ms: 0 }
}

async function* grouped(
  documents: AsyncIterable<ChangedDocument>,
): AsyncGenerator<ChangedDocument[]> {
  let group: ChangedDocument[] = []
  let bytes = 0
  for await (const document of documents) {
    group.push(document)
    bytes += document.bytes
    if (group.length < GROUP_DOCUMENTS && bytes < GROUP_BYTES) continue
    yield group
    group = []
    bytes = 0
  }
  if (group.length > 0) yield group
}

/** Asks for the next item before the reader is done with the last one. */
async function* ahead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = items.next()
      // Awaited above or below; until then its failure is nobody's.
      next.catch(() => {})
      yield value
    }
  } finally {
    await next.catch(() => {})
    await items.return(undefined)
  }
}
