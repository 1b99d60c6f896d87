import type { Store } from '../storage/store.ts'
import { READING_VERSION } from './content-hash.ts'

/**
 * Queues the sources of uploads with passages that an earlier version has read: their bytes are
 * kept, and nobody would sync them (docs/behaviour.md#documents). Others are read again at their
 * next sync. A document that cannot be read any more has the version of this reader then, so that
 * it is queued once.
 */
export async function queueRereads({
  store,
  now,
  newId,
  max_attempts,
}: {
  store: Pick<Store, 'organizations' | 'sources' | 'jobs'>
  now: () => string
  newId: () => string
  max_attempts: number
}): Promise<void> {
  for (const { id, status } of await store.organizations.list()) {
    if (status !== 'active') continue
    for (const source_id of await store.sources.outdatedUploads(id, READING_VERSION)) {
      const job = { id: newId(), trigger: 'scheduled' as const, max_attempts }
      await store.jobs.enqueue(id, source_id, job, now())
    }
  }
}
