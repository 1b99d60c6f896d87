import { bucketAddress, type S3Config } from '../../../contract/s3-config.ts'
import type { FetchedResponse } from '../../../fetch/fetcher.ts'
import type { Pace } from '../../../fetch/politeness.ts'
import { type DiscoveryContext, type SourceCredentials, SourceError } from '../../define-source.ts'
import { DocumentError } from '../../extracted.ts'
import { MAX_DOCUMENT_BYTES } from '../../parser/extractor.ts'
import { plainRefusal, rethrow } from '../configured.ts'
import { type Listing, readListing, type S3Object } from './listing.ts'

export interface BucketNeeds {
  config: S3Config
  /** null: requests are not signed, which a public bucket answers. */
  credentials: SourceCredentials | null
  context: Pick<DiscoveryContext, 'fetcher' | 'now'>
  signal: AbortSignal
}

/** An object store is made to be asked for many objects at once. */
const PACE: Pace = { connections: 8, perSecond: 100, burst: 100 }

/** (RFC 3986, section 2.3): what signatures and servers agree not to escape. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Reads a bucket by signed requests. Throws `SourceError` when nothing of it may be read. */
export async function openBucket({ config, credentials, context, signal }: BucketNeeds) {
  const address = bucketAddress(config)
  const { host, port, protocol } = new URL(address)
  const ports = port === '' ? [] : [Number(port)]
  const fetcher = await context.fetcher()
  if (protocol === 'http:') {
    const { isPlainAllowed } = await fetcher.judge({ url: address, ports }).catch(rethrow)
    if (!isPlainAllowed) throw new SourceError('source_forbidden', plainRefusal(host))
  }
  const headersFor = credentials && (await createSigner(config, credentials, context.now))

  /** A signature holds for one address, so no redirect is followed. */
  async function ask(url: string): Promise<FetchedResponse> {
    return fetcher.fetch({
      url,
      ports,
      pace: PACE,
      mayFollow: () => false,
      maxBytes: MAX_DOCUMENT_BYTES,
      credentials: headersFor
        ? { headers: await headersFor(url), origins: credentials?.origins ?? [] }
        : undefined,
      signal,
    })
  }

  return {
    /** A page of the listing, by the keys' order. */
    async list(token: string | null): Promise<Listing> {
      const query = Object.entries({
        'continuation-token': token,
        'encoding-type': 'url',
        'list-type': '2',
        prefix: config.prefix ?? null,
      }).flatMap(([name, value]) => (value === null ? [] : [`${name}=${escaped(value)}`]))
      const { status, body } = await ask(`${address}?${query.join('&')}`).catch(rethrow)
      if (status !== 200) throw refusedListing(host, status)
      const listing = readListing(body)
      if (listing) return listing
      throw new SourceError('source_forbidden', `${host} does not answer as an S3 service does.`)
    },

    /** Throws `DocumentError` when the object is gone or may not be read. */
    async read({ key }: S3Object): Promise<Uint8Array> {
      const { status, body } = await ask(address + key.split('/').map(escaped).join('/'))
      if (status === 200) return body
      if (status === 404) {
        throw new DocumentError('empty', 'It was deleted while the bucket was read.')
      }
      if (status === 403) {
        throw new DocumentError('source_forbidden', 'It may not be read, or is archived.')
      }
      throw new Error(`${host} answered with status ${status} for an object.`)
    },
  }
}

/** Makes the headers that sign a request (AWS Signature Version 4). */
async function createSigner(
  { region }: S3Config,
  { credentials }: SourceCredentials,
  now: () => string,
) {
  if (credentials.type !== 'access_key') return null
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = credentials
  const { AwsV4Signer } = await import('aws4fetch')
  const cache = new Map<string, ArrayBuffer>()
  return async (url: string) => {
    const datetime = now().replace(/[:-]|\.\d{3}/g, '')
    const key = { accessKeyId, secretAccessKey, region, service: 's3', cache }
    const { headers } = await new AwsV4Signer({ url, datetime, ...key }).sign()
    return Object.fromEntries(headers)
  }
}

const HINTS: Record<number, string> = {
  301: 'The bucket is in another region or at another endpoint.',
  307: 'The bucket is in another region or at another endpoint.',
  400: 'The region may be wrong.',
  401: 'It needs credentials.',
  403: 'The access key or its secret is wrong, or may not list the bucket.',
  404: 'There may be no such bucket.',
}
const FORBIDDEN = new Set([301, 307, 400, 401, 403])

function refusedListing(host: string, status: number): SourceError {
  const sentences = [`${host} answered with status ${status}.`, HINTS[status] ?? '']
  const code = FORBIDDEN.has(status) ? 'source_forbidden' : 'source_unreachable'
  return new SourceError(code, sentences.join(' ').trim())
}
