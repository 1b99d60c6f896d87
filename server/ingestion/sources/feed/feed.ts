import type { FetchedResponse } from '../../../fetch/fetcher.ts'
import {
  type DiscoveryContext,
  defineSource,
  type Found,
  SourceError,
} from '../../define-source.ts'
import { DocumentError } from '../../extracted.ts'
import { type Configured, fetchConfigured } from '../configured.ts'
import type { Entry } from './entries.ts'

/** As of pages. */
const MAX_BYTES = 8 * 1024 * 1024

const TOO_LARGE = {
  code: 'limit_exceeded',
  message: 'The feed is larger than 8 MiB; the entries at its beginning were read.',
} as const

/**
 * The entries of a feed, by default with the pages that they link to (docs/behaviour.md#feeds). An
 * entry that is no longer in the feed stays, because feeds list only the latest.
 */
export const feed = defineSource({
  type: 'feed',

  async *discover({ config, credentials }, context, signal) {
    const { entriesOf } = await import('./entries.ts')
    const { url, full_pages, max_entries } = config
    const configured: Configured = { address: url, credentials, services: context, signal }
    const limit = { maxBytes: MAX_BYTES, isCut: true }
    const { body: bytes, url: base, wasCut } = await fetchConfigured(configured, limit)
    const read = entriesOf({ bytes, wasCut, most: max_entries }, base)
    if (!read) {
      throw new SourceError('source_forbidden', 'The address leads to no RSS, Atom or JSON feed.')
    }
    const { entries, isWhole } = read
    context.foundSoFar(entries.length)
    for (const entry of entries) {
      await context.pace()
      yield full_pages ? await withPage(entry, configured, context) : written(entry)
    }
    return { isComplete: true, isGone: () => false, shortfall: isWhole ? null : TOO_LARGE }
  },
})

/** The page of an entry, or what the feed says of it where the page cannot be had. */
async function withPage(
  entry: Entry,
  configured: Configured,
  { known }: Pick<DiscoveryContext, 'known'>,
): Promise<Found> {
  const { url } = entry
  if (url === null) return written(entry)
  const version = known(entry.id)?.version ?? null
  const response = await fetchConfigured(configured, { url, version }).catch(withoutPage)
  if (!response) return written(entry)
  const isUnchanged = response.status === 304
  return {
    path: entry.id,
    url,
    title: entry.title || null,
    media_type: response.headers['content-type'] ?? null,
    version: response.headers.etag ?? (isUnchanged ? version : null),
    // An unchanged page is asked for again when it must be read in another way than before.
    read: async () => (isUnchanged ? await fetchConfigured(configured, { url }) : response).body,
  }
}

function withoutPage(error: unknown): FetchedResponse | null {
  if (error instanceof SourceError) return null
  throw error
}

function written({ id, url, title, content }: Entry): Found {
  return {
    path: id,
    url,
    title: title || null,
    media_type: 'text/html',
    async read() {
      if (content.trim() === '') throw new DocumentError('empty', 'The entry holds no text.')
      const { escaped } = await import('../../formats/xml.ts')
      return Buffer.from(`<!doctype html><title>${escaped(title)}</title><body>${content}`)
    },
  }
}
