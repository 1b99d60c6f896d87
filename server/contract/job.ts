import { z } from 'zod'
import { ListQuery, operation, page } from './operation.ts'
import { Timestamp } from './text.ts'

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

/** Why a job failed (docs/behaviour.md#jobs). */
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
  'set_aside',
  'deletions_withheld',
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

export const NO_COUNTERS: Readonly<JobCounters> = {
  documents_discovered: 0,
  documents_ingested: 0,
  documents_unchanged: 0,
  documents_skipped: 0,
  documents_failed: 0,
  documents_deleted: 0,
  chunks_written: 0,
  bytes_fetched: 0,
}

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

export const getJob = operation({
  rule: 'behaviour.md#jobs',
  summary: 'Read a job',
  description:
    'Poll it until `is_active` is false. Jobs of different sources run side by side; those of one source never do.',
  method: 'get',
  path: '/knowledge/jobs/{job_id}',
  access: 'knowledge.read',
  status: 200,
  reply: Job,
})

export const listJobs = operation({
  rule: 'behaviour.md#jobs',
  summary: 'List the jobs of a source',
  method: 'get',
  path: '/knowledge/sources/{source_id}/jobs',
  access: 'knowledge.read',
  query: ListQuery,
  status: 200,
  reply: page(Job),
})

export const getLatestJob = operation({
  rule: 'behaviour.md#jobs',
  summary: 'Read the latest job of a source',
  description: '404 when the source was never synced.',
  method: 'get',
  path: '/knowledge/sources/{source_id}/jobs/latest',
  access: 'knowledge.read',
  status: 200,
  reply: Job,
})

export const cancelJob = operation({
  rule: 'behaviour.md#jobs',
  summary: 'Cancel a job',
  description: 'One that has ended is returned as it is. A job queued behind it stays.',
  method: 'post',
  path: '/knowledge/jobs/{job_id}/cancel',
  access: 'knowledge.ingest',
  status: 200,
  audit: { action: 'job.cancelled' },
  reply: Job,
})

export const confirmJob = operation({
  rule: 'behaviour.md#deletions',
  summary: 'Confirm withheld deletions',
  description:
    'Queues a new job that may delete what this one found gone and did not delete (`deletions_withheld`). 409 unless it is the latest job of its source and ended so.',
  method: 'post',
  path: '/knowledge/jobs/{job_id}/confirm',
  access: 'knowledge.ingest',
  status: 202,
  audit: { action: 'job.confirmed' },
  reply: Job,
})
