import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ServiceError } from '../../server/contract/errors.ts'
import { hashPassword } from '../../server/identity/passwords.ts'
import {
  consoleCall,
  cookieOf,
  createMember,
  DAY,
  MINUTE,
  PASSWORD,
  signIn,
  wait,
} from './console.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { createPerson, type Person, START, signedIn } from './tenants.ts'

let service: TestService
let ann: Person
beforeEach(async () => {
  service = await startHttp()
  ann = await createMember(service)
})
afterEach(() => service.stop())

describe('signing in (docs/behaviour.md#console-sessions)', () => {
  test('returns the person, the organizations and an HttpOnly cookie', async () => {
    const response = await signIn(service, ann.email.toUpperCase())

    const { id, slug } = service.tenant
    expect(await outcome(response.clone())).toEqual({
      status: 200,
      body: {
        user: { id: ann.user_id, email: ann.email, name: 'The editor', staff: false },
        organization: { id, slug, name: slug },
        role: 'editor',
        organizations: [{ id, slug, name: slug, role: 'editor' }],
        support_session: null,
        confirmed: true,
      },
    })
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-svc_session=[A-Za-z0-9_-]{43}; path=\/; expires=[^;]+; samesite=lax; secure; httponly$/i,
    )
  })

  test('the cookie opens the console and the API under both prefixes, as this person', async () => {
    const cookie = cookieOf(await signIn(service, ann.email))
    const person = { ...ann, cookie }

    const begun = await Promise.all(
      [service.url, `${service.console}/v1`].map((url) =>
        call({ url }, 'POST /conversations', {
          person,
          json: { assistant_id: service.tenant.assistant_id },
        }),
      ),
    )

    for (const response of begun) {
      expect(await outcome(response)).toMatchObject({
        status: 201,
        body: { owner: { type: 'user', id: ann.user_id } },
      })
    }
    expect((await consoleCall(service, 'GET /session', { person })).status).toBe(200)
  })

  test('begins in the organization that the person was in last, and never first in the demo', async () => {
    const { store } = service
    const join = async (slug: string) => {
      const made = { id: newId(), slug, name: slug, status: 'active' as const }
      await store.organizations.create({ ...made, support_access: false, created_at: START })
      // Before the person joined their own.
      await store.users.setRole(made.id, ann.user_id, 'owner', '2020-01-01T00:00:00.000Z')
      return made.id
    }
    await join('demo')
    const elder = await join('elder')
    const begun = async () => (await outcome(await signIn(service, ann.email))).body
    const person = { ...ann, cookie: cookieOf(await signIn(service, ann.email)) }

    await consoleCall(service, 'PATCH /session', { person, json: { organization_id: elder } })
    const left = await begun()
    await store.organizations.update(elder, { status: 'suspended' })
    const without = await begun()

    expect(left).toMatchObject({ organization: { id: elder } })
    expect(left.organizations.map(({ slug }: { slug: string }) => slug)).toEqual([
      'elder',
      service.tenant.slug,
      'demo',
    ])
    expect(without).toMatchObject({ organization: { id: service.tenant.id } })
  })

  test('staff remove the demo, and leave it', async () => {
    const { store } = service
    const demo = { id: newId(), slug: 'demo', name: 'Demo', status: 'active' as const }
    await store.organizations.create({ ...demo, support_access: false, created_at: START })
    await store.users.setRole(demo.id, ann.user_id, 'owner', START)
    const person = { ...ann, cookie: cookieOf(await signIn(service, ann.email)) }
    const json = { organization_id: demo.id }
    await consoleCall(service, 'PATCH /session', { person, json })
    const remove = () => consoleCall(service, 'DELETE /demo', { person })

    expect((await remove()).status).toBe(403)
    await store.users.update(ann.user_id, { staff: true })
    const removed = await outcome(await remove())

    expect(removed).toMatchObject({
      status: 200,
      body: { organization: { id: service.tenant.id }, organizations: [{ role: 'editor' }] },
    })
    expect(await store.organizations.find(demo.id)).toMatchObject({ status: 'suspended' })
  })

  test('an unknown address, a wrong password and a person without an organization get the same 401', async () => {
    const lonely = await createMember(service, 'member')
    await service.store.members.remove(service.tenant.id, lonely.user_id, { from: 'member' }, START)

    const refused = [
      await outcome(await signIn(service, 'nobody@people.test')),
      await outcome(await signIn(service, ann.email, 'wrong horse')),
      await outcome(await signIn(service, lonely.email)),
    ]

    expect(refused[0]).toMatchObject({ status: 401, body: { code: 'authentication_error' } })
    for (const one of refused) expect(one).toEqual(refused[0])
  })

  test('an unknown address takes as long as a wrong password', async () => {
    const timed = async (email: string) => {
      const start = performance.now()
      await signIn(service, email, 'wrong horse')
      return performance.now() - start
    }

    const password_hash = await hashPassword(PASSWORD)
    const membership = { organization_id: service.tenant.id, role: 'member' as const }
    const { email } = await createPerson(service.store, membership, { password_hash })
    const known = Math.min(await timed(email), await timed(email))
    const unknown = await timed('nobody@people.test')

    // Without hashing it would take a hundredth of the time; a busy machine doubles some times.
    expect(unknown).toBeGreaterThan(known / 10)
  })

  test('signing in again ends the session of the sent cookie', async () => {
    const first = { ...ann, cookie: cookieOf(await signIn(service, ann.email)) }

    await consoleCall(service, 'POST /session', {
      person: first,
      json: { email: ann.email, password: PASSWORD },
    })

    expect((await consoleCall(service, 'GET /session', { person: first })).status).toBe(401)
  })
})

