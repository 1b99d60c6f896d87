import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../server/contract/member.ts'
import { operations } from '../../server/contract/operations.ts'
import { createApiKeySecret } from '../../server/identity/secrets.ts'
import { keyRows, personRows } from './access-rows.ts'
import { comparable } from './comparable.ts'
import { call, outcome, startHttp, type TestService, visitorTurn } from './service.ts'
import { createPerson, type Person, PUBLIC_URL } from './tenants.ts'
import { createThings, type Things } from './things.ts'

let service: TestService
let things: Things
beforeAll(async () => {
  service = await startHttp()
  things = createThings(service)
})
afterAll(() => service.stop())

test('every operation for keys and persons has a row', () => {
  const isForOthers = (access: string) => ['anyone', 'widget', 'visitor'].includes(access)
  const expected = Object.entries(operations).filter(([, { access }]) => !isForOthers(access))

  const rows = [keyRows, personRows].flatMap((table) => Object.keys(table))
  expect(rows.sort()).toEqual(expected.map(([name]) => name).sort())
})

describe.each(Object.entries(keyRows))('%s', (name, { attempt, statuses }) => {
  const [owner, admin, editor, member, stranger] = statuses

  test.each(Object.entries({ owner, admin, editor, member }))('%s', async (role, status) => {
    const key = service.tenant.keys[role as keyof typeof service.tenant.keys]
    const { route, json } = await attempt(things, key)

    const response = await call(service, route, { key, json })

    expect(response.status).toBe(status)
    const reply = operationOf(name).reply
    const body = await response.text()
    if (status < 300 && reply) reply.parse(JSON.parse(body))
  })

  test('the owner of another organization', async () => {
    const { route, json } = await attempt(things, service.tenant.keys.owner)

    const response = await call(service, route, { key: service.stranger.keys.owner, json })

    expect(response.status).toBe(stranger)
  })

  test('no credential, and one that is not a key, get the same 401', async () => {
    const { route, json } = await attempt(things, service.tenant.keys.owner)
    const visitor = await visitorTurn(service, service.tenant)

    const refused = await Promise.all([
      call(service, route, { json }),
      call(service, route, { json, key: 'svc_sk_short' }),
      call(service, route, { json, key: createApiKeySecret() }),
      call(service, route, { json, key: service.tenant.deployment.widget_key }),
      call(service, route, { json, headers: visitor.headers }),
    ])

    const seen = await Promise.all(refused.map(comparable))
    expect(seen[0]?.status).toBe(401)
    expect(seen[0]?.body).toContain('authentication_error')
    for (const one of seen) expect(one).toEqual(seen[0])
  })
})

describe.each(Object.entries(personRows))('%s', (name, { attempt, statuses }) => {
  const [owner, admin, editor, member, stranger] = statuses
  const everybody = { owner, admin, editor, member, stranger }

  test.each(Object.entries(everybody))('%s', async (role, status) => {
    const { route, json } = await attempt(things)
    const person =
      role === 'stranger' ? service.stranger.people.owner : service.tenant.people[role as Role]

    const response = await call(service, route, { person, json })

    expect(response.status).toBe(status)
    const reply = operationOf(name).reply
    const body = await response.text()
    if (status < 300 && reply) reply.parse(JSON.parse(body))
  })

  test('no credential is 401', async () => {
    const { route, json } = await attempt(things)

    expect((await call(service, route, { json })).status).toBe(401)
  })

  test('an API key of any role is refused', async () => {
    const { route, json } = await attempt(things)

    for (const key of Object.values(service.tenant.keys)) {
      const response = await call(service, route, { key, json })

      expect(await outcome(response)).toMatchObject({
        status: 403,
        body: { code: 'authorization_error' },
      })
    }
  })
})

describe('support within a session', () => {
  let staff: Person
  beforeAll(async () => {
    staff = await createPerson(service.store, null)
    await call(service, 'PUT /support-access', {
      person: service.tenant.people.owner,
      json: { allowed: true },
    })
    const opened = await fetch(`${service.console}/support-sessions`, {
      method: 'POST',
      headers: { cookie: staff.cookie, origin: PUBLIC_URL, 'content-type': 'application/json' },
      body: JSON.stringify({ organization: service.tenant.slug, reason: 'Ticket 12' }),
    })
    expect(opened.status).toBe(201)
  })

  test.each(Object.entries({ ...keyRows, ...personRows }))('%s', async (name, row) => {
    const { route, json } = await row.attempt(things, service.tenant.keys.owner)

    const response = await call(service, route, { person: staff, json })

    const reads = supportReads.has(operationOf(name).access)
    expect(response.status).toBe(reads ? row.statuses[0] : 403)
  })
})

/** The accesses of a support session (docs/behaviour.md#support-access). */
const supportReads = new Set<string>([
  'assistant.read',
  'knowledge.read',
  'branding.read',
  'widget.read',
  'usage.read',
  'inbox.read',
])

test('health and readiness need no credential', async () => {
  expect(await outcome(await call(service, 'GET /health'))).toEqual({
    status: 200,
    body: { status: 'ok' },
  })
  expect(await outcome(await call(service, 'GET /ready'))).toEqual({
    status: 200,
    body: { status: 'ready', version: '0.0.0', checks: { database: 'ok' } },
  })
})

function operationOf(name: string) {
  const operation = operations[name as keyof typeof operations]
  return { access: operation.access, reply: 'reply' in operation ? operation.reply : undefined }
}
