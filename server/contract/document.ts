import { z } from 'zod'
import { sized } from './bounded.ts'
import { Job } from './job.ts'
import { CHANGES_NOTHING, ListQuery, operation, page } from './operation.ts'
import { LinkAddress, shownText, Timestamp } from './text.ts'

export const DocumentStatus = z.enum(['ingested', 'skipped', 'failed', 'excluded'])

/** Prefixed because `Document` is a type of the DOM. */
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

/** `null` gives back what the source says. */
export const UpdateDocument = z
  .strictObject({
    title: shownText(1, 500).nullish(),
    url: LinkAddress.nullish(),
    excluded: z.boolean({ error: 'must be true or false' }).optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: CHANGES_NOTHING,
  })
export type UpdateDocument = z.infer<typeof UpdateDocument>

/** A stored unit of text, which citations refer to. `score` is null outside of a search. */
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
/** Of an upload in JSON, which is held in memory, unlike files. */
const MAX_UPLOAD_JSON_BYTES = 8 * 1024 * 1024

/** The path of a document in its source: relative, with `/`, without `..`. */
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
          url: LinkAddress.nullish(),
          text: z.string(),
        }),
      )
      .min(1)
      .max(MAX_UPLOAD_DOCUMENTS),
    {
      min: 1,
      max: MAX_UPLOAD_DOCUMENTS,
      error: `must contain 1 to ${MAX_UPLOAD_DOCUMENTS} documents`,
    },
  ),
})
export type UploadDocuments = z.infer<typeof UploadDocuments>

/**
 * The reply to an upload: the stored files, with the ids of their future documents, and the job
 * that ingests them. The documents can be read once the job has ingested them.
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
  rule: 'behaviour.md#documents',
  summary: 'List the documents of a source',
  description: 'Ordered by path.',
  method: 'get',
  path: '/knowledge/sources/{source_id}/documents',
  access: 'knowledge.read',
  query: ListQuery.extend({ status: DocumentStatus.optional() }),
  status: 200,
  reply: page(KnowledgeDocument),
})

export const uploadDocuments = operation({
  rule: 'behaviour.md#uploads',
  summary: 'Upload documents',
  description: 'As files or as text; queues a job that ingests them.',
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
  audit: { action: 'source.uploaded' },
  reply: Uploaded,
})

export const getDocument = operation({
  rule: 'behaviour.md#documents',
  summary: 'Read a document',
  method: 'get',
  path: '/knowledge/documents/{document_id}',
  access: 'knowledge.read',
  status: 200,
  reply: KnowledgeDocument,
})

export const updateDocument = operation({
  rule: 'behaviour.md#documents',
  summary: 'Update a document',
  description: 'Sets title or link in place of its own, or keeps it out of searches.',
  method: 'patch',
  path: '/knowledge/documents/{document_id}',
  access: 'knowledge.manage',
  body: UpdateDocument,
  status: 200,
  audit: { action: 'document.updated' },
  reply: KnowledgeDocument,
})

export const deleteDocument = operation({
  rule: 'behaviour.md#documents',
  summary: 'Delete a document',
  description: 'Also deletes its passages.',
  method: 'delete',
  path: '/knowledge/documents/{document_id}',
  access: 'knowledge.ingest',
  status: 204,
  audit: { action: 'document.deleted' },
})

export const listPassages = operation({
  rule: 'behaviour.md#documents',
  summary: 'List the passages of a document',
  description: 'In reading order.',
  method: 'get',
  path: '/knowledge/documents/{document_id}/passages',
  access: 'knowledge.read',
  query: ListQuery,
  status: 200,
  reply: page(Passage),
})

export const getPassage = operation({
  rule: 'behaviour.md#citations',
  summary: 'Read a passage',
  description: 'Finds a citation by its `source_id`, with the passages before and after it.',
  method: 'get',
  path: '/knowledge/passages/{passage_id}',
  access: 'knowledge.read',
  status: 200,
  reply: PassageWithNeighbours,
})
