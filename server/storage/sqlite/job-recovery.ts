import type { Database } from 'better-sqlite3'
import type { Jobs } from '../ports/jobs.ts'
import type { EndedJob } from '../rules/jobs.ts'
import { type InterruptedJob, isLeftBehind, type Lease, takenJob } from '../rules/leases.ts'
import { ENDED, type TellEnd } from './job-ends.ts'
import { prepareInterrupt } from './parsing.ts'
import type { Sync } from './promised.ts'

interface RunningRow extends Lease, InterruptedJob {
  id: string
  collection_id: string
  source_id: string
}

/** Of a job whose run has ended: nobody will show what it has staged and not published. */
export function prepareAbandonStaged(db: Database) {
  const abandon = db.prepare<{ id: string; collection_id: string }>(`
    UPDATE passages
       SET state = 'gone'
     WHERE collection_id = :collection_id AND state <> 'live' AND state = 'staged'
       AND staged_by = :id
  `)
  return (job: { id: string; collection_id: string }) => void abandon.run(job)
}

/** What becomes of running jobs when their process stops or dies. */
export function createJobRecovery(
  db: Database,
  owner: string,
  tellEnd: TellEnd,
): Pick<Sync<Jobs>, 'release' | 'recover'> {
  const release = db.prepare<{ owner: string }>(`
    UPDATE jobs
       SET status = 'queued', owner = NULL, lease_until = NULL
     WHERE status = 'running' AND owner = :owner
  `)
  const running = db.prepare<[], RunningRow>(`
    SELECT id, collection_id, source_id, attempt, max_attempts, interruptions, owner, lease_until
      FROM jobs
     WHERE status = 'running'
  `)
  const take = db.prepare<ReturnType<typeof takenJob> & { id: string }, EndedJob>(`
    UPDATE jobs
       SET status = :status, attempt = :attempt, interruptions = :interruptions,
           finished_at = :finished_at, error_code = :error_code, error_message = :error_message,
           owner = NULL, lease_until = NULL
     WHERE id = :id
    RETURNING ${ENDED}
  `)
  const abandonStaged = prepareAbandonStaged(db)
  const interrupt = prepareInterrupt(db)

  const leftBehind = (now: string) => running.all().filter((row) => isLeftBehind(row, owner, now))

  const recover = db.transaction((now: string): number => {
    const left = leftBehind(now)
    for (const { id, collection_id, source_id, ...job } of left) {
      abandonStaged({ id, collection_id })
      const taken = take.get({ id, ...takenJob(job, interrupt(source_id), now) })
      if (taken) tellEnd(taken, now)
    }
    return left.length
  })

  return {
    release: (gone) => void release.run({ owner: gone }),
    // Looked for first: a transaction that writes nothing waits for the write lock too.
    recover: (now) => (leftBehind(now).length === 0 ? 0 : recover.immediate(now)),
  }
}
