import type { JobCounters } from '../contract/job.ts'
import { type EmbeddingModel, WidthMismatch } from '../models/ports.ts'
import { createPacer } from '../pacer.ts'
import { CollectionMoved, type NewPassage, type NewVersion } from '../storage/ports/documents.ts'
import type { Embedding } from '../storage/ports/embedding-moves.ts'
import type { ClaimedJob } from '../storage/ports/jobs.ts'
import type { Store } from '../storage/store.ts'
import { READING_VERSION } from './content-hash.ts'
import { SourceError } from './define-source.ts'
import type { DocumentErrorCode } from './extracted.ts'
import type { GiveWay } from './give-way.ts'
import { passageUrl } from './links.ts'
import type { Extraction } from './parser/extractor.ts'
import type { AnalyzedPassage } from './parser/parser-messages.ts'
import { createPassageIds } from './passage-ids.ts'
import { embedPassages, type PassageVectors } from './passage-vectors.ts'
import type { ChangedDocument } from './read-source.ts'
import { type CutSection, type EarlierSection, sectionIds } from './section-ids.ts'
import type { TextLosses } from './text-losses.ts'

interface Indexing {
  claimed: ClaimedJob
  documents: Store['documents']
  searchIndex: Store['searchIndex']
  /** That of the collection, with its model; changes when the collection moves to another. */
  embedding: Embedding
  model: EmbeddingModel
  /** Throws `SourceError` when no provider offers it. */
  modelOf(embedding: Embedding): EmbeddingModel
  counters: JobCounters
  losses: TextLosses
  now: () => string
  giveWay: GiveWay
  signal: AbortSignal
  /** Records progress; throws when the job is no longer running. */
  checkpoint(): Promise<void>
}

/** Embedded and stored at once, in one short transaction. */
const BATCH_PASSAGES = 128
const BATCH_CHARS = 120_000
/** Rows written in one step. */
const KEPT_AT_ONCE = 500

/** Errors that mean that there is nothing to read: the document is skipped, not failed. */
const SKIPPED = new Set<DocumentErrorCode>([
  'unsupported_format',
  'empty',
  'no_text',
  'source_forbidden',
])

/**
 * Indexes a group of documents, each atomically: its passages are staged, then shown at once in
 * place of the earlier ones (docs/behaviour.md#documents). Documents deleted meanwhile are left
 * out. Versions that have lost their text are staged only, and wait for `settleLosses`. Throws
 * `SourceError` when the passages cannot be embedded; what was published by then stays.
 */
export async function indexDocuments(group: ChangedDocument[], indexing: Indexing): Promise<void> {
  const extractions = await Promise.all(group.map((changed) => changed.extraction))
  await indexing.checkpoint()
  const bytesBefore = await textBytes(group, indexing)
  const earlier = await earlierSections(group, indexing)
  const pace = createPacer(indexing.giveWay)
  const drafts: Draft[] = []
  const withoutPassages: NewVersion[] = []
  for (const [index, changed] of group.entries()) {
    const extraction = extractions[index]
    if (!extraction) continue
    const document = documentOf(changed, extraction, indexing)
    const passages = extraction.ok ? extraction.passages : []
    const isHeld = indexing.losses.hold(
      document,
      passages.reduce((bytes, { text }) => bytes + Buffer.byteLength(text), 0),
      bytesBefore.get(document.id) ?? 0,
    )
    if (isHeld && indexing.losses.isMuch()) continue
    if (passages.length === 0 && !isHeld) withoutPassages.push(document)
    const idOf = createPassageIds(document.id)
    const sections = await sectionsOf(document, passages, earlier.get(document.id) ?? [], pace)
    for (const passage of passages) {
      const isComplete = passage.position === passages.length - 1 && !isHeld
      const section = sections[passage.section] ?? null
      drafts.push({ document, passage, id: idOf(passage.text), section, isComplete })
    }
  }
  if (withoutPassages.length > 0) {
    await store({ staged: [], published: withoutPassages }, indexing)
  }
  for (const batch of batchesOf(drafts)) {
    await indexBatch(batch, indexing)
    await indexing.giveWay()
    if (await indexing.searchIndex.maintain('busy')) await indexing.giveWay()
    indexing.signal.throwIfAborted()
  }
}

/** The sections of documents that were ingested before, by their ids, in reading order. */
async function earlierSections(
  group: ChangedDocument[],
  { claimed, documents }: Indexing,
): Promise<Map<string, EarlierSection[]>> {
  const ids = group.filter(({ known }) => known).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const texts = await documents.sectionTexts(claimed.organization_id, ids)
  const byDocument = Map.groupBy(texts, ({ document_id }) => document_id)
  return new Map(
    Array.from(byDocument, ([id, own]) => {
      const bySection = Map.groupBy(own, ({ section }) => section)
      return [
        id,
        Array.from(bySection, ([id, parts]) => ({ id, texts: parts.map(({ text }) => text) })),
      ]
    }),
  )
}

/** The ids of the sections of a version, by their numbers. */
function sectionsOf(
  { path }: NewVersion,
  passages: AnalyzedPassage[],
  earlier: EarlierSection[],
  pace: () => Promise<void>,
): Promise<string[]> {
  const sections: CutSection[] = []
  for (const { section, headings, text } of passages) {
    const known = sections[section]
    if (known) known.texts.push(text)
    else sections[section] = { headings, texts: [text] }
  }
  return sectionIds(sections, { path, earlier, pace })
}

/** Bytes of the text that documents have and may lose, by their ids. */
async function textBytes(
  group: ChangedDocument[],
  { claimed, documents, losses }: Indexing,
): Promise<Map<string, number>> {
  const ids = group.map(({ id }) => id).filter(losses.mayLose)
  if (ids.length === 0) return new Map()
  const sizes = await documents.textBytes(claimed.organization_id, ids)
  return new Map(sizes.map(({ id, bytes }) => [id, bytes]))
}

