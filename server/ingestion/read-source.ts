import type { Job, JobCounters } from '../contract/job.ts'
import type { Documents, KnownDocument, ParsingTrouble } from '../storage/ports/documents.ts'
import { contentHash, isOutdated, type Shape, setHash, versionMark } from './content-hash.ts'
import type { Discovered, Discovery, Found } from './define-source.ts'
import { DocumentError } from './extracted.ts'
import type { LinkSettings } from './links.ts'
import { type Extraction, type Extractor, MAX_DOCUMENT_BYTES } from './parser/extractor.ts'

/** A document that must be ingested, and is being parsed already. */
export interface ChangedDocument {
  id: string
  /** It has been ingested before, from other bytes. */
  known: boolean
  document: Found
  bytes: number
  content_hash: string
  version: string | null
  /** null when the run gives up reading before it comes to this one. */
  extraction: Promise<Extraction | null>
}

interface Reading {
  organization_id: string
  job: Pick<Job, 'id' | 'trigger'>
  source_id: string
  found: Discovery
  /** Whether a document of the same version is unchanged, or its bytes decide. */
  trustsVersions: boolean
  known: KnownDocument[]
  store: Pick<Documents, 'beganParsing' | 'endedParsing' | 'stoppedParser' | 'recordVersions'>
  /** How parsing of documents ended before. */
  troubles: ParsingTrouble[]
  links: LinkSettings
  extractor: Extractor
  counters: JobCounters
  newId: () => string
  pace: () => Promise<void>
  signal: AbortSignal
}

/** How much is parsed ahead while earlier groups are indexed. */
const GROUP_DOCUMENTS = 64
const GROUP_BYTES = 512 * 1024

/** Time per job for documents that give no passages, so that none occupies the parser for days. */
const BUDGET_MS = 15 * 60 * 1000

/** Times that a document may stop the parser; the first may have had another cause. */
const MOST_PARSER_FAULTS = 2

/** Times that the process may end over a document: in every attempt of a job, and before it. */
const MOST_INTERRUPTIONS = 4

/** Versions stored in one step. */
const VERSIONS_AT_ONCE = 500

/** The end of reading a source. */
export interface SourceRead {
  /** null when the run gave up, because documents that cannot be read took more than 15 minutes. */
  source_version: string | null
  /** Known documents that the source no longer has; empty after an incomplete listing. */
  vanished: KnownDocument[]
  /** Those of them that the configuration leaves out. */
  excluded: ReadonlySet<KnownDocument>
  isEmpty: boolean
  shortfall: Discovered['shortfall']
}

/**
 * Reads the documents of a source as they are found, counts unchanged ones, and yields the others
 * in groups, one group ahead of its consumer. `end` may be called when all have been consumed.
 */
export function readSource(reading: Reading): {
  groups: AsyncGenerator<ChangedDocument[]>
  end(): SourceRead
} {
  const { counters, known } = reading
  /** Content hashes of everything that was found, by path. */
  const hashes = new Map<string, string>()
  const knownAt = new Map(known.map((document) => [document.path, document]))
  const troubles = createTroubles(reading)
  const versions = createVersionRecorder(reading)
  const budget = createBudget(reading.signal)
  let discovered: Discovered = { isComplete: false }
  let yielded = 0

  async function* found(): AsyncGenerator<Found> {
    discovered = yield* reading.found
  }

  /** Documents that failed come last, so that they cannot use the budget up before the others. */
  async function* inOrder(): AsyncGenerator<Found> {
    const failed: Found[] = []
    for await (const document of found()) {
      yielded += 1
      counters.documents_discovered = Math.max(counters.documents_discovered, yielded)
      if (knownAt.get(document.path)?.status === 'failed') failed.push(document)
      else yield document
    }
    yield* failed
  }

  async function* changed(): AsyncGenerator<ChangedDocument> {
    for await (const found of inOrder()) {
      reading.signal.throwIfAborted()
      if (budget.isSpent()) return
      await reading.pace()
      const before = knownAt.get(found.path)
      if (before?.status === 'excluded') {
        hashes.set(found.path, before.content_hash)
        countUnchanged(before)
        continue
      }
      const document = withGiven(found, before)
      if (before && hasSameVersion(document, before, reading) && !troubles.isTriedAgain(before)) {
        hashes.set(document.path, before.content_hash)
        countUnchanged(before)
        await versions.add(before, before.version)
        continue
      }
      const read = await readDocument(document, before, reading)
      hashes.set(document.path, read.content_hash)
      const { interruptions, parser_faults } = troubles.of(read)
      if (interruptions >= MOST_INTERRUPTIONS) {
        yield changedDocument(read, Promise.resolve(failure(SET_ASIDE)))
      } else if (!before || !isUnchanged(read, before, reading) || troubles.isTriedAgain(before)) {
        yield changedDocument(read, parse(read, parser_faults, reading, budget))
      } else {
        countUnchanged(before)
        await versions.add(before, read.version)
      }
    }
    await versions.flush()
  }

  function countUnchanged({ status }: KnownDocument): void {
    counters[COUNTED_AS[status]]++
  }

  return {
    groups: ahead(grouped(changed())),
    end() {
      const { isComplete, isGone = () => true, isExcluded = () => false } = discovered
      const unseen = known.filter(({ path }) => !hashes.has(path))
      const vanished = isComplete ? unseen.filter(({ path }) => isGone(path)) : []
      return {
        source_version: budget.isSpent() ? null : (discovered.version ?? setHash(hashes)),
        vanished,
        excluded: new Set(vanished.filter(({ path }) => isExcluded(path))),
        isEmpty: isComplete && hashes.size === 0 && vanished.length === unseen.length,
        shortfall: discovered.shortfall ?? null,
      }
    },
  }
}

