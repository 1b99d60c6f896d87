import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Operation } from '../../server/contract/operation.ts'
import { operations } from '../../server/contract/operations.ts'
import { consoleCall, createMember, MINUTE, PASSWORD, wait } from './console.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { type Person, START } from './tenants.ts'

const WINDOW = 10 * MINUTE
const REFUSED = { status: 403, body: { code: 'confirmation_required' } }

let service: TestService
let ann: Person
let bob: Person
beforeAll(async () => {
  service = await startHttp()
})
beforeEach(async () => {
  service.clock.now = START
  ann = await createMember(service, 'owner')
  bob = await createMember(service, 'editor')
})
afterAll(() => service.stop())

const confirm = (password = PASSWORD, person = ann) =>
  consoleCall(service, 'POST /session/confirm', { person, json: { password } })

/** What asks again, with a request that passes once the person has confirmed. */
const asking: [string, () => [route: string, json?: object]][] = [
  ['a key of role owner', () => ['POST /api-keys', { name: 'CI', role: 'owner' }]],
  ['an invitation of an owner', () => ['POST /members', { email: 'o@acme.test', role: 'owner' }]],
  ['a member made owner', () => [`PATCH /members/${bob.user_id}`, { role: 'owner' }]],
  ['a link that sets a password', () => [`POST /members/${bob.user_id}/password-reset`]],
  ['support access turned on', () => ['PUT /support-access', { allowed: true }]],
  ['the export', () => ['GET /organization/export']],
]

/** The same operations in cases that grant less. */
const silent: [string, () => [route: string, json?: object]][] = [
  ['a key of role admin', () => ['POST /api-keys', { name: 'CI', role: 'admin' }]],
  ['an invitation of an admin', () => ['POST /members', { email: 'o@acme.test', role: 'admin' }]],
  ['a member made admin', () => [`PATCH /members/${bob.user_id}`, { role: 'admin' }]],
  ['support access turned off', () => ['PUT /support-access', { allowed: false }]],
  ['a list of members', () => ['GET /members']],
]

async function send(request: [route: string, json?: object], person = ann) {
  const [route, json] = request
  const response = await call(service, route, { person, json })
  return response.ok ? { status: response.status } : outcome(response)
}

describe('asking again (docs/behaviour.md#asking-again)', () => {
  test.each(asking)('%s needs a session of the last ten minutes', async (_, request) => {
    wait(service, WINDOW + 1)
    expect(await send(request())).toMatchObject(REFUSED)

    expect((await confirm()).status).toBe(204)
    wait(service, WINDOW)
    expect((await send(request())).status).toBeLessThan(300)

    wait(service, 1)
    expect(await send(request())).toMatchObject(REFUSED)
  })

  test.each(asking)('%s passes in a session that has just begun', async (_, request) => {
    wait(service, WINDOW)
    expect((await send(request())).status).toBeLessThan(300)
  })

  test.each(silent)('%s asks nobody', async (_, request) => {
    wait(service, WINDOW + 1)
    expect((await send(request())).status).toBeLessThan(300)
  })

  test('what was refused has changed nothing, and a wrong body is told before', async () => {
    wait(service, WINDOW + 1)
    await send(['PUT /support-access', { allowed: true }])
    const { body } = await outcome(await call(service, 'GET /support-access', { person: ann }))

    expect(body.allowed).toBe(false)
    expect(await send(['PUT /support-access', { allowed: 'yes' }])).toMatchObject({ status: 400 })
    expect(await send(['PUT /support-access', { allowed: true }], bob)).toMatchObject({
      body: { code: 'authorization_error' },
    })
  })

  test('a key does what its role may without being asked', async () => {
    wait(service, WINDOW + 1)
    const key = service.tenant.keys.admin
    const json = { allowed: true }

    expect((await call(service, 'PUT /support-access', { key, json })).status).toBe(200)
  })

  test('a confirmation is of one session, and the session says so', async () => {
    const state = async (person: Person) =>
      (await outcome(await consoleCall(service, 'GET /session', { person }))).body.confirmed
    const elsewhere = await createMember(service, 'owner')
    wait(service, WINDOW + 1)
    expect([await state(ann), await state(elsewhere)]).toEqual([false, false])

    await confirm()

    expect([await state(ann), await state(elsewhere)]).toEqual([true, false])
  })

  test('a HEAD of the export is checked alike and makes none', async () => {
    const head = () => call(service, 'HEAD /organization/export', { person: ann })
    const ok = await head()
    const path = `GET /audit?actor=${ann.user_id}&action=export.*`
    const exported = await outcome(await call(service, path, { person: ann }))
    wait(service, WINDOW + 1)

    expect([ok.status, ok.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
    expect(exported.body.data).toEqual([])
    expect((await head()).status).toBe(403)
  })
})

describe('confirming a session', () => {
  test('takes the own password alone, and a wrong one is told to the audit log', async () => {
    wait(service, WINDOW + 1)
    expect(await outcome(await confirm('wrong horse'))).toMatchObject({
      status: 401,
      body: { code: 'authentication_error' },
    })
    expect(await send(['PUT /support-access', { allowed: true }])).toMatchObject(REFUSED)
    expect((await consoleCall(service, 'GET /session', { person: ann })).status).toBe(200)
    await confirm()

    await vi.waitFor(async () => {
      const path = `GET /audit?actor=${ann.user_id}&action=session.*`
      const { body } = await outcome(await call(service, path, { person: ann }))
      expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
        'session.confirmed',
        'session.failed',
      ])
    })
  })

  test('wrong ones count with failed sign-ins, for the right one too', async () => {
    const json = { email: ann.email, password: 'wrong horse' }
    const failures = Array.from({ length: 5 }, () => [
      consoleCall(service, 'POST /session', { json }),
      confirm('wrong horse'),
    ])
    await Promise.all(failures.flat())

    const refused = await confirm()

    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('600')
  })

  test('needs a session and comes from the console', async () => {
    const json = { password: PASSWORD }
    const cookie = { cookie: ann.cookie, origin: 'https://evil.test' }

    expect((await consoleCall(service, 'POST /session/confirm', { json })).status).toBe(401)
    expect(
      (await consoleCall(service, 'POST /session/confirm', { json, headers: cookie })).status,
    ).toBe(403)
  })
})

test('no other operation makes a key, a link or an archive without a flag', () => {
  const flagged = Object.entries<Operation>(operations).flatMap(([name, { confirmed }]) =>
    confirmed ? [name] : [],
  )

  expect(flagged.sort()).toEqual([
    'createApiKey',
    'exportOrganization',
    'inviteMember',
    'resetMemberPassword',
    'setSupportAccess',
    'updateMember',
  ])
})
