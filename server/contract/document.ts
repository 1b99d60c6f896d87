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
  error_code: z
    .string()
    .nullable()
    .describe(
      'Why a document was skipped (`unsupported_format`, `empty`, `no_text`, `source_forbidden`) or failed (`malformed`, `encrypted`, `limit_exceeded`, `timeout`, `set_aside`, `internal_error`: the file itself could not be read from the disk). An `ingested` document has one while its newest version has lost its text (`text_lost`, or one of these) and what was read before still answers, or `interrupted` while it is read again after a crash.',
    ),
  error_message: z.string().nullable().describe('The same in words.'),
  description: z
    .string()
    .nullable()
    .describe(
      'What the document says that it is about, beside its text: it is searched, and never quoted. `null` where it says nothing.',
    ),
  passage_count: z.int(),
  updated_at: Timestamp,
})
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>

export const UpdateDocument = z
  .strictObject({
    title: shownText(1, 500)
      .nullish()
      .describe("Shown in place of the document's own; `null` gives that back."),
    url: LinkAddress.nullish().describe(
      "Shown in place of the document's own; `null` gives that back.",
    ),
    excluded: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .describe('`true` keeps it out of searches, with the status `excluded`.'),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: CHANGES_NOTHING,
  })
export type UpdateDocument = z.infer<typeof UpdateDocument>

/** A stored unit of text, which citations refer to. */
export const Passage = z.strictObject({
  source_id: z.uuid(),
  document_id: z.uuid(),
  collection_id: z.uuid(),
  title: z.string(),
  url: z.string().nullable(),
  anchor: z.string().nullable(),
  text: z.string(),
  score: z.number().nullable().describe('`null` outside of a search.'),
})
export type Passage = z.infer<typeof Passage>

export const PassageWithNeighbours = Passage.extend({
  current: z
    .boolean()
    .describe(
      '`false` when its document has changed or is gone since an answer cited it: the text is as it was then, without neighbours.',
    ),
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
  documents: z
    .array(
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
    )
    .describe(
      'The stored files, under the ids that their documents will have. Those can be read once the job has reached them.',
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
  description:
    'To a source of type `upload`. An upload is accepted as a whole or not at all. An existing path is replaced. The returned job ingests these documents: when a job of the source is running already, another one is queued behind it, which later uploads join.',
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
  description:
    'At least one field. All of it stays through syncs. Citations show a new title and link at once; searches rank by the title once a sync has read the document again.',
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
  description:
    'Also deletes its passages. A document deleted while a job runs stays deleted. A document of a folder comes back with the next sync while its file is there.',
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
  description:
    "Finds a cited passage by the citation's `source_id`, with the passages before and after it.",
  method: 'get',
  path: '/knowledge/passages/{passage_id}',
  access: 'knowledge.read',
  status: 200,
  reply: PassageWithNeighbours,
})
