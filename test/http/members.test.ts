import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '../../server/contract/member.ts'
import { consoleCall, cookieOf, createMember, DAY, PASSWORD, signIn, wait } from './console.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { type Person, PUBLIC_URL } from './tenants.ts'

let service: TestService
let people: Record<Role, Person>
beforeEach(async () => {
  service = await startHttp()
  people = service.tenant.people
})
afterEach(() => service.stop())

const send = async (route: string, person: Person, json?: unknown) =>
  outcome(await call(service, route, { person, json }))

async function invite(
  email = 'new@people.test',
  { role = 'editor', by = people.owner }: { role?: Role; by?: Person } = {},
) {
  const { status, body } = await send('POST /members', by, { email, name: 'New', role })
  expect(status).toBe(201)
  const { invitation_url, member } = body as {
    invitation_url: string
    member: { user_id: string; invitation_expires_at: string }
  }
  return { url: invitation_url, token: invitation_url.split('#')[1] ?? '', member }
}

const accept = (token: string, json: object = { password: PASSWORD }) =>
  consoleCall(service, 'POST /invitations/accept', { json: { token, ...json } })

describe('inviting (docs/behaviour.md#members-and-invitations)', () => {
  test('returns a link with its secret in the fragment, valid for 7 days', async () => {
    const { url, member } = await invite('New.Person@people.test')

    expect(url).toMatch(
      new RegExp(`^${PUBLIC_URL}/svc/console/invite#[A-Za-z0-9_-]{43}$`.replaceAll('.', '\\.')),
    )
    expect(member).toMatchObject({
      email: 'new.person@people.test',
      name: 'New',
      role: 'editor',
      status: 'invited',
      created_at: '2026-11-01T00:00:00.000Z',
      invitation_expires_at: '2026-11-08T00:00:00.000Z',
    })
  })

  test('the link shows the invitation, sets a password once, and signs in', async () => {
    const { token, member } = await invite()

    const read = await outcome(
      await consoleCall(service, 'POST /invitations/read', { json: { token } }),
    )
    const accepted = await accept(token, { password: PASSWORD, name: 'Nia' })

    const person = { user_id: member.user_id, email: '', cookie: cookieOf(accepted) }
    expect(read).toEqual({
      status: 200,
      body: {
        organization: { name: 'acme' },
        email: 'new@people.test',
        name: 'New',
      },
    })
    expect(await outcome(accepted)).toMatchObject({
      status: 200,
      body: { user: { id: member.user_id, name: 'Nia' }, role: 'editor' },
    })
    expect((await call(service, 'GET /assistants', { person })).status).toBe(200)
    expect((await signIn(service, 'new@people.test')).status).toBe(200)
    expect((await accept(token)).status).toBe(404)
  })

  test('an unknown, a used, an expired and a withdrawn link are the same 404', async () => {
    const used = await invite('used@people.test')
    await accept(used.token)
    const withdrawn = await invite('withdrawn@people.test')
    await send(`DELETE /members/${withdrawn.member.user_id}`, people.owner)
    const expired = await invite('expired@people.test')
    wait(service, 7 * DAY)

    const refused = await Promise.all(
      ['unknown', used.token, withdrawn.token, expired.token].map(async (token) =>
        outcome(await accept(token)),
      ),
    )

    expect(refused[0]).toMatchObject({ status: 404, body: { code: 'not_found' } })
    for (const one of refused) expect(one).toEqual(refused[0])
  })

  test('inviting again makes a new link, and the old one ends', async () => {
    const first = await invite()
    const second = await invite()

    expect((await accept(first.token)).status).toBe(404)
    expect((await accept(second.token)).status).toBe(200)
  })

  test('inviting a member is 409', async () => {
    const { email } = people.member

    expect(
      await send('POST /members', people.admin, { email: email.toUpperCase(), role: 'editor' }),
    ).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  test('a password must have at least 10 characters, and an e-mail address must be valid', async () => {
    const { token } = await invite()

    const short = await outcome(await accept(token, { password: 'nine char' }))
    const address = await send('POST /members', people.owner, { email: 'ann', role: 'member' })

    expect(short).toMatchObject({
      status: 400,
      body: { message: 'password must be at least 10 characters.' },
    })
    expect(address).toMatchObject({
      status: 400,
      body: { message: 'email must be an e-mail address.' },
    })
  })

  test('a password that is easily guessed is refused, with the name that the person gives', async () => {
    const { token } = await invite('nia.longname@people.test')
    const messageOf = async (password: string) =>
      (await outcome(await accept(token, { name: 'Appollonia', password }))).body.message

    expect(await messageOf('1q2w3e4r5t')).toMatch(/^password must not be one of/)
    expect(await messageOf('appollonia-1234')).toMatch(/^password must have at least 6/)
    expect((await accept(token, { name: 'Appollonia', password: 'appollonia-12345' })).status).toBe(
      200,
    )
  })

  test('an invitation to a suspended organization is 404', async () => {
    const { token } = await invite()
    await service.store.organizations.update(service.tenant.id, { status: 'suspended' })

    expect((await accept(token)).status).toBe(404)
  })
})

describe('inviting a person with an account in another organization', () => {
  let bob: Person
  beforeEach(async () => {
    bob = await createMember(service, 'owner', service.stranger)
  })

  test('reveals nothing about the account before it is accepted', async () => {
    const read = async (email: string) => {
      const { member, token } = await invite(email)
      const shown = await consoleCall(service, 'POST /invitations/read', { json: { token } })
      return { member, shown: await outcome(shown) }
    }

    const known = await read(bob.email)
    const unknown = await read('nobody@people.test')

    expect(known.member.user_id).not.toBe(bob.user_id)
    expect(known.member).toMatchObject({ name: 'New', status: 'invited' })
    const body = { organization: { name: 'acme' }, name: 'New' }
    expect(known.shown).toEqual({ status: 200, body: { ...body, email: bob.email } })
    expect(unknown.shown).toEqual({ status: 200, body: { ...body, email: 'nobody@people.test' } })
  })

  test('does not let the link set another password', async () => {
    const { token } = await invite(bob.email)

    const taken = await accept(token, { password: 'mine from now on' })

    expect(taken.status).toBe(401)
    expect((await signIn(service, bob.email)).status).toBe(200)
    const { body } = await send('GET /members', people.owner)
    expect(body.data.find(({ email }: Person) => email === bob.email).status).toBe('invited')
  })

  test('wrong passwords at the link count like those at sign-in', async () => {
    const { token } = await invite(bob.email)

    const guesses = await Promise.all(
      Array.from({ length: 11 }, () => accept(token, { password: 'not the one' })),
    )

    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await signIn(service, bob.email)).status).toBe(429)
  })

  test('joins with the password and the name of the account', async () => {
    const { token } = await invite(bob.email)

    const accepted = await outcome(await accept(token, { password: PASSWORD, name: 'Robert' }))

    expect(accepted).toMatchObject({
      status: 200,
      body: { user: { id: bob.user_id, name: 'The owner' }, role: 'editor' },
    })
    expect(accepted.body.organizations.map(({ slug }: { slug: string }) => slug).sort()).toEqual([
      'acme',
      'other',
    ])
  })
})

