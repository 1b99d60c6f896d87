import type { JobErrorCode } from '../contract/job.ts'
import type { TestedPage } from '../contract/source-page.ts'
import { pathIn, sourceTypes } from '../contract/source-types.ts'
import type { ClaimedJob } from '../storage/ports/jobs.ts'
import { SourceError } from './define-source.ts'
import type { RunNeeds } from './run-job.ts'
import { tryDocuments } from './try-documents.ts'

/** A source, and the address of it that is tried. */
export interface ProbeRequest extends Pick<ClaimedJob, 'organization_id' | 'source'> {
  /** null: the first one of the configuration. */
  url: string | null
}

/**
 * Tries an address of a source as a run would, and stores nothing
 * (docs/behaviour.md#testing-a-source).
 */
export async function probeSource(
  { organization_id, source, url }: ProbeRequest,
  needs: RunNeeds,
  signal: AbortSignal,
): Promise<TestedPage> {
  const { type, config } = source
  const own = Object.values(sourceTypes[type].addressesIn(config))[0] ?? pathIn(type, config) ?? ''
  const page: TestedPage = { ...UNTRIED, url: url ?? own, final_url: url ?? own }
  try {
    const opened = needs.sources[type].open({ organization_id, source })
    if (opened.probe) {
      const { extractor, newId, services } = needs
      const context = { fetcher: services.fetcher, extractor, id: newId(), signal }
      return await opened.probe({ credentials: services.openCredentials(source), url }, context)
    }
    if (url !== null && url !== own) return { ...page, outcome: 'skipped', reason: 'excluded' }
    return { ...page, ...(await tryDocuments(opened, needs, signal)) }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { ...page, reason: REASONS[error.code] ?? 'http_error', text: error.message }
  }
}

const UNTRIED = {
  http_status: null,
  outcome: 'failed',
  reason: null,
  title: '',
  text: '',
  links: [],
} as const satisfies Partial<TestedPage>

const REASONS: Partial<Record<JobErrorCode, string>> = {
  source_forbidden: 'forbidden',
  source_empty: 'empty',
  limit_exceeded: 'limit_exceeded',
  set_aside: 'timeout',
}
