import type { KnowledgeDocument } from '../contract/document.ts'
import type { Log } from '../log.ts'
import type { ClaimedJob } from '../storage/ports/jobs.ts'
import type { Outcome, RunNeeds } from './run-job.ts'

type Run = (claimed: ClaimedJob, needs: RunNeeds, signal: AbortSignal) => Promise<Outcome>

/** So many failed documents of a sync have a line of their own; the counters tell of the others. */
const MAX_FAILURES = 100
const MAX_PATH_CHARS = 300

/**
 * The same run, with lines for what an operator looks for (docs/behaviour.md#logs): its start, its
 * end with the counters, and each document that failed, with its reason.
 */
export function logRun(run: Run, log: Log): Run {
  return async (claimed, needs, signal) => {
    const { job, source, collection, organization_id } = claimed
    const lines = log.child({ organization_id, source_id: source.id, job_id: job.id })
    const { trigger, attempt } = job
    lines.info({ collection_id: collection.id, type: source.type, trigger, attempt }, 'sync begins')
    const outcome = await run(claimed, { ...needs, store: logFailures(needs.store, lines) }, signal)
    if (outcome.kind === 'stopped') lines.info('sync stopped')
    else {
      const { status, error_code, counters } = outcome
      lines.info({ status, error_code, ...counters }, 'sync ended')
    }
    return outcome
  }
}

function logFailures(store: RunNeeds['store'], lines: Log): RunNeeds['store'] {
  let failures = 0
  const logFailure = ({ status, path, error_code, error_message }: KnowledgeDocument) => {
    if (status !== 'failed') return
    failures += 1
    if (failures > MAX_FAILURES) return
    lines.info(
      { path: path.slice(0, MAX_PATH_CHARS), error_code, error_message },
      'document failed',
    )
    if (failures === MAX_FAILURES) lines.info('further documents that fail have no line')
  }
  return {
    ...store,
    documents: {
      ...store.documents,
      async ingest(organization_id, collection_id, batch, job_id) {
        const { ingest } = store.documents
        const published = await ingest(organization_id, collection_id, batch, job_id)
        for (const document of published) logFailure(document)
        return published
      },
    },
  }
}