/**
 * Publishes versions that were held back, or keeps the earlier passages of their documents
 * (docs/behaviour.md#deletions).
 */
export async function settleLosses(
  { taken, kept }: { taken: NewVersion[]; kept: NewVersion[] },
  { claimed, documents, counters, giveWay, signal }: Indexing,
): Promise<void> {
  const { organization_id, collection, job } = claimed
  for (const version of taken) {
    const isPublished = await documents.publish(organization_id, collection.id, version, job.id)
    if (isPublished) count(version, counters)
    await giveWay()
    signal.throwIfAborted()
  }
  for (let at = 0; at < kept.length; at += KEPT_AT_ONCE) {
    const some = kept.slice(at, at + KEPT_AT_ONCE).map(asKept)
    await documents.keepEarlier(organization_id, some, job.id)
    for (const version of some) count(version, counters)
    await giveWay()
    signal.throwIfAborted()
  }
}

/** A version that is not taken counts as skipped when it could be read. */
function asKept(version: NewVersion): NewVersion {
  if (version.status !== 'ingested') return version
  return { ...version, status: 'skipped', passage_count: 0, ...TEXT_LOST }
}

const TEXT_LOST = {
  error_code: 'text_lost',
  error_message: 'Its newest version has lost most of its text.',
} as const

interface Draft {
  document: NewVersion
  passage: AnalyzedPassage
  id: string
  section: string | null
  /** The last passage of a version that is shown with it. */
  isComplete: boolean
}

/** Bounded by their text as well, which is what takes time. */
function* batchesOf(drafts: Draft[]): Generator<Draft[]> {
  let batch: Draft[] = []
  let chars = 0
  for (const draft of drafts) {
    batch.push(draft)
    chars += draft.passage.text.length
    if (batch.length < BATCH_PASSAGES && chars < BATCH_CHARS) continue
    yield batch
    batch = []
    chars = 0
  }
  if (batch.length > 0) yield batch
}

/** Embeds a batch anew when its collection has moved to another embedding meanwhile. */
async function indexBatch(batch: Draft[], indexing: Indexing): Promise<void> {
  try {
    await embedAndStore(batch, indexing)
  } catch (error) {
    if (!(error instanceof CollectionMoved)) throw error
    indexing.embedding = error.embedding
    indexing.model = indexing.modelOf(error.embedding)
    await indexBatch(batch, indexing)
  }
}

async function embedAndStore(batch: Draft[], indexing: Indexing): Promise<void> {
  const vectors = await embed(batch, indexing)
  const staged = [...Map.groupBy(batch.keys(), (at) => batch[at]?.document as NewVersion)].map(
    ([{ id }, places]) => ({
      document_id: id,
      passages: places.map((at) => newPassage(batch[at] as Draft, vectors[at] as PassageVectors)),
    }),
  )
  const complete = batch.filter(({ isComplete }) => isComplete).map(({ document }) => document)
  const { embedding_model, embedding_dimensions } = indexing.embedding
  const embedding = { embedding_model, embedding_dimensions }
  await store({ staged, published: complete, embedding }, indexing)
}

async function embed(batch: Draft[], { model, signal }: Indexing): Promise<PassageVectors[]> {
  const passages = batch.map(({ document: { title }, passage }) => ({
    title,
    headings: passage.headings,
    text: passage.text,
    blocks: passage.blocks ?? [],
  }))
  try {
    return await embedPassages(passages, model, signal)
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof WidthMismatch) {
      const message = 'The embedding model gives vectors of another width than the collection has.'
      throw new SourceError('embedding_mismatch', message, { cause })
    }
    const message = 'The embedding model could not embed the passages.'
    throw new SourceError('embedding_failure', message, { cause })
  }
}

function newPassage(
  { document, passage, id, section }: Draft,
  vectors: PassageVectors,
): NewPassage {
  const { position, headings, page, role, blocks, text, terms } = passage
  const { vector, windows } = vectors
  const url = passageUrl(document.url, passage)
  return { id, position, section, headings, page, role, blocks, url, text, terms, vector, windows }
}

function documentOf(
  { id, known, document, bytes, content_hash, version }: ChangedDocument,
  extraction: Extraction,
  { claimed, now }: Indexing,
): NewVersion {
  const own = {
    id,
    known,
    uploaded: document.upload_id !== undefined,
    version,
    source_id: claimed.source.id,
    path: document.path,
    bytes,
    content_hash,
    reading: READING_VERSION,
    updated_at: now(),
  }
  if (extraction.ok) {
    const { title, description, url, media_type, passages } = extraction
    const passage_count = passages.length
    return {
      ...own,
      title,
      description,
      url,
      media_type,
      passage_count,
      status: 'ingested',
      error_code: null,
      error_message: null,
    }
  }
  const { error_code, error_message } = extraction
  return {
    ...own,
    title: document.title ?? '',
    url: document.url ?? null,
    media_type: document.media_type ?? 'application/octet-stream',
    passage_count: 0,
    status: SKIPPED.has(error_code) ? 'skipped' : 'failed',
    error_code,
    error_message,
  }
}

async function store(
  made: Parameters<Store['documents']['ingest']>[2],
  { claimed, documents, counters, signal }: Indexing,
): Promise<void> {
  signal.throwIfAborted()
  const { organization_id, collection, job } = claimed
  const published = await documents.ingest(organization_id, collection.id, made, job.id)
  for (const document of published) count(document, counters)
}

function count({ status, passage_count }: NewVersion, counters: JobCounters): void {
  counters[`documents_${status}`]++
  counters.chunks_written += passage_count
}
