import type { Collection } from '../../contract/collection.ts'
import type { Job } from '../../contract/job.ts'
import type { JobCount, Jobs } from '../ports/jobs.ts'
import {
  type EndRow,
  type HeldJob,
  JOB_COLUMNS,
  type JobRow,
  NEWEST_QUEUED,
  type RetryRow,
  toFoundJob,
  toJob,
  toJobRow,
} from '../rows/jobs.ts'
import { type EndedJob, isJoined, isSetAside, newJob, requireConfirmable } from '../rules/jobs.ts'
import { leaseUntil } from '../rules/leases.ts'
import { createJobClaims } from './job-claims.ts'
import { ENDED, tellEnd, tellJob } from './job-ends.ts'
import { abandonStaged, createJobRecovery } from './job-recovery.ts'
import { noteKnowledge } from './knowledge-changes.ts'
import { mayWrite } from './leases.ts'
import { readPage } from './paging.ts'
import { moveRunOn } from './schedules.ts'
import { type Driver, type Step, sql } from './step.ts'

interface Place {
  organization_id: string
  id: string
}

interface OfSource {
  organization_id: string
  source_id: string
}

const sourceExists = sql<OfSource>(`
  SELECT 1 FROM sources WHERE organization_id = :organization_id AND id = :source_id
`)
// Who queues a job of a source waits here for the others, and joins what they have queued.
const lockSource = sql<
  OfSource,
  { collection_id: string; collection_status: Collection['status'] }
>(`
  SELECT collection_id, collections.status AS collection_status
    FROM sources
    JOIN collections
      ON collections.organization_id = :organization_id AND collections.id = collection_id
   WHERE sources.organization_id = :organization_id AND sources.id = :source_id
     FOR NO KEY UPDATE OF sources
`)
const activeOf = sql<OfSource, JobRow>(`
  SELECT ${JOB_COLUMNS}
    FROM jobs
   WHERE organization_id = :organization_id AND source_id = :source_id
     AND status IN ('pending', 'queued', 'running')
   ORDER BY status = 'running', queued_at DESC, id DESC
   LIMIT 1
`)
const insert = sql<JobRow & { organization_id: string }>(`
  INSERT INTO jobs (organization_id, id, collection_id, source_id, status, trigger, source_version,
                    attempt, max_attempts, queued_at, started_at, finished_at, next_attempt_at,
                    error_code, error_message, counters)
  VALUES (:organization_id, :id, :collection_id, :source_id, :status, :trigger, :source_version,
          :attempt, :max_attempts, :queued_at, :started_at, :finished_at, :next_attempt_at,
          :error_code, :error_message, :counters)
`)
const setConfirms = sql<Place & { confirms: string }>(`
  UPDATE jobs
     SET confirms = :confirms
   WHERE organization_id = :organization_id AND id = :id
`)
const byId = sql<Place, JobRow>(`
  SELECT ${JOB_COLUMNS} FROM jobs WHERE organization_id = :organization_id AND id = :id
`)
const withhold = sql<{ organization_id: string; job_id: string; document_ids: string[] }>(`
  INSERT INTO withheld_deletions (organization_id, job_id, document_id)
  SELECT :organization_id, :job_id, value FROM EACH (:document_ids) AS withheld WHERE true
  ON CONFLICT DO NOTHING
`)
const page = sql<OfSource & { rows: number } & typeof NEWEST_QUEUED, JobRow>(`
  SELECT ${JOB_COLUMNS}
    FROM jobs
   WHERE organization_id = :organization_id AND source_id = :source_id
     AND (queued_at, id) < (:queued_at, :id)
   ORDER BY queued_at DESC, id DESC
   LIMIT :rows
`)
const latest = sql<OfSource, JobRow>(`
  SELECT ${JOB_COLUMNS}
    FROM jobs
   WHERE organization_id = :organization_id AND source_id = :source_id
   ORDER BY queued_at DESC, id DESC
   LIMIT 1
`)
const cancel = sql<Place & { now: string }, JobRow>(`
  UPDATE jobs
     SET status = 'cancelled', finished_at = :now, next_attempt_at = NULL, owner = NULL,
         lease_until = NULL
   WHERE organization_id = :organization_id AND id = :id
     AND status IN ('pending', 'queued', 'running')
  RETURNING ${JOB_COLUMNS}
`)
const HELD = `organization_id = :organization_id AND id = :id AND status = 'running'
     AND owner = :owner`
const progress = sql<HeldJob & { counters: string; until: string }>(`
  UPDATE jobs SET counters = :counters, lease_until = :until WHERE ${HELD}
`)
const end = sql<EndRow, EndedJob>(`
  UPDATE jobs
     SET status = :status, error_code = :error_code, error_message = :error_message,
         counters = :counters, source_version = :source_version, finished_at = :now,
         owner = NULL, lease_until = NULL
   WHERE ${HELD}
  RETURNING ${ENDED}
`)
const retry = sql<RetryRow>(`
  UPDATE jobs
     SET status = 'queued', attempt = attempt + 1, error_code = :error_code,
         error_message = :error_message, next_attempt_at = :next_attempt_at,
         counters = :counters, source_version = :source_version, owner = NULL, lease_until = NULL
   WHERE ${HELD}
`)
const counts = sql<object, JobCount>('SELECT status, count(*) AS jobs FROM jobs GROUP BY status')