describe('the session (docs/behaviour.md#console-sessions)', () => {
  test('no credential is 401 and an API key 403 on every console-only route', async () => {
    const authorization = `Bearer ${service.tenant.keys.owner.secret}`

    const asKey = await Promise.all(
      ['GET /session', 'POST /session', 'GET /v1/assistants', 'DELETE /support-sessions/x'].map(
        (route) => consoleCall(service, route, { headers: { authorization } }),
      ),
    )

    expect((await consoleCall(service, 'GET /session')).status).toBe(401)
    expect(asKey.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })

  test('expires 14 days after its last use, and so does the cookie', async () => {
    wait(service, 13 * DAY)
    const used = await consoleCall(service, 'GET /session', { person: ann })
    wait(service, 13 * DAY)
    const later = await consoleCall(service, 'GET /session', { person: ann })
    wait(service, 14 * DAY)
    const late = await consoleCall(service, 'GET /session', { person: ann })

    expect([used.status, later.status, late.status]).toEqual([200, 200, 401])
    expect(cookieOf(used)).toBe(ann.cookie)
    expect(used.headers.get('set-cookie')).toContain('expires=Sat, 28 Nov 2026')
  })

  test('is recorded once a minute, and valid even when it cannot be recorded', async () => {
    wait(service, MINUTE - 1)
    const soon = await consoleCall(service, 'GET /session', { person: ann })
    wait(service, 1)
    service.store.sessions.prolong = async () => {
      throw new ServiceError('service_unavailable', 'The service cannot store data at the moment.')
    }
    const due = await consoleCall(service, 'GET /session', { person: ann })

    expect(soon.headers.get('set-cookie')).toBeNull()
    expect(due.status).toBe(200)
    expect(cookieOf(due)).toBe(ann.cookie)
  })

  test('signing out ends it and removes the cookie', async () => {
    const response = await consoleCall(service, 'DELETE /session', { person: ann })

    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-svc_session=; .*expires=Thu, 01 Jan 1970/,
    )
    expect((await call(service, 'GET /assistants', { person: ann })).status).toBe(401)
  })

  test('switches between the organizations of the person, with the role in each', async () => {
    const { id, slug } = service.stranger
    await service.store.users.setRole(id, ann.user_id, 'admin', service.clock.now)

    const switched = await outcome(
      await consoleCall(service, 'PATCH /session', { person: ann, json: { organization_id: id } }),
    )
    const theirs = await outcome(
      await call(service, `GET /assistants/${service.stranger.assistant_id}`, { person: ann }),
    )

    expect(switched).toMatchObject({
      status: 200,
      body: { organization: { id, slug }, role: 'admin' },
    })
    expect(switched.body.organizations).toHaveLength(2)
    expect(theirs.status).toBe(200)
  })

  test('a foreign organization and an unknown one get the same 404', async () => {
    const [others, unknown] = await Promise.all(
      [service.stranger.id, 'nonsense'].map(async (organization_id) =>
        outcome(
          await consoleCall(service, 'PATCH /session', {
            person: ann,
            json: { organization_id },
          }),
        ),
      ),
    )

    expect(others).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(others).toEqual(unknown)
  })

  test('a suspended organization gets the same 401', async () => {
    await service.store.organizations.update(service.tenant.id, { status: 'suspended' })

    const unknown = { ...ann, cookie: '__Host-svc_session=unknown' }
    const [suspended, ordinary] = await Promise.all(
      [ann, unknown].map(async (person) =>
        outcome(await call(service, 'GET /assistants', { person })),
      ),
    )

    expect(suspended).toMatchObject({ status: 401, body: { code: 'authentication_error' } })
    expect(suspended).toEqual(ordinary)
    expect((await signIn(service, ann.email)).status).toBe(401)
  })

  test('unknown paths and methods below the console are 404 and 405', async () => {
    const routes = ['GET /nothing', 'GET /v1/nothing', 'PUT /session', 'PUT /v1/assistants']
    const widget = await consoleCall(service, 'GET /v1/widget/bootstrap', { person: ann })

    const seen = await Promise.all(
      routes.map(async (route) => {
        const { status, headers } = await consoleCall(service, route, { person: ann })
        return [status, headers.get('allow')]
      }),
    )

    expect(seen).toEqual([
      [404, null],
      [404, null],
      [405, 'DELETE, GET, HEAD, PATCH, POST'],
      [405, 'GET, HEAD, POST'],
    ])
    expect(widget.status).toBe(404)
  })

  test('a request with Authorization is authenticated by that alone', async () => {
    const response = await call(service, 'GET /assistants', { person: ann, key: 'svc_sk_wrong' })

    expect(response.status).toBe(401)
  })
})

