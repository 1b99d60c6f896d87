import type { Collection } from '../../contract/collection.ts'
import type { Job } from '../../contract/job.ts'
import { within } from '../drivers/postgres.ts'
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
import { noteKnowledge } from '../sql/knowledge-changes.ts'
import type { Database, Transaction } from './database.ts'
import { createJobClaims } from './job-claims.ts'
import { ENDED, tellEnd, tellJob } from './job-ends.ts'
import { abandonStaged, createJobRecovery } from './job-recovery.ts'
import { mayWrite } from './leases.ts'
import { readPage } from './paging.ts'
import { moveRunOn } from './schedules.ts'
import { sql } from './statement.ts'

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
  SELECT :organization_id, :job_id, document_id
    FROM unnest(:document_ids::text[]) AS withheld (document_id)
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

/** As in the port. Each transition is one guarded UPDATE. */
export function createJobs(db: Database, owner: string): Jobs {
  const locking = <Made>(work: (transaction: Transaction) => Promise<Made>) =>
    db.step(work, 'read committed')

  return {
    enqueue: (organization_id, source_id, asked, now) =>
      locking((transaction) => enqueue(transaction, { organization_id, source_id }, asked, now)),

    enqueueScheduled: (organization_id, source_id, { seen, next, ...job }, now) =>
      locking(async (transaction) => {
        const run = { organization_id, id: source_id, seen, next }
        if (!(await moveRunOn(transaction, run))) return null
        if (isSetAside(await latest.get(transaction, { organization_id, source_id }))) return null
        const scheduled = { ...job, trigger: 'scheduled' as const }
        return enqueue(transaction, { organization_id, source_id }, scheduled, now)
      }),

    confirm: (organization_id, id, job, now) =>
      locking((transaction) => confirm(transaction, { organization_id, id }, job, now)),

    withhold: (organization_id, job_id, document_ids) =>
      locking(async (transaction) => {
        if (!(await mayWrite(transaction, { organization_id, job_id, owner }))) return
        await withhold.run(transaction, { organization_id, job_id, document_ids })
      }),

    find: async (organization_id, id) => toFoundJob(await byId.get(db, { organization_id, id })),

    async list(organization_id, source_id, paging) {
      if (!(await sourceExists.get(db, { organization_id, source_id }))) return null
      return readPage(
        paging,
        { list: ['jobs', source_id], start: NEWEST_QUEUED },
        (range) => page.all(db, { organization_id, source_id, ...range }),
        toJob,
      )
    },

    latest: async (organization_id, source_id) =>
      toFoundJob(await latest.get(db, { organization_id, source_id })),

    cancel: (organization_id, id, now) =>
      locking(async (transaction) => {
        const cancelled = await cancel.get(transaction, { organization_id, id, now })
        if (!cancelled) return toFoundJob(await byId.get(transaction, { organization_id, id }))
        const { collection_id } = cancelled
        await abandonStaged.run(transaction, { organization_id, id, collection_id })
        tellJob(transaction, organization_id, id)
        return toJob(cancelled)
      }),

    ...createJobClaims(db, owner),

    progress: (organization_id, id, counters, now) =>
      locking(async (transaction) => {
        const made = { counters: JSON.stringify(counters), until: leaseUntil(now) }
        const isHeld =
          (await progress.run(transaction, { organization_id, id, owner, ...made })) > 0
        if (isHeld) tellJob(transaction, organization_id, id)
        return isHeld
      }),

    finish: (organization_id, id, { counters, ...ending }, now) =>
      locking(async (transaction) => {
        const row = { ...ending, counters: JSON.stringify(counters), now }
        const ended = await end.get(transaction, { ...row, organization_id, id, owner })
        if (!ended) return
        const { collection_id } = ended
        await abandonStaged.run(transaction, { organization_id, id, collection_id })
        await tellEnd(transaction, ended, now)
        if (counters.documents_ingested > 0)
          await within(transaction, noteKnowledge(organization_id, now))
      }),

    retry: (organization_id, id, { counters, ...failure }) =>
      locking(async (transaction) => {
        const row = { ...failure, counters: JSON.stringify(counters) }
        const retried = await retry.run(transaction, { ...row, organization_id, id, owner })
        if (retried > 0) tellJob(transaction, organization_id, id)
      }),

    ...createJobRecovery(db, owner),
    counts: () => counts.all(db, {}),
  }
}

async function enqueue(
  transaction: Transaction,
  place: OfSource,
  asked: Parameters<Jobs['enqueue']>[2],
  now: string,
): Promise<Job | null> {
  const source = await lockSource.get(transaction, place)
  if (!source) return null
  const active = await activeOf.get(transaction, place)
  if (active && isJoined(asked, source, active)) return toJob(active)
  const { organization_id, source_id } = place
  const row = toJobRow(newJob(asked, { id: source_id, ...source }, now))
  await insert.run(transaction, { ...row, organization_id })
  tellJob(transaction, organization_id, row.id)
  return toJob(row)
}

async function confirm(
  transaction: Transaction,
  { organization_id, id }: Place,
  job: Parameters<Jobs['confirm']>[2],
  now: string,
): Promise<Job | null> {
  const row = await byId.get(transaction, { organization_id, id })
  if (!row) return null
  const place = { organization_id, source_id: row.source_id }
  await lockSource.get(transaction, place)
  const isLatest = (await latest.get(transaction, place))?.id === id
  requireConfirmable(row, isLatest)
  const queued = await enqueue(transaction, place, { ...job, trigger: 'manual' }, now)
  if (queued) await setConfirms.run(transaction, { organization_id, id: queued.id, confirms: id })
  return queued
}
