import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { type Key } from './tenants.ts'

let service: TestService
let key: Key
let source: string
beforeAll(async () => {
  service = await startHttp()
  key = service.tenant.keys.editor
})
afterAll(() => service.stop())
beforeEach(async () => {
  source = await newSource('upload')
})

async function newSource(type: string, collection = service.tenant.collection_id) {
  const route = `POST /knowledge/collections/${collection}/sources`
  const { body } = await outcome(
    await call(service, route, { key, json: { name: crypto.randomUUID(), type } }),
  )
  return body.id as string
}

function form(files: [path: string, content: string | Uint8Array<ArrayBuffer>, type?: string][]) {
  const data = new FormData()
  for (const [path, content, type] of files) {
    data.append('files', new Blob([content], type ? { type } : {}), path)
  }
  return data
}

const upload = async (body: RequestInit['body']) =>
  outcome(await call(service, `POST /knowledge/sources/${source}/documents`, { key, body }))

const uploadJson = async (json: unknown) =>
  outcome(await call(service, `POST /knowledge/sources/${source}/documents`, { key, json }))

const stored = async () =>
  (await service.store.uploads.list(service.tenant.id, source)).map(({ path }) => path)

test('files become documents with their names, including folders (docs/behaviour.md#uploads)', async () => {
  const { status, body } = await upload(
    form([
      ['hours.md', '# Hours', 'text/markdown'],
      ['guide/Überblick.md', '# Überblick'],
      ['empty.txt', ''],
    ]),
  )

  expect(status).toBe(202)
  expect(body.documents).toMatchObject([
    { path: 'hours.md', media_type: 'text/markdown', bytes: 7, title: null, url: null },
    { path: 'guide/Überblick.md', media_type: 'text/markdown', bytes: 12 },
    { path: 'empty.txt', media_type: 'text/plain', bytes: 0 },
  ])
  expect(body.job).toMatchObject({ trigger: 'api', status: 'queued', source_id: source })
  expect(await stored()).toEqual(
    expect.arrayContaining(['hours.md', 'guide/Überblick.md', 'empty.txt']),
  )
})

test('texts become documents', async () => {
  const { status, body } = await uploadJson({
    documents: [
      { path: 'a.md', title: 'A', url: 'HTTPS://acme.test:443/x/../a', text: 'Grüße' },
      { path: 'b', text: '' },
    ],
  })

  expect(status).toBe(202)
  expect(body.documents).toMatchObject([
    { path: 'a.md', title: 'A', url: 'https://acme.test/a', bytes: 7 },
    { path: 'b', title: null, url: null, media_type: 'text/markdown', bytes: 0 },
  ])
})

test('uploading a path again replaces the document and keeps its id', async () => {
  const first = await upload(form([['a.md', 'one']]))
  const second = await upload(form([['a.md', 'two']]))

  expect(second.body.documents[0].id).toBe(first.body.documents[0].id)
  expect(second.body.documents[0].content_hash).not.toBe(first.body.documents[0].content_hash)
  expect(await stored()).toEqual(['a.md'])
})

test('uploads during a job are queued in another job, which a sync returns, too (docs/behaviour.md#jobs)', async () => {
  const post = async (path: string) =>
    (await outcome(await call(service, `POST ${path}`, { key }))).body
  const sync = () => post(`/knowledge/sources/${source}/sync`)
  const { body: first } = await upload(form([['a.md', 'one']]))
  await begin(first.job.id)
  expect(await sync()).toMatchObject({ id: first.job.id, status: 'running' })

  const { body: second } = await upload(form([['b.md', 'two']]))
  const { body: third } = await upload(form([['c.md', 'three']]))

  expect(second.job).toMatchObject({ status: 'queued', trigger: 'api' })
  expect(second.job.id).not.toBe(first.job.id)
  expect(third.job).toEqual(second.job)
  expect(await sync()).toEqual(second.job)
  const read = await outcome(await call(service, `GET /knowledge/sources/${source}`, { key }))
  expect(read.body.latest_job).toEqual(second.job)
  const cancelled = await post(`/knowledge/jobs/${first.job.id}/cancel`)
  expect(cancelled).toMatchObject({ status: 'cancelled' })
  const behind = await outcome(await call(service, `GET /knowledge/jobs/${second.job.id}`, { key }))
  expect(behind.body).toEqual(second.job)
})

/** Claims jobs up to this one, as the worker does. */
async function begin(id: string): Promise<void> {
  const claimed = await service.store.jobs.claim(service.clock.now)
  if (!claimed) throw new Error('The job is not queued.')
  if (claimed.job.id !== id) await begin(id)
}

test.each([
  ['no file', () => form([]), /valid multipart|1 to 50 files/],
  [
    '51 files',
    () => form(Array.from({ length: 51 }, (_, i) => [`${i}.md`, 'x'] as [string, string])),
    /^files must hold 1 to 50 files\.$/,
  ],
  ['a path that leaves', () => form([['../etc/passwd', 'x']]), /^files must be a relative path/],
  ['an absolute path', () => form([['/etc/passwd', 'x']]), /^files must be a relative path/],
  ['an invisible name', () => form([['a\u200bb.md', 'x']]), /^files must be free of control/],
  [
    'the same path twice',
    () =>
      form([
        ['a.md', 'x'],
        ['a.md', 'y'],
      ]),
    /^path must be unique in an upload; "a\.md" is there twice\.$/,
  ],
  [
    'another file field',
    () => {
      const data = form([['a.md', 'x']])
      data.append('attachments', new Blob(['x']), 'b.md')
      return data
    },
    /^attachments is not a file field of this request\.$/,
  ],
  [
    'another field',
    () => {
      const data = form([['a.md', 'x']])
      data.append('title', 'A')
      return data
    },
    /^title is not a file field of this request\.$/,
  ],
])('%s is 400, and nothing is kept', async (_, body, message) => {
  const { status, body: refused } = await upload(body())

  expect(status).toBe(400)
  expect(refused.code).toBe('validation_error')
  expect(refused.message).toMatch(message)
  expect(await stored()).toEqual([])
})

