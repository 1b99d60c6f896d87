import { hash } from 'node:crypto'
import type { ServiceError } from '../../contract/errors.ts'
import { bucketAddress } from '../../contract/s3-config.ts'
import { dataUnavailable } from '../failures.ts'
import { SETTLED_MS, type UploadFiles } from '../ports/files.ts'
import { collect } from './collect.ts'

/** A bucket of a service that speaks the protocol of Amazon S3, and the key for it. */
export interface BucketSettings {
  endpoint: string
  region: string
  bucket: string
  /** Of the names of objects, without a slash at its end; may be empty. */
  prefix: string
  access_key_id: string
  secret_access_key: string
}

const TIMEOUT_MS = 60_000
/** Of an answer with a status of 500 and above. */
const RETRIES = 3

/** Reads one page of a listing, the answer to ListObjectsV2; null: it is no listing. */
export type ReadListing = (
  body: Uint8Array,
) => { objects: { key: string }[]; next: string | null } | null

/**
 * Uploaded files as private objects `<prefix>/<sha256>` of a bucket. Its bytes are compared with
 * their hash whenever they are read. Requests are signed in their headers, so that no address holds
 * a key; what signs them is loaded with the first request.
 */
export function createBucketFiles(settings: BucketSettings, readListing: ReadListing): UploadFiles {
  const address = bucketAddress({ ...settings, path_style: true })
  const folder = settings.prefix === '' ? '' : `${settings.prefix}/`
  const addressOf = (name: string) => address + `${folder}${name}`.split('/').map(escaped).join('/')
  const request = createRequest(settings)

  async function ask(url: string, init: RequestInit = {}, allowed: number[] = []) {
    const response = await request(url, init).catch((cause: unknown) => {
      throw unavailable(`${new URL(address).host} cannot be reached`, cause)
    })
    if (response.ok || allowed.includes(response.status)) return response
    await response.body?.cancel()
    throw unavailable(
      `${new URL(address).host} answered ${init.method ?? 'GET'} with ${response.status}`,
    )
  }

  async function load(content_hash: string): Promise<Buffer | null> {
    const response = await ask(addressOf(content_hash), {}, [404])
    if (response.ok) return Buffer.from(await response.arrayBuffer())
    await response.body?.cancel()
    return null
  }

  async function* names(): AsyncGenerator<string> {
    let token: string | null = null
    do {
      const query = new URLSearchParams({
        'encoding-type': 'url',
        'list-type': '2',
        prefix: folder,
      })
      if (token) query.set('continuation-token', token)
      const response = await ask(`${address}?${query.toString().replaceAll('+', '%20')}`)
      const listing = readListing(new Uint8Array(await response.arrayBuffer()))
      if (!listing)
        throw unavailable(`${new URL(address).host} does not answer as an S3 service does`)
      for (const { key } of listing.objects) yield key.slice(folder.length)
      token = listing.next
    } while (token)
  }

  async function isSettled(name: string): Promise<boolean> {
    const { headers } = await ask(addressOf(name), { method: 'HEAD' }, [404])
    return Date.now() - Date.parse(headers.get('last-modified') ?? '') > SETTLED_MS
  }

  return {
    async save(content, { maxBytes }) {
      const body = await collect(content, maxBytes)
      const content_hash = hash('sha256', body, 'hex')
      const headers = { 'x-amz-content-sha256': content_hash }
      await ask(addressOf(content_hash), { method: 'PUT', headers, body: new Uint8Array(body) })
      return { content_hash, bytes: body.length }
    },

    async read(content_hash) {
      const body = await load(content_hash)
      if (!body) throw new Error(`There is no object ${addressOf(content_hash)}.`)
      if (hash('sha256', body, 'hex') === content_hash) return body
      throw new Error(`The object ${addressOf(content_hash)} is damaged.`)
    },

    async check(content_hash) {
      const body = await load(content_hash)
      if (!body) return 'missing'
      return hash('sha256', body, 'hex') === content_hash ? null : 'damaged'
    },

    nameOf: addressOf,

    /** Asked for its age right before it goes, because another process may just have saved it. */
    async sweep(keep) {
      for await (const name of names()) {
        if (!HASH.test(name) || keep.has(name) || !(await isSettled(name))) continue
        await ask(addressOf(name), { method: 'DELETE' })
      }
    },
  }
}

/** Other objects below the prefix are not the service's. */
const HASH = /^[0-9a-f]{64}$/

function createRequest({ region, access_key_id, secret_access_key }: BucketSettings) {
  let client: Promise<import('aws4fetch').AwsClient> | undefined

  async function load() {
    const { AwsClient } = await import('aws4fetch')
    const keys = { accessKeyId: access_key_id, secretAccessKey: secret_access_key }
    return new AwsClient({ ...keys, region, service: 's3', retries: RETRIES })
  }

  return async (url: string, init: RequestInit): Promise<Response> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    // A signature holds for one address, so no redirect is followed.
    return (await (client ??= load())).fetch(url, { ...init, redirect: 'manual', signal })
  }
}

/** (RFC 3986, section 2.3): what signatures and servers agree not to escape. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Not the caller's fault: the cause names the service for the operator. */
function unavailable(reason: string, cause?: unknown): ServiceError {
  return dataUnavailable(new Error(`SVC_FILES: ${reason}.`, { cause }))
}
