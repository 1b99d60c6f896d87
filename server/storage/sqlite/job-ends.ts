import { type EndedJob, factOf } from '../rules/jobs.ts'
import type { Outbox } from './outbox.ts'

/** The columns of `EndedJob`. */
export const ENDED = `organization_id, status, id AS job_id, source_id, collection_id,
              (SELECT name FROM sources WHERE sources.id = source_id) AS source_name,
              error_code, error_message`

export type TellEnd = ReturnType<typeof createJobEnds>

/** Tells the webhook of an end that somebody should see, within the caller's transaction. */
export function createJobEnds(outbox: Outbox) {
  return (ended: EndedJob, now: string): void => {
    const fact = factOf(ended)
    if (fact) outbox.tell(fact, now)
  }
}
