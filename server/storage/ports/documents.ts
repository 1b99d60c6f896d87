import type { KnowledgeDocument } from '../../contract/document.ts'
import type { Page } from '../../contract/operation.ts'
import type { PassageBlock, PassagePlace, SectionRole } from '../../text/structure.ts'
import type { Embedding } from './embedding-moves.ts'
import type { Paging } from './paging.ts'
import type { StoredPassage } from './passages.ts'

/** A passage to be indexed, with its text already analysed. */
export interface NewPassage extends PassagePlace {
  /** UUID derived from document id and text (docs/behaviour.md#citations). */
  id: string
  position: number
  /** Tells its section from the others of the document; null: it was read before there were any. */
  section: string | null
  role: SectionRole | null
  /** null as well. */
  blocks: PassageBlock[] | null
  url: string | null
  /** Markdown. */
  text: string
  /**
   * Space-separated terms of the title, the heading path and the text (see `text/passage.ts`).
   */
  terms: { title: string; heading: string; text: string }
  /** See `quantize`; null: without ranking by vectors none is stored. */
  vector: Int8Array | null
  /** Vectors of parts of the text (windows), at most 24. */
  windows: Int8Array[]
}

/** A collection has moved to another embedding since vectors were made for it. */
export class CollectionMoved extends Error {
  override name = 'CollectionMoved'
  readonly embedding: Embedding

  constructor(embedding: Embedding) {
    super(`The collection has the embedding ${embedding.embedding_model} now.`)
    this.embedding = embedding
  }
}

/** Passages of one document's next version, in reading order. */
export interface StagedPart {
  document_id: string
  passages: NewPassage[]
}

/** A document of an earlier run. */
export interface KnownDocument {
  id: string
  path: string
  content_hash: string
  /** The source's version when it was last read (`versionMark` of `ingestion/content-hash.ts`). */
  version: string | null
  status: KnowledgeDocument['status']
  error_code: string | null
  passage_count: number
  /** The version of the reader that made its passages (`READING_VERSION`). */
  reading: number
  /** Runs in a row that kept its passages although its newest version has lost its text. */
  times_lost: number
  /** What a person has set in place of what the source says; null: nothing. */
  given_title: string | null
  given_url: string | null
}

/** Absent fields stay; null gives back what the source says. */
export interface DocumentChange {
  title?: string | null | undefined
  url?: string | null | undefined
  /** Whether searches leave it out, and runs do not read it. */
  excluded?: boolean | undefined
}

/** A document as a run made it. */
export type NewVersion = Omit<KnowledgeDocument, 'status' | 'description'> & {
  description?: string | null
  /** Only people exclude. */
  status: Exclude<KnowledgeDocument['status'], 'excluded'>
  /** It existed when the run began. */
  known?: boolean
  /** It is made from the upload of the same id. */
  uploaded?: boolean
  /** See `KnownDocument`. */
  version?: string | null
  reading?: number
}

/** The text of a section of a document, in several passages where it is long. */
export interface SectionText {
  document_id: string
  section: string
  text: string
}

export interface BeingParsed {
  path: string
  content_hash: string
}

/** A document whose parsing did not end well. */
export interface ParsingTrouble extends BeingParsed {
  /** Times that the process ended meanwhile (`Jobs.recover`). */
  interruptions: number
  /** Times that it made the parser hang or stop. */
  parser_faults: number
}

/**
 * A run names its job with what it writes. When this store's owner does not run that job any more,
 * nothing is written (docs/architecture.md#leases).
 */
