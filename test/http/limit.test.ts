import { afterEach, expect, test } from 'vitest'
import { ServiceError } from '../../server/contract/errors.ts'
import { answeredTurn, call, outcome, page, startHttp, type TestService } from './service.ts'

type Options = NonNullable<Parameters<typeof startHttp>[0]>

let service: TestService
afterEach(() => service.stop())

/** Serves with some limits; the clock stands still unless a test moves it. */
async function serveWith(options: Options): Promise<TestService> {
  service = await startHttp(options)
  return service
}

/** The statuses of `times` requests in turn. */
async function statuses(times: number, request: () => Promise<Response>): Promise<number[]> {
  const seen: number[] = []
  for (let left = times; left > 0; left -= 1) {
    const response = await request()
    await response.arrayBuffer()
    seen.push(response.status)
  }
  return seen
}

function pass(seconds: number): void {
  service.clock.now = new Date(Date.parse(service.clock.now) + seconds * 1000).toISOString()
}

test('unauthenticated requests of an address share a budget over all routes (docs/behaviour.md#rate-limits)', async () => {
  await serveWith({ rates: { address: 3 } })

  expect(await statuses(1, () => call(service, 'GET /assistants'))).toEqual([401])
  expect(await statuses(1, () => call(service, 'GET /nowhere'))).toEqual([404])
  expect(await statuses(1, () => call(service, 'GET /ready'))).toEqual([200])

  const refused = await call(service, 'GET /assistants')
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(await outcome(refused)).toEqual({
    status: 429,
    body: {
      code: 'rate_limit_exceeded',
      message: 'Too many requests; try again in 60 seconds.',
    },
  })
  expect(await statuses(2, () => call(service, 'DELETE /ready'))).toEqual([429, 429])
})

test('only GET /health has no limit', async () => {
  await serveWith({ rates: { address: 1 } })

  expect(await statuses(5, () => call(service, 'GET /health'))).toEqual([200, 200, 200, 200, 200])
  expect(await statuses(2, () => call(service, 'HEAD /health'))).toEqual([200, 200])

  const first = await call(service, 'GET /health')
  expect(first.headers.has('ratelimit')).toBe(false)
  expect(await statuses(2, () => call(service, 'GET /Health'))).toEqual([404, 429])
})

test('an authenticated request counts against its address as well', async () => {
  await serveWith({ rates: { address: 2, identity: 120 } })
  const { owner, admin } = service.tenant.keys

  expect(await statuses(1, () => call(service, 'GET /assistants', { key: owner }))).toEqual([200])
  expect(await statuses(2, () => call(service, 'GET /assistants', { key: admin }))).toEqual([
    200, 429,
  ])
})

test('a path with escapes does not bypass the check of the address', async () => {
  await serveWith({ rates: { address: 1 } })
  const { owner } = service.tenant.keys

  const odd = () =>
    call({ url: `${service.origin}/svc/api/%76%31` }, 'GET /assistants', { key: owner })

  expect(await statuses(2, odd)).toEqual([404, 404])
})

test('each API key has its own budget, and a 403 costs as much as any request', async () => {
  await serveWith({ rates: { identity: 2 } })
  const { owner, member } = service.tenant.keys
  const create = () => call(service, 'POST /assistants', { key: member, json: { name: 'New' } })

  expect(await statuses(3, create)).toEqual([403, 403, 429])
  expect(await statuses(3, () => call(service, 'GET /assistants', { key: owner }))).toEqual([
    200, 200, 429,
  ])
})

test('a request is available again when an earlier one is a minute old', async () => {
  await serveWith({ rates: { identity: 2 } })
  const ask = () => call(service, 'GET /assistants', { key: service.tenant.keys.owner })
  await statuses(1, ask)
  pass(40)
  await statuses(1, ask)

  pass(19)
  expect(await statuses(1, ask)).toEqual([429])
  pass(1)
  expect(await statuses(2, ask)).toEqual([200, 429])
})

test('RateLimit-Policy and RateLimit describe the tightest budget', async () => {
  await serveWith({ rates: { address: 4, identity: 3 } })
  const { owner, admin } = service.tenant.keys
  const fields = async (key: typeof owner) => {
    const { headers } = await call(service, 'GET /assistants', { key })
    return [headers.get('ratelimit-policy'), headers.get('ratelimit'), headers.get('retry-after')]
  }

  expect(await fields(owner)).toEqual(['"identity";q=3;w=60', '"identity";r=2;t=60', null])
  pass(15)
  expect(await fields(owner)).toEqual(['"identity";q=3;w=60', '"identity";r=1;t=45', null])
  expect(await fields(admin)).toEqual(['"address";q=4;w=60', '"address";r=1;t=45', null])
  expect(await fields(admin)).toEqual(['"address";q=4;w=60', '"address";r=0;t=45', null])
  expect(await fields(admin)).toEqual(['"address";q=4;w=60', '"address";r=0;t=45', '45'])
})

