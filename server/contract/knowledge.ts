import { z } from 'zod'
import { CHANGES_NOTHING, ListQuery, operation, page } from './operation.ts'
import { codePoints, firstCodePoints, longText, shownText, Timestamp } from './text.ts'

/** Contract §2.5, with the counts of completions 8. */
export const Collection = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  status: z.enum(['active', 'archived']),
  embedding_model: z.string(),
  embedding_dimensions: z.int(),
  document_count: z.int(),
  passage_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Collection = z.infer<typeof Collection>

/** Over 4,000 characters is refused; the stored value is trimmed and cut to 1,000 (contract §4.6). */
const Description = z
  .string()
  .refine((text) => codePoints(text) <= 4000, { error: 'must be at most 4000 characters' })
  .pipe(longText(4000))
  .transform((text) => firstCodePoints(text, 1000).trimEnd())
const Name = shownText(1, 200)

export const CreateCollection = z.strictObject({
  name: Name,
  description: Description.default(''),
  embedding_model: z.string().max(200, { error: 'must be at most 200 characters' }).default(''),
  embedding_dimensions: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .max(100_000, { error: 'must be at most 100000' })
    .optional(),
})
export type CreateCollection = z.infer<typeof CreateCollection>

/** The embedding is fixed at creation: naming it here is refused like any unknown field (contract §4.6). */
export const UpdateCollection = z
  .strictObject({
    name: Name.optional(),
    description: Description.optional(),
    archived: z.boolean().optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { error: CHANGES_NOTHING })
export type UpdateCollection = z.infer<typeof UpdateCollection>

export const jobStatuses = [
  'pending',
  'queued',
  'running',
  'succeeded',
  'partial',
  'failed',
  'cancelled',
  'skipped',
] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Why a run failed (completions 8). */
export const jobErrorCodes = [
  'collection_archived',
  'source_unreachable',
  'source_forbidden',
  'source_empty',
  'limit_exceeded',
  'embedding_failure',
  'embedding_mismatch',
  'storage_full',
  'timeout',
  'interrupted',
  'internal_error',
] as const
export type JobErrorCode = (typeof jobErrorCodes)[number]

export const JobCounters = z.strictObject({
  documents_discovered: z.int(),
  documents_ingested: z.int(),
  documents_unchanged: z.int(),
  documents_skipped: z.int(),
  documents_failed: z.int(),
  documents_deleted: z.int(),
  chunks_written: z.int(),
  bytes_fetched: z.int(),
})
export type JobCounters = z.infer<typeof JobCounters>

/** Contract §2.4b. */
export const Job = z.strictObject({
  id: z.uuid(),
  collection_id: z.uuid(),
  source_id: z.uuid(),
  status: z.enum(jobStatuses),
  trigger: z.enum(['manual', 'scheduled', 'api']),
  source_version: z.string().nullable(),
  is_active: z.boolean(),
  attempt: z.int(),
  max_attempts: z.int(),
  queued_at: Timestamp.nullable(),
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  next_attempt_at: Timestamp.nullable(),
  error_code: z.enum(jobErrorCodes).nullable(),
  error_message: z.string().nullable(),
  counters: JobCounters,
})
export type Job = z.infer<typeof Job>

const Globs = z.array(z.string().min(1).max(500)).max(100).default([])

/** A source that is filled through the API. */
export const UploadConfig = z.strictObject({})

/**
 * A folder on the server's disk. Beyond completions 8, and for the same reason as the `base_url` of a
 * git source, a folder's files can be given public links: `base_url` turns `docs/01-start/index.md`
 * into `<base_url>/docs/start`, and `permalinks` maps a glob to a template of its own with `{path}`,
 * `{slug}`, `{year}`, `{month}` and `{day}` (from the front matter, else from the file's name).
 */
export const FolderConfig = z.strictObject({
  path: z.string().min(1, { error: 'must be a path' }).max(4096),
  include: Globs,
  exclude: Globs,
  base_url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  permalinks: z.record(z.string().min(1), z.string().min(1)).optional(),
})
export type FolderConfig = z.infer<typeof FolderConfig>

export const sourceConfigs = { upload: UploadConfig, folder: FolderConfig }
export type SourceType = keyof typeof sourceConfigs
export const SourceType = z.enum(['upload', 'folder'])

/** Completions 8. */
export const Source = z.strictObject({
  id: z.uuid(),
  collection_id: z.uuid(),
  name: z.string(),
  type: SourceType,
  config: z.record(z.string(), z.unknown()),
  schedule: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  document_count: z.int(),
  latest_job: Job.nullable(),
})
export type Source = z.infer<typeof Source>

/** Five cron fields in UTC; checked by the cron library where it is stored. */
const Schedule = z.string().max(100).nullable()

export const CreateSource = z.strictObject({
  name: Name,
  type: SourceType,
  config: z.record(z.string(), z.unknown()).default({}),
  schedule: Schedule.default(null),
})
export type CreateSource = z.infer<typeof CreateSource>

/** `schedule: null` takes the schedule away; a source keeps its type. */
export const UpdateSource = z
  .strictObject({
    name: Name.optional(),
    config: z.record(z.string(), z.unknown()).optional(),
    schedule: Schedule.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { error: CHANGES_NOTHING })
export type UpdateSource = z.infer<typeof UpdateSource>

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
export const MAX_UPLOAD_DOCUMENTS = 100

/** Where a document stands in its source: relative, with `/`, and free of `..`. */
export const DocumentPath = shownText(1, 1000).refine(
  (path) =>
    !path.startsWith('/') &&
    !path.split('/').some((part) => part === '..' || part === '.' || part === ''),
  { error: 'must be a relative path without empty, . or .. parts' },
)

export const UploadDocuments = z.strictObject({
  documents: z
    .array(
      z.strictObject({
        path: DocumentPath,
        title: shownText(0, 500).nullish(),
        url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).nullish(),
        text: z.string(),
      }),
    )
    .min(1, { error: `must hold 1 to ${MAX_UPLOAD_DOCUMENTS} documents` })
    .max(MAX_UPLOAD_DOCUMENTS, { error: `must hold 1 to ${MAX_UPLOAD_DOCUMENTS} documents` }),
})
export type UploadDocuments = z.infer<typeof UploadDocuments>

/**
 * What an upload answers: the stored files, under the ids their documents will have, and the job that
 * ingests them. The documents themselves can be read once the job has reached them.
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

export const SearchKnowledge = z
  .strictObject({
    query: longText(16_000).refine((text) => text !== '', {
      error: 'must be 1 to 16000 characters after trimming',
    }),
    knowledge_base_ids: z
      .array(z.string())
      .min(1, { error: 'must name at least one collection' })
      .max(100)
      .optional(),
    assistant_id: z.string().optional(),
    limit: z
      .int({ error: 'must be a whole number from 1 to 50' })
      .min(1, { error: 'must be a whole number from 1 to 50' })
      .max(50, { error: 'must be a whole number from 1 to 50' })
      .default(10),
  })
  .refine((body) => body.knowledge_base_ids === undefined || body.assistant_id === undefined, {
    error: 'must name either knowledge_base_ids or assistant_id, not both',
  })
export type SearchKnowledge = z.infer<typeof SearchKnowledge>

const Flag = z.enum(['true', 'false'], { error: 'must be true or false' })

export const listCollections = operation({
  section: 'completions 8',
  summary: 'List collections; archived ones only when asked for',
  method: 'get',
  path: '/knowledge/collections',
  access: 'knowledge.read',
  query: ListQuery.extend({ archived: Flag.optional() }),
  status: 200,
  reply: page(Collection),
})

export const createCollection = operation({
  section: '4.6',
  summary: 'Create a collection',
  method: 'post',
  path: '/knowledge/collections',
  access: 'knowledge.manage',
  body: CreateCollection,
  status: 201,
  reply: Collection,
})

export const getCollection = operation({
  section: 'completions 8',
  summary: 'Read a collection',
  method: 'get',
  path: '/knowledge/collections/{collection_id}',
  access: 'knowledge.read',
  status: 200,
  reply: Collection,
})

export const updateCollection = operation({
  section: '4.6',
  summary: 'Rename, describe, archive or restore a collection',
  method: 'patch',
  path: '/knowledge/collections/{collection_id}',
  access: 'knowledge.manage',
  body: UpdateCollection,
  status: 200,
  reply: Collection,
})

export const listSources = operation({
  section: 'completions 8',
  summary: 'List the sources of a collection',
  method: 'get',
  path: '/knowledge/collections/{collection_id}/sources',
  access: 'knowledge.read',
  query: ListQuery,
  status: 200,
  reply: page(Source),
})

export const createSource = operation({
  section: 'completions 8',
  summary: 'Add a source to a collection',
  method: 'post',
  path: '/knowledge/collections/{collection_id}/sources',
  access: 'knowledge.manage',
  body: CreateSource,
  status: 201,
  reply: Source,
})

export const getSource = operation({
  section: 'completions 8',
  summary: 'Read a source with its latest job',
  method: 'get',
  path: '/knowledge/sources/{source_id}',
  access: 'knowledge.read',
  status: 200,
  reply: Source,
})

export const updateSource = operation({
  section: 'completions 8',
  summary: 'Rename, configure or schedule a source',
  method: 'patch',
  path: '/knowledge/sources/{source_id}',
  access: 'knowledge.manage',
  body: UpdateSource,
  status: 200,
  reply: Source,
})

export const deleteSource = operation({
  section: 'completions 8',
  summary: 'Delete a source with its documents and passages',
  method: 'delete',
  path: '/knowledge/sources/{source_id}',
  access: 'knowledge.manage',
  status: 204,
})

export const syncSource = operation({
  section: '4.6',
  summary: 'Read a source again and ingest what changed',
  method: 'post',
  path: '/knowledge/sources/{source_id}/sync',
  access: 'knowledge.ingest',
  status: 202,
  reply: Job,
})

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
  maxBodyBytes: MAX_UPLOAD_FILE_BYTES,
  files: { field: 'files', maxFiles: MAX_UPLOAD_FILES, maxFileBytes: MAX_UPLOAD_FILE_BYTES },
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

export const getJob = operation({
  section: '4.6',
  summary: 'Read an ingestion job',
  method: 'get',
  path: '/knowledge/jobs/{job_id}',
  access: 'knowledge.read',
  status: 200,
  reply: Job,
})

export const listJobs = operation({
  section: '4.6',
  summary: 'List the jobs of a source',
  method: 'get',
  path: '/knowledge/sources/{source_id}/jobs',
  access: 'knowledge.read',
  query: ListQuery,
  status: 200,
  reply: page(Job),
})

export const getLatestJob = operation({
  section: '4.6',
  summary: 'Read the latest job of a source; 404 when it was never synced',
  method: 'get',
  path: '/knowledge/sources/{source_id}/jobs/latest',
  access: 'knowledge.read',
  status: 200,
  reply: Job,
})

export const cancelJob = operation({
  section: 'completions 8',
  summary: 'Cancel a job; one that has ended is returned as it is',
  method: 'post',
  path: '/knowledge/jobs/{job_id}/cancel',
  access: 'knowledge.ingest',
  status: 200,
  reply: Job,
})

export const searchKnowledge = operation({
  section: 'completions 8',
  summary: 'Search the passages of collections',
  method: 'post',
  path: '/knowledge/search',
  access: 'knowledge.read',
  body: SearchKnowledge,
  status: 200,
  reply: z.strictObject({ data: z.array(Passage) }),
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