describe('members (docs/behaviour.md#members-and-invitations)', () => {
  test('are listed newest first with invitations, and without other organizations', async () => {
    wait(service, DAY)
    await invite()

    const { body } = await send('GET /members?limit=2', people.admin)
    const rest = await send(`GET /members?cursor=${body.next_cursor}`, people.admin)

    const listed = [...body.data, ...rest.body.data]
    expect(listed[0]).toMatchObject({ email: 'new@people.test', status: 'invited' })
    expect(listed.slice(1).map(({ role }) => role)).toEqual(['member', 'editor', 'admin', 'owner'])
    expect(new Set(listed.map(({ user_id }) => user_id)).size).toBe(5)
  })

  test('a changed role takes effect on the next request', async () => {
    const path = `PATCH /members/${people.member.user_id}`
    const attempt = () => send('POST /assistants', people.member, { name: 'New' })

    expect((await attempt()).status).toBe(403)
    const { body } = await send(path, people.admin, { role: 'editor' })

    expect(body).toMatchObject({ user_id: people.member.user_id, role: 'editor', status: 'active' })
    expect((await attempt()).status).toBe(201)
  })

  test('removing a member ends its sessions in this organization only', async () => {
    await service.store.users.setRole(
      service.stranger.id,
      people.member.user_id,
      'member',
      service.clock.now,
    )

    const { status } = await send(`DELETE /members/${people.member.user_id}`, people.admin)

    expect(status).toBe(204)
    expect((await send('GET /assistants', people.member)).status).toBe(401)
    expect(await service.store.users.memberships(people.member.user_id)).toHaveLength(1)
    expect((await send(`DELETE /members/${people.member.user_id}`, people.admin)).status).toBe(404)
  })

  test('the last owner can be neither demoted nor removed (409)', async () => {
    const owner = `/members/${people.owner.user_id}`
    await invite('heir@people.test', { role: 'owner' })

    const demoted = await send(`PATCH ${owner}`, people.owner, { role: 'admin' })
    const removed = await send(`DELETE ${owner}`, people.owner)

    expect([demoted, removed]).toMatchObject([
      { status: 409, body: { code: 'conflict' } },
      { status: 409, body: { code: 'conflict' } },
    ])
  })

  test('when two owners demote each other at once, one remains', async () => {
    await send(`PATCH /members/${people.admin.user_id}`, people.owner, { role: 'owner' })

    const demoted = await Promise.all([
      send(`PATCH /members/${people.admin.user_id}`, people.owner, { role: 'member' }),
      send(`PATCH /members/${people.owner.user_id}`, people.admin, { role: 'member' }),
    ])

    expect(demoted.map(({ status }) => status).sort()).not.toEqual([200, 200])
    const { data } = await service.store.members.list(service.tenant.id, { limit: 100 })
    expect(data.filter(({ role }) => role === 'owner')).toHaveLength(1)
  })

  test('only owners manage owners', async () => {
    const second = `/members/${people.editor.user_id}`
    const invited = await invite('heir@people.test', { role: 'owner' })
    await send(`PATCH ${second}`, people.owner, { role: 'owner' })

    const refused = await Promise.all([
      send('POST /members', people.admin, { email: 'x@people.test', role: 'owner' }),
      send(`PATCH ${second}`, people.admin, { role: 'member' }),
      send(`PATCH ${second}`, people.admin, { role: 'owner' }),
      send(`DELETE ${second}`, people.admin),
      send(`DELETE /members/${invited.member.user_id}`, people.admin),
      send(`PATCH /members/${people.member.user_id}`, people.admin, { role: 'owner' }),
    ])

    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect((await send(`DELETE ${second}`, people.owner)).status).toBe(204)
  })
})

