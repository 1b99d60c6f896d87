import { z } from 'zod'
import { sized } from './bounded.ts'
import { Job } from './job.ts'
import { ListQuery, operation, page } from './operation.ts'
import { shownText, Timestamp, WebAddress } from './text.ts'

export const DocumentStatus = z.enum(['ingested', 'skipped', 'failed'])

/** Completions 8. Named with a prefix because the page has a `Document` of its own. */
export const KnowledgeDocument = z.strictObject({
  id: z.uuid(),
  source_id: z.uuid(),
  path: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  media_type: z.string(),
  bytes: z.int(),
  content_hash: z.string(),
  status: DocumentStatus,
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  passage_count: z.int(),
  updated_at: Timestamp,
})
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>

/** A stored unit of text; what a citation points at. `score` is null outside of a search. */
export const Passage = z.strictObject({
  source_id: z.uuid(),
  document_id: z.uuid(),
  collection_id: z.uuid(),
  title: z.string(),
  url: z.string().nullable(),
  anchor: z.string().nullable(),
  text: z.string(),
  score: z.number().nullable(),
})
export type Passage = z.infer<typeof Passage>

export const PassageWithNeighbours = Passage.extend({
  previous: Passage.nullable(),
  next: Passage.nullable(),
})
export type PassageWithNeighbours = z.infer<typeof PassageWithNeighbours>

export const MAX_UPLOAD_FILES = 50
export const MAX_UPLOAD_FILE_BYTES = 32 * 1024 * 1024
const MAX_UPLOAD_BYTES = 256 * 1024 * 1024
export const MAX_UPLOAD_DOCUMENTS = 100
/** Of an upload in JSON, whose texts are held in memory; files are not. */
const MAX_UPLOAD_JSON_BYTES = 8 * 1024 * 1024

/** Where a document stands in its source: relative, with `/`, and free of `..`. */
export const DocumentPath = shownText(1, 1000).refine(
  (path) =>
    !path.startsWith('/') &&
    !path.split('/').some((part) => part === '..' || part === '.' || part === ''),
  { error: 'must be a relative path without empty, . or .. parts' },
)

export const UploadDocuments = z.strictObject({
  documents: sized(
    z
      .array(
        z.strictObject({
          path: DocumentPath,
          title: shownText(0, 500).nullish(),
          url: WebAddress.nullish(),
          text: z.string(),
        }),
      )
      .min(1)
      .max(MAX_UPLOAD_DOCUMENTS),
    {
      min: 1,
      max: MAX_UPLOAD_DOCUMENTS,
      error: `must hold 1 to ${MAX_UPLOAD_DOCUMENTS} documents`,
    },
  ),
})
export type UploadDocuments = z.infer<typeof UploadDocuments>

/**
 * What an upload answers: the stored files, under the ids their documents will have, and the job
 * that ingests them. The documents themselves can be read once the job has reached them.
 */
export const Uploaded = z.strictObject({
  documents: z.array(
    z.strictObject({
      id: z.uuid(),
      source_id: z.uuid(),
      path: z.string(),
      title: z.string().nullable(),
      url: z.string().nullable(),
      media_type: z.string(),
      bytes: z.int(),
      content_hash: z.string(),
    }),
  ),
  job: Job,
})
export type Uploaded = z.infer<typeof Uploaded>

export const listDocuments = operation({
  section: 'completions 8',
  summary: 'List the documents of a source by path',
  method: 'get',
  path: '/knowledge/sources/{source_id}/documents',
  access: 'knowledge.read',
  query: ListQuery.extend({ status: DocumentStatus.optional() }),
  status: 200,
  reply: page(KnowledgeDocument),
})

export const uploadDocuments = operation({
  section: 'completions 8',
  summary: 'Upload documents, as files or as text, and ingest them',
  method: 'post',
  path: '/knowledge/sources/{source_id}/documents',
  access: 'knowledge.ingest',
  body: UploadDocuments,
  maxBodyBytes: MAX_UPLOAD_JSON_BYTES,
  files: {
    field: 'files',
    maxFiles: MAX_UPLOAD_FILES,
    maxFileBytes: MAX_UPLOAD_FILE_BYTES,
    maxTotalBytes: MAX_UPLOAD_BYTES,
  },
  status: 202,
  reply: Uploaded,
})

export const getDocument = operation({
  section: 'completions 8',
  summary: 'Read a document',
  method: 'get',
  path: '/knowledge/documents/{document_id}',
  access: 'knowledge.read',
  status: 200,
  reply: KnowledgeDocument,
})

export const deleteDocument = operation({
  section: 'completions 8',
  summary: 'Delete a document with its passages',
  method: 'delete',
  path: '/knowledge/documents/{document_id}',
  access: 'knowledge.ingest',
  status: 204,
})

export const listPassages = operation({
  section: 'completions 8',
  summary: 'List the passages of a document in reading order',
  method: 'get',
  path: '/knowledge/documents/{document_id}/passages',
  access: 'knowledge.read',
  query: ListQuery,
  status: 200,
  reply: page(Passage),
})

export const getPassage = operation({
  section: 'completions 8',
  summary: 'Look a cited passage up, with its neighbours',
  method: 'get',
  path: '/knowledge/passages/{passage_id}',
  access: 'knowledge.read',
  status: 200,
  reply: PassageWithNeighbours,
})
