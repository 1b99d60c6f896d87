import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ServiceError } from '../../server/contract/errors.ts'
import type { Operation } from '../../server/contract/operation.ts'
import { operations } from '../../server/contract/operations.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { createKey, type Key } from './tenants.ts'

let service: TestService
let key: Key
beforeAll(async () => {
  service = await startHttp()
  key = service.tenant.keys.owner
})
afterAll(() => service.stop())

test.each(['/nothing', '/assistants/', '/Assistants', '/', '/assistants/a/b/c', '/%ff'])(
  'the unknown path %s is 404 in the error shape for every caller (docs/behaviour.md#errors)',
  async (path) => {
    const { status, body } = await outcome(await call(service, `GET ${path}`))

    expect(status).toBe(404)
    expect(body).toEqual({ code: 'not_found', message: expect.any(String) })
  },
)

test.each(['/', '/svc', '/svc/widget.js', '/other/api/v1/health'])(
  '%s outside of the API is 404 in the error shape',
  async (path) => {
    const response = await fetch(service.origin + path)

    expect(response.status).toBe(404)
    expect(Object.keys((await response.json()) as object)).toEqual(['code', 'message'])
  },
)

test.each([
  ['PUT', '/assistants', 'GET, HEAD, POST'],
  ['DELETE', '/conversations/x/messages:stream', 'POST'],
  ['OPTIONS', '/assistants', 'GET, HEAD, POST'],
  ['POST', '/health', 'GET, HEAD'],
  ['POST', '/widget/bootstrap', 'GET, HEAD, OPTIONS'],
])('%s %s is 405 with Allow: %s (docs/behaviour.md#requests)', async (method, path, allow) => {
  const response = await call(service, `${method} ${path}`)

  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe(allow)
  expect(await response.json()).toEqual({
    code: 'method_not_allowed',
    message: `This path allows ${allow}.`,
  })
})

test('HEAD is answered wherever GET is, without a body', async () => {
  for (const path of ['/health', '/assistants', `/assistants/${service.tenant.assistant_id}`]) {
    const response = await call(service, `HEAD ${path}`, { key })

    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  }
})

const readable = Object.values<Operation>(operations).filter(({ method }) => method === 'get')
const pages = ['/svc/docs', '/svc/docs/', '/svc/widget/check', '/svc/widget/check.js']

test.each([...readable.map(({ path }) => `/svc/api/v1${path}`), ...pages])(
  'HEAD %s has the headers of GET, without the body',
  async (path) => {
    const send = (method: string) =>
      call({ url: service.origin }, `${method} ${path.replace(/\{\w+\}/g, 'x')}`, { key })
    const told = ({ status, headers }: Response) => [
      status,
      headers.get('content-type'),
      headers.get('content-length'),
    ]

    const [get, head] = [await send('GET'), await send('HEAD')]

    expect(told(head)).toEqual(told(get))
    expect(await head.text()).toBe('')
  },
)

test('every response has an X-Request-Id made by the server', async () => {
  const ids = await Promise.all(
    ['/health', '/nothing', '/assistants'].map(async (path) => {
      const response = await call(service, `GET ${path}`, { headers: { 'x-request-id': 'mine' } })
      return response.headers.get('x-request-id')
    }),
  )

  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(3)
})

test('the log line has the request id and no secret', async () => {
  const path = `/assistants/${service.tenant.assistant_id}`
  const response = await call(service, `GET ${path}?secret=1`, { key })

  const id = response.headers.get('x-request-id')
  const lines = service.logged.map((line) => JSON.parse(line))
  const line = lines.find(({ request_id }) => request_id === id)
  expect(line).toMatchObject({ method: 'GET', path: `/svc/api/v1${path}`, status: 200 })
  expect(JSON.stringify(lines)).not.toContain(key.secret)
})

test('a bug is a bare 500, with the error in the log under the request id', async () => {
  const { find } = service.store.assistants
  service.store.assistants.find = () => Promise.reject(new Error('SELECT of a secret table'))

  const response = await call(service, 'GET /assistants/x', { key })

  service.store.assistants.find = find
  expect(await outcome(response)).toEqual({
    status: 500,
    body: { code: 'internal_error', message: 'The service could not complete the request.' },
  })
  const id = response.headers.get('x-request-id')
  const fault = service.logged.find((line) => line.includes('SELECT of a secret table'))
  expect(JSON.parse(fault ?? '{}').request_id).toBe(id)
})

