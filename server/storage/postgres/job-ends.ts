import { type EndedJob, factOf } from '../rules/jobs.ts'
import type { Transaction } from './database.ts'
import { tellWebhook } from './outbox.ts'

/** The columns of `EndedJob`. */
export const ENDED = `organization_id, status, id AS job_id, source_id, collection_id,
            (SELECT name
               FROM sources
              WHERE sources.organization_id = jobs.organization_id
                AND sources.id = source_id) AS source_name,
            error_code, error_message`

/** In a step: tells the consoles of a job. */
export function tellJob(on: Transaction, organization_id: string, id: string): void {
  on.tell({ organization_id, kind: 'job', id, revision: null })
}

/** In a step: tells of an end, and the webhook of one that somebody should see. */
export async function tellEnd(on: Transaction, ended: EndedJob, now: string): Promise<void> {
  tellJob(on, ended.organization_id, ended.job_id)
  const fact = factOf(ended)
  if (fact) await tellWebhook(on, fact, now)
}
