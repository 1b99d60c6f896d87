import type { TestedPage } from '../contract/source-page.ts'
import type { ClaimedJob } from '../storage/ports/jobs.ts'
import { SourceError } from './define-source.ts'
import type { RunNeeds } from './run-job.ts'

/** A source, and the address of it that is tried. */
export interface ProbeRequest extends Pick<ClaimedJob, 'organization_id' | 'source'> {
  /** null: the first one of the configuration. */
  url: string | null
}

/**
 * Tries an address of a source as a run would, and stores nothing
 * (docs/behaviour.md#testing-a-source). Throws for a type that cannot be tried.
 */
export async function probeSource(
  { organization_id, source, url }: ProbeRequest,
  { sources, services, extractor, newId }: RunNeeds,
  signal: AbortSignal,
): Promise<TestedPage> {
  const { probe } = sources[source.type].open({ organization_id, source })
  if (!probe) throw new Error(`A source of type ${source.type} cannot be tried.`)
  const { fetcher, openCredentials } = services
  try {
    const context = { fetcher, extractor, id: newId(), signal }
    return await probe({ credentials: openCredentials(source), url }, context)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { ...NOT_TRIED, url: url ?? '', final_url: url ?? '', text: error.message }
  }
}

const NOT_TRIED = {
  http_status: null,
  outcome: 'failed',
  reason: 'forbidden',
  title: '',
  links: [],
} as const satisfies Partial<TestedPage>