test('API responses must not be cached or sniffed', async () => {
  const { headers } = await call(service, 'GET /assistants', { key })

  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([
  ['Bearer', 'Bearer '],
  ['another scheme', 'Basic abc'],
  ['a lower-case scheme', 'bearer nonsense'],
])('an Authorization header with %s gets the same 401', async (_, authorization) => {
  const response = await call(service, 'GET /assistants', { headers: { authorization } })

  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer')
})

test('the scheme of a key is case-insensitive', async () => {
  const response = await call(service, 'GET /assistants', {
    headers: { authorization: `bearer ${key.secret}` },
  })

  expect(response.status).toBe(200)
})

test('a revoked, an expired and an unknown key get the same 401 on the next request (docs/behaviour.md#authentication)', async () => {
  const { store, tenant, clock } = service
  const revoked = await createKey(store, tenant.id, 'admin')
  const expired = await createKey(store, tenant.id, 'admin', { expires_at: clock.now })
  expect((await call(service, 'GET /assistants', { key: revoked })).status).toBe(200)

  await store.apiKeys.revoke(tenant.id, revoked.id, clock.now)

  const answers = await Promise.all(
    [revoked, expired, 'svc_sk_unknown'].map(async (key) =>
      outcome(await call(service, 'GET /assistants', { key })),
    ),
  )
  expect(answers[0]?.status).toBe(401)
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
})

test('every credential of a suspended organization gets the same 401', async () => {
  const { store, stranger } = service
  await store.organizations.update(stranger.id, { status: 'suspended' })

  const asKey = await call(service, 'GET /assistants', { key: stranger.keys.owner })
  const asPage = await call(service, 'GET /widget/bootstrap', {
    headers: { 'x-svc-widget-key': stranger.deployment.widget_key, origin: 'https://shop.test' },
  })

  await store.organizations.update(stranger.id, { status: 'active' })
  expect([asKey.status, asPage.status]).toEqual([401, 401])
})

test('unknown, malformed and foreign ids get the same 404 (docs/behaviour.md#unknown-and-foreign-ids)', async () => {
  const { tenant, stranger } = service
  const ids = [crypto.randomUUID(), 'nonsense', '%00', stranger.assistant_id]

  const answers = await Promise.all(
    ids.map(async (id) => {
      const response = await call(service, `GET /assistants/${id}`, { key: tenant.keys.owner })
      return { status: response.status, body: await response.text() }
    }),
  )

  for (const answer of answers) {
    expect(answer).toEqual({
      status: 404,
      body: '{"code":"not_found","message":"Assistant not found."}',
    })
  }
})

test('checks run in the order credential, permission, body, resource', async () => {
  const route = 'PATCH /assistants/nonsense'
  const wrong = { headers: { 'content-type': 'text/plain' }, body: 'x' }

  expect((await call(service, route, wrong)).status).toBe(401)
  const { member } = service.tenant.keys
  expect((await call(service, route, { ...wrong, key: member })).status).toBe(403)
  expect((await call(service, route, { ...wrong, key })).status).toBe(415)
  expect((await call(service, route, { key, json: { revision: 1 } })).status).toBe(400)
  expect((await call(service, route, { key, json: { revision: 1, name: 'A' } })).status).toBe(404)
})

test.each([
  ['noise', 'noise\r\n\r\n'],
  ['a header without end', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['an address without an end', 'GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['an address without a host', 'GET http:// HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a request without a Host', 'GET /svc/api/v1/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
  [
    'an unknown expectation',
    'POST /svc/api/v1/widget/x HTTP/1.1\r\nHost: x\r\nExpect: more\r\nConnection: close\r\n\r\n',
    404,
  ],
])('%s is answered in the error shape', async (_, bytes, status = 400) => {
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' })
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))

  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(`HTTP/1.1 ${status} `)
  expect(head).toMatch(/X-Request-Id: [0-9a-f-]{36}/)
  expect(Object.keys(JSON.parse(body))).toEqual(['code', 'message'])
})

test('with a full disk the service can still be read', async () => {
  const { store, tenant } = service
  const { touch } = store.apiKeys
  const full = new ServiceError('service_unavailable', 'The service cannot store data.')
  store.apiKeys.touch = () => Promise.reject(full)

  const response = await call(service, 'GET /assistants', { key: tenant.keys.admin })

  store.apiKeys.touch = touch
  expect(response.status).toBe(200)
})

test('during a shutdown every request but health and readiness is 503 (docs/behaviour.md#starting-and-stopping)', async () => {
  service.clock.draining = true

  const health = await call(service, 'GET /health')
  const ready = await outcome(await call(service, 'GET /ready'))
  const other = await outcome(await call(service, 'GET /assistants', { key }))
  const unknown = await call(service, 'GET /nothing')

  service.clock.draining = false
  expect(health.status).toBe(200)
  expect(ready.body.code).toBe('service_unavailable')
  expect(other).toEqual({
    status: 503,
    body: { code: 'service_unavailable', message: 'The service is shutting down.' },
  })
  expect(unknown.status).toBe(503)
})

test('readiness names the failing check', async () => {
  service.clock.databaseDown = true

  const { status, body } = await outcome(await call(service, 'GET /ready'))

  service.clock.databaseDown = false
  expect(status).toBe(503)
  expect(body).toEqual({
    code: 'service_unavailable',
    message: 'The check database fails.',
  })
})

test('an absolute request target reaches its route', async () => {
  const status = await new Promise((resolve) => {
    const { hostname, port } = new URL(service.url)
    request({ hostname, port, path: `${service.url}/health` }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).end()
  })

  expect(status).toBe(200)
})
