import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWidgetKey } from '../../server/identity/secrets.ts'
import { call, outcome, page, startHttp, type TestService, visitorTurn } from './service.ts'
import { PAGE_ORIGIN, START } from './tenants.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
beforeEach(() => {
  service.clock.now = START
})
afterAll(() => service.stop())

const bootstrap = (headers: Record<string, string>) =>
  call(service, 'GET /widget/bootstrap', { headers })

const cors = (response: Response) =>
  [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))

async function newDeployment(fields: Record<string, unknown> = {}) {
  const { tenant } = service
  const { body } = await outcome(
    await call(service, 'POST /widget-deployments', {
      key: tenant.keys.owner,
      json: {
        name: crypto.randomUUID(),
        assistant_id: tenant.assistant_id,
        allowed_origins: [PAGE_ORIGIN],
        ...fields,
      },
    }),
  )
  return body as { id: string; widget_key: string }
}

const shown = ({ widget_key }: { widget_key: string }, origin = PAGE_ORIGIN) => ({
  'x-svc-widget-key': widget_key,
  origin,
})

test('a live key from an allowed origin gets the brand, readable by the page (docs/behaviour.md#bootstrap)', async () => {
  const response = await bootstrap(page(service.tenant))

  expect(response.headers.get('access-control-allow-origin')).toBe(PAGE_ORIGIN)
  expect(response.headers.get('vary')).toBe('Origin, X-SVC-Widget-Key')
  expect(response.headers.has('access-control-allow-credentials')).toBe(false)
  expect(await outcome(response)).toEqual({ status: 200, body: { status: 'active', brand: {} } })
})

test('the brand is sparse and without links', async () => {
  const { store, stranger } = service
  const layer = {
    identity: { productName: 'Help' },
    theme: { colors: { light: { brand: '#123456' } }, modeDefault: 'dark' as const },
    surfaces: { widget: { showBranding: false } },
    assets: {},
    domains: { docsUrl: 'https://docs.test' },
    legal: { termsUrl: 'https://terms.test' },
  }
  await store.brandings.save(stranger.id, 0, layer, null, START)

  const { body } = await outcome(await bootstrap(page(stranger)))

  const { identity, theme, surfaces } = layer
  expect(body.brand).toEqual({ identity, theme, surfaces })
})

test('the owner sets the appearance, which pages get with their bootstrap (docs/behaviour.md#appearance)', async () => {
  const { keys, assistant_id } = service.tenant
  const deployment = await newDeployment({ assistant_id, appearance: { greeting: 'Hello!' } })
  const path = `/widget-deployments/${deployment.id}/appearance`
  const unset = { suggestions: null, position: null, launcher_label: null, locale: null }
  const appearance = async () => (await outcome(await bootstrap(shown(deployment)))).body.appearance

  const created = await outcome(await call(service, `GET ${path}`, { key: keys.member }))
  expect(created).toEqual({ status: 200, body: { greeting: 'Hello!', ...unset } })
  expect(await appearance()).toEqual({ greeting: 'Hello!' })

  const json = { suggestions: ['How do I begin?'], locale: 'pt-BR', greeting: null }
  const replaced = await outcome(await call(service, `PUT ${path}`, { key: keys.editor, json }))
  expect(replaced.body).toEqual({ ...unset, ...json })
  expect(await appearance()).toEqual({ suggestions: ['How do I begin?'], locale: 'pt-BR' })

  await call(service, `PUT ${path}`, { key: keys.editor, json: {} })
  expect(await appearance()).toBe(undefined)
})

test.each([
  ['position', 'top', 'position must be one of'],
  ['suggestions', Array(7).fill('How?'), 'suggestions must contain at most 6 questions'],
  ['locale', 'not a tag', 'locale must be a language tag, such as de or pt-BR'],
  ['launcher_label', 'x'.repeat(41), 'launcher_label'],
  ['colour', 'red', 'colour'],
])('an appearance with a wrong %s is 400 and changes nothing', async (field, value, message) => {
  const deployment = await newDeployment({ appearance: { greeting: 'Hello!' } })
  const key = service.tenant.keys.owner
  const path = `/widget-deployments/${deployment.id}/appearance`

  const refused = await outcome(
    await call(service, `PUT ${path}`, { key, json: { [field]: value } }),
  )

  expect(refused).toMatchObject({ status: 400, body: { code: 'validation_error' } })
  expect(refused.body.message).toContain(message)
  const { body } = await outcome(await call(service, `GET ${path}`, { key }))
  expect(body.greeting).toBe('Hello!')
})

