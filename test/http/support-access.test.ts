import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { consoleCall, MINUTE, wait } from './console.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { createPerson, type Person, START } from './tenants.ts'

let service: TestService
let owner: Person
let staff: Person
beforeEach(async () => {
  service = await startHttp()
  owner = service.tenant.people.owner
  staff = await createPerson(service.store, null)
})
afterEach(() => service.stop())

const allow = async (allowed: boolean) =>
  outcome(await call(service, 'PUT /support-access', { person: owner, json: { allowed } }))

const state = async () => outcome(await call(service, 'GET /support-access', { person: owner }))

const open = async (json: object = {}, person = staff) =>
  outcome(
    await consoleCall(service, 'POST /support-sessions', {
      person,
      json: { organization: 'acme', reason: 'Ticket 12', ...json },
    }),
  )

/** A request of the staff by their own console. */
const look = async (route: string, person = staff) =>
  outcome(await consoleCall(service, route.replace(' ', ' /v1'), { person }))

describe('opening a support session (docs/behaviour.md#support-access)', () => {
  test('while access is off it gets the 404 of an unknown organization', async () => {
    const [off, unknown] = [await open(), await open({ organization: 'nobody' })]

    expect((await state()).body).toEqual({ allowed: false, active: [], history: [] })
    expect(off).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(off).toEqual(unknown)
  })

  test('a suspended organization gets the same 404', async () => {
    await allow(true)
    await service.store.organizations.update(service.tenant.id, { status: 'suspended' })

    expect((await open()).status).toBe(404)
  })

  test('shows the organization the person, the reason and the end', async () => {
    await allow(true)

    const { status, body } = await open({ organization: service.tenant.id, minutes: 30 })

    const { organization, ...session } = body
    expect(status).toBe(201)
    expect(organization).toEqual({ id: service.tenant.id, slug: 'acme', name: 'acme' })
    expect(session).toEqual({
      id: session.id,
      staff_name: 'Sam',
      staff_email: staff.email,
      reason: 'Ticket 12',
      started_at: START,
      expires_at: '2026-11-01T00:30:00.000Z',
      end: null,
    })
    expect((await state()).body).toEqual({ allowed: true, active: [session], history: [session] })
  })

  test('requires staff, a reason of 3 to 500 characters and 5 to 240 minutes', async () => {
    await allow(true)

    const refused = await Promise.all([
      open({}, owner),
      open({ reason: 'no' }),
      open({ reason: 'x'.repeat(501) }),
      open({ minutes: 4 }),
      open({ minutes: 241 }),
    ])

    expect(refused.map(({ status }) => status)).toEqual([403, 400, 400, 400, 400])
  })

  test('staff without a support session act in no organization', async () => {
    const { status, body } = await outcome(
      await consoleCall(service, 'GET /session', { person: staff }),
    )

    expect(status).toBe(200)
    expect(body).toMatchObject({
      user: { staff: true },
      organization: null,
      role: null,
      organizations: [],
    })
    expect((await look('GET /assistants')).status).toBe(401)
  })
})