/**
 * A file that was touched gets a new version without becoming another document, and one that had
 * lost its text and is as before has not lost it.
 */
function createVersionRecorder({ store, organization_id }: Reading) {
  let pending: { id: string; version: string | null }[] = []

  async function flush(): Promise<void> {
    if (pending.length > 0) await store.recordVersions(organization_id, pending)
    pending = []
  }

  return {
    flush,
    async add(before: KnownDocument, version: string | null): Promise<void> {
      const { id, status, error_code } = before
      const isToldOf = status === 'ingested' && error_code !== null
      if (before.version === version && !isToldOf) return
      pending.push({ id, version })
      if (pending.length >= VERSIONS_AT_ONCE) await flush()
    },
  }
}

/** How parsing ended before, of documents with the content that they have now. */
function createTroubles({ troubles }: Pick<Reading, 'troubles'>) {
  const byPath = new Map(troubles.map((trouble) => [trouble.path, trouble]))
  const none = { interruptions: 0, parser_faults: 0 }

  function of(content_hash: string, path: string) {
    const trouble = byPath.get(path)
    return trouble?.content_hash === content_hash ? trouble : none
  }

  return {
    of: ({ content_hash, document }: Pick<ReadDocument, 'content_hash' | 'document'>) =>
      of(content_hash, document.path),

    /** Whether a document that stopped the parser is read again although it is unchanged. */
    isTriedAgain({ status, content_hash, path }: KnownDocument): boolean {
      const { parser_faults } = of(content_hash, path)
      return status === 'failed' && parser_faults > 0 && parser_faults < MOST_PARSER_FAULTS
    },
  }
}

const SET_ASIDE = new DocumentError(
  'set_aside',
  `The service stopped ${MOST_INTERRUPTIONS} times while it was reading this document. It is set aside until it changes or a person starts a sync.`,
)

const COUNTED_AS = {
  ingested: 'documents_unchanged',
  skipped: 'documents_skipped',
  failed: 'documents_failed',
  excluded: 'documents_skipped',
} as const

/** What a person has set of a document comes before what its source says. */
function withGiven(found: Found, before: KnownDocument | undefined): Found {
  if (!before?.given_title && !before?.given_url) return found
  return {
    ...found,
    title: before.given_title ?? found.title ?? null,
    url: before.given_url ?? found.url ?? null,
  }
}

/** `signal` aborts when it is spent or the run ends: one for all, because making one takes long. */
function createBudget(runSignal: AbortSignal) {
  const controller = new AbortController()
  let leftMs = BUDGET_MS
  return {
    signal: AbortSignal.any([runSignal, controller.signal]),
    isSpent: () => controller.signal.aborted,
    spend(ms: number): void {
      leftMs -= ms
      if (leftMs <= 0) controller.abort()
    },
  }
}

interface ReadDocument {
  id: string
  document: Found
  known: KnownDocument | undefined
  content: Uint8Array | DocumentError
  bytes: number
  content_hash: string
  version: string | null
}

