import { FetchError } from '../../fetch/fetch-error.ts'
import type { FetchedResponse, FetchRequest } from '../../fetch/fetcher.ts'
import { describeStatus } from '../../fetch/retry-after.ts'
import { headersOf } from '../credential-headers.ts'
import { type SourceCredentials, SourceError, type SourceServices } from '../define-source.ts'

/** A source that is configured with one address. */
export interface Configured {
  /** Its port may be reached. */
  address: string
  credentials: SourceCredentials | null
  services: Pick<SourceServices, 'fetcher'>
  signal: AbortSignal
}

/**
 * Asks for the configured address, or another one that it leads to: 200, or 304 where `version`, an
 * ETag, is still right. Throws `SourceError` for any other answer.
 */
export async function fetchConfigured(
  { address, credentials, services, signal }: Configured,
  {
    url = address,
    version = null,
    headers = {},
    ...limit
  }: {
    url?: string
    version?: string | null
    headers?: Record<string, string>
  } & Pick<FetchRequest, 'maxBytes' | 'isCut'> = {},
): Promise<FetchedResponse> {
  const fetcher = await services.fetcher()
  const { port } = new URL(address)
  const response = await fetcher
    .fetch({
      ...limit,
      url,
      signal,
      ports: port === '' ? [] : [Number(port)],
      headers: version === null ? headers : { ...headers, 'if-none-match': version },
      credentials: credentials
        ? { headers: headersOf(credentials.credentials), origins: credentials.origins }
        : undefined,
    })
    .catch(rethrow)
  const { status } = response
  if (status === 200 || (status === 304 && version !== null)) return response
  const isForbidden = status === 401 || status === 403
  throw new SourceError(
    isForbidden ? 'source_forbidden' : 'source_unreachable',
    `${new URL(url).host} answered with ${describeStatus(response)}.`,
  )
}

/** Why a host is not read over http. */
export function plainRefusal(host: string): string {
  return `${host} must be read over https, unless the operator of this service names it in SVC_FETCH_PRIVATE.`
}

/** Throws what the fetcher threw, as an end of the run. */
export function rethrow(error: unknown): never {
  if (!(error instanceof FetchError)) throw error
  const code = error.code === 'forbidden' ? 'source_forbidden' : 'source_unreachable'
  throw new SourceError(code, error.message)
}
