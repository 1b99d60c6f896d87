import type { Jobs } from '../ports/jobs.ts'
import type { EndedJob } from '../rules/jobs.ts'
import { type InterruptedJob, isLeftBehind, type Lease, takenJob } from '../rules/leases.ts'
import { ENDED, tellEnd, tellJob } from './job-ends.ts'
import { interruptParsing } from './parsing.ts'
import { type Driver, type Step, sql } from './step.ts'

interface Place {
  organization_id: string
  id: string
}

type RunningRow = Place & Lease & InterruptedJob & { collection_id: string; source_id: string }

const release = sql<{ owner: string }, Place>(`
  UPDATE jobs
     SET status = 'queued', owner = NULL, lease_until = NULL
   WHERE status = 'running' AND owner = :owner
  RETURNING organization_id, id
`)
const running = sql<object, Place & Lease>(`
  SELECT organization_id, id, owner, lease_until FROM jobs WHERE status = 'running'
`)
const lockRunning = sql<Place, RunningRow>(`
  SELECT organization_id, id, collection_id, source_id, attempt, max_attempts, interruptions, owner,
         lease_until
    FROM jobs
   WHERE organization_id = :organization_id AND id = :id AND status = 'running'
     FOR UPDATE
`)
const take = sql<Place & ReturnType<typeof takenJob>, EndedJob>(`
  UPDATE jobs
     SET status = :status, attempt = :attempt, interruptions = :interruptions,
         finished_at = :finished_at, error_code = :error_code, error_message = :error_message,
         owner = NULL, lease_until = NULL
   WHERE organization_id = :organization_id AND id = :id
  RETURNING ${ENDED}
`)
/** Of a job whose run has ended: nobody will show what it has staged and not published. */
export const abandonStaged = sql<Place & { collection_id: string }>(`
  UPDATE passages
     SET state = 'gone'
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND state <> 'live' AND state = 'staged' AND staged_by = :id
`)

/** What becomes of running jobs when their process stops or dies. */
export function createJobRecovery(db: Driver, owner: string): Pick<Jobs, 'release' | 'recover'> {
  /** Takes a job over, if its lease has ended by the time that it is locked. */
  const takeOver = (left: Place, now: string) =>
    db.step(function* () {
      const row = yield* lockRunning.get(left)
      if (!row || !isLeftBehind(row, owner, now)) return 0
      yield* taken(row, now)
      return 1
    }, 'read committed')

  return {
    release: (gone) =>
      db.step(function* () {
        const released = yield* release.all({ owner: gone })
        for (const { organization_id, id } of released) yield* tellJob(organization_id, id)
      }, 'read committed'),

    async recover(now) {
      let count = 0
      for (const row of await db.run(() => running.all({}))) {
        if (isLeftBehind(row, owner, now)) count += await takeOver(row, now)
      }
      return count
    },
  }
}

function* taken(row: RunningRow, now: string): Step<void> {
  yield* abandonStaged.run(row)
  const overDocuments = yield* interruptParsing(row)
  const taken = takenJob(row, overDocuments, now)
  const ended = yield* take.get({ ...row, ...taken })
  if (ended) yield* tellEnd(ended, now)
}
