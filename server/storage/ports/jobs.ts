import type { Collection } from '../../contract/collection.ts'
import type { Job, JobCounters, JobErrorCode } from '../../contract/job.ts'
import type { Page } from '../../contract/operation.ts'
import type { SourceType } from '../../contract/source-types.ts'
import type { Paging } from './paging.ts'
import type { PlannedRun, SealedCredentials } from './sources.ts'

/** A job with everything that its run needs. */
export interface ClaimedJob {
  organization_id: string
  job: Job
  /** Documents that it may delete, although they are many; null: it confirms no other job. */
  confirmed: string[] | null
  source: {
    id: string
    type: SourceType
    config: Record<string, unknown>
    credentials: SealedCredentials | null
  }
  collection: {
    id: string
    status: Collection['status']
    embedding_model: string
    embedding_dimensions: number
  }
}

export interface Jobs {
  /**
   * (none) → queued. While the source has an active job, returns that job, preferring a queued one
   * to a running one (docs/behaviour.md#jobs). With `joins: 'queued'` it never returns a running
   * one, which may already have read what the new job is for. In an archived collection a new job
   * ends at once: `skipped` when scheduled, else `failed` with `collection_archived`. null: no such
   * source.
   */
  enqueue(
    organization_id: string,
    source_id: string,
    job: {
      id: string
      trigger: Job['trigger']
      max_attempts: number
      joins?: 'active' | 'queued'
    },
    now: string,
  ): Promise<Job | null>
  /**
   * As `enqueue`, and moves the next run of the source on in the same step. null: that was done
   * since it was read, by another process or by a change of the schedule; or the latest job of the
   * source set it aside.
   */
  enqueueScheduled(
    organization_id: string,
    source_id: string,
    scheduled: PlannedRun & { id: string; max_attempts: number },
    now: string,
  ): Promise<Job | null>
  /**
   * Queues a job that may delete what the given one withheld. Throws `conflict` unless that is the
   * latest job of its source and ended so. null: no such job.
   */
  confirm(
    organization_id: string,
    id: string,
    job: { id: string; max_attempts: number },
    now: string,
  ): Promise<Job | null>
  /** Remembers the documents that a run found gone and did not delete. */
  withhold(organization_id: string, id: string, document_ids: string[]): Promise<void>
  find(organization_id: string, id: string): Promise<Job | null>
  /** null: no such source. */
  list(organization_id: string, source_id: string, paging: Paging): Promise<Page<Job> | null>
  latest(organization_id: string, source_id: string): Promise<Job | null>
  /** pending, queued or running → cancelled; any other stays as it is. */
  cancel(organization_id: string, id: string, now: string): Promise<Job | null>
  /**
   * A queued job that is due → running, held by this store's owner: of the organization with the
   * fewest running jobs, the one queued longest. Never of a source with a running job, nor of
   * `busy` ones. null: no such job.
   */
  claim(now: string, busy?: BusyJobs): Promise<ClaimedJob | null>
  /**
   * Records progress, and renews the lease. False: stop, this store's owner does not run the job
   * any more (cancelled, taken over, or its source deleted).
   */
  progress(
    organization_id: string,
    id: string,
    counters: JobCounters,
    now: string,
  ): Promise<boolean>
  /** running → the given status, unless another owner has the job. */
  finish(
    organization_id: string,
    id: string,
    end: {
      status: 'succeeded' | 'partial' | 'failed' | 'skipped'
      error_code: JobErrorCode | null
      error_message: string | null
      counters: JobCounters
      source_version: string | null
    },
    now: string,
  ): Promise<void>
  /** running → queued for another attempt, unless another owner has the job. */
  retry(
    organization_id: string,
    id: string,
    failure: {
      error_code: JobErrorCode
      error_message: string
      /** Not before. */
      next_attempt_at: string
      counters: JobCounters
      source_version: string | null
    },
  ): Promise<void>
  /** At shutdown: what the owner runs → queued, without counting an attempt. */
  release(owner: string): Promise<void>
  /**
   * Takes over jobs of other owners whose lease has ended: running → queued, with one more attempt
   * when they were interrupted over the same document before, or failed with `interrupted` after
   * the last one. Counts the interruption of each document that was being parsed. What they staged
   * is discarded. Returns the number of jobs.
   */
  recover(now: string): Promise<number>
  /** When the next job that can be claimed is due; null when there is none. */
  nextDueAt(busy?: BusyJobs): Promise<string | null>
  /** Over all organizations, for the operator's metrics; a status without jobs is left out. */
  counts(): Promise<JobCount[]>
}

/** Ids of sources and organizations whose jobs may not be claimed. */
export interface BusyJobs {
  sources?: string[]
  organizations?: string[]
}

export interface JobCount {
  status: Job['status']
  jobs: number
}
