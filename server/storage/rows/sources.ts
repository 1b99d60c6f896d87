import type { Job } from '../../contract/job.ts'
import type { Source } from '../../contract/source.ts'
import type { SealedCredentials, Sources } from '../ports/sources.ts'

/** Columns of `sources`, as `SourceRow` declares them. */
export const SOURCE_COLUMNS = `id, collection_id, name, type, config, schedule, time_zone, credentials,
           document_count, created_at, updated_at`

/** `config` and `credentials` are JSON text. */
export type SourceRow = Omit<Source, 'config' | 'credentials' | 'latest_job'> & {
  config: string
  credentials: string | null
}

/** What people write of a source. */
export type WrittenSource = Pick<Source, 'id' | 'name' | 'schedule' | 'time_zone'> & {
  organization_id: string
  config: string
  credentials: string | null
}

export function toSource(row: SourceRow, latest_job: Job | null): Source {
  const sealed = sealedIn(row)
  return {
    ...row,
    config: JSON.parse(row.config) as Source['config'],
    credentials: sealed && { type: sealed.type, set: true },
    latest_job,
  }
}

export function sealedIn({ credentials }: Pick<SourceRow, 'credentials'>) {
  return credentials === null ? null : (JSON.parse(credentials) as SealedCredentials)
}

type NewSource = Parameters<Sources['create']>[1]

export function newSourceRow(
  organization_id: string,
  { config, credentials = null, ...source }: NewSource,
) {
  return { ...source, organization_id, ...asJson({ config, credentials }) }
}

/** A source as it is to be; what the change does not name stays. */
export function changedSourceRow(
  organization_id: string,
  row: SourceRow,
  { config = JSON.parse(row.config), credentials = sealedIn(row), ...rest }: Change,
): WrittenSource {
  return { ...row, ...rest, organization_id, ...asJson({ config, credentials }) }
}

type Change = Parameters<Sources['update']>[2]

function asJson({
  config,
  credentials,
}: {
  config: object
  credentials: SealedCredentials | null
}) {
  return {
    config: JSON.stringify(config),
    credentials: credentials && JSON.stringify(credentials),
  }
}
