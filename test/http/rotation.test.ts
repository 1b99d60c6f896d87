import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, outcome, page, startHttp, type TestService } from './service.ts'
import { PAGE_ORIGIN } from './tenants.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

async function created(name: string, more: object = {}) {
  const key = service.tenant.keys.editor
  const { assistant_id } = service.tenant
  const json = { name, assistant_id, allowed_origins: [PAGE_ORIGIN], ...more }
  return (await outcome(await call(service, 'POST /widget-deployments', { key, json }))).body
}

async function rotate(id: string, grace_hours: unknown) {
  const key = service.tenant.keys.editor
  const route = `POST /widget-deployments/${id}/rotate`
  return outcome(await call(service, route, { key, json: { grace_hours } }))
}

async function read(id: string) {
  const key = service.tenant.keys.editor
  return (await outcome(await call(service, `GET /widget-deployments/${id}`, { key }))).body
}

/** The status of a bootstrap with a key. */
async function bootstrap(widget_key: string, query = '') {
  const headers = { ...page(service.tenant), 'x-svc-widget-key': widget_key }
  return (await call(service, `GET /widget/bootstrap${query}`, { headers })).status
}

test('the successor takes over, and both keys work until the grace is over', async () => {
  const appearance = { greeting: 'Hello!' }
  const old = await created('Shop', { appearance })
  const { status, body: successor } = await rotate(old.id, 48)

  expect(status).toBe(201)
  expect(successor).toMatchObject({
    name: 'Shop',
    assistant_id: old.assistant_id,
    allowed_origins: [PAGE_ORIGIN],
    status: 'active',
    expires_at: null,
  })
  expect(successor.widget_key).not.toBe(old.widget_key)
  const key = service.tenant.keys.editor
  const set = await call(service, `GET /widget-deployments/${successor.id}/appearance`, { key })
  expect((await outcome(set)).body).toMatchObject(appearance)
  const until = new Date(Date.parse(service.clock.now) + 48 * 3_600_000).toISOString()
  expect(await read(old.id)).toMatchObject({
    name: `Shop (until ${until.slice(0, 10)})`,
    expires_at: until,
    status: 'active',
  })
  expect([await bootstrap(old.widget_key), await bootstrap(successor.widget_key)]).toEqual([
    200, 200,
  ])

  const now = service.clock.now
  service.clock.now = until
  expect([await bootstrap(old.widget_key), await bootstrap(successor.widget_key)]).toEqual([
    401, 200,
  ])
  service.clock.now = now
})

test('without a grace the old key ends at once, and twice a day is no conflict', async () => {
  const old = await created('Blog')
  const { body: second } = await rotate(old.id, 0)
  expect(await bootstrap(old.widget_key)).toBe(401)
  const { body: third } = await rotate(second.id, 0)
  expect((await read(second.id)).name).toMatch(/^Blog 2 \(until /)
  expect(third.name).toBe('Blog')
  expect(await rotate(second.id, 0)).toMatchObject({ status: 409, body: { code: 'conflict' } })
})

test.each([-1, 721, 1.5, '24', null])('a grace of %j is refused by name', async (grace) => {
  const { status, body } = await rotate(service.tenant.deployment.id, grace)
  expect(status).toBe(400)
  expect(body.message).toMatch(/^grace_hours must be a whole number from 0 to 720/)
})

test('the owner sees which websites show the widget, and in which version', async () => {
  const { id, widget_key } = await created('Docs', {
    allowed_origins: [PAGE_ORIGIN, 'https://unused.test'],
  })
  const origins = async () => {
    const key = service.tenant.keys.member
    const route = `GET /widget-deployments/${id}/origins`
    return (await outcome(await call(service, route, { key }))).body.data
  }
  await bootstrap(widget_key, '?v=1.2.3')
  expect(await origins()).toEqual(
    [
      {
        origin: PAGE_ORIGIN,
        allowed: true,
        last_seen_at: service.clock.now,
        widget_version: '1.2.3',
      },
      { origin: 'https://unused.test', allowed: true, last_seen_at: null, widget_version: null },
    ].sort((a, b) => a.origin.localeCompare(b.origin)),
  )
  const key = service.tenant.keys.editor
  const json = { allowed_origins: ['https://unused.test'] }
  await call(service, `PATCH /widget-deployments/${id}`, { key, json })
  expect(await origins()).toContainEqual(
    expect.objectContaining({ origin: PAGE_ORIGIN, allowed: false }),
  )
})
