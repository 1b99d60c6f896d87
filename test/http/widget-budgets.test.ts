import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import type { Rates } from '../../server/identity/rate-limits.ts'
import { call, outcome, page, startHttp, type TestService } from './service.ts'
import { PAGE_ORIGIN } from './tenants.ts'

let service: TestService
afterEach(() => service.stop())

/** Serves behind a proxy with the default budgets, or others; the clock stands still. */
async function serveWith(rates: Partial<Rates> = {}): Promise<void> {
  service = await startHttp({ rates: { ...readConfig({}).rates, ...rates }, trustProxy: 1 })
}

type Headers = Record<string, string>

/** Headers of a page that the proxy saw at an address. */
const at = (address: string): Headers => ({
  ...page(service.tenant),
  'x-forwarded-for': address,
})

async function request(route: string, headers: Headers, json?: object): Promise<Response> {
  return call(service, route, { headers, ...(json && { json }) })
}

const bootstrap = (headers: Headers) => request('GET /widget/bootstrap', headers)

/** Begins a conversation, as the widget does with a visitor's first question. */
async function begin(headers: Headers) {
  const { body } = await outcome(await request('POST /widget/conversations', headers, {}))
  const visitor: Headers = { ...headers, 'x-svc-visitor-token': body.visitor_token }
  const path = `/widget/conversations/${body.conversation.id}/messages`
  return { headers: visitor, ask: () => request(`POST ${path}`, visitor, { text: 'And when?' }) }
}

async function statuses(times: number, send: () => Promise<Response>): Promise<number[]> {
  const seen: number[] = []
  for (let left = times; left > 0; left -= 1) seen.push((await send()).status)
  return seen
}

test('500 page views of 60 visitors behind 40 addresses in a minute: no launcher is missing and no question refused (docs/behaviour.md#rate-limits)', async () => {
  await serveWith()
  const seen: number[] = []
  for (let visitor = 0; visitor < 60; visitor += 1) {
    const headers = at(`198.51.100.${visitor % 40}`)
    const views = visitor < 20 ? 9 : 8
    // A tenth of the visitors has no storage in which a bootstrap could be kept.
    const bootstraps = visitor % 10 === 0 ? views : 1
    seen.push(...(await statuses(bootstraps, () => bootstrap(headers))))
    const { ask } = await begin(headers)
    seen.push(...(await statuses(2, ask)))
  }

  expect(new Set(seen)).toEqual(new Set([200, 201]))
})

test('ten questions a minute of three people behind one address are answered', async () => {
  await serveWith()
  const headers = at('198.51.100.1')
  const people = await Promise.all([begin(headers), begin(headers), begin(headers)])

  const [first, second, third] = people.map(({ ask }) => ask)
  const seen = [
    ...(await statuses(4, first as () => Promise<Response>)),
    ...(await statuses(3, second as () => Promise<Response>)),
    ...(await statuses(3, third as () => Promise<Response>)),
  ]

  expect(seen).toEqual(Array(10).fill(201))
})

test('an address that floods with or without tokens harms no other', async () => {
  await serveWith()
  const flooding = at('203.0.113.9')
  const minted = await statuses(30, () => request('POST /widget/conversations', flooding, {}))
  const views = await statuses(250, () => bootstrap(flooding))

  expect(minted.filter((status) => status === 201)).toHaveLength(20)
  expect(views).toEqual([...Array(240).fill(200), ...Array(10).fill(429)])
  const elsewhere = await begin(at('198.51.100.1'))
  expect((await bootstrap(at('198.51.100.1'))).status).toBe(200)
  expect((await elsewhere.ask()).status).toBe(201)
})

test('240 first visits a minute behind one address get a launcher, and leave their questions unspent', async () => {
  await serveWith({ address: 1, widget: 1 })
  const headers = at('198.51.100.1')

  const seen = await statuses(241, () => bootstrap(headers))

  expect(seen).toEqual([...Array(240).fill(200), 429])
  const { headers: visitor } = await begin(headers)
  expect((await request('GET /widget/conversations', visitor)).status).toBe(200)
  expect((await bootstrap(visitor)).status).toBe(429)
})

test('browsers keep a bootstrap for ten minutes, by page and key, and no refusal', async () => {
  await serveWith()
  const headers = at('198.51.100.1')

  const accepted = await bootstrap(headers)
  const refused = await bootstrap({ ...headers, origin: 'https://evil.test' })

  expect(accepted.headers.get('cache-control')).toBe('private, max-age=600')
  expect(accepted.headers.get('vary')?.toLowerCase()).toBe('origin, x-svc-widget-key')
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([403, 'no-store'])
})

test('visitors with tokens share ten times the budget of their address', async () => {
  await serveWith({ address: 2, widget: 0 })
  const headers = at('203.0.113.9')
  const { headers: visitor } = await begin(headers)

  const list = () => request('GET /widget/conversations', visitor)
  expect(await statuses(21, list)).toEqual([...Array(20).fill(200), 429])

  const refused = await list()
  expect(refused.headers.get('ratelimit')).toMatch(/^"visitors";r=0;/)
  expect(refused.headers.get('access-control-allow-origin')).toBe(PAGE_ORIGIN)
  const { headers: other } = await begin(at('198.51.100.1'))
  expect((await request('GET /widget/conversations', other)).status).toBe(200)
})

test('a token that is not admitted does not lift the budget of its address', async () => {
  await serveWith({ address: 3 })
  const { headers } = await begin(at('203.0.113.9'))
  const wrong = [
    { ...headers, origin: 'https://evil.test' },
    { ...headers, 'x-svc-visitor-token': 'made-up' },
    headers,
  ]
  const [refused, unknown] = [
    await request('GET /widget/conversations', wrong[0] as Headers),
    await request('GET /widget/conversations', wrong[1] as Headers),
  ]

  expect([refused.status, unknown.status]).toEqual([403, 401])
  expect((await request('GET /assistants', headers)).status).toBe(429)
  expect((await request('GET /widget/conversations', headers)).status).toBe(200)
})

test('a visitor has a budget, which the page can read, and exhausts nobody else’s', async () => {
  await serveWith({ widget: 2, address: 0 })
  const { headers } = await begin(at('203.0.113.9'))
  const list = () => request('GET /widget/conversations', headers)

  expect(await statuses(4, list)).toEqual([200, 200, 429, 429])
  const refused = await list()
  expect(refused.headers.get('access-control-allow-origin')).toBe(PAGE_ORIGIN)
  expect(refused.headers.get('access-control-expose-headers')).toContain('RateLimit')
  expect(refused.headers.get('ratelimit')).toBe('"widget";r=0;t=60')
  const { headers: other } = await begin(at('203.0.113.9'))
  expect((await request('GET /widget/conversations', other)).status).toBe(200)
})

test('with SVC_RATE_DEPLOYMENT=20 a deployment has 20 requests in all, and refusals spend none', async () => {
  const { rates } = readConfig({ SVC_RATE_DEPLOYMENT: '20' })
  await serveWith(rates)
  const addresses = Array.from({ length: 25 }, (_, number) => at(`198.51.100.${number}`))

  const seen: number[] = []
  for (const headers of addresses) {
    seen.push((await bootstrap({ ...headers, origin: 'https://evil.test' })).status)
    seen.push((await bootstrap(headers)).status)
  }

  expect(seen.filter((status) => status === 403)).toHaveLength(25)
  expect(seen.filter((status) => status === 200)).toHaveLength(20)
  expect(seen.filter((status) => status === 429)).toHaveLength(5)
})
