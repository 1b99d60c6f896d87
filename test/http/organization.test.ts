import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSweep } from '../../server/retention.ts'
import { answeredTurn, call, outcome, startHttp, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

async function patch(json: unknown) {
  const key = service.tenant.keys.owner
  return outcome(await call(service, 'PATCH /organization', { key, json }))
}

async function current() {
  const key = service.tenant.keys.owner
  return (await outcome(await call(service, 'GET /organization', { key }))).body
}

test('an organization keeps everything and has a limit on tokens until it says otherwise', async () => {
  expect(await current()).toEqual({
    id: service.tenant.id,
    slug: 'acme',
    name: expect.any(String),
    retention_days: null,
    daily_model_tokens: 2_000_000,
    revision: 1,
  })
})

test('what is sent is changed, the rest stays, and null takes a limit away', async () => {
  const { revision, name } = await current()
  const days = await patch({ revision, retention_days: 90 })
  expect(days).toMatchObject({ status: 200, body: { name, retention_days: 90 } })
  const tokens = await patch({ revision: revision + 1, daily_model_tokens: null })
  expect(tokens.body).toMatchObject({ retention_days: 90, daily_model_tokens: null })
  expect((await patch({ revision: revision + 2, retention_days: null })).body).toMatchObject({
    retention_days: null,
  })
})

test('an outdated revision changes nothing', async () => {
  const before = await current()
  const outdated = await patch({ revision: before.revision - 1, name: 'Other' })
  expect(outdated).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await current()).toEqual(before)
})

test.each([
  [{ retention_days: 0 }, 'retention_days must be a whole number from 1 to 3650, or null.'],
  [{ retention_days: 3651 }, 'retention_days must be a whole number from 1 to 3650, or null.'],
  [{ daily_model_tokens: -1 }, /^daily_model_tokens must be a whole number/],
  [{ name: '' }, /^name must be 1 to 200 characters/],
  [{ slug: 'other' }, /slug/],
  [{}, /at least one field/],
])('%j is refused by name', async (change, message) => {
  const { revision } = await current()
  const refused = await patch({ revision, ...change })
  expect(refused.status).toBe(400)
  expect(refused.body.message).toMatch(message)
})

test('conversations that were not touched for that long are erased, those of others stay', async () => {
  const sweep = createSweep(service.store)
  const { tenant, stranger } = service
  const kept = await answeredTurn(service, stranger.keys.owner, stranger.assistant_id)
  const erased = await answeredTurn(service, tenant.keys.owner, tenant.assistant_id)
  const { revision } = await current()
  await patch({ revision, retention_days: 30 })
  const read = async (key = tenant.keys.owner, { conversation = erased.conversation } = {}) =>
    (await call(service, `GET /conversations/${conversation.id}`, { key })).status
  const later = (days: number) =>
    new Date(Date.parse(service.clock.now) + days * 86_400_000).toISOString()

  await sweep(later(29))
  expect(await read()).toBe(200)
  await sweep(later(31))
  expect(await read()).toBe(404)
  expect(await read(stranger.keys.owner, kept)).toBe(200)
})
