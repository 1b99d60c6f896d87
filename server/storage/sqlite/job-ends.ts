import type { Job } from '../../contract/job.ts'
import type { Outbox } from './outbox.ts'

/** An ended job, with what a webhook is told of it. */
export interface EndedRow
  extends Pick<Job, 'status' | 'source_id' | 'collection_id' | 'error_code'> {
  organization_id: string
  job_id: string
  source_name: string
  error_message: string | null
}

/** The columns of `EndedRow`. */
export const ENDED = `organization_id, status, id AS job_id, source_id, collection_id,
              (SELECT name FROM sources WHERE sources.id = source_id) AS source_name,
              error_code, error_message`

export type TellEnd = ReturnType<typeof createJobEnds>

/** Tells the webhook of an end that somebody should see, within the caller's transaction. */
export function createJobEnds(outbox: Outbox) {
  return ({ organization_id, status, ...job }: EndedRow, now: string): void => {
    const isWithheld = job.error_code === 'deletions_withheld'
    if (status !== 'failed' && !isWithheld) return
    const event = isWithheld ? 'deletions.withheld' : 'sync.failed'
    outbox.tell({ organization_id, event, key: job.job_id, data: { ...job } }, now)
  }
}
