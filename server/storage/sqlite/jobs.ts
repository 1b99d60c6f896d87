import type { Database } from 'better-sqlite3'
import type { Collection } from '../../contract/collection.ts'
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
import type { moveRunOn } from '../sql/schedules.ts'
import type { KnowledgeChanges } from './gap-checks.ts'
import { createJobClaims } from './job-claims.ts'
import { createJobEnds, ENDED, type TellEnd } from './job-ends.ts'
import { createJobRecovery, prepareAbandonStaged } from './job-recovery.ts'
import { prepareHolds } from './leases.ts'
import type { Outbox } from './outbox.ts'
import { readPage } from './paging.ts'
import { plannedOnce } from './planned-once.ts'
import type { Sync } from './promised.ts'

export interface Schedules {
  moveOn(planned: Parameters<typeof moveRunOn>[0]): boolean
}

/** Statements that several steps need. */
type Shared = ReturnType<typeof prepareShared>

const HELD = `id = :id AND organization_id = :organization_id AND status = 'running'
     AND owner = :owner`

/**
 * Transitions (docs/behaviour.md#jobs): (none) → queued, or → failed or skipped in an archived
 * collection; queued → running; running → succeeded, partial, failed, skipped, or queued again;
 * pending, queued, running → cancelled. Each is one guarded UPDATE, which does nothing when the job
 * is no longer in that state.
 */
export function createJobs(
  db: Database,
  owner: string,
  {
    outbox,
    knowledge,
    schedules,
  }: { outbox: Outbox; knowledge: KnowledgeChanges; schedules: Schedules },
): Sync<Jobs> {
  const shared = prepareShared(db)
  const tellEnd = createJobEnds(outbox)
  return {
    ...queueOf(db, shared, schedules),
    ...looksOf(db, shared),
    ...createJobClaims(db, owner),
    ...runsOf(db, owner, { tellEnd, knowledge }),
    ...createJobRecovery(db, owner, tellEnd),
  }
}

function prepareShared(db: Database) {
  const sourceOf = db.prepare<
    { organization_id: string; source_id: string },
    { collection_id: string; collection_status: Collection['status'] }
  >(`
    SELECT collection_id, collections.status AS collection_status
      FROM sources JOIN collections ON collections.id = collection_id
     WHERE sources.id = :source_id AND sources.organization_id = :organization_id
  `)
  const byId = db.prepare<{ organization_id: string; id: string }, JobRow>(`
    SELECT ${JOB_COLUMNS} FROM jobs WHERE id = :id AND organization_id = :organization_id
  `)
  const latest = db.prepare<{ organization_id: string; source_id: string }, JobRow>(
    plannedOnce(`
    SELECT ${JOB_COLUMNS}
      FROM jobs
     WHERE source_id = :source_id AND organization_id = :organization_id
     ORDER BY queued_at DESC, id DESC
     LIMIT 1
  `),
  )
  return { sourceOf, byId, latest }
}

function queueOf(
  db: Database,
  { sourceOf, byId, latest }: Shared,
  schedules: Schedules,
): Pick<Sync<Jobs>, 'enqueue' | 'enqueueScheduled' | 'confirm'> {
  const activeOf = db.prepare<{ source_id: string }, JobRow>(`
    SELECT ${JOB_COLUMNS}
      FROM jobs
     WHERE source_id = :source_id AND status IN ('pending', 'queued', 'running')
     ORDER BY status = 'running', queued_at DESC, id DESC
     LIMIT 1
  `)
  const insert = db.prepare<JobRow & { organization_id: string }>(`
    INSERT INTO jobs (id, organization_id, collection_id, source_id, status, trigger, source_version,
                      attempt, max_attempts, queued_at, started_at, finished_at, next_attempt_at,
                      error_code, error_message, counters)
    VALUES (:id, :organization_id, :collection_id, :source_id, :status, :trigger, :source_version,
            :attempt, :max_attempts, :queued_at, :started_at, :finished_at, :next_attempt_at,
            :error_code, :error_message, :counters)
  `)
  const setConfirms = db.prepare<{ id: string; confirms: string }>(
    'UPDATE jobs SET confirms = :confirms WHERE id = :id',
  )

  const enqueue = db.transaction<Sync<Jobs>['enqueue']>(
    (organization_id, source_id, asked, now) => {
      const source = sourceOf.get({ organization_id, source_id })
      if (!source) return null
      const active = activeOf.get({ source_id })
      if (active && isJoined(asked, source, active)) return toJob(active)
      const row = toJobRow(newJob(asked, { id: source_id, ...source }, now))
      insert.run({ ...row, organization_id })
      return toJob(row)
    },
  )

  const enqueueScheduled = db.transaction<Sync<Jobs>['enqueueScheduled']>(
    (organization_id, source_id, { seen, next, ...job }, now) => {
      const isOurs = schedules.moveOn({ organization_id, id: source_id, seen, next })
      if (!isOurs || isSetAside(latest.get({ organization_id, source_id }))) return null
      return enqueue(organization_id, source_id, { ...job, trigger: 'scheduled' }, now)
    },
  )

  const confirm = db.transaction<Sync<Jobs>['confirm']>((organization_id, id, job, now) => {
    const row = byId.get({ organization_id, id })
    if (!row) return null
    const { source_id } = row
    const isLatest = latest.get({ organization_id, source_id })?.id === id
    requireConfirmable(row, isLatest)
    const queued = enqueue(organization_id, source_id, { ...job, trigger: 'manual' }, now)
    if (queued) setConfirms.run({ id: queued.id, confirms: id })
    return queued
  })

  return {
    enqueue: (...values) => enqueue.immediate(...values),
    enqueueScheduled: (...values) => enqueueScheduled.immediate(...values),
    confirm: (...values) => confirm.immediate(...values),
  }
}

