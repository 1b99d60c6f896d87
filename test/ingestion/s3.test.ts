import { describe, expect, test } from 'vitest'
import { POLITE } from '../../server/fetch/politeness.ts'
import { startWebServer } from '../fetch/web-server.ts'
import { counted, startIngestion } from './ingestion.ts'
import { ACCESS_KEY, signatureOf, startS3 } from './s3-server.ts'

/** A bucket with these objects, and a source that reads it. */
async function startBucket(
  objects: Record<string, string>,
  config: Record<string, unknown> = {},
  credentials = ACCESS_KEY,
) {
  const server = await startS3(objects)
  const ingestion = await startIngestion({
    type: 's3',
    config: {
      endpoint: server.origin,
      region: 'eu-west-1',
      bucket: 'docs',
      path_style: true,
      ...config,
    },
    fetching: { pace: POLITE },
  })
  await ingestion.setCredentials(credentials)
  return { ...ingestion, ...server }
}

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
test.each([
  ['/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ['/?lifecycle', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  [
    '/test.txt',
    { range: 'bytes=0-9' },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
])('the server of the tests signs %s as Amazon has published', (url, more, signature) => {
  const signed = { host: 'examplebucket.s3.amazonaws.com', ...more }
  const headers = {
    ...signed,
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=${ACCESS_KEY.access_key_id}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${[...Object.keys(signed), 'x-amz-content-sha256', 'x-amz-date'].join(';')},Signature=0`,
  }

  expect(signatureOf({ method: 'GET', url, headers }, ACCESS_KEY.secret_access_key)).toBe(signature)
})

describe('a bucket (docs/behaviour.md#s3-buckets)', () => {
  test('is its objects below the prefix, with links where base_url is given', async () => {
    const { sync, documents, passages } = await startBucket(
      {
        'help/': '',
        'help/.hidden/a.md': 'Hidden.',
        "help/a+b/c d (it's) ü.md": '# Rooms\n\nOpen at nine.',
        'help/draft.md': 'Not yet.',
        'help/start.md': 'Begin here.',
        'other.md': 'Elsewhere.',
      },
      { prefix: 'help/', exclude: ['draft.*'], base_url: 'https://example.com/kb' },
    )

    const outcome = await sync()

    expect(counted(outcome)).toMatchObject({ documents_ingested: 2, documents_failed: 0 })
    expect(await documents()).toMatchObject([
      { path: "a+b/c d (it's) ü.md", url: "https://example.com/kb/a+b/c%20d%20(it's)%20%C3%BC" },
      { path: 'start.md', url: 'https://example.com/kb/start' },
    ])
    expect((await passages('start.md')).map(({ text }) => text)).toEqual(['Begin here.'])
  })

  test('is read eight objects at a time, those again that it refuses for being asked too often', async () => {
    const names = Array.from({ length: 16 }, (_, at) => `${at}.md`)
    const { sync, hooks } = await startBucket(
      Object.fromEntries(names.map((name) => [name, `About ${name}.`])),
    )
    const isRefused = new Set(['3.md'])
    const opened = Promise.withResolvers<void>()
    let waiting = 0
    hooks.beforeObject = async (name) => {
      waiting += 1
      if (waiting === 8) opened.resolve()
      await opened.promise
      return isRefused.delete(name) ? 503 : null
    }

    const outcome = await sync()

    expect(counted(outcome)).toMatchObject({ documents_ingested: 16, documents_failed: 0 })
  })

  test('transfers no object again whose ETag is the same, and deletes what left it', async () => {
    const { sync, objects, requests } = await startBucket({
      'a.md': 'A.',
      'b.md': 'B.',
      'c.md': 'C.',
    })
    await sync()
    requests.length = 0

    objects['b.md'] = 'Changed.'
    delete objects['c.md']
    const outcome = await sync()

    expect(counted(outcome)).toMatchObject({
      documents_unchanged: 1,
      documents_ingested: 1,
      documents_deleted: 1,
    })
    expect(requests.map(({ url }) => url.replace(/\?.*/, ''))).toEqual(['/docs/', '/docs/b.md'])
  })

  test('is listed to its end, page by page', async () => {
    const names = Array.from({ length: 2300 }, (_, at) => `${at}.bin`)
    const objects = Object.fromEntries([...names, 'last.md'].map((name) => [name, 'Text.']))
    const { sync, requests } = await startBucket(objects, { include: ['*.md'] })

    expect(counted(await sync())).toMatchObject({ documents_ingested: 1 })
    expect(requests).toHaveLength(4)
  })

  test('of more than 20,000 objects is read in part, and nothing of it is deleted', async () => {
    const { sync, documents, objects } = await startBucket({ 'a.md': 'A.' })
    await sync()
    delete objects['a.md']
    const listed = Array.from(
      { length: 20_001 },
      (_, at) => `<Contents><Key>${at}.md</Key><Size>34000000</Size></Contents>`,
    )
    const server = await startWebServer((_request, response) => {
      response.end(`<ListBucketResult>${listed.join('')}</ListBucketResult>`)
    })
    const many = await startIngestion({
      type: 's3',
      config: { endpoint: server.origin, region: 'a', bucket: 'docs', path_style: true },
    })

    const outcome = await many.sync()

    expect(outcome).toMatchObject({ status: 'partial', error_code: 'limit_exceeded' })
    expect(counted(outcome)).toMatchObject({ documents_discovered: 20_000 })
    expect(await documents()).toHaveLength(1)
  })

  test('without objects is `source_empty`', async () => {
    const { sync } = await startBucket({})

    expect(await sync()).toMatchObject({ status: 'failed', error_code: 'source_empty' })
  })

  test('with a wrong secret is `source_forbidden`, and tells it to nobody', async () => {
    const secret_access_key = 'not the secret'
    const bucket = await startBucket({ 'a.md': 'A.' }, {}, { ...ACCESS_KEY, secret_access_key })

    const outcome = await bucket.sync()

    expect(outcome).toMatchObject({ status: 'failed', error_code: 'source_forbidden' })
    expect(JSON.stringify([outcome, bucket.requests, bucket.reported])).not.toContain(
      secret_access_key,
    )
  })

  test('skips an object that is deleted while the bucket is read', async () => {
    const { sync, documents, gone } = await startBucket({ 'a.md': 'A.', 'b.md': 'B.' })
    gone.add('a.md')

    const outcome = await sync()

    expect(outcome).toMatchObject({ status: 'succeeded' })
    expect(counted(outcome)).toMatchObject({ documents_ingested: 1, documents_skipped: 1 })
    expect(await documents()).toMatchObject([{ path: 'a.md', error_code: 'empty' }, {}])
  })

  test('that is elsewhere is not followed, and gets no signature there', async () => {
    const elsewhere = await startS3({ 'a.md': 'A.' })
    const server = await startWebServer(({ url }, response) => {
      response.writeHead(307, { location: elsewhere.origin + url }).end()
    })
    const { sync, setCredentials } = await startIngestion({
      type: 's3',
      config: { endpoint: server.origin, region: 'eu-west-1', bucket: 'docs', path_style: true },
    })
    await setCredentials(ACCESS_KEY)

    expect(await sync()).toMatchObject({ status: 'failed', error_code: 'source_forbidden' })
    expect(elsewhere.requests).toEqual([])
  })

  test.each([
    ['no XML', 200, 'source_forbidden'],
    ['<html></html>', 200, 'source_forbidden'],
    ['', 404, 'source_unreachable'],
    ['', 500, 'source_unreachable'],
  ])('that is none says so: %j with %i', async (body, status, error_code) => {
    const server = await startWebServer((_, response) => response.writeHead(status).end(body))
    const { sync } = await startIngestion({
      type: 's3',
      config: { endpoint: server.origin, region: 'a', bucket: 'docs', path_style: true },
    })

    expect(await sync()).toMatchObject({ status: 'failed', error_code })
  })
})

test('a bucket at a public address is read over https only', async () => {
  const { sync } = await startIngestion({
    type: 's3',
    config: { endpoint: 'http://s3.test', region: 'a', bucket: 'docs', path_style: false },
    fetching: { access: [], lookup: async () => [{ address: '203.0.114.1', family: 4 }] },
  })

  expect(await sync()).toMatchObject({
    error_code: 'source_forbidden',
    error_message: expect.stringContaining('docs.s3.test must be read over https, unless'),
  })
})
