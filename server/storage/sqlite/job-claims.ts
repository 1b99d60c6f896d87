import type { Database } from 'better-sqlite3'
import type { BusyJobs, Jobs } from '../ports/jobs.ts'
import { type ClaimedRow, JOB_COLUMNS, type RunRow, toBusy, toClaimedJob } from '../rows/jobs.ts'
import { leaseUntil } from '../rules/leases.ts'
import type { Sync } from './promised.ts'

/** One job of a source at a time: two would publish the same documents over each other. */
const FREE = `status = 'queued'
       AND source_id NOT IN (SELECT source_id FROM jobs WHERE status = 'running')
       AND source_id NOT IN (SELECT value FROM json_each(:sources))
       AND organization_id NOT IN (SELECT value FROM json_each(:organizations))`

/** Which job runs next, over all organizations. */
export function createJobClaims(
  db: Database,
  owner: string,
): Pick<Sync<Jobs>, 'claim' | 'nextDueAt'> {
  const nextFree = db
    .prepare<{ now: string } & BusyLists, string>(`
      SELECT id
        FROM jobs
       WHERE ${FREE} AND (next_attempt_at IS NULL OR next_attempt_at <= :now)
       ORDER BY (SELECT count(*)
                   FROM jobs AS others
                  WHERE others.status = 'running' AND others.organization_id = jobs.organization_id),
                queued_at, id
       LIMIT 1
    `)
    .pluck()
  const claim = db.prepare<{ id: string; now: string; owner: string; until: string }, ClaimedRow>(`
    UPDATE jobs
       SET status = 'running', started_at = :now, next_attempt_at = NULL, error_code = NULL,
           error_message = NULL, source_version = NULL, owner = :owner, lease_until = :until
     WHERE id = :id AND status = 'queued'
    RETURNING ${JOB_COLUMNS}, organization_id
  `)
  const runOf = db.prepare<{ source_id: string }, RunRow>(`
    SELECT type, config, credentials, status, embedding_model, embedding_dimensions
      FROM sources JOIN collections ON collections.id = collection_id
     WHERE sources.id = :source_id
  `)
  const confirmsOf = db
    .prepare<{ id: string }, string | null>('SELECT confirms FROM jobs WHERE id = :id')
    .pluck()
  const withheldBy = db
    .prepare<{ job_id: string }, string>(
      'SELECT document_id FROM withheld_deletions WHERE job_id = :job_id',
    )
    .pluck()
  // A run that was cancelled or stopped may have ended before it could say so.
  const closeParsing = db.prepare<{ source_id: string }>(`
    UPDATE being_parsed SET is_open = 0 WHERE source_id = :source_id AND is_open = 1
  `)
  const nextDueAt = db
    .prepare<BusyLists, string | null>(`
      SELECT min(coalesce(next_attempt_at, queued_at)) FROM jobs WHERE ${FREE}
    `)
    .pluck()

  function confirmedFor(id: string): string[] | null {
    const confirms = confirmsOf.get({ id }) ?? null
    return confirms === null ? null : withheldBy.all({ job_id: confirms })
  }

  return {
    claim(now, busy) {
      // Selected before it is claimed: even an UPDATE without a row waits for the write lock.
      const id = nextFree.get({ now, ...listed(busy) })
      const claimed = id && claim.get({ id, now, owner, until: leaseUntil(now) })
      if (claimed) closeParsing.run({ source_id: claimed.source_id })
      const run = claimed && runOf.get({ source_id: claimed.source_id })
      return claimed && run ? toClaimedJob(claimed, run, confirmedFor(claimed.id)) : null
    },

    nextDueAt: (busy) => nextDueAt.get(listed(busy)) ?? null,
  }
}

/** As JSON text. */
type BusyLists = Record<keyof BusyJobs, string>

function listed(busy?: BusyJobs): BusyLists {
  const { sources, organizations } = toBusy(busy)
  return { sources: JSON.stringify(sources), organizations: JSON.stringify(organizations) }
}