function looksOf(
  db: Database,
  { sourceOf, byId, latest }: Shared,
): Pick<Sync<Jobs>, 'find' | 'list' | 'latest' | 'cancel' | 'counts'> {
  const page = db.prepare<{ source_id: string; rows: number } & typeof NEWEST_QUEUED, JobRow>(
    plannedOnce(`
    SELECT ${JOB_COLUMNS}
      FROM jobs
     WHERE source_id = :source_id AND (queued_at, id) < (:queued_at, :id)
     ORDER BY queued_at DESC, id DESC
     LIMIT :rows
  `),
  )
  const end = db.prepare<{ organization_id: string; id: string; now: string }, JobRow>(`
    UPDATE jobs
       SET status = 'cancelled', finished_at = :now, next_attempt_at = NULL, owner = NULL,
           lease_until = NULL
     WHERE id = :id AND organization_id = :organization_id
       AND status IN ('pending', 'queued', 'running')
    RETURNING ${JOB_COLUMNS}
  `)
  const abandonStaged = prepareAbandonStaged(db)
  const cancel = db.transaction<Sync<Jobs>['cancel']>((organization_id, id, now) => {
    const cancelled = end.get({ organization_id, id, now })
    if (cancelled) abandonStaged(cancelled)
    return toFoundJob(cancelled ?? byId.get({ organization_id, id }))
  })
  const counts = db.prepare<[], JobCount>(
    'SELECT status, count(*) AS jobs FROM jobs GROUP BY status',
  )

  return {
    find: (organization_id, id) => toFoundJob(byId.get({ organization_id, id })),

    list(organization_id, source_id, paging) {
      if (!sourceOf.get({ organization_id, source_id })) return null
      return readPage(
        paging,
        { list: ['jobs', source_id], start: NEWEST_QUEUED },
        (range) => page.all({ source_id, ...range }),
        toJob,
      )
    },

    latest: (organization_id, source_id) => toFoundJob(latest.get({ organization_id, source_id })),

    cancel: (...values) => cancel.immediate(...values),

    counts: () => counts.all(),
  }
}

function runsOf(
  db: Database,
  owner: string,
  { tellEnd, knowledge }: { tellEnd: TellEnd; knowledge: KnowledgeChanges },
): Pick<Sync<Jobs>, 'progress' | 'finish' | 'retry' | 'withhold'> {
  const progress = db.prepare<HeldJob & { counters: string; until: string }>(`
    UPDATE jobs SET counters = :counters, lease_until = :until WHERE ${HELD}
  `)
  const end = db.prepare<EndRow, EndedJob>(`
    UPDATE jobs
       SET status = :status, error_code = :error_code, error_message = :error_message,
           counters = :counters, source_version = :source_version, finished_at = :now,
           owner = NULL, lease_until = NULL
     WHERE ${HELD}
    RETURNING ${ENDED}
  `)
  const retry = db.prepare<RetryRow>(`
    UPDATE jobs
       SET status = 'queued', attempt = attempt + 1, error_code = :error_code,
           error_message = :error_message, next_attempt_at = :next_attempt_at,
           counters = :counters, source_version = :source_version, owner = NULL, lease_until = NULL
     WHERE ${HELD}
  `)
  const withhold = db.prepare<{ job_id: string; document_id: string }>(`
    INSERT OR IGNORE INTO withheld_deletions (organization_id, job_id, document_id)
    SELECT organization_id, id, :document_id FROM jobs WHERE id = :job_id
  `)

  const abandonStaged = prepareAbandonStaged(db)
  const holds = prepareHolds(db, owner)

  const withholdAll = db.transaction<Sync<Jobs>['withhold']>(
    (organization_id, job_id, document_ids) => {
      if (!holds(organization_id, job_id)) return
      for (const document_id of document_ids) withhold.run({ job_id, document_id })
    },
  )

  const finish = db.transaction<Sync<Jobs>['finish']>(
    (organization_id, id, { counters, ...ending }, now) => {
      const row = { ...ending, counters: JSON.stringify(counters), now }
      const ended = end.get({ ...row, organization_id, id, owner })
      if (!ended) return
      abandonStaged({ id, collection_id: ended.collection_id })
      tellEnd(ended, now)
      if (counters.documents_ingested > 0) knowledge.note(organization_id, now)
    },
  )

  return {
    progress(organization_id, id, counters, now) {
      const made = { counters: JSON.stringify(counters), until: leaseUntil(now) }
      return progress.run({ organization_id, id, owner, ...made }).changes > 0
    },

    finish: (...values) => finish.immediate(...values),

    retry(organization_id, id, { counters, ...failure }) {
      retry.run({ organization_id, id, owner, ...failure, counters: JSON.stringify(counters) })
    },

    withhold: (...values) => withholdAll.immediate(...values),
  }
}