test('a client that disconnects in the middle of a file leaves nothing behind', async () => {
  const path = `/svc/api/v1/knowledge/sources/${source}/documents`
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' })
  const part = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.md"\r\n\r\nhalf'
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.secret}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n${part}`,
    () => socket.destroy(),
  )

  const ended = () => service.logged.find((line) => line.includes(path) && line.includes('"ms"'))
  while (!ended()) await new Promise(setImmediate)

  expect(JSON.parse(ended() ?? '{}').status).toBe(400)
  expect(await stored()).toEqual([])
})

test('50 files are accepted', async () => {
  const files = Array.from({ length: 50 }, (_, i) => [`${i}.md`, 'x'] as [string, string])

  expect((await upload(form(files))).status).toBe(202)
})

test('a file of 32 MiB is accepted; one byte more is 413, and nothing is kept', async () => {
  const max = new Uint8Array(32 * 1024 * 1024)

  const over = await upload(
    form([
      ['small.md', 'x'],
      ['big.bin', new Uint8Array(max.length + 1)],
    ]),
  )
  const keptOfOver = await stored()
  const exact = await upload(form([['big.bin', max]]))

  expect([over.status, exact.status]).toEqual([413, 202])
  expect(over.body.code).toBe('payload_too_large')
  expect(keptOfOver).toEqual([])
})

test.each([
  ['without a boundary', 'multipart/form-data', 'x'],
  [
    'cut short',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="files"; filename="a.md"\r\n\r\nhalf',
  ],
  ['without parts', 'multipart/form-data; boundary=b', ''],
  ['of noise', 'multipart/form-data; boundary=b', 'noise'],
])('multipart %s is 400', async (_, type, text) => {
  const response = await call(service, `POST /knowledge/sources/${source}/documents`, {
    key,
    headers: { 'content-type': type },
    body: Buffer.from(text),
  })

  expect((await outcome(response)).body.code).toBe('validation_error')
  expect(response.status).toBe(400)
  expect(await stored()).toEqual([])
})

test.each([
  ['none', [], /^documents must contain 1 to 100 documents\.$/],
  [
    '101',
    Array.from({ length: 101 }, (_, i) => ({ path: `${i}.md`, text: 'x' })),
    /^documents must contain 1 to 100 documents\.$/,
  ],
  ['a bad path', [{ path: 'a/../b', text: 'x' }], /^documents\[0\]\.path must be a relative path/],
  [
    'a bad address',
    [{ path: 'a', url: 'javascript:1', text: 'x' }],
    /^documents\[0\]\.url must be/,
  ],
  [
    'an address with a password',
    [{ path: 'a', url: 'https://ann:secret@acme.test/', text: 'x' }],
    /^documents\[0\]\.url must be an address without user name and password\.$/,
  ],
  ['no text', [{ path: 'a' }], /^documents\[0\]\.text is required\.$/],
  [
    'a path twice',
    [
      { path: 'a', text: '' },
      { path: 'a', text: '' },
    ],
    /^path must be unique in an upload/,
  ],
])('%s of JSON documents is a 400 that names the field', async (_, documents, message) => {
  const { status, body } = await uploadJson({ documents })

  expect(status).toBe(400)
  expect(body.message).toMatch(message)
})

test('media types are case-insensitive', async () => {
  const file =
    '--x\r\nContent-Disposition: form-data; name="files"; filename="a.md"\r\n\r\nA\r\n--x--\r\n'

  const response = await call(service, `POST /knowledge/sources/${source}/documents`, {
    key,
    headers: { 'content-type': 'Multipart/Form-Data; boundary=x' },
    body: Buffer.from(file),
  })

  expect(response.status).toBe(202)
})

test('another media type is 415', async () => {
  const response = await call(service, `POST /knowledge/sources/${source}/documents`, {
    key,
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from('x'),
  })

  expect(response.status).toBe(415)
})

test('an archived collection refuses an upload with 409, and its sync fails', async () => {
  const owner = service.tenant.keys.owner
  const collection = await outcome(
    await call(service, 'POST /knowledge/collections', { key: owner, json: { name: 'Old' } }),
  )
  source = await newSource('upload', collection.body.id)
  await call(service, `PATCH /knowledge/collections/${collection.body.id}`, {
    key: owner,
    json: { archived: true },
  })

  const refused = await upload(form([['a.md', 'x']]))
  const job = await outcome(await call(service, `POST /knowledge/sources/${source}/sync`, { key }))

  expect(refused.status).toBe(409)
  expect(job.status).toBe(202)
  expect(job.body).toMatchObject({ status: 'failed', error_code: 'collection_archived' })
})
