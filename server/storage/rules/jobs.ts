import type { Collection } from '../../contract/collection.ts'
import { ServiceError } from '../../contract/errors.ts'
import { type Job, NO_COUNTERS } from '../../contract/job.ts'
import type { Fact } from './outbox.ts'

type Asked = Pick<Job, 'id' | 'trigger' | 'max_attempts'> & { joins?: 'active' | 'queued' }

/**
 * Whether a request for a job is met by one that is queued or running, as none is in an archived
 * collection (docs/behaviour.md#jobs).
 */
export function isJoined(
  { joins = 'active' }: Asked,
  { collection_status }: { collection_status: Collection['status'] },
  active: Pick<Job, 'status'>,
): boolean {
  if (collection_status === 'archived') return false
  return joins === 'active' || active.status !== 'running'
}

/** Whether a schedule leaves the source of this latest job alone (docs/behaviour.md#jobs). */
export function isSetAside(latest: Pick<Job, 'error_code'> | undefined): boolean {
  return latest?.error_code === 'set_aside'
}

/** A new job: queued, or in an archived collection at its end at once (docs/behaviour.md#jobs). */
export function newJob(
  { id, trigger, max_attempts }: Asked,
  source: { id: string; collection_id: string; collection_status: Collection['status'] },
  now: string,
): Omit<Job, 'is_active'> & { queued_at: string } {
  const isArchived = source.collection_status === 'archived'
  return {
    id,
    collection_id: source.collection_id,
    source_id: source.id,
    trigger,
    source_version: null,
    attempt: 1,
    max_attempts,
    queued_at: now,
    started_at: null,
    next_attempt_at: null,
    counters: NO_COUNTERS,
    ...(isArchived ? endedInArchive(trigger, now) : QUEUED),
  }
}

type Beginning = Pick<Job, 'status' | 'finished_at' | 'error_code' | 'error_message'>

const QUEUED: Beginning = {
  status: 'queued',
  finished_at: null,
  error_code: null,
  error_message: null,
}

/** A scheduled run is skipped, any other fails (docs/behaviour.md#jobs). */
function endedInArchive(trigger: Job['trigger'], now: string): Beginning {
  if (trigger === 'scheduled') return { ...QUEUED, status: 'skipped', finished_at: now }
  return {
    status: 'failed',
    finished_at: now,
    error_code: 'collection_archived',
    error_message: 'The collection is archived; restore it to ingest into it.',
  }
}

/** Throws `conflict` unless a job may be confirmed (docs/behaviour.md#deletions). */
export function requireConfirmable({ error_code }: Pick<Job, 'error_code'>, isLatest: boolean) {
  if (isLatest && error_code === 'deletions_withheld') return
  throw new ServiceError(
    'conflict',
    'Only the latest job of a source can be confirmed, if it withheld deletions.',
  )
}

/** An ended job, with what a webhook is told of it. */
export interface EndedJob
  extends Pick<Job, 'status' | 'source_id' | 'collection_id' | 'error_code'> {
  organization_id: string
  job_id: string
  source_name: string
  error_message: string | null
}

/** What a webhook is told of an end that somebody should see; null of any other. */
export function factOf({ organization_id, status, ...job }: EndedJob): Fact | null {
  const isWithheld = job.error_code === 'deletions_withheld'
  if (status !== 'failed' && !isWithheld) return null
  const event = isWithheld ? 'deletions.withheld' : 'sync.failed'
  return { organization_id, event, key: job.job_id, data: { ...job } }
}
