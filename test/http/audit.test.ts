import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AuditEntry as Entry } from '../../server/contract/audit.ts'
import { hashPassword } from '../../server/identity/passwords.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { createPerson } from './tenants.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

/** The audit log as the tenant's owner sees it. */
async function audit(query = '') {
  const key = service.tenant.keys.owner
  return (await outcome(await call(service, `GET /audit${query}`, { key }))).body
}

test('a change is told with who made it, what it was called and which fields it set', async () => {
  const key = service.tenant.keys.admin
  const { body: source } = await outcome(
    await call(service, `POST /knowledge/collections/${service.tenant.collection_id}/sources`, {
      key,
      json: { name: 'Manual', type: 'upload', config: {} },
    }),
  )
  await call(service, `PATCH /knowledge/sources/${source.id}`, { key, json: { name: 'Handbook' } })
  await call(service, `DELETE /knowledge/sources/${source.id}`, { key })

  const { data } = await audit('?action=source.*')
  const actor = { type: 'api_key', id: key.id, name: expect.any(String) }
  expect(data).toMatchObject([
    { action: 'source.deleted', actor, target: { id: source.id, name: 'Handbook' }, details: {} },
    {
      action: 'source.updated',
      actor,
      target: { name: 'Handbook' },
      details: { fields: ['name'] },
    },
    {
      action: 'source.created',
      actor,
      details: { fields: expect.arrayContaining(['name', 'type', 'config']) },
    },
  ])
})

test('a written answer is told by its first question, also when it is new', async () => {
  const key = service.tenant.keys.admin
  await call(service, 'POST /curated-answers', {
    key,
    json: { questions: ['What does it cost?', 'Price?'], text: 'Forty euros.' },
  })

  expect((await audit('?action=curated_answer.*')).data).toMatchObject([
    { action: 'curated_answer.created', target: { name: 'What does it cost?' } },
  ])
})

test('what was refused is not told', async () => {
  const before = await audit()
  await call(service, 'POST /assistants', { key: service.tenant.keys.member, json: { name: 'No' } })
  await call(service, 'POST /assistants', { key: service.tenant.keys.owner, json: {} })
  expect(await audit()).toEqual(before)
})

describe('the values before and after', () => {
  const as = () => ({ person: service.tenant.people.owner })
  const details = async (action: string) => (await audit(`?action=${action}`)).data[0].details

  test('of a role', async () => {
    const { user_id } = await createPerson(service.store, {
      organization_id: service.tenant.id,
      role: 'editor',
    })
    const json = { role: 'owner' }
    await call(service, `PATCH /members/${user_id}`, { ...as(), json })
    await call(service, 'POST /members', { ...as(), json: { email: 'i@acme.test', ...json } })
    await call(service, 'POST /api-keys', { ...as(), json: { name: 'CI', ...json } })

    expect(await details('member.updated')).toEqual({
      fields: ['role'],
      changes: [{ field: 'role', from: 'editor', to: 'owner' }],
    })
    const made = [{ field: 'role', from: null, to: 'owner' }]
    expect((await details('member.invited')).changes).toEqual(made)
    expect((await details('api_key.created')).changes).toEqual(made)
  })

  test('of support access, a state and the events of a webhook', async () => {
    const put = (events: string[]) =>
      call(service, 'PUT /webhook', {
        ...as(),
        json: { url: 'https://told.test/secret-path', events },
      })
    await call(service, 'PUT /support-access', { ...as(), json: { allowed: true } })
    const assistant = `/assistants/${service.tenant.assistant_id}`
    const status = { revision: 1, status: 'archived' }
    await call(service, `PATCH ${assistant}`, { ...as(), json: status })
    await put(['sync.failed'])
    await put(['sync.failed', 'gaps.daily'])

    expect((await audit('?action=support.*')).data[0].target.name).toBe(service.tenant.slug)
    expect((await details('support.access_changed')).changes).toEqual([
      { field: 'allowed', from: false, to: true },
    ])
    expect((await details('assistant.updated')).changes).toEqual([
      { field: 'status', from: 'active', to: 'archived' },
    ])
    expect((await audit('?action=webhook.*')).data.map((entry: Entry) => entry.details)).toEqual([
      {
        fields: ['url', 'events', 'enabled'],
        changes: [{ field: 'events', from: ['sync.failed'], to: ['sync.failed', 'gaps.daily'] }],
      },
      {
        fields: ['url', 'events', 'enabled'],
        changes: [
          { field: 'events', from: null, to: ['sync.failed'] },
          { field: 'enabled', from: null, to: true },
        ],
      },
    ])
    expect(JSON.stringify(await audit())).not.toContain('secret-path')
  })

  test('are left out where nothing changed', async () => {
    const { user_id } = service.tenant.people.member
    await call(service, `PATCH /members/${user_id}`, { ...as(), json: { role: 'member' } })

    expect(await details('member.updated')).toEqual({ fields: ['role'] })
  })
})

test('other values and secrets are not in it', async () => {
  const person = service.tenant.people.owner
  const { body } = await outcome(
    await call(service, 'POST /api-keys', { person, json: { name: 'CI', role: 'editor' } }),
  )
  const listed = await audit('?action=api_key.created')
  expect(listed.data[0]).toMatchObject({
    actor: { type: 'user', id: person.user_id, name: 'The owner' },
    target: { type: 'api_key', id: body.api_key.id, name: 'CI' },
  })
  expect(JSON.stringify(listed)).not.toContain(body.secret)
})

test('sign-ins of members are told, failed ones too', async () => {
  const password_hash = await hashPassword('correct horse battery')
  const { email, user_id } = await createPerson(
    service.store,
    { organization_id: service.tenant.id, role: 'member' },
    { password_hash },
  )
  for (const password of ['wrong password', 'correct horse battery']) {
    await fetch(`${service.console}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
  }
  await vi.waitFor(async () => {
    const { data } = await audit(`?actor=${user_id}`)
    expect(data.map(({ action }: { action: string }) => action).sort()).toEqual([
      'session.failed',
      'session.signed_in',
    ])
  }, 10_000)
})

test('the filters: a day, an actor, an action', async () => {
  const day = service.clock.now.slice(0, 10)
  expect((await audit(`?from=${day}&to=${day}`)).data).not.toHaveLength(0)
  expect((await audit('?to=2020-01-01')).data).toEqual([])
  expect((await audit('?from=2099-01-01')).data).toEqual([])
  expect((await audit('?actor=nobody')).data).toEqual([])
})

test.each(['?from=yesterday', '?action=everything', '?action=Source.*'])(
  '%s is refused by name',
  async (query) => {
    const key = service.tenant.keys.owner
    const refused = await outcome(await call(service, `GET /audit${query}`, { key }))
    expect(refused.status).toBe(400)
    expect(refused.body.message).toMatch(/^(from|action) must be/)
  },
)

test('another organization sees nothing of it', async () => {
  const key = service.stranger.keys.owner
  expect((await outcome(await call(service, 'GET /audit', { key }))).body.data).toEqual([])
})

test('entries are kept for 400 days', async () => {
  const { sweep } = service.store.audit
  expect(await sweep('2000-01-01T00:00:00.000Z')).toBe(0)
  expect(await sweep('2099-01-01T00:00:00.000Z')).toBeGreaterThan(0)
  expect((await audit()).data).toEqual([])
})