describe('API keys (docs/behaviour.md#api-keys)', () => {
  const create = (person: Person, json: object) => send('POST /api-keys', person, json)

  test('the secret is shown once and works, in its role and organization', async () => {
    const { body } = await create(people.admin, { name: 'ci', role: 'editor' })
    const listed = await send('GET /api-keys?limit=1', people.admin)

    expect(body.secret).toMatch(/^svc_sk_[A-Za-z0-9_-]{43}$/)
    expect(body.api_key).toMatchObject({
      name: 'ci',
      role: 'editor',
      prefix: body.secret.slice(0, 12),
      created_by: people.admin.user_id,
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
    })
    expect(listed.body.data).toEqual([body.api_key])
    expect(JSON.stringify(listed.body)).not.toContain(body.secret)
    const used = await call(service, 'POST /assistants', {
      key: body.secret,
      json: { name: 'By key' },
    })
    expect(used.status).toBe(201)
  })

  test('nobody can create a key with a role above their own', async () => {
    expect((await create(people.admin, { name: 'x', role: 'owner' })).status).toBe(403)
    expect((await create(people.owner, { name: 'x', role: 'owner' })).status).toBe(201)
  })

  test('a revoked key fails on its next request, and revoking again changes nothing', async () => {
    const { body } = await create(people.owner, { name: 'ci', role: 'member' })
    const path = `DELETE /api-keys/${body.api_key.id}`

    const first = await send(path, people.owner)
    wait(service, DAY)
    const again = await send(path, people.owner)

    expect(first).toMatchObject({ status: 200, body: { revoked_at: '2026-11-01T00:00:00.000Z' } })
    expect(again).toEqual(first)
    expect((await call(service, 'GET /assistants', { key: body.secret })).status).toBe(401)
  })

  test('an expiry must be in the future, and is UTC without an offset', async () => {
    const past = await create(people.owner, {
      name: 'x',
      role: 'member',
      expires_at: '2026-10-31T00:00:00Z',
    })
    const soon = await create(people.owner, {
      name: 'x',
      role: 'member',
      expires_at: '2026-11-01T12:00:00',
    })
    wait(service, DAY / 2)

    expect(past).toMatchObject({
      status: 400,
      body: { message: 'expires_at must be in the future.' },
    })
    expect(soon.body.api_key.expires_at).toBe('2026-11-01T12:00:00.000Z')
    expect((await call(service, 'GET /assistants', { key: soon.body.secret })).status).toBe(401)
  })
})