test('a setting of 0 switches a budget off, and its headers with it', async () => {
  await serveWith({ rates: {} })
  const { owner } = service.tenant.keys

  const response = await call(service, 'GET /assistants', { key: owner })

  expect(response.status).toBe(200)
  expect(response.headers.has('ratelimit')).toBe(false)
  expect(response.headers.has('ratelimit-policy')).toBe(false)
})

test('a streamed answer costs one request, and its response has the headers', async () => {
  await serveWith({ rates: { identity: 10 } })
  const { tenant } = service
  const key = tenant.keys.owner
  const { conversation } = await answeredTurn(service, key, tenant.assistant_id)

  const stream = await call(service, `POST /conversations/${conversation.id}/messages:stream`, {
    key,
    json: { text: 'And when?' },
  })
  expect(await stream.text()).toContain('answer.completed')
  const next = await call(service, 'GET /assistants', { key })

  expect(stream.headers.get('ratelimit')).toBe('"identity";r=7;t=60')
  expect(next.headers.get('ratelimit')).toBe('"identity";r=6;t=60')
})

test('clients behind a trusted proxy have their own budgets and cannot forge others', async () => {
  await serveWith({ rates: { address: 1 }, trustProxy: 1 })
  const from = (address: string) => () =>
    call(service, 'GET /ready', { headers: { 'x-forwarded-for': address } })

  expect(await statuses(2, from('198.51.100.1'))).toEqual([200, 429])
  expect(await statuses(1, from('198.51.100.2'))).toEqual([200])
  expect(await statuses(1, from('203.0.113.9, 198.51.100.1'))).toEqual([429])
  expect(await statuses(1, from('2001:db8::1'))).toEqual([200])
  expect(await statuses(1, from('2001:db8::ffff:1'))).toEqual([429])
})

test('without a trusted proxy X-Forwarded-For is ignored', async () => {
  await serveWith({ rates: { address: 1 } })
  let next = 0
  const elsewhere = () =>
    call(service, 'GET /ready', { headers: { 'x-forwarded-for': `198.51.100.${(next += 1)}` } })

  expect(await statuses(2, elsewhere)).toEqual([200, 429])
})

test('each deployment has its own budget, which refused pages cannot use up', async () => {
  await serveWith({ rates: { deployment: 2, identity: 1 } })
  const { tenant, stranger } = service
  const bootstrap = (headers: Record<string, string>) => () =>
    call(service, 'GET /widget/bootstrap', { headers })
  const elsewhere = { ...page(tenant), origin: 'https://elsewhere.test' }

  expect(await statuses(3, bootstrap(elsewhere))).toEqual([403, 403, 403])
  expect(await statuses(3, bootstrap(page(tenant)))).toEqual([200, 200, 429])
  expect(await statuses(1, bootstrap(page(stranger)))).toEqual([200])
})

test('a bootstrap over the budget cannot be read by the page, and the owner sees it', async () => {
  await serveWith({ rates: { deployment: 1 } })
  const { tenant } = service
  const bootstrap = () => call(service, 'GET /widget/bootstrap', { headers: page(tenant) })
  await bootstrap()

  const refused = await bootstrap()

  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(refused.headers.has('access-control-allow-origin')).toBe(false)
  expect(await refusals()).toMatchObject([
    { origin: 'https://shop.test', reason: 'rate_limited', count: 1 },
  ])
})

test('a bootstrap refused for its address is recorded too, but a flood is not', async () => {
  await serveWith({ trustProxy: 1 })
  const bootstrap = () =>
    call(service, 'GET /widget/bootstrap', {
      headers: { ...page(service.tenant), 'x-forwarded-for': '198.51.100.1' },
    })

  const seen = await statuses(279, bootstrap)

  expect(seen.filter((status) => status === 429)).toHaveLength(39)
  expect(await refusals()).toMatchObject([{ reason: 'rate_limited', count: 20 }])
})

async function refusals() {
  const { tenant } = service
  const { body } = await outcome(
    await call(service, `GET /widget-deployments/${tenant.deployment.id}/refusals`, {
      key: tenant.keys.owner,
      headers: { 'x-forwarded-for': '198.51.100.250' },
    }),
  )
  return body.data
}

