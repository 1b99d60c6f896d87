import { rm } from 'node:fs/promises'
import { v7 as newId } from 'uuid'
import type { Fetcher, FetcherOptions } from './fetch/fetcher.ts'
import { openCredentials } from './identity/source-credentials.ts'
import type { Vault } from './identity/vault.ts'
import { type GitAccess, type SourceCredentials, SourceError } from './ingestion/define-source.ts'
import { createGiveWay } from './ingestion/give-way.ts'
import type { RunNeeds } from './ingestion/run-job.ts'
import { sources } from './ingestion/sources.ts'
import type { UploadFiles } from './storage/ports/files.ts'
import type { ClaimedJob } from './storage/ports/jobs.ts'
import type { Store } from './storage/store.ts'

/** The parts of ingestion: what differs between the service, a test and the evaluation. */
export interface IngestionParts
  extends Pick<RunNeeds, 'extractor' | 'embeddingModel' | 'report'>,
    Partial<Pick<RunNeeds, 'sources' | 'now' | 'setTimer' | 'tellUntaken'>> {
  store: Store
  files: UploadFiles
  git: GitAccess
  /** Folders that sources may read beside those granted to their organization; null: every one. */
  sourceRoots: string[] | null
  /** Opens the credentials of sources. */
  vault: Vault
  /** How sources reach out. */
  fetching: FetcherOptions
}

export interface Ingestion extends RunNeeds {
  store: Store
  files: UploadFiles
  /** Removes the folders of runs that were killed; none may be running. */
  clearRepositories(): Promise<void>
  /** Ends the connections of sources. */
  closeFetcher(): Promise<void>
}

/** Makes everything that a run of a job needs; no other module lists it. */
export function composeIngestion({
  files,
  git,
  sourceRoots,
  fetching,
  vault,
  ...parts
}: IngestionParts): Ingestion {
  const { store } = parts
  let fetcher: Promise<Fetcher> | undefined
  const services: RunNeeds['services'] = {
    uploads: store.uploads,
    uploadFiles: files,
    pages: store.pages,
    git,
    async rootsOf(organization_id) {
      return sourceRoots && [...sourceRoots, ...(await store.sources.grantedRoots(organization_id))]
    },
    openCredentials: (source) => opened(vault, source),
    fetcher: () => (fetcher ??= loadFetcher(fetching)),
  }
  return {
    sources,
    now: () => new Date().toISOString(),
    newId,
    setTimer,
    giveWay: createGiveWay(),
    tellUntaken: () => undefined,
    ...parts,
    services,
    files,
    clearRepositories: () => rm(git.repositoriesDir, { recursive: true, force: true }),
    closeFetcher: async () => (await fetcher)?.close(),
  }
}

function opened(
  vault: Vault,
  { id, credentials: sealed }: Pick<ClaimedJob['source'], 'id' | 'credentials'>,
): SourceCredentials | null {
  if (!sealed) return null
  const credentials = openCredentials(vault, id, sealed)
  if (credentials) return { credentials, origins: sealed.origins }
  throw new SourceError(
    'source_forbidden',
    'The credentials of this source must be entered again, because the key of the service is another one.',
  )
}

/** Its library takes long to load, and most services never need it. */
async function loadFetcher(options: FetcherOptions): Promise<Fetcher> {
  const { createFetcher } = await import('./fetch/fetcher.ts')
  return createFetcher(options)
}

function setTimer(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