/**
 * Transitions (docs/behaviour.md#jobs): (none) → queued, or → failed or skipped in an archived
 * collection; queued → running; running → succeeded, partial, failed, skipped, or queued again;
 * pending, queued, running → cancelled. Each is one guarded UPDATE, which does nothing when the job
 * is no longer in that state.
 */
export function createJobs(db: Driver, owner: string): Jobs {
  const locking = <Made>(work: () => Step<Made>) => db.step(work, 'read committed')

  return {
    enqueue: (organization_id, source_id, asked, now) =>
      locking(() => enqueue({ organization_id, source_id }, asked, now)),

    enqueueScheduled: (organization_id, source_id, { seen, next, ...job }, now) =>
      locking(function* () {
        const run = { organization_id, id: source_id, seen, next }
        if (!(yield* moveRunOn(run))) return null
        if (isSetAside(yield* latest.get({ organization_id, source_id }))) return null
        const scheduled = { ...job, trigger: 'scheduled' as const }
        return yield* enqueue({ organization_id, source_id }, scheduled, now)
      }),

    confirm: (organization_id, id, job, now) =>
      locking(() => confirm({ organization_id, id }, job, now)),

    withhold: (organization_id, job_id, document_ids) =>
      locking(function* () {
        if (!(yield* mayWrite({ organization_id, job_id, owner }))) return
        yield* withhold.run({ organization_id, job_id, document_ids })
      }),

    find: (organization_id, id) =>
      db.run(function* () {
        return toFoundJob(yield* byId.get({ organization_id, id }))
      }),

    list: (organization_id, source_id, paging) =>
      db.run(function* () {
        if (!(yield* sourceExists.get({ organization_id, source_id }))) return null
        return yield* readPage(
          paging,
          { list: ['jobs', source_id], start: NEWEST_QUEUED },
          (range) => page.all({ organization_id, source_id, ...range }),
          toJob,
        )
      }),

    latest: (organization_id, source_id) =>
      db.run(function* () {
        return toFoundJob(yield* latest.get({ organization_id, source_id }))
      }),

    cancel: (organization_id, id, now) =>
      locking(function* () {
        const cancelled = yield* cancel.get({ organization_id, id, now })
        if (!cancelled) return toFoundJob(yield* byId.get({ organization_id, id }))
        const { collection_id } = cancelled
        yield* abandonStaged.run({ organization_id, id, collection_id })
        yield* tellJob(organization_id, id)
        return toJob(cancelled)
      }),

    ...createJobClaims(db, owner),

    progress: (organization_id, id, counters, now) =>
      locking(function* () {
        const made = { counters: JSON.stringify(counters), until: leaseUntil(now) }
        const isHeld = (yield* progress.run({ organization_id, id, owner, ...made })) > 0
        if (isHeld) yield* tellJob(organization_id, id)
        return isHeld
      }),

    finish: (organization_id, id, { counters, ...ending }, now) =>
      locking(function* () {
        const row = { ...ending, counters: JSON.stringify(counters), now }
        const ended = yield* end.get({ ...row, organization_id, id, owner })
        if (!ended) return
        const { collection_id } = ended
        yield* abandonStaged.run({ organization_id, id, collection_id })
        yield* tellEnd(ended, now)
        if (counters.documents_ingested > 0) yield* noteKnowledge(organization_id, now)
      }),

    retry: (organization_id, id, { counters, ...failure }) =>
      locking(function* () {
        const row = { ...failure, counters: JSON.stringify(counters) }
        const retried = yield* retry.run({ ...row, organization_id, id, owner })
        if (retried > 0) yield* tellJob(organization_id, id)
      }),

    ...createJobRecovery(db, owner),
    counts: () => db.run(() => counts.all({})),
  }
}

function* enqueue(
  place: OfSource,
  asked: Parameters<Jobs['enqueue']>[2],
  now: string,
): Step<Job | null> {
  const source = yield* lockSource.get(place)
  if (!source) return null
  const active = yield* activeOf.get(place)
  if (active && isJoined(asked, source, active)) return toJob(active)
  const { organization_id, source_id } = place
  const row = toJobRow(newJob(asked, { id: source_id, ...source }, now))
  yield* insert.run({ ...row, organization_id })
  yield* tellJob(organization_id, row.id)
  return toJob(row)
}

function* confirm(
  { organization_id, id }: Place,
  job: Parameters<Jobs['confirm']>[2],
  now: string,
): Step<Job | null> {
  const row = yield* byId.get({ organization_id, id })
  if (!row) return null
  const place = { organization_id, source_id: row.source_id }
  yield* lockSource.get(place)
  const isLatest = (yield* latest.get(place))?.id === id
  requireConfirmable(row, isLatest)
  const queued = yield* enqueue(place, { ...job, trigger: 'manual' }, now)
  if (queued) yield* setConfirms.run({ organization_id, id: queued.id, confirms: id })
  return queued
}
