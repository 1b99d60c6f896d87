import { afterAll, beforeAll, expect, test } from 'vitest'
import { answeredTurn, call, outcome, startHttp, type TestService, visitorTurn } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

async function visitors(query = '') {
  const key = service.tenant.keys.admin
  return (await outcome(await call(service, `GET /visitors${query}`, { key }))).body.data
}

test('visitors are listed with when they were seen and how much they asked', async () => {
  await visitorTurn(service, service.tenant)
  const [visitor] = await visitors()
  expect(visitor).toEqual({
    id: expect.any(String),
    deployment_id: service.tenant.deployment.id,
    first_seen_at: service.clock.now,
    last_seen_at: service.clock.now,
    conversation_count: 1,
  })
  expect(await visitors(`?deployment_id=${service.tenant.deployment.id}`)).toHaveLength(1)
  expect(await visitors('?deployment_id=unknown')).toEqual([])
})

test('an export holds every message and rating of the visitor, and nobody else’s', async () => {
  const key = service.tenant.keys.owner
  await answeredTurn(service, key, service.tenant.assistant_id)
  const { headers, conversation_id, turn } = await visitorTurn(service, service.tenant)
  await call(
    service,
    `PUT /widget/conversations/${conversation_id}/messages/${turn.answer.id}/feedback`,
    {
      headers,
      json: { rating: 'down', note: 'Too short' },
    },
  )
  const [{ id }] = await visitors('?limit=1')
  const { body } = await outcome(await call(service, `GET /visitors/${id}/export`, { key }))
  expect(body).toMatchObject({
    visitor: { id, conversation_count: 1 },
    conversations: [
      {
        conversation: { id: conversation_id },
        messages: [{ role: 'user', text: 'Where is it?' }, { role: 'assistant' }],
        ratings: [{ message_id: turn.answer.id, rating: 'down', note: 'Too short' }],
      },
    ],
    exported_at: service.clock.now,
  })
})

test('an erased visitor has nothing left, and the token is void', async () => {
  const key = service.tenant.keys.owner
  const { headers, conversation_id } = await visitorTurn(service, service.tenant)
  const [{ id }] = await visitors('?limit=1')
  expect((await call(service, `DELETE /visitors/${id}`, { key })).status).toBe(204)
  expect((await call(service, `DELETE /visitors/${id}`, { key })).status).toBe(404)
  expect((await call(service, 'GET /widget/conversations', { headers })).status).toBe(401)
  expect((await call(service, `GET /conversations/${conversation_id}`, { key })).status).toBe(404)
  const { body } = await outcome(await call(service, 'GET /audit?action=erasure.*', { key }))
  expect(body.data[0]).toMatchObject({ action: 'erasure.visitor', target: { type: 'visitor', id } })
})

test('a conversation is erased by its owner, or by who may erase', async () => {
  const { keys, assistant_id } = service.tenant
  const erase = async (by: keyof typeof keys, of: keyof typeof keys) => {
    const { conversation } = await answeredTurn(service, keys[of], assistant_id)
    const route = `DELETE /conversations/${conversation.id}`
    return [
      (await call(service, route, { key: keys[by] })).status,
      (await call(service, `GET /conversations/${conversation.id}`, { key: keys[of] })).status,
    ]
  }
  expect(await erase('member', 'member')).toEqual([204, 404])
  expect(await erase('admin', 'member')).toEqual([204, 404])
  expect(await erase('editor', 'member')).toEqual([404, 200])
})

test('a visitor of one deployment is no visitor of another organization', async () => {
  await visitorTurn(service, service.tenant)
  const [{ id }] = await visitors('?limit=1')
  const key = service.stranger.keys.owner
  expect((await call(service, `DELETE /visitors/${id}`, { key })).status).toBe(404)
  expect((await outcome(await call(service, 'GET /visitors', { key }))).body.data).toEqual([])
  expect((await visitors('?limit=1'))[0].id).toBe(id)
})
