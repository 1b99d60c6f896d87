import { describe, expect, test } from 'vitest'
import { call, outcome } from '../http/service.ts'
import { aVisitorToken } from '../http/tenants.ts'
import { bearer, connect, type Era, eras, ingest, LIST, post, start, use } from './client.ts'

describe('authentication', () => {
  test('only an API key is accepted; every other credential is a 401 that says so', async () => {
    const service = await start()
    const { deployment } = service.tenant

    const refused = await Promise.all([
      post(service, {}),
      post(service, { authorization: 'Bearer svc_sk_short' }),
      post(service, { authorization: `Bearer ${deployment.widget_key}` }),
      post(service, { cookie: '__Host-svc_session=something' }),
      post(service, {
        'x-svc-widget-key': deployment.widget_key,
        'x-svc-visitor-token': aVisitorToken(),
      }),
    ])

    const seen = await Promise.all(refused.map(outcome))
    expect(seen[0]?.status).toBe(401)
    expect(seen[0]?.body).toEqual({
      code: 'authentication_error',
      message: 'A valid API key is required, as a bearer token.',
    })
    for (const one of seen) expect(one).toEqual(seen[0])
    const none = 'Bearer'
    const invalid = 'Bearer error="invalid_token"'
    expect(refused.map(({ headers }) => headers.get('www-authenticate'))).toEqual([
      none,
      invalid,
      invalid,
      none,
      none,
    ])
  })

  test('ids of another organization are unknown (docs/behaviour.md#unknown-and-foreign-ids)', async () => {
    const service = await start()
    const { ids } = await ingest(service)
    const own = await connect(service, service.tenant.keys.owner)
    const { conversation_id } = await use(own, 'ask', { question: 'Where?' })
    const stranger = await connect(service, service.stranger.keys.owner)

    const { assistant_id } = service.tenant
    expect(await use(stranger, 'fetch', { id: ids[0] })).toEqual(
      await use(stranger, 'fetch', { id: 'nobody' }),
    )
    expect(await use(stranger, 'ask', { question: 'Where?', conversation_id })).toEqual(
      await use(stranger, 'ask', { question: 'Where?', conversation_id: 'nobody' }),
    )
    expect(await use(stranger, 'ask', { question: 'Where?', assistant: assistant_id })).toEqual(
      await use(stranger, 'ask', { question: 'Where?', assistant: 'nobody' }),
    )
  })

  test('a page of another origin is refused', async () => {
    const service = await start()
    const key = bearer(service.tenant.keys.member)

    const origin = await post(service, { ...key, origin: 'https://evil.test' })
    const own = await post(service, { ...key, origin: 'https://answers.test' })

    expect(await outcome(origin)).toEqual({
      status: 403,
      body: {
        code: 'authorization_error',
        message: 'The Origin of the request is not allowed.',
      },
    })
    expect(own.status).toBe(200)
  })
})

describe('limits (docs/behaviour.md#rate-limits)', () => {
  test('a request counts against the key’s budget and the MCP budget', async () => {
    const service = await start({ rates: { identity: 3, mcp: 2 } })
    const key = service.tenant.keys.member

    const statuses: number[] = []
    for (let n = 0; n < 3; n += 1) statuses.push((await post(service, bearer(key))).status)
    const api = await call(service, 'GET /assistants', { key })
    const last = await call(service, 'GET /assistants', { key })

    expect(statuses).toEqual([200, 200, 429])
    expect([api.status, last.status]).toEqual([200, 429])
  })

  test.each(Object.keys(eras) as Era[])(
    'a client of %s searches forty times in a row from one address',
    async (era) => {
      const service = await start({ rates: { address: 20, identity: 120, mcp: 120 } })
      const client = await connect(service, service.tenant.keys.member, era)

      for (let n = 0; n < 40; n += 1) {
        const found = await use(client, 'search', { query: 'When do you open?' })
        expect(found).toHaveProperty('results')
      }

      // Nothing of it counted against the address.
      expect((await post(service, {})).headers.get('ratelimit')).toContain('"address";r=19;')
    },
  )

  test.each(Object.keys(eras) as Era[])(
    'a client of %s is told as a tool error when to try again',
    async (era) => {
      const service = await start({ rates: { identity: 120, mcp: 8 } })
      const client = await connect(service, service.tenant.keys.member, era)

      const answers = []
      for (let n = 0; n < 8; n += 1) answers.push(await use(client, 'list_assistants'))

      expect(answers[0]).toHaveProperty('assistants')
      expect(answers.at(-1)).toEqual({
        refused: 'rate_limit_exceeded: Too many requests; try again in 60 seconds.',
      })
      service.clock.now = new Date(Date.parse(service.clock.now) + 61_000).toISOString()
      expect(await use(client, 'list_assistants')).toHaveProperty('assistants')
    },
  )

  test('a request without a valid key counts against its address', async () => {
    const service = await start({ rates: { address: 2 } })
    const { member } = service.tenant.keys

    const statuses: number[] = []
    for (const key of [{}, { authorization: 'Bearer svc_sk_guessed' }, {}, bearer(member)]) {
      statuses.push((await post(service, key)).status)
    }
    const refused = await post(service, {})

    expect(statuses).toEqual([401, 401, 429, 200])
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  })

  test('a message over 256 KiB is 413', async () => {
    const service = await start()
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'ping',
      params: 'x'.repeat(2 ** 18),
    })

    const response = await post(service, bearer(service.tenant.keys.member), body)

    expect(await outcome(response)).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    })
  })

  test.each([
    ['a batch', `[${LIST},${LIST}]`, {}, 400, 'validation_error'],
    ['malformed JSON', '{', {}, 400, 'validation_error'],
    ['text', LIST, { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  ])(
    '%s is refused in the error shape (docs/behaviour.md#errors)',
    async (_, body, headers, ...want) => {
      const service = await start()
      const sent = { ...bearer(service.tenant.keys.member), ...headers }

      const refused = await outcome(await post(service, sent, body))

      expect([refused.status, refused.body.code]).toEqual(want)
      expect(Object.keys(refused.body)).toEqual(['code', 'message'])
    },
  )

  test.each(['GET', 'DELETE', 'PUT'])('%s is 405 with Allow', async (method) => {
    const service = await start()
    const headers = bearer(service.tenant.keys.member)

    const response = await fetch(`${service.origin}/svc/mcp`, { method, headers })

    expect(response.headers.get('allow')).toBe('POST')
    expect(await outcome(response)).toEqual({
      status: 405,
      body: { code: 'method_not_allowed', message: 'This path allows POST.' },
    })
  })

  test('during a shutdown requests are refused with service_unavailable', async () => {
    const service = await start()
    service.clock.draining = true

    const response = await post(service, bearer(service.tenant.keys.member))

    expect((await outcome(response)).body.code).toBe('service_unavailable')
  })
})