async function readDocument(
  document: Found,
  known: KnownDocument | undefined,
  { counters, links, newId }: Reading,
): Promise<ReadDocument> {
  const read = { id: document.upload_id ?? known?.id ?? newId(), document, known }
  const unread = { ...read, content_hash: '', version: null }
  try {
    const size = document.bytes ?? 0
    if (size > MAX_DOCUMENT_BYTES) {
      const content = new DocumentError('limit_exceeded', 'It is larger than 32 MiB.')
      return { ...unread, content, bytes: size }
    }
    const content = await document.read()
    counters.bytes_fetched += content.length
    const content_hash = contentHash(content, shapeOf(document, links))
    const version = versionOf(document, links)
    return { ...read, content, bytes: content.length, content_hash, version }
  } catch (error) {
    const content =
      error instanceof DocumentError
        ? error
        : new DocumentError('internal_error', 'It could not be read.', { cause: error })
    return { ...unread, content, bytes: 0 }
  }
}

function versionOf(document: Found, links: LinkSettings): string | null {
  if (!document.version || document.isComposed?.()) return null
  return versionMark(document.version, shapeOf(document, links))
}

function shapeOf({ title, url, reading }: Found, { base_url, permalinks }: LinkSettings): Shape {
  return { title, url, base_url, permalinks, reading }
}

/** Whether the document is unchanged without being read. */
function hasSameVersion(document: Found, before: KnownDocument, reading: Reading): boolean {
  if (!reading.trustsVersions || before.version === null) return false
  if (before.version !== versionOf(document, reading.links)) return false
  const { id: known_id, content_hash } = before
  return isUnchanged({ id: document.upload_id ?? known_id, content_hash }, before, reading)
}

/**
 * A document that failed is read again when a person asks for a sync; a schedule would only repeat
 * the failure. One that was skipped would be skipped again.
 */
function isUnchanged(
  { id, content_hash }: Pick<ReadDocument, 'id' | 'content_hash'>,
  before: KnownDocument,
  { job }: Reading,
): boolean {
  if (before.id !== id || content_hash === '' || isOutdated(before)) return false
  if (before.status === 'failed' && job.trigger === 'manual') return false
  return before.content_hash === content_hash
}

function changedDocument(
  { id, known, document, bytes, content_hash, version }: ReadDocument,
  extraction: ChangedDocument['extraction'],
): ChangedDocument {
  // Awaited with its group; until then a rejection must not count as unhandled.
  extraction.catch(() => {})
  return { id, known: known?.id === id, document, bytes, content_hash, version, extraction }
}

async function parse(
  { document, content, content_hash }: ReadDocument,
  faultsBefore: number,
  { organization_id, job, source_id, store, links, extractor, signal }: Reading,
  budget: ReturnType<typeof createBudget>,
): Promise<Extraction | null> {
  if (content instanceof DocumentError) return failure(content)
  const { path, title, url, media_type, reading } = document
  const repeatedTexts = await document.repeatedTexts?.()
  let remembered: Promise<void> | null = null
  const onSlow = () => {
    // If this fails, a crash over the document goes unnoticed; nothing else is lost.
    remembered = store
      .beganParsing(organization_id, source_id, { path, content_hash })
      .catch(() => {})
  }
  try {
    const extraction = await extractor.extract(
      { bytes: content, path, title, url, mediaType: media_type, links, reading, repeatedTexts },
      { job: job.id, signal: budget.signal, onSlow },
    )
    if (extraction.ok) return extraction
    budget.spend(extraction.ms)
    if (!extraction.stoppedParser) return extraction
    await store.stoppedParser(organization_id, source_id, { path, content_hash })
    return faultsBefore + 1 < MOST_PARSER_FAULTS ? extraction : setAside(extraction)
  } catch (error) {
    if (budget.isSpent() && !signal.aborted) return null
    throw error
  } finally {
    if (remembered) {
      await remembered
      await store.endedParsing(organization_id, source_id, path)
    }
  }
}

function setAside({ error_message, ...fault }: Extraction & { ok: false }): Extraction {
  const rest = 'It happened again, so it is set aside until it changes or a person starts a sync.'
  return { ...fault, error_code: 'set_aside', error_message: `${error_message} ${rest}` }
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
    // What could not be read has no hash, and takes no time to parse.
    if (document.content_hash !== '') bytes += document.bytes
    if (group.length < GROUP_DOCUMENTS && bytes < GROUP_BYTES) continue
    yield group
    group = []
    bytes = 0
  }
  if (group.length > 0) yield group
}

/** Prefetches one item while the consumer works on the one before. */
async function* ahead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = items.next()
      // Awaited above or below; until then a rejection must not count as unhandled.
      next.catch(() => {})
      yield value
    }
  } finally {
    await next.catch(() => {})
    await items.return(undefined)
  }
}
