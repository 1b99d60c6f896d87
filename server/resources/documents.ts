import { Readable } from 'node:stream'
import { withoutActiveMarkup } from '../answering/authored-text.ts'
import type {
  KnowledgeDocument,
  Passage,
  PassageWithNeighbours,
  UpdateDocument,
  UploadDocuments,
  Uploaded,
} from '../contract/document.ts'
import { ServiceError } from '../contract/errors.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import { sourceTypes } from '../contract/source-types.ts'
import type { Caller } from '../identity/caller.ts'
import { mayUse } from '../identity/limits.ts'
import { mediaTypeOf } from '../ingestion/formats.ts'
import { curatedSourceId } from '../retrieval/curated-source.ts'
import type { Upload } from '../storage/ports/uploads.ts'
import { toPassage } from '../storage/rows/passages.ts'
import type { Store } from '../storage/store.ts'
import { everyPage } from './every-page.ts'
import type { Jobs } from './jobs.ts'
import { found } from './not-found.ts'
import { visibleCollections } from './visible-collections.ts'

export type Documents = ReturnType<typeof createDocuments>

/** Stores the bytes of an upload. Throws `payload_too_large` over the limit of a file. */
export interface SaveUpload {
  (bytes: Readable): Promise<{ content_hash: string; bytes: number }>
}

/** A file of a multipart upload whose bytes are stored. */
export interface UploadedFile {
  path: string
  media_type: string
  content_hash: string
  bytes: number
}
export interface UploadedFiles {
  files: UploadedFile[]
}

/**
 * Documents, their passages, and uploads (docs/behaviour.md#documents, docs/behaviour.md#uploads).
 */
export function createDocuments({
  store,
  jobs,
  saveUpload,
  now,
  newId,
}: {
  store: Store
  jobs: Pick<Jobs, 'ingestUploads'>
  saveUpload: SaveUpload
  now: () => string
  newId: () => string
}) {
  async function saveTexts({ documents }: UploadDocuments): Promise<NewUpload[]> {
    const saved: NewUpload[] = []
    for (const { path, title, url, text } of documents) {
      const file = await saveUpload(Readable.from(piecesOf(Buffer.from(text))))
      saved.push({
        ...file,
        id: newId(),
        path,
        title: title || null,
        url: url ?? null,
        media_type: mediaTypeOf(path) ?? 'text/markdown',
      })
    }
    return saved
  }

  /** A client that does not know a file's type sends `application/octet-stream`. */
  function fromFiles({ files }: UploadedFiles): NewUpload[] {
    return files.map((file) => ({
      ...file,
      id: newId(),
      title: null,
      url: null,
      media_type:
        file.media_type === 'application/octet-stream'
          ? (mediaTypeOf(file.path) ?? file.media_type)
          : file.media_type,
    }))
  }

  /** What a curated answer without links cites: itself. */
  async function curatedPassage(
    organization_id: string,
    source_id: string,
  ): Promise<PassageWithNeighbours | null> {
    const answers = await everyPage((paging) => store.curatedAnswers.list(organization_id, paging))
    const cited = answers.find((answer) => curatedSourceId(answer) === source_id)
    if (!cited) return null
    const { id, questions, text } = cited
    const alone = {
      url: null,
      anchor: null,
      score: null,
      previous: null,
      next: null,
      current: true,
    }
    return {
      source_id,
      document_id: id,
      collection_id: id,
      title: questions[0] ?? '',
      text: withoutActiveMarkup(text),
      ...alone,
    }
  }

  /** Of a limited API key: passages of its collections, and curated answers of its assistants. */
  async function isVisible(
    caller: Caller,
    { collection_id, document_id }: Pick<Passage, 'collection_id' | 'document_id'>,
  ): Promise<boolean> {
    const visible = await visibleCollections(store, caller)
    if (!visible || visible.has(collection_id)) return true
    const curated = await store.curatedAnswers.find(caller.organization_id, document_id)
    return curated?.assistant_ids?.some((id) => mayUse(caller, id)) ?? curated !== null
  }

  async function isVisibleDocument(
    caller: Caller,
    { source_id }: KnowledgeDocument,
  ): Promise<boolean> {
    if (!caller.assistant_ids) return true
    const visible = await visibleCollections(store, caller)
    const source = await store.sources.find(caller.organization_id, source_id)
    return source !== null && visible?.has(source.collection_id) === true
  }

  async function passageOf(organization_id: string, id: string): Promise<PassageWithNeighbours> {
    const passage = await store.passages.find(organization_id, id)
    if (!passage) return found(await curatedPassage(organization_id, id), 'Passage')
    const { current, previous, next } = passage
    return {
      ...toPassage(passage),
      current,
      previous: previous && toPassage(previous),
      next: next && toPassage(next),
    }
  }

  return {
    async list(
      caller: Caller,
      source_id: string,
      { status, ...paging }: ListQuery & { status?: KnowledgeDocument['status'] | undefined },
    ): Promise<Page<KnowledgeDocument>> {
      const { organization_id } = caller
      return found(
        await store.documents.list(organization_id, source_id, { status }, paging),
        'Source',
      )
    },

    async get(caller: Caller, id: string): Promise<KnowledgeDocument> {
      const document = found(await store.documents.find(caller.organization_id, id), 'Document')
      return found((await isVisibleDocument(caller, document)) ? document : null, 'Document')
    },

    async update(caller: Caller, id: string, change: UpdateDocument): Promise<KnowledgeDocument> {
      const { organization_id } = caller
      return found(await store.documents.update(organization_id, id, change, now()), 'Document')
    },

    async delete(caller: Caller, id: string): Promise<void> {
      found((await store.documents.delete(caller.organization_id, id)) || null, 'Document')
    },

    async passages(caller: Caller, id: string, paging: ListQuery): Promise<Page<Passage>> {
      const page = found(await store.passages.list(caller.organization_id, id, paging), 'Document')
      const [first] = page.data
      const isShown = first === undefined || (await isVisible(caller, first))
      return found(isShown ? page : null, 'Document')
    },

    async passage(caller: Caller, id: string): Promise<PassageWithNeighbours> {
      const passage = await passageOf(caller.organization_id, id)
      return found((await isVisible(caller, passage)) ? passage : null, 'Passage')
    },

    passageOf,

    /**
     * All or nothing: the source takes the files in one step, after all of them are stored. Bytes
     * stored for an upload that is then refused are cleaned up later.
     */
    async upload(
      caller: Caller,
      source_id: string,
      body: UploadDocuments | UploadedFiles,
    ): Promise<Uploaded> {
      const source = found(await store.sources.find(caller.organization_id, source_id), 'Source')
      if (!sourceTypes[source.type].takesUploads) {
        throw new ServiceError(
          'validation_error',
          `A source of type ${source.type} takes no uploads.`,
        )
      }
      const uploads = 'files' in body ? fromFiles(body) : await saveTexts(body)
      refuseRepeatedPaths(uploads)
      const documents = found(
        await store.uploads.put(caller.organization_id, source_id, uploads, now()),
        'Source',
      )
      return { documents, job: await jobs.ingestUploads(caller, source_id) }
    },
  }
}

const PIECE_BYTES = 64 * 1024

/** Pieces small enough that hashing one does not block the event loop. */
function* piecesOf(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

type NewUpload = Omit<Upload, 'source_id'>

function refuseRepeatedPaths(uploads: NewUpload[]): void {
  const seen = new Set<string>()
  for (const { path } of uploads) {
    if (seen.has(path)) {
      throw new ServiceError(
        'validation_error',
        `path must be unique in an upload; "${path}" is there twice.`,
      )
    }
    seen.add(path)
  }
}
