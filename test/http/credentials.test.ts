import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVaultWith } from '../../server/identity/vault.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'

const BASIC = { type: 'basic', username: 'ann', password: 'open sesame' }
const VAULT = createVaultWith('one key')

let service: TestService
/** Whether the key of the service is the one that credentials were sealed under. */
let isSameKey = true

beforeAll(async () => {
  service = await startHttp({
    vault: { ...VAULT, hasKeyOf: (sealed) => isSameKey && VAULT.hasKeyOf(sealed) },
  })
})
afterAll(() => service.stop())

async function request(route: string, json?: unknown) {
  return outcome(await call(service, route, { key: service.tenant.keys.owner, json }))
}

let made = 0
function newSource(more: Record<string, unknown> = {}) {
  made += 1
  return request(`POST /knowledge/collections/${service.tenant.collection_id}/sources`, {
    name: `Source ${made}`,
    type: 'website',
    config: { start_urls: ['https://a.test/docs/'] },
    ...more,
  })
}

test('credentials are never returned, only that they are set', async () => {
  const { status, body: source } = await newSource({ credentials: BASIC })
  const read = await request(`GET /knowledge/sources/${source.id}`)

  expect(status).toBe(201)
  expect(source.credentials).toEqual({ type: 'basic', set: true })
  expect(read.body).toEqual(source)
  expect(JSON.stringify(read.body)).not.toMatch(/sesame|ann/)
  const claimed = await service.store.sources.sealedCredentials(service.tenant.id, source.id)
  expect(JSON.stringify(claimed)).not.toMatch(/sesame|ann/)
})

test('null removes credentials; a change without them keeps them', async () => {
  const { body: source } = await newSource({ credentials: BASIC })
  const change = (json: unknown) => request(`PATCH /knowledge/sources/${source.id}`, json)

  expect((await change({ name: 'Renamed' })).body.credentials).toEqual({ type: 'basic', set: true })
  expect((await change({ credentials: null })).body.credentials).toBeNull()
  expect(
    (await change({ credentials: { type: 'cookie', value: 'a=b' } })).body.credentials,
  ).toEqual({ type: 'cookie', set: true })
})

test('a configuration with another origin needs the credentials again', async () => {
  const { body: source } = await newSource({ credentials: BASIC })
  const change = (json: unknown) => request(`PATCH /knowledge/sources/${source.id}`, json)
  const config = { start_urls: ['https://a.test/', 'https://b.test/'] }

  expect(await change({ config: { start_urls: ['https://www.a.test/x'] } })).toMatchObject({
    status: 200,
  })
  expect(await change({ config })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^credentials must be sent again.*https:\/\/b\.test/) },
  })
  expect(await change({ config, credentials: BASIC })).toMatchObject({ status: 200 })
  expect(await change({ config: { start_urls: ['http://a.test/'] } })).toMatchObject({
    status: 400,
  })
  expect(
    await change({ config: { start_urls: ['http://a.test/'] }, credentials: null }),
  ).toMatchObject({ status: 200 })
})

test.each([
  [{ credentials: { type: 'token', token: 't' } }, 'credentials must have a type of'],
  [{ credentials: { type: 'header', name: 'Host', value: 'b' } }, 'credentials.name must be X-'],
  [{ credentials: { type: 'bearer', token: 'a\nb' } }, 'credentials.token must be text without'],
  [{ credentials: { type: 'basic', username: 'a:b', password: 'c' } }, 'credentials.username'],
  [
    { config: { start_urls: ['https://ann:pw@a.test/'] } },
    'config.start_urls[0] must be an address',
  ],
  [{ type: 'feed', config: { url: 'https://ann:pw@a.test/' } }, 'config.url must be an address'],
  [{ type: 'openapi', config: { url: 'https://ann@a.test/' } }, 'config.url must be an address'],
  [{ type: 'upload', config: {}, credentials: BASIC }, 'credentials must be absent'],
])('%j is refused', async (body, message) => {
  const refused = await newSource(body)

  expect(refused).toMatchObject({ status: 400 })
  expect(refused.body.message).toContain(message)
})

test('under another key the source says that credentials must be entered again', async () => {
  const { body: source } = await newSource({ credentials: BASIC })
  isSameKey = false

  const { body } = await request(`GET /knowledge/sources/${source.id}`)

  expect(body.credentials).toEqual({ type: 'basic', set: false })
  isSameKey = true
})

test('the secret of a bucket is written only, and its bucket may not move without it', async () => {
  const bucket = {
    type: 's3',
    config: { endpoint: 'https://s3.test', region: 'eu-west-1', bucket: 'docs', path_style: false },
    credentials: { type: 'access_key', access_key_id: 'AKIA', secret_access_key: 'open sesame' },
  }

  const { status, body: source } = await newSource(bucket)
  const config = { ...bucket.config, bucket: 'other' }
  const moved = await request(`PATCH /knowledge/sources/${source.id}`, { config })

  expect(status).toBe(201)
  expect(source.credentials).toEqual({ type: 'access_key', set: true })
  expect(JSON.stringify(source)).not.toMatch(/sesame|AKIA/)
  expect(moved).toMatchObject({ status: 400 })
  expect(moved.body.message).toContain('https://other.s3.test')
})

test.each([
  [{ endpoint: 'https://a:b@s3.test' }, 'config.endpoint must be an address without user name'],
  [{ endpoint: 's3.test' }, 'config.endpoint must be'],
  [{ region: '' }, 'config.region must be a region'],
  [{ bucket: 'a/b' }, 'config.bucket must be the name of a bucket'],
  [{ endpoint: 'https://10.1.2.3:9000', path_style: false }, 'config.path_style must be true'],
  [{ path_style: 'no' }, 'config.path_style must be true or false'],
])('a bucket with %j is refused', async (change, message) => {
  const config = { endpoint: 'https://s3.test', region: 'eu-west-1', bucket: 'docs', ...change }

  const refused = await newSource({ type: 's3', config })

  expect(refused).toMatchObject({ status: 400 })
  expect(refused.body.message).toContain(message)
})

test.each([
  [{ url: 'https://ann:pw@git.test/a' }, 'config.url must be an https address of a repository'],
  [{ url: 'ssh://git.test/a' }, 'config.url must be an https address of a repository'],
  [{ url: 'file:///etc' }, 'config.url must be an absolute path inside a folder'],
  [{ branch: '--upload-pack=x' }, 'config.branch must be the name of a branch'],
  [{ path: '../a' }, 'config.path must be a folder of the repository'],
])('a git repository with %j is refused', async (change, message) => {
  const refused = await newSource({
    type: 'git',
    config: { url: 'https://git.test/a', ...change },
  })

  expect(refused).toMatchObject({ status: 400 })
  expect(refused.body.message).toContain(message)
})
