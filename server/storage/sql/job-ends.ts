import { type EndedJob, factOf } from '../rules/jobs.ts'
import { tellWebhook } from './outbox.ts'
import { type Step, tell } from './step.ts'

/** The columns of `EndedJob`. */
export const ENDED = `organization_id, status, id AS job_id, source_id, collection_id,
            (SELECT name
               FROM sources
              WHERE sources.organization_id = jobs.organization_id
                AND sources.id = source_id) AS source_name,
            error_code, error_message`

/** In a step: tells the consoles of a job. */
export function* tellJob(organization_id: string, id: string): Step<void> {
  yield* tell({ organization_id, kind: 'job', id, revision: null })
}

/** In a step: tells of an end, and the webhook of one that somebody should see. */
export function* tellEnd(ended: EndedJob, now: string): Step<void> {
  yield* tellJob(ended.organization_id, ended.job_id)
  const fact = factOf(ended)
  if (fact) yield* tellWebhook(fact, now)
}
