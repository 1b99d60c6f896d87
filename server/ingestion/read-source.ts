import type { JobCounters } from '../contract/job.ts'
import type { KnownDocument } from '../storage/store.ts'
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
  extraction: Promise<Extraction>
}

interface Reading {
  /** Its id. */
  job: string
  documents: SourceDocument[]
  known: KnownDocument[]
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

/**
 * Reads every document of a source, counts those that are as they were, and gives back the others in
 * groups, a group ahead of its reader. `version` can be asked for when all have been read.
 */
export function readSource(reading: Reading) {
  const files: { path: string; content_hash: string }[] = []
  const knownAt = new Map(reading.known.map((document) => [document.path, document]))

  async function* changed(): AsyncGenerator<ChangedDocument> {
    let since = performance.now()
    for (const document of reading.documents) {
      reading.signal.throwIfAborted()
      if (performance.now() - since > YIELD_EVERY_MS) {
        await reading.giveWay()
        since = performance.now()
      }
      const next = await readDocument(document, knownAt.get(document.path), reading)
      files.push({ path: document.path, content_hash: next.content_hash })
      if (!isUnchanged(next, knownAt.get(document.path))) yield parse(next, reading)
      else if (next.known?.status === 'skipped') reading.counters.documents_skipped++
      else reading.counters.documents_unchanged++
    }
  }

  return { groups: ahead(grouped(changed())), version: () => setHash(files) }
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

/** What failed is tried again at every sync; what was skipped would only be skipped again. */
function isUnchanged(
  { id, content_hash }: ReadDocument,
  known: KnownDocument | undefined,
): boolean {
  if (!known || known.id !== id || content_hash === '') return false
  return known.content_hash === content_hash && known.status !== 'failed'
}

function parse(
  { id, document, known, content, bytes, content_hash }: ReadDocument,
  reading: Reading,
): ChangedDocument {
  const { path, title, url, media_type } = document
  const extraction =
    content instanceof DocumentError
      ? Promise.resolve(failure(content))
      : reading.extractor.extract(
          { bytes: content, path, title, url, mediaType: media_type, links: reading.links },
          { job: reading.job, signal: reading.signal },
        )
  // Awaited with its group; until then its failure is nobody's.
  extraction.catch(() => {})
  return { id, known: known?.id === id, document, bytes, content_hash, extraction }
}

function failure({ code, message }: DocumentError): Extraction {
  return { ok: false, error_code: code, error_message: message }
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