test("a member and another organization cannot replace a widget's appearance", async () => {
  const { tenant, stranger } = service
  const path = `PUT /widget-deployments/${tenant.deployment.id}/appearance`

  const [member, foreign] = [
    await call(service, path, { key: tenant.keys.member, json: {} }),
    await call(service, path, { key: stranger.keys.owner, json: {} }),
  ]

  expect([member.status, foreign.status]).toEqual([403, 404])
})

test('unknown, malformed, revoked and expired keys get the same 401', async () => {
  const { tenant, clock } = service
  const revoked = await newDeployment()
  await call(service, `DELETE /widget-deployments/${revoked.id}`, { key: tenant.keys.owner })
  const expired = await newDeployment({ expires_at: '2026-11-01T01:00:00' })
  clock.now = '2026-11-01T01:00:00.000Z'

  const keys = [createWidgetKey(), 'nonsense', '', revoked.widget_key, expired.widget_key]
  const refused = await Promise.all(keys.map((widget_key) => bootstrap(shown({ widget_key }))))

  const seen = await Promise.all(
    refused.map(async (response) => [cors(response), await outcome(response)]),
  )
  for (const answer of seen) {
    const body = { code: 'authentication_error', message: 'A valid widget key is required.' }
    expect(answer).toEqual([[], { status: 401, body }])
  }
})

test('a revoked key fails on the next widget request of every kind', async () => {
  const { tenant } = service
  const deployment = await newDeployment()
  const begun = await outcome(
    await call(service, 'POST /widget/conversations', { headers: shown(deployment), json: {} }),
  )
  const visitor = { ...shown(deployment), 'x-svc-visitor-token': begun.body.visitor_token }
  expect((await call(service, 'GET /widget/conversations', { headers: visitor })).status).toBe(200)

  await call(service, `DELETE /widget-deployments/${deployment.id}`, { key: tenant.keys.owner })

  const response = await call(service, 'GET /widget/conversations', { headers: visitor })
  expect(response.status).toBe(401)
  expect(cors(response)).toEqual([])
})

test.each([
  ['another site', { origin: 'https://evil.test' }],
  ['another scheme', { origin: 'http://shop.test' }],
  ['another port', { origin: 'https://shop.test:8443' }],
  ['a longer host', { origin: 'https://shop.test.evil.test' }],
  ['a sandboxed page', { origin: 'null' }],
  ['no origin', { origin: '' }],
])('%s gets 403, and the page cannot read it', async (_, headers) => {
  const response = await bootstrap(page(service.tenant, headers))

  expect(cors(response)).toEqual([])
  expect(response.headers.get('vary')).toBe('Origin')
  expect((await outcome(response)).body.code).toBe('authorization_error')
  expect(response.status).toBe(403)
})

test.each(['HTTPS://Shop.Test', 'https://shop.test:443'])(
  'the origin %s is allowed: case and default port are ignored (docs/behaviour.md#origins-and-preflights)',
  async (origin) => {
    const response = await bootstrap(page(service.tenant, { origin }))

    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe(PAGE_ORIGIN)
  },
)

test('new origins take effect on the next widget request; an empty list stops the widget', async () => {
  const deployment = await newDeployment()
  const route = `PATCH /widget-deployments/${deployment.id}`
  const key = service.tenant.keys.owner

  await call(service, route, { key, json: { allowed_origins: ['https://new.test'] } })
  const [former, present] = [
    await bootstrap(shown(deployment)),
    await bootstrap(shown(deployment, 'https://new.test')),
  ]
  await call(service, route, { key, json: { allowed_origins: [] } })
  const nowhere = await bootstrap(shown(deployment, 'https://new.test'))

  expect([former.status, present.status, nowhere.status]).toEqual([403, 200, 403])
})

test('the platform-wide list must allow the origin as well', async () => {
  const strict = await startHttp({ widgetOrigins: ['https://only.test'] })

  const response = await call(strict, 'GET /widget/bootstrap', { headers: page(strict.tenant) })

  await strict.stop()
  expect(response.status).toBe(403)
})

test('a same-origin GET without Origin counts as the public URL', async () => {
  const own = await newDeployment({ allowed_origins: ['https://answers.test'] })
  const key = { 'x-svc-widget-key': own.widget_key }

  const sameOrigin = await bootstrap({ ...key, 'sec-fetch-site': 'same-origin' })
  const crossSite = await bootstrap({ ...key, 'sec-fetch-site': 'cross-site' })
  const elsewhere = await bootstrap({
    'x-svc-widget-key': service.tenant.deployment.widget_key,
    'sec-fetch-site': 'same-origin',
  })
  const post = await call(service, 'POST /widget/conversations', {
    headers: { ...key, 'sec-fetch-site': 'same-origin' },
    json: {},
  })

  expect([sameOrigin.status, crossSite.status, elsewhere.status]).toEqual([200, 403, 403])
  expect(post.status).toBe(403)
})