describe('resetting a password (docs/behaviour.md#members-and-invitations)', () => {
  const linkFor = async ({ user_id }: Person, by = people.owner) =>
    send(`POST /members/${user_id}/password-reset`, by)
  const reset = (token: string, password = 'another horse') =>
    consoleCall(service, 'POST /password-resets/accept', { json: { token, password } })
  const tokenOf = (body: { reset_url: string }) => body.reset_url.split('#')[1] ?? ''

  test('the link sets a password once and ends every session', async () => {
    const ann = await createMember(service)
    const { status, body } = await linkFor(ann)
    expect(status).toBe(201)
    expect(body.reset_url).toMatch(/\/svc\/console\/reset#[A-Za-z0-9_-]{43}$/)

    expect((await reset(tokenOf(body), '1q2w3e4r5t')).status).toBe(400)
    expect((await reset(tokenOf(body))).status).toBe(204)
    expect((await consoleCall(service, 'GET /session', { person: ann })).status).toBe(401)
    expect((await signIn(service, ann.email)).status).toBe(401)
    expect((await signIn(service, ann.email, 'another horse')).status).toBe(200)
    expect((await reset(tokenOf(body))).status).toBe(404)
  })

  test('works for 24 hours, and a newer link replaces an older one', async () => {
    const ann = await createMember(service)
    const { body: older } = await linkFor(ann)
    const { body: newer } = await linkFor(ann)
    expect((await reset(tokenOf(older))).status).toBe(404)
    wait(service, DAY)
    expect((await reset(tokenOf(newer))).status).toBe(404)
  })

  test('opens no account of another organization, of the staff or of a higher role', async () => {
    const shared = await createMember(service)
    const { body: before } = await linkFor(shared)
    await service.store.users.setRole(
      service.stranger.id,
      shared.user_id,
      'member',
      service.clock.now,
    )
    expect((await linkFor(shared)).status).toBe(409)
    expect((await reset(tokenOf(before))).status).toBe(404)

    const staff = await createMember(service)
    await service.store.users.update(staff.user_id, { staff: true })
    expect((await linkFor(staff)).status).toBe(409)

    expect((await linkFor(people.owner, people.admin)).status).toBe(403)
    expect((await linkFor(service.stranger.people.member)).status).toBe(404)
  })
})
