import type { Job, JobCounters } from '../../contract/job.ts'
import type { BusyJobs, ClaimedJob } from '../ports/jobs.ts'
import type { newJob } from '../rules/jobs.ts'

/** Jobs have no created_at: they are queued when created, and keep that time through retries. */
export const NEWEST_QUEUED = { queued_at: '~', id: '~' }

/** Columns of `jobs`, as `JobRow` declares them. */
export const JOB_COLUMNS = `id, collection_id, source_id, status, trigger, source_version, attempt, max_attempts,
           queued_at, started_at, finished_at, next_attempt_at, error_code, error_message, counters`

/** Without `is_active`, which follows from the status; counters arrive as JSON text. */
export type JobRow = Omit<Job, 'is_active' | 'counters' | 'queued_at'> & {
  queued_at: string
  counters: string
}

/** A job that was claimed. */
export type ClaimedRow = JobRow & { organization_id: string }

/** What a run needs beside its job; `config` and `credentials` are JSON text. */
export type RunRow = Omit<ClaimedJob['collection'], 'id'> &
  Pick<ClaimedJob['source'], 'type'> & { config: string; credentials: string | null }

/** A job that the owner runs, unless it has lost it. */
export interface HeldJob {
  organization_id: string
  id: string
  owner: string
}

/** How a run ends. */
export type EndRow = HeldJob &
  Pick<Job, 'status' | 'error_code' | 'error_message' | 'source_version'> & {
    counters: string
    now: string
  }

/** How a run ends that is tried again. */
export type RetryRow = HeldJob &
  Pick<Job, 'error_code' | 'error_message' | 'next_attempt_at' | 'source_version'> & {
    counters: string
  }

export function toJob({ counters, ...row }: JobRow): Job {
  const isActive = ['pending', 'queued', 'running'].includes(row.status)
  return { ...row, is_active: isActive, counters: JSON.parse(counters) as JobCounters }
}

/** null: there is no such row. */
export function toFoundJob(row: JobRow | undefined): Job | null {
  return row ? toJob(row) : null
}

export function toJobRow(job: ReturnType<typeof newJob>): JobRow {
  return { ...job, counters: JSON.stringify(job.counters) }
}

export function toClaimedJob(
  { organization_id, ...row }: ClaimedRow,
  { type, config, credentials, ...collection }: RunRow,
  confirmed: string[] | null,
): ClaimedJob {
  return {
    organization_id,
    job: toJob(row),
    confirmed,
    source: {
      id: row.source_id,
      type,
      config: JSON.parse(config),
      credentials: credentials === null ? null : JSON.parse(credentials),
    },
    collection: { id: row.collection_id, ...collection },
  }
}

/** All that may not be claimed; nothing by default. */
export function toBusy({ sources = [], organizations = [] }: BusyJobs = {}): Required<BusyJobs> {
  return { sources, organizations }
}