test('a person in the console has one budget; only requests without a valid session count against the address', async () => {
  await serveWith({ rates: { address: 2, console: 4 } })
  const { owner, admin } = service.tenant.people
  const assistants = (person?: typeof owner) => () =>
    call({ url: service.console }, 'GET /v1/assistants', { ...(person && { person }) })
  const signIn = () => call({ url: service.console }, 'POST /session', { json: {} })

  expect(await statuses(5, assistants(owner))).toEqual([200, 200, 200, 200, 429])
  expect(await statuses(1, assistants())).toEqual([401])
  expect((await statuses(1, signIn))[0]).not.toBe(429)
  expect(await statuses(1, signIn)).toEqual([429])
  expect(await statuses(1, assistants({ ...owner, cookie: '__Host-svc_session=made-up' }))).toEqual(
    [429],
  )
  expect(await statuses(1, assistants(admin))).toEqual([200])
})

test('what a person asks in the console is counted apart from what they ask at the API', async () => {
  await serveWith({ rates: { identity: 1, console: 2 } })
  const { owner } = service.tenant.people
  const at = (url: string, path: string) => call({ url }, `GET ${path}`, { person: owner })

  const seen = [
    (await at(service.url, '/assistants')).status,
    (await at(service.url, '/assistants')).status,
    (await at(service.console, '/v1/assistants')).status,
    (await at(service.console, '/session')).status,
    (await at(service.console, '/session')).status,
  ]

  expect(seen).toEqual([200, 429, 200, 200, 429])
})

test('an MCP request counts against the key and the MCP budget, without a key against its address', async () => {
  await serveWith({ rates: { address: 5, identity: 4, mcp: 2 } })
  const { owner } = service.tenant.keys
  const mcp = (key?: string) => () =>
    fetch(`${service.origin}/svc/mcp`, {
      method: 'POST',
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })

  expect(await statuses(1, mcp())).toEqual([401])
  expect(await statuses(3, mcp(owner.secret))).toEqual([200, 200, 429])
  const api = await call(service, 'GET /assistants', { key: owner })
  expect(api.headers.get('ratelimit')).toBe('"identity";r=1;t=60')
  expect(await statuses(4, mcp())).toEqual([401, 401, 401, 429])
})

test('preflights have their own budget of 240 per minute and address', async () => {
  await serveWith({ rates: { address: 1, widget: 1 } })
  const preflight = () =>
    call(service, 'OPTIONS /widget/bootstrap', { headers: { origin: 'https://shop.test' } })

  const seen = await statuses(241, preflight)

  expect(seen.filter((status) => status === 204)).toHaveLength(240)
  expect(seen.at(-1)).toBe(429)
  const bootstrap = await call(service, 'GET /widget/bootstrap', { headers: page(service.tenant) })
  expect(bootstrap.status).toBe(200)
})

test('OPTIONS outside of the widget is 405 and counts against the address, never a key (docs/behaviour.md#rate-limits)', async () => {
  await serveWith({ rates: { address: 4, identity: 1 } })
  const { owner } = service.tenant.keys
  const options = (path: string) => () => call(service, `OPTIONS ${path}`, { key: owner })
  const mcp = () => fetch(`${service.origin}/svc/mcp`, { method: 'OPTIONS' })

  expect(await statuses(2, options('/assistants'))).toEqual([405, 405])
  expect(await statuses(1, options('/widget/nothing'))).toEqual([404])
  expect(await statuses(2, mcp)).toEqual([405, 429])
  expect(await statuses(1, options('/assistants'))).toEqual([429])
  pass(60)
  expect(await statuses(1, () => call(service, 'GET /assistants', { key: owner }))).toEqual([200])
})

test('while requests cannot be counted they are 503, and whether the service is ready is still told', async () => {
  const away = async () => {
    throw new ServiceError('service_unavailable', 'The service cannot use its data at the moment.')
  }
  const { tenant } = await serveWith({
    counters: { take: away, refund: away },
    rates: { address: 9 },
  })
  service.clock.databaseDown = true

  const refused = await outcome(await call(service, 'GET /assistants', { key: tenant.keys.admin }))
  const ready = await outcome(await call(service, 'GET /ready'))
  const health = await call(service, 'GET /health')

  expect(refused).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
  expect(ready).toMatchObject({
    status: 503,
    body: { message: 'The check database fails.' },
  })
  expect(health.status).toBe(200)
})
