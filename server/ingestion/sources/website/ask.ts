import type { WebsiteConfig } from '../../../contract/website-config.ts'
import type { FetchError } from '../../../fetch/fetch-error.ts'
import type { FetchedResponse, Fetcher, FetchRequest } from '../../../fetch/fetcher.ts'
import { headersOf } from '../../credential-headers.ts'
import type { SourceCredentials } from '../../define-source.ts'

/** The answer of a website, or why there is none. */
export type Answer = FetchedResponse | FetchError | 'robots'

/** Asks for an address on behalf of a source. Throws `FetchError`. */
export interface Ask {
  (
    url: string,
    options?: Pick<FetchRequest, 'headers' | 'mayFollow' | 'maxBytes' | 'isCut'>,
  ): Promise<FetchedResponse>
}

/** Ports of the configured addresses may be reached, and credentials go to their origins alone. */
export function createAsk(
  fetcher: Fetcher,
  { start_urls, sitemap_url }: Pick<WebsiteConfig, 'start_urls' | 'sitemap_url'>,
  { credentials, signal }: { credentials: SourceCredentials | null; signal: AbortSignal },
): Ask {
  const configured = [...start_urls, ...(sitemap_url ? [sitemap_url] : [])]
  const ports = configured
    .map((address) => Number(new URL(address).port))
    .filter((port) => port > 0)
  const sent = credentials && {
    headers: headersOf(credentials.credentials),
    origins: credentials.origins,
  }
  return (url, options = {}) =>
    fetcher.fetch({ url, ports, signal, credentials: sent ?? undefined, ...options })
}
