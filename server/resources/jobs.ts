import type { Job } from '../contract/job.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import { found } from './not-found.ts'

export type Jobs = ReturnType<typeof createJobs>

/** Attempts of a job in all (docs/behaviour.md#jobs). */
export const MAX_ATTEMPTS = 3

/**
 * Ingestion jobs (docs/behaviour.md#jobs). `wakeJobs` tells the worker of a queued or cancelled
 * job.
 */
export function createJobs({
  store,
  wakeJobs,
  now,
  newId,
}: {
  store: Store
  wakeJobs: () => void
  now: () => string
  newId: () => string
}) {
  async function enqueue(
    caller: Caller,
    source_id: string,
    asked: { trigger: Job['trigger']; joins: 'active' | 'queued' },
  ): Promise<Job> {
    const job = { ...asked, id: newId(), max_attempts: MAX_ATTEMPTS }
    const queued = await store.jobs.enqueue(caller.organization_id, source_id, job, now())
    wakeJobs()
    return found(queued, 'Source')
  }

  return {
    /** A new job, or the active one of the source; of two active ones, the queued one. */
    sync(caller: Caller, source_id: string): Promise<Job> {
      return enqueue(caller, source_id, { trigger: 'manual', joins: 'active' })
    },

    /** A queued job, so that it reads everything uploaded by now (docs/behaviour.md#uploads). */
    ingestUploads(caller: Caller, source_id: string): Promise<Job> {
      return enqueue(caller, source_id, { trigger: 'api', joins: 'queued' })
    },

    async get(caller: Caller, id: string): Promise<Job> {
      return found(await store.jobs.find(caller.organization_id, id), 'Job')
    },

    async list(caller: Caller, source_id: string, paging: ListQuery): Promise<Page<Job>> {
      return found(await store.jobs.list(caller.organization_id, source_id, paging), 'Source')
    },

    /** `not_found` also when the source was never synced. */
    async latest(caller: Caller, source_id: string): Promise<Job> {
      return found(await store.jobs.latest(caller.organization_id, source_id), 'Job')
    },

    /** A job that may delete what the given one found gone and did not delete, else `conflict`. */
    async confirm(caller: Caller, id: string): Promise<Job> {
      const job = { id: newId(), max_attempts: MAX_ATTEMPTS }
      const queued = await store.jobs.confirm(caller.organization_id, id, job, now())
      wakeJobs()
      return found(queued, 'Job')
    },

    /** Idempotent: a job that has ended is returned as it is. */
    async cancel(caller: Caller, id: string): Promise<Job> {
      const job = await store.jobs.cancel(caller.organization_id, id, now())
      wakeJobs()
      return found(job, 'Job')
    },
  }
}
