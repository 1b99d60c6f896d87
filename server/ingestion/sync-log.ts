import type { Log } from '../log.ts'
import type { NewVersion } from '../storage/ports/documents.ts'
import type { ClaimedJob } from '../storage/ports/jobs.ts'
import { SourceError } from './define-source.ts'
import type { Outcome, RunNeeds } from './run-job.ts'

type Run = (claimed: ClaimedJob, needs: RunNeeds, signal: AbortSignal) => Promise<Outcome>

/** So many failed documents of a sync have a line of their own; the counters tell of the others. */
const MAX_FAILURES = 100
const MAX_PATH_CHARS = 300
const MAX_CAUSE_CHARS = 500

/**
 * The same run, with lines for what an operator looks for (docs/behaviour.md#logs): its start, its
 * end with the counters, and each document that failed, with its reason. The end is a warning with
 * the cause where the owner of the source is not told it.
 */
export function logRun(run: Run, log: Log): Run {
  return async (claimed, needs, signal) => {
    const { job, source, collection, organization_id } = claimed
    const lines = log.child({ organization_id, source_id: source.id, job_id: job.id })
    const { trigger, attempt } = job
    lines.info({ collection_id: collection.id, type: source.type, trigger, attempt }, 'sync begins')
    let cause: string | undefined
    function report(error: unknown): void {
      if (error instanceof SourceError) cause = causeOf(error)
      else needs.report(error)
    }
    const store = logFailures(needs.store, lines)
    const outcome = await run(claimed, { ...needs, store, report }, signal)
    if (outcome.kind === 'stopped') lines.info('sync stopped')
    else {
      const { status, error_code, error_message, counters } = outcome
      const end = { status, error_code, error_message, cause, ...counters }
      lines[cause === undefined ? 'info' : 'warn'](end, 'sync ended')
    }
    return outcome
  }
}

/** The messages of an error's causes, on one line. */
function causeOf(error: SourceError): string {
  const messages: string[] = []
  let { cause } = error
  while (cause !== undefined) {
    messages.push(cause instanceof Error ? cause.message : String(cause))
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return messages.join(': ').replace(/\s+/g, ' ').slice(0, MAX_CAUSE_CHARS)
}

function logFailures(store: RunNeeds['store'], lines: Log): RunNeeds['store'] {
  let failures = 0
  const logFailure = ({ status, path, error_code, error_message }: NewVersion) => {
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