test('the owner sees the refused bootstraps with their reason (docs/behaviour.md#widget-deployments)', async () => {
  const key = service.tenant.keys.owner
  const deployment = await newDeployment({ expires_at: '2026-11-01T13:00:00+01:00' })
  const refusals = async () => {
    const route = `GET /widget-deployments/${deployment.id}/refusals`
    return (await outcome(await call(service, route, { key }))).body.data
  }

  await bootstrap(shown(deployment, 'https://evil.test'))
  await bootstrap(shown(deployment, 'https://EVIL.test'))
  service.clock.now = '2026-11-01T12:00:00.000Z'
  await bootstrap(shown(deployment))

  expect(await refusals()).toEqual([
    {
      origin: PAGE_ORIGIN,
      reason: 'expired',
      count: 1,
      last_at: '2026-11-01T12:00:00.000Z',
    },
    { origin: 'https://evil.test', reason: 'origin_not_allowed', count: 2, last_at: START },
  ])
})

test('last_used_at is the time of the last authenticated request', async () => {
  const key = service.tenant.keys.owner
  const deployment = await newDeployment()
  const lastUse = async () =>
    (await outcome(await call(service, `GET /widget-deployments/${deployment.id}`, { key }))).body
      .last_used_at

  await bootstrap(shown(deployment, 'https://evil.test'))
  const afterRefusal = await lastUse()
  await bootstrap(shown(deployment))

  expect([afterRefusal, await lastUse()]).toEqual([null, START])
})

test('on conversation routes the page can read refusals after key and origin were accepted', async () => {
  const { headers } = await visitorTurn(service, service.tenant)
  const refused = [
    await call(service, 'GET /widget/conversations', { headers: page(service.tenant) }),
    await call(service, 'GET /widget/conversations/nonsense', { headers }),
    await call(service, 'POST /widget/conversations', { headers, json: { colour: 1 } }),
  ]

  expect(refused.map(({ status }) => status)).toEqual([401, 404, 400])
  for (const response of refused) {
    expect(response.headers.get('access-control-allow-origin')).toBe(PAGE_ORIGIN)
    expect(response.headers.get('access-control-expose-headers')).toBe(
      'Retry-After, X-Request-Id, RateLimit, RateLimit-Policy',
    )
  }
})

test('the page cannot read refusals before that', async () => {
  const { headers } = await visitorTurn(service, service.tenant)
  const refused = [
    await call(service, 'GET /widget/conversations', {
      headers: { ...headers, 'x-svc-widget-key': 'nonsense' },
    }),
    await call(service, 'GET /widget/conversations', {
      headers: { ...headers, origin: 'https://evil.test' },
    }),
  ]

  expect(refused.map(({ status }) => status)).toEqual([401, 403])
  for (const response of refused) expect(cors(response)).toEqual([])
})

test.each([
  ['/widget/bootstrap', 'GET'],
  ['/widget/conversations', 'POST, GET'],
  ['/widget/conversations/x', 'GET, DELETE'],
  ['/widget/conversations/x/messages:stream', 'POST'],
  ['/widget/conversations/x/messages/y/feedback', 'PUT, DELETE'],
])('the preflight of %s is 204', async (path, methods) => {
  const response = await call(service, `OPTIONS ${path}`, {
    headers: {
      origin: PAGE_ORIGIN,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-svc-widget-key',
    },
  })

  expect(response.status).toBe(204)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': PAGE_ORIGIN,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'Content-Type, X-SVC-Widget-Key, X-SVC-Visitor-Token',
    'access-control-max-age': '600',
    vary: 'Origin',
  })
})

test.each(['null', 'https://a@shop.test', 'https://shop.test/', ''])(
  'a preflight from %j is 403 without CORS headers',
  async (origin) => {
    const response = await call(service, 'OPTIONS /widget/bootstrap', { headers: { origin } })

    expect(response.status).toBe(403)
    expect(cors(response)).toEqual([])
  },
)

test('a preflight decides nothing: the request after it is refused, and its owner sees the origin (docs/behaviour.md#origins-and-preflights)', async () => {
  const deployment = await newDeployment()
  const origin = 'https://evil.test'
  const preflight = await call(service, 'OPTIONS /widget/conversations', { headers: { origin } })

  const refused = await call(service, 'POST /widget/conversations', {
    headers: shown(deployment, origin),
    json: {},
  })

  expect([preflight.status, refused.status]).toEqual([204, 403])
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
  const { body } = await outcome(
    await call(service, `GET /widget-deployments/${deployment.id}/refusals`, {
      key: service.tenant.keys.owner,
    }),
  )
  expect(body.data).toMatchObject([{ origin, reason: 'origin_not_allowed', count: 1 }])
})

