import type { Job } from '../contract/job.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import { found } from './not-found.ts'

export type Jobs = ReturnType<typeof createJobs>

/** Total attempts of a new job (contract §8). */
export const MAX_ATTEMPTS = 3

/** Contract §2.4b, §4.6; completions 8. `wakeJobs` tells the worker that a job was queued or cancelled. */
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
  async function enqueue(caller: Caller, source_id: string, trigger: Job['trigger']): Promise<Job> {
    const job = { id: newId(), trigger, max_attempts: MAX_ATTEMPTS }
    const queued = await store.jobs.enqueue(caller.organization_id, source_id, job, now())
    wakeJobs()
    return found(queued, 'Source')
  }

  return {
    enqueue,

    /** (none) → queued; an active job of the source is returned as it is (contract §3, Ingestion job). */
    sync(caller: Caller, source_id: string): Promise<Job> {
      return enqueue(caller, source_id, 'manual')
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

    /** Idempotent: a job that has ended is returned as it is. */
    async cancel(caller: Caller, id: string): Promise<Job> {
      const job = await store.jobs.cancel(caller.organization_id, id, now())
      wakeJobs()
      return found(job, 'Job')
    },
  }
}