describe('a live support session (docs/behaviour.md#support-access)', () => {
  let id: string
  beforeEach(async () => {
    await allow(true)
    id = (await open()).body.id
  })

  const end = (route: string, person: Person) => consoleCall(service, route, { person })

  test('reads its organization and no other', async () => {
    const own = await look(`GET /assistants/${service.tenant.assistant_id}`)
    const other = await look(`GET /assistants/${service.stranger.assistant_id}`)
    const conversations = await look('GET /conversations?owner=all')
    const session = await outcome(await consoleCall(service, 'GET /session', { person: staff }))

    expect([own.status, other.status, conversations.status]).toEqual([200, 404, 200])
    expect(session.body).toMatchObject({
      organization: { slug: 'acme' },
      role: null,
      support_session: { id, end: null },
    })
  })

  test('cannot read the support access', async () => {
    expect((await look('GET /support-access')).status).toBe(403)
    expect((await look(`GET /support-access/sessions/${id}/requests`)).status).toBe(403)
  })

  test('stops exactly at expires_at, with the end expired', async () => {
    wait(service, 60 * MINUTE - 1)
    const last = await look('GET /assistants')
    wait(service, 1)
    const late = await look('GET /assistants')

    const { body } = await state()
    expect([last.status, late.status]).toEqual([200, 401])
    expect(body.active).toEqual([])
    expect(body.history).toMatchObject([
      { id, end: 'expired', expires_at: '2026-11-01T01:00:00.000Z' },
    ])
  })

  test('ends when access is turned off, and is not resumed when it is turned on again', async () => {
    wait(service, MINUTE)

    const { body } = await allow(false)
    const refused = await look('GET /assistants')
    await allow(true)

    expect(body).toMatchObject({
      allowed: false,
      active: [],
      history: [{ id, end: 'access_turned_off', expires_at: '2026-11-01T00:01:00.000Z' }],
    })
    expect(refused.status).toBe(401)
    expect((await look('GET /assistants')).status).toBe(401)
    expect((await state()).body.active).toEqual([])
  })

  test('can be ended by the organization, once', async () => {
    wait(service, MINUTE)
    const route = `DELETE /v1/support-access/sessions/${id}`

    const first = await outcome(await end(route, owner))
    wait(service, MINUTE)
    const again = await outcome(await end(route, owner))

    expect(first.body).toMatchObject({
      active: [],
      history: [{ id, end: 'ended_by_organization', expires_at: '2026-11-01T00:01:00.000Z' }],
    })
    expect(again).toEqual(first)
    expect((await look('GET /assistants')).status).toBe(401)
    expect((await end('DELETE /v1/support-access/sessions/unknown', owner)).status).toBe(404)
  })

  test('can be ended only by the staff who opened it', async () => {
    const other = await createPerson(service.store, null)

    const byOther = await end(`DELETE /support-sessions/${id}`, other)
    const byStaff = await end(`DELETE /support-sessions/${id}`, staff)

    expect([byOther.status, byStaff.status]).toEqual([404, 204])
    expect((await state()).body.history).toMatchObject([{ id, end: 'ended_by_staff' }])
  })

  test('ends when the staff sign out, or open another', async () => {
    await service.store.supportSessions.allow(service.stranger.id, true, START)

    await open({ organization: 'other' })
    const afterAnother = (await state()).body
    await open()
    await end('DELETE /session', staff)

    expect(afterAnother.active).toEqual([])
    expect((await state()).body.history.map((one: { end: string }) => one.end)).toEqual([
      'ended_by_staff',
      'ended_by_staff',
    ])
  })

  test('after it has stopped, staff are not moved to their own organization without noticing', async () => {
    const { id: organization_id } = service.stranger
    await service.store.users.setRole(organization_id, staff.user_id, 'editor', START)
    await consoleCall(service, 'PATCH /session', { person: staff, json: { organization_id } })
    const opened = (await open()).body

    await end(`DELETE /v1/support-access/sessions/${opened.id}`, owner)
    const stopped = await look('GET /assistants')
    await end(`DELETE /support-sessions/${opened.id}`, staff)

    expect(stopped.status).toBe(401)
    expect((await look(`GET /assistants/${service.stranger.assistant_id}`)).status).toBe(200)
  })

  test('each request is recorded for the organization, newest first', async () => {
    await look('GET /conversations?owner=all&q=lost%20parcel')
    wait(service, MINUTE)
    await look('DELETE /knowledge/sources/none')
    await call(service, 'GET /branding', { person: staff })

    const requests = `GET /support-access/sessions/${id}/requests`
    const { body } = await outcome(await call(service, `${requests}?limit=2`, { person: owner }))
    const rest = await outcome(
      await call(service, `${requests}?cursor=${body.next_cursor}`, { person: owner }),
    )

    const at = '2026-11-01T00:01:00.000Z'
    expect([...body.data, ...rest.body.data]).toEqual([
      { method: 'GET', path: '/svc/api/v1/branding', at },
      { method: 'DELETE', path: '/svc/console/api/v1/knowledge/sources/none', at },
      {
        method: 'GET',
        path: '/svc/console/api/v1/conversations?owner=all&q=lost%20parcel',
        at: START,
      },
    ])
    const foreign = await call(service, requests, { person: service.stranger.people.owner })
    expect(foreign.status).toBe(404)
  })
})