test('a visitor token is valid for its deployment, for 30 days after its last use (docs/behaviour.md#visitors)', async () => {
  const { clock, tenant } = service
  const { headers } = await visitorTurn(service, tenant)
  const visit = async (now: string) => {
    clock.now = now
    return (await call(service, 'GET /widget/conversations', { headers })).status
  }

  expect(await visit('2026-11-30T23:59:59.000Z')).toBe(200)
  expect(await visit('2026-12-30T23:59:58.000Z')).toBe(200)
  expect(await visit('2027-01-29T23:59:58.000Z')).toBe(401)
})

test('a request with a valid token creates a conversation of the same visitor', async () => {
  const { headers } = await visitorTurn(service, service.tenant)
  const token = headers['x-svc-visitor-token' as keyof typeof headers]

  const again = await outcome(
    await call(service, 'POST /widget/conversations', { headers, json: {} }),
  )
  const stale = await outcome(
    await call(service, 'POST /widget/conversations', {
      headers: { ...headers, 'x-svc-visitor-token': 'stale' },
      json: {},
    }),
  )

  expect(again.body.visitor_token).toBe(token)
  expect(again.body.visitor_token_expires_at).toBe('2026-12-01T00:00:00.000Z')
  expect(stale.body.visitor_token).toMatch(/^svc_vt_[A-Za-z0-9_-]{43}$/)
  expect(stale.body.visitor_token).not.toBe(token)
  const list = await outcome(await call(service, 'GET /widget/conversations', { headers }))
  expect(list.body.data).toHaveLength(2)
})

test('a widget conversation is created without a body', async () => {
  const response = await call(service, 'POST /widget/conversations', {
    headers: page(service.tenant),
  })

  expect(response.status).toBe(201)
})

test('an assistant that cannot answer is a 400 that the page can read', async () => {
  const { tenant, store, clock } = service
  const { id } = await store.assistants.create(tenant.id, {
    id: crypto.randomUUID(),
    name: 'Empty',
    description: '',
    status: 'active',
    model: 'builtin/extractive',
    knowledge_base_ids: [],
    instruction: null,
    created_at: clock.now,
  })
  const deployment = await newDeployment({ assistant_id: id })

  const response = await call(service, 'POST /widget/conversations', {
    headers: shown(deployment),
    json: {},
  })

  expect(response.status).toBe(400)
  expect(response.headers.get('access-control-allow-origin')).toBe(PAGE_ORIGIN)
})

test("a visitor sees the answer's text and nothing of the organization, the assistant and the model", async () => {
  const { headers, conversation_id, turn } = await visitorTurn(service, service.tenant)
  const answer = `/widget/conversations/${conversation_id}/messages/${turn.answer.id}`
  await call(service, `PUT ${answer}/feedback`, { headers, json: { rating: 'up' } })

  const { body } = await outcome(
    await call(service, `GET /widget/conversations/${conversation_id}/messages`, { headers }),
  )

  expect(turn.answer.rating).toBe(null)
  expect(
    body.data.map(({ role, rating }: { role: string; rating: string }) => [role, rating]),
  ).toEqual([
    ['user', null],
    ['assistant', 'up'],
  ])
  const { tenant } = service
  for (const secret of [tenant.id, tenant.assistant_id, tenant.collection_id, 'builtin/']) {
    expect(JSON.stringify([turn, body])).not.toContain(secret)
  }
})

test('an erased visitor’s conversations are gone, and the token is unknown (docs/behaviour.md#visitors)', async () => {
  const { tenant } = service
  const { headers, conversation_id } = await visitorTurn(service, tenant)
  await call(service, 'POST /widget/conversations', { headers, json: {} })
  const other = await visitorTurn(service, tenant)

  const erased = await call(service, 'DELETE /widget/visitor', { headers })
  const again = await call(service, 'DELETE /widget/visitor', { headers })

  expect([erased.status, again.status]).toEqual([204, 401])
  const key = tenant.keys.admin
  const seen = await call(service, `GET /conversations/${conversation_id}`, { key })
  expect(seen.status).toBe(404)
  const list = await outcome(
    await call(service, 'GET /widget/conversations', { headers: other.headers }),
  )
  expect(list.body.data).toHaveLength(1)
})

test('an erased conversation is gone for the visitor and for moderators', async () => {
  const { headers, conversation_id } = await visitorTurn(service, service.tenant)
  const key = service.tenant.keys.admin
  const asModerator = () => call(service, `GET /conversations/${conversation_id}`, { key })
  expect((await asModerator()).status).toBe(200)

  const erased = await call(service, `DELETE /widget/conversations/${conversation_id}`, { headers })
  const again = await call(service, `DELETE /widget/conversations/${conversation_id}`, { headers })

  expect([erased.status, again.status, (await asModerator()).status]).toEqual([204, 404, 404])
})