export interface Documents {
  find(organization_id: string, id: string): Promise<KnowledgeDocument | null>
  /** By path. null: no such source. */
  list(
    organization_id: string,
    source_id: string,
    filter: { status?: KnowledgeDocument['status'] | undefined },
    paging: Paging,
  ): Promise<Page<KnowledgeDocument> | null>
  /**
   * The first passages of documents of collections, of at most `limit` documents: the first ones of
   * all, then the second ones. Documents at the top of a website come first, otherwise by path.
   */
  openings(
    organization_id: string,
    collection_ids: string[],
    limit: number,
  ): Promise<Pick<StoredPassage, 'title' | 'headings' | 'text'>[]>
  /**
   * The texts of the first passages of up to `limit` documents of collections, which are chosen
   * without regard to their source, path or age, and the same each time.
   */
  samples(organization_id: string, collection_ids: string[], limit: number): Promise<string[]>
  /**
   * Documents of collections with a URL, those at the top of a website first and otherwise by
   * path: pages to begin with.
   */
  introductions(
    organization_id: string,
    collection_ids: string[],
    limit: number,
  ): Promise<Pick<KnowledgeDocument, 'title' | 'url'>[]>
  /**
   * Titles and links change at once, but a search ranks by the title that the last run has read.
   * null: no such document.
   */
  update(
    organization_id: string,
    id: string,
    change: DocumentChange,
    now: string,
  ): Promise<KnowledgeDocument | null>
  /** Also removes the upload that it is made from, even before it is ingested. */
  delete(organization_id: string, id: string): Promise<boolean>
  /**
   * Clears the content hashes of the documents of active collections, so that the next run of each
   * source reads and indexes them again; until then they stay searchable. Returns the ids of the
   * sources.
   */
  outdate(organization_id: string): Promise<string[]>
  known(organization_id: string, source_id: string): Promise<KnownDocument[]>
  /**
   * Stores versions of documents that were found unchanged, and forgets what was told of newer
   * versions of those that are ingested.
   */
  recordVersions(
    organization_id: string,
    versions: { id: string; version: string | null }[],
  ): Promise<void>
  /** Passages of documents with their sections, in reading order; older ones have none. */
  sectionTexts(organization_id: string, ids: string[]): Promise<SectionText[]>
  /** Bytes of the text of documents' passages; those without any are left out. */
  textBytes(organization_id: string, ids: string[]): Promise<{ id: string; bytes: number }[]>
  /**
   * Leaves documents and their passages as they are although their newest versions have lost their
   * text, stores why, and counts the run in `times_lost` (docs/behaviour.md#deletions).
   */
  keepEarlier(
    organization_id: string,
    versions: Pick<NewVersion, 'id' | 'error_code' | 'error_message'>[],
    job_id?: string,
  ): Promise<void>
  /** Number of documents older than digests, whose passages `Store.check` cannot check. */
  countUndigested(): Promise<number>
  /**
   * Records a document whose parsing takes long, until `endedParsing` or its publication. Troubles
   * with the same content stay with it.
   */
  beganParsing(organization_id: string, source_id: string, document: BeingParsed): Promise<void>
  endedParsing(organization_id: string, source_id: string, path: string): Promise<void>
  /** Counts that a document made the parser hang or stop, and that its parsing ended. */
  stoppedParser(organization_id: string, source_id: string, document: BeingParsed): Promise<void>
  /** Documents that are being parsed, or with troubles, by path. */
  beingParsed(organization_id: string, source_id: string): Promise<ParsingTrouble[]>
  /**
   * Writes passages of a document's next version; no search sees them before `publish`. Called
   * several times for a long document, in reading order, so that no transaction is long; staged
   * passages of a failed attempt from there on are discarded. Throws a `RangeError` on a vector of
   * another width than the collection's, or with numbers that are not finite.
   */
  stage(organization_id: string, collection_id: string, part: StagedPart): Promise<void>
  /**
   * In one step: inserts or replaces the document, shows the staged passages and hides the earlier
   * ones. A document that failed or was skipped publishes none and loses its earlier ones. False,
   * and nothing is published, when its source, its upload or, where it was `known`, the document
   * itself was deleted since the run began, or the document was excluded.
   */
  publish(
    organization_id: string,
    collection_id: string,
    version: NewVersion,
    job_id?: string,
  ): Promise<boolean>
  /**
   * `stage` and `publish` of several documents in one step, which is several times faster than one
   * by one. Each part has passages, with vectors of the `embedding`: throws `CollectionMoved` when
   * the collection has another one by now. Returns those that were published.
   */
  ingest(
    organization_id: string,
    collection_id: string,
    batch: { staged: StagedPart[]; published: NewVersion[]; embedding?: Embedding | undefined },
    job_id?: string,
  ): Promise<NewVersion[]>
  /** Removes documents that are gone from their source, and hides their passages, in one step. */
  remove(organization_id: string, source_id: string, ids: string[], job_id?: string): Promise<void>
  /**
   * Deletes up to `limit` hidden passages from the indexes, but no staged ones; true while more are
   * left.
   */
  sweep(limit: number): Promise<boolean>
}
