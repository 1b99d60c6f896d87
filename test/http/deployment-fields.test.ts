import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { long, refusalOf, shown } from './refusal.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

const refusal = (route: string, json?: unknown) => refusalOf(service, route, json)

describe('widget deployments (docs/behaviour.md#widget-deployments)', () => {
  const valid = () => ({
    name: 'Site',
    assistant_id: service.tenant.assistant_id,
    allowed_origins: [] as unknown[],
  })
  const origin =
    'must be scheme://host or scheme://host:port with http or https, an ASCII host and no path.'

  test.each([
    'https://a.test/',
    'https://a.test/path',
    'https://a.test?x',
    'https://*.a.test',
    '*',
    'ftp://a.test',
    'https://user@a.test',
    'https://bücher.test',
    'https://\u212a.test',
    'https://\u017f.test',
    'https://a.test:0',
    'https://a.test:70000',
    'http://127.1',
    'https://[::1',
    'null',
    '',
    ' https://a.test',
  ])('the origin %j is refused', async (text) => {
    const message = await refusal('POST /widget-deployments', {
      ...valid(),
      allowed_origins: [text],
    })

    expect(message).toBe(`allowed_origins[0] ${origin}`)
  })

  test('origins are deduplicated and sorted, in lower case and without default ports', async () => {
    const key = service.tenant.keys.owner
    const allowed_origins = [
      'https://B.test:443',
      'https://b.test',
      'http://b.test:80',
      'https://a.test:8443',
      'http://[::1]:3000',
    ]

    const { body } = await outcome(
      await call(service, 'POST /widget-deployments', {
        key,
        json: { ...valid(), allowed_origins },
      }),
    )

    expect(body.allowed_origins).toEqual([
      'http://[::1]:3000',
      'http://b.test',
      'https://a.test:8443',
      'https://b.test',
    ])
    expect(body).toMatchObject({ status: 'active', created_by: null, revoked_at: null })
    expect(body.widget_key).toMatch(/^svc_wk_[A-Za-z0-9_-]{43}$/)
    expect(body.snippet).toBe(
      `<script async src="https://answers.test/svc/widget.js" data-widget-key="${body.widget_key}"></script>`,
    )
  })

  test('20 origins are accepted, 21 are refused', async () => {
    const origins = Array.from({ length: 21 }, (_, i) => `https://${i}.test`)
    const key = service.tenant.keys.owner

    expect(
      await refusal('POST /widget-deployments', { ...valid(), allowed_origins: origins }),
    ).toBe('allowed_origins must contain at most 20 origins.')
    const json = { ...valid(), name: 'Twenty', allowed_origins: origins.slice(1) }
    expect((await call(service, 'POST /widget-deployments', { key, json })).status).toBe(201)
  })

  test.each([
    ['soon', 'expires_at must be an ISO 8601 timestamp.'],
    ['2026-02-30T00:00:00Z', 'expires_at must be an ISO 8601 timestamp.'],
    ['2026-11-01T00:00:00.000Z', 'expires_at must be in the future.'],
    ['2026-11-01T00:59:59+01:00', 'expires_at must be in the future.'],
    ['2026-11-01T00:00:00', 'expires_at must be in the future.'],
  ])('expires_at %s is refused', async (expires_at, message) => {
    expect(await refusal('POST /widget-deployments', { ...valid(), expires_at })).toBe(message)
  })

  test('a time without an offset is UTC', async () => {
    const key = service.tenant.keys.owner
    const json = { ...valid(), name: 'Brief', expires_at: '2026-11-01T00:00:01' }

    const { body } = await outcome(await call(service, 'POST /widget-deployments', { key, json }))

    expect(body.expires_at).toBe('2026-11-01T00:00:01.000Z')
  })

  test.each([
    [{}, 'The body must change at least one field.'],
    [{ name: null, allowed_origins: null }, 'The body must change at least one field.'],
    [{ assistant_id: 'x' }, 'assistant_id is not a field of this request.'],
    [{ name: long(121) }, 'name must be 1 to 120 characters after trimming.'],
    [{ name: 'a\u2028b' }, `name ${shown}; it contains U+2028 (line separator) at position 2.`],
    [
      { name: 'a\ue000b' },
      `name ${shown}; it contains U+E000 (private-use character) at position 2.`,
    ],
    [
      { name: 'a\u2800b' },
      `name ${shown}; it contains U+2800 (Braille pattern blank) at position 2.`,
    ],
  ])('PATCH %j', async (json, message) => {
    const route = `PATCH /widget-deployments/${service.tenant.deployment.id}`

    expect(await refusal(route, json)).toBe(message)
  })

  test('null keeps a field; a taken name is 409; revoking twice changes nothing', async () => {
    const { keys } = service.tenant
    const send = async (route: string, json?: object) =>
      outcome(await call(service, route, { key: keys.owner, json }))
    const json = { ...valid(), name: 'Mine', allowed_origins: ['https://a.test'] }
    const { body } = await send('POST /widget-deployments', json)
    const route = `/widget-deployments/${body.id}`

    const taken = await send('POST /widget-deployments', { ...json, name: 'Mine ' })
    const renamed = await send(`PATCH ${route}`, { name: 'Ours', allowed_origins: null })
    const clash = await send(`PATCH ${route}`, { name: 'Website' })
    const revoked = await send(`DELETE ${route}`)
    service.clock.now = '2026-11-01T00:01:00.000Z'
    const again = await send(`DELETE ${route}`)
    service.clock.now = '2026-11-01T00:00:00.000Z'

    expect([taken.status, clash.status]).toEqual([409, 409])
    expect(renamed.body).toMatchObject({ name: 'Ours', allowed_origins: ['https://a.test'] })
    expect(renamed.body.widget_key).toBe(body.widget_key)
    expect(revoked.body).toMatchObject({
      status: 'revoked',
      revoked_at: '2026-11-01T00:00:00.000Z',
    })
    expect(again.body).toEqual(revoked.body)
  })
})