describe("the person's own sessions (docs/behaviour.md#console-sessions)", () => {
  const list = async (person: Person) =>
    outcome(await consoleCall(service, 'GET /sessions', { person }))

  test('are listed newest first, including the current one, without those of others', async () => {
    const { id, slug } = service.tenant
    wait(service, DAY)
    const second = { ...ann, cookie: cookieOf(await signIn(service, ann.email)) }

    const seen = await list(second)
    const first = await outcome(
      await consoleCall(service, 'GET /sessions?limit=1', { person: second }),
    )

    const common = { id: expect.any(String), organization: { id, slug, name: slug } }
    expect(seen).toEqual({
      status: 200,
      body: {
        data: [
          {
            ...common,
            current: true,
            created_at: '2026-11-02T00:00:00.000Z',
            last_used_at: '2026-11-02T00:00:00.000Z',
            expires_at: '2026-11-16T00:00:00.000Z',
          },
          {
            ...common,
            current: false,
            created_at: START,
            last_used_at: START,
            expires_at: '2026-11-15T00:00:00.000Z',
          },
        ],
        has_more: false,
        next_cursor: null,
      },
    })
    expect(first.body).toMatchObject({ data: [seen.body.data[0]], has_more: true })
    const rest = await consoleCall(
      service,
      `GET /sessions?limit=1&cursor=${first.body.next_cursor}`,
      { person: second },
    )
    expect((await outcome(rest)).body.data).toEqual([seen.body.data[1]])
  })

  test('expired sessions are not listed', async () => {
    wait(service, DAY)
    const second = { ...ann, cookie: cookieOf(await signIn(service, ann.email)) }

    wait(service, 13 * DAY)

    expect((await list(second)).body.data).toHaveLength(1)
  })

  test('all others end at once in every organization, and no other person is signed out', async () => {
    const others = [
      await signedIn(service.store, { ...ann, organization_id: service.tenant.id }),
      { ...ann, cookie: cookieOf(await signIn(service, ann.email)) },
    ]

    const { status } = await consoleCall(service, 'DELETE /sessions', { person: ann })

    const colleague = service.tenant.people.owner
    const statuses = await Promise.all(
      [ann, ...others, colleague].map(
        async (person) => (await consoleCall(service, 'GET /session', { person })).status,
      ),
    )
    expect(status).toBe(204)
    expect(statuses).toEqual([200, 401, 401, 200])
    expect((await list(ann)).body.data).toMatchObject([{ current: true }])
  })
})

describe('budgets of the console (docs/behaviour.md#rate-limits)', () => {
  test('only requests without a valid session count against the address', async () => {
    const limited = await startHttp({ rates: { address: 2, console: 5 } })
    try {
      const { owner: person } = limited.tenant.people
      const statuses = async (count: number, given?: Person) => {
        const seen = []
        for (let index = 0; index < count; index += 1) {
          seen.push((await consoleCall(limited, 'GET /v1/assistants', { person: given })).status)
        }
        return seen
      }

      expect(await statuses(5, person)).toEqual([200, 200, 200, 200, 200])
      const signingIn = await consoleCall(limited, 'POST /session', {
        person,
        json: { email: person.email, password: PASSWORD },
      })
      expect(signingIn.status).toBe(429)
      expect(await statuses(3)).toEqual([401, 401, 429])
    } finally {
      await limited.stop()
    }
  })
})
