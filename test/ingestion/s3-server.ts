import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { startWebServer } from '../fetch/web-server.ts'

export const ACCESS_KEY = {
  type: 'access_key' as const,
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}

/** A request as it is signed. */
export interface Signed {
  method: string
  /** With the query. */
  url: string
  headers: IncomingHttpHeaders
}

/** The signature that the headers of a request must have (AWS Signature Version 4). */
export function signatureOf({ method, url, headers }: Signed, secret: string): string {
  const { credential, signedHeaders } = authorizationOf(headers)
  const [, date = '', region = '', service = ''] = credential.split('/')
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const query = [...searchParams].map((pair) => pair.map(escaped).join('=')).sort()
  const canonical = [
    method,
    decodeURIComponent(pathname).split('/').map(escaped).join('/'),
    query.join('&'),
    ...signedHeaders.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${date}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, toSign).toString('hex')
}

function authorizationOf({ authorization = '' }: IncomingHttpHeaders) {
  const [, credential = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=(\w+)$/.exec(
      authorization,
    ) ?? []
  return { credential, signedHeaders: signedHeaders.split(';'), signature }
}

function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function isSigned(request: Signed): boolean {
  const { credential, signature } = authorizationOf(request.headers)
  return (
    credential.startsWith(`${ACCESS_KEY.access_key_id}/`) &&
    signature === signatureOf(request, ACCESS_KEY.secret_access_key)
  )
}

const PAGE = 1000

/**
 * A service with the bucket `docs`, whose objects a test changes. It answers requests only that are
 * signed with `ACCESS_KEY`, for an object after `beforeObject`, whose status comes before all.
 * `saved` is when objects were put, in milliseconds.
 */
export async function startS3(objects: Record<string, string>) {
  const gone = new Set<string>()
  const saved: Record<string, number> = {}
  const hooks = { beforeObject: async (_key: string): Promise<number | null> => null }
  const server = await startWebServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const key = decodeURIComponent(pathname).replace('/docs/', '')
    const content = objects[key]
    const status = key === '' ? null : await hooks.beforeObject(key)
    if (!isSigned({ method, url, headers })) response.writeHead(403).end('SignatureDoesNotMatch')
    else if (status !== null) response.writeHead(status, { 'retry-after': '0' }).end()
    else if (method === 'PUT') {
      objects[key] = await text(request)
      saved[key] = Date.now()
      const isWhole = sha256(objects[key]) === headers['x-amz-content-sha256']
      response.writeHead(isWhole ? 200 : 400).end()
    } else if (method === 'DELETE') {
      delete objects[key]
      response.writeHead(204).end()
    } else if (key === '') response.end(listing(objects, searchParams))
    else if (content === undefined || gone.has(key)) response.writeHead(404).end('NoSuchKey')
    else {
      response.setHeader('last-modified', new Date(saved[key] ?? 0).toUTCString())
      response.end(content)
    }
  })
  return { ...server, objects, gone, saved, hooks }
}

function listing(objects: Record<string, string>, query: URLSearchParams): string {
  const keys = Object.keys(objects).filter((key) => key.startsWith(query.get('prefix') ?? ''))
  const from = Number(query.get('continuation-token') ?? 0)
  const next = from + PAGE < keys.length ? from + PAGE : null
  const contents = keys.slice(from, from + PAGE).map((key) => {
    const content = objects[key] ?? ''
    const name = encodeURIComponent(key).replaceAll('%20', '+')
    return `<Contents><Key>${name}</Key><ETag>&quot;${sha256(content)}&quot;</ETag><Size>${content.length}</Size></Contents>`
  })
  const more = next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>docs</Name><EncodingType>url</EncodingType><IsTruncated>${next !== null}</IsTruncated>${more}${contents.join('')}</ListBucketResult>`
}
