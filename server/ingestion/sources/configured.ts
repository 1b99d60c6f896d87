import { FetchError } from '../../fetch/fetch-error.ts'
import type { FetchedResponse } from '../../fetch/fetcher.ts'
import { headersOf } from '../credential-headers.ts'
import { type SourceCredentials, SourceError, type SourceServices } from '../define-source.ts'

/** The one address that a source is configured with. */
export interface Configured {
  url: string
  credentials: SourceCredentials | null
  services: Pick<SourceServices, 'fetcher'>
  signal: AbortSignal
}

/**
 * Asks for a configured address, which the source cannot be read without: 200, or 304 where
 * `version`, an ETag, is still right. Throws `SourceError`.
 */
export async function fetchConfigured(
  { url, credentials, services, signal }: Configured,
  version: string | null,
): Promise<FetchedResponse> {
  const fetcher = await services.fetcher()
  const { port } = new URL(url)
  const response = await fetcher
    .fetch({
      url,
      signal,
      ports: port === '' ? [] : [Number(port)],
      headers: version === null ? {} : { 'if-none-match': version },
      credentials: credentials
        ? { headers: headersOf(credentials.credentials), origins: credentials.origins }
        : undefined,
    })
    .catch((error: unknown) => {
      if (!(error instanceof FetchError)) throw error
      const code = error.code === 'forbidden' ? 'source_forbidden' : 'source_unreachable'
      throw new SourceError(code, error.message)
    })
  const { status } = response
  if (status === 200 || (status === 304 && version !== null)) return response
  const isForbidden = status === 401 || status === 403
  throw new SourceError(
    isForbidden ? 'source_forbidden' : 'source_unreachable',
    `${new URL(url).host} answered with status ${status}.`,
  )
}
