import type { BusyJobs, ClaimedJob, Jobs } from '../ports/jobs.ts'
import { type ClaimedRow, JOB_COLUMNS, type RunRow, toBusy, toClaimedJob } from '../rows/jobs.ts'
import { leaseUntil } from '../rules/leases.ts'
import { tellJob } from './job-ends.ts'
import { type Driver, type Step, sql } from './step.ts'

interface Place {
  organization_id: string
  id: string
}

type Busy = Required<BusyJobs>

/** One job of a source at a time: two would publish the same documents over each other. */
const ALONE = `NOT EXISTS (SELECT 1
                         FROM jobs AS others
                        WHERE others.organization_id = jobs.organization_id
                          AND others.source_id = jobs.source_id AND others.status = 'running')`
const FREE = `jobs.status = 'queued' AND ${ALONE}
     AND NOT jobs.source_id AMONG (:sources)
     AND NOT jobs.organization_id AMONG (:organizations)`

// Another process that claims at the same moment takes a job of another source.
const lockNext = sql<{ now: string } & Busy, Place>(`
  SELECT jobs.organization_id, jobs.id
    FROM jobs
    JOIN sources
      ON sources.organization_id = jobs.organization_id AND sources.id = jobs.source_id
   WHERE ${FREE} AND (next_attempt_at IS NULL OR next_attempt_at <= :now)
   ORDER BY (SELECT count(*)
               FROM jobs AS others
              WHERE others.status = 'running'
                AND others.organization_id = jobs.organization_id),
            queued_at, jobs.id
   LIMIT 1
     FOR NO KEY UPDATE SKIP LOCKED
`)
// Asked again once the source is locked: another one may have begun a job of it since.
const claim = sql<Place & { now: string; owner: string; until: string }, ClaimedRow>(`
  UPDATE jobs
     SET status = 'running', started_at = :now, next_attempt_at = NULL, error_code = NULL,
         error_message = NULL, source_version = NULL, owner = :owner, lease_until = :until
   WHERE organization_id = :organization_id AND id = :id AND status = 'queued' AND ${ALONE}
  RETURNING ${JOB_COLUMNS}, organization_id
`)
const runOf = sql<Place, RunRow & { confirms: string | null }>(`
  SELECT type, config, credentials, collections.status, embedding_model, embedding_dimensions,
         confirms
    FROM jobs
    JOIN sources ON sources.organization_id = :organization_id AND sources.id = source_id
    JOIN collections
      ON collections.organization_id = :organization_id AND collections.id = jobs.collection_id
   WHERE jobs.organization_id = :organization_id AND jobs.id = :id
`)
const withheldBy = sql<Place, { document_id: string }>(`
  SELECT document_id
    FROM withheld_deletions
   WHERE organization_id = :organization_id AND job_id = :id
`)
// A run that was cancelled or stopped may have ended before it could say so.
const closeParsing = sql<{ organization_id: string; source_id: string }>(`
  UPDATE being_parsed
     SET is_open = 0
   WHERE organization_id = :organization_id AND source_id = :source_id AND is_open = 1
`)
const nextDueAt = sql<Busy, { next: string | null }>(`
  SELECT min(coalesce(next_attempt_at, queued_at)) AS next FROM jobs WHERE ${FREE}
`)

/** Which job runs next, over all organizations. */
export function createJobClaims(db: Driver, owner: string): Pick<Jobs, 'claim' | 'nextDueAt'> {
  return {
    // Looked for first: in SQLite a step that changes nothing waits for the write lock too.
    async claim(now, busy) {
      const asked = { now, ...toBusy(busy) }
      if (!(await db.run(() => lockNext.get(asked)))) return null
      return db.step(() => claimNext(owner, asked), 'read committed')
    },

    nextDueAt: (busy) =>
      db.run(function* () {
        return (yield* nextDueAt.get(toBusy(busy)))?.next ?? null
      }),
  }
}

function* claimNext(owner: string, asked: { now: string } & Busy): Step<ClaimedJob | null> {
  const { now } = asked
  for (;;) {
    const next = yield* lockNext.get(asked)
    if (!next) return null
    const row = yield* claim.get({ ...next, now, owner, until: leaseUntil(now) })
    const run = row && (yield* runOf.get(next))
    if (!run) continue
    yield* closeParsing.run(row)
    yield* tellJob(next.organization_id, next.id)
    const { confirms, ...rest } = run
    return toClaimedJob(row, rest, yield* confirmedBy(next.organization_id, confirms))
  }
}

/** The documents whose deletion a job confirms; null: it confirms none. */
function* confirmedBy(organization_id: string, confirms: string | null): Step<string[] | null> {
  if (confirms === null) return null
  const withheld = yield* withheldBy.all({ organization_id, id: confirms })
  return withheld.map(({ document_id }) => document_id)
}
