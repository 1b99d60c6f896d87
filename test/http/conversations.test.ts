import { afterAll, beforeAll, expect, test } from 'vitest'
import { answeredTurn, call, outcome, startHttp, type TestService, visitorTurn } from './service.ts'
import { createKey, type Key } from './tenants.ts'

let service: TestService
let key: Key
beforeAll(async () => {
  service = await startHttp()
  key = service.tenant.keys.editor
})
afterAll(() => service.stop())

const send = async (route: string, json?: unknown, as: Key = key) =>
  outcome(await call(service, route, { key: as, json }))

async function begin(fields: object = {}, as: Key = key) {
  const json = { assistant_id: service.tenant.assistant_id, ...fields }
  return (await send('POST /conversations', json, as)).body
}

async function newAssistant(fields: object = {}) {
  const json = { name: 'Other', knowledge_base_ids: [service.tenant.collection_id], ...fields }
  return (await send('POST /assistants', json)).body
}

test('a conversation belongs to the key that created it (docs/behaviour.md#conversations)', async () => {
  const conversation = await begin({ metadata: { team: 'sales' } })

  expect(conversation).toMatchObject({
    title: '',
    status: 'active',
    turn_state: 'idle',
    message_count: 0,
    owner: { type: 'service', id: key.id },
    metadata: { team: 'sales' },
  })
})

test('another key of the same role cannot see it; a moderator may read but not change it', async () => {
  const { id } = await begin()
  const other = await createKey(service.store, service.tenant.id, 'editor')
  const { admin } = service.tenant.keys

  expect((await send(`GET /conversations/${id}`, undefined, other)).status).toBe(404)
  expect((await send(`GET /conversations/${id}/messages`, undefined, other)).status).toBe(404)
  expect((await send(`GET /conversations/${id}`, undefined, admin)).status).toBe(200)
  expect((await send(`GET /conversations/${id}/messages`, undefined, admin)).status).toBe(200)
  expect((await send(`PATCH /conversations/${id}`, { title: 'X' }, admin)).status).toBe(404)
  expect((await send(`POST /conversations/${id}/messages`, { text: 'X' }, admin)).status).toBe(404)
})

test('only the owner of the conversation gets ratings and follow-ups', async () => {
  const turn = await answeredTurn(service, key, service.tenant.assistant_id)
  const answer = `/conversations/${turn.conversation.id}/messages/${turn.answer.id}`
  const { admin } = service.tenant.keys

  expect((await send(`PUT ${answer}/feedback`, { rating: 'up' }, admin)).status).toBe(404)
  expect((await send(`DELETE ${answer}/feedback`, undefined, admin)).status).toBe(404)
  expect((await send(`POST ${answer}/follow-ups`, undefined, admin)).status).toBe(404)
})

test('a rating is replaced by the next one, read, and cleared repeatedly (docs/behaviour.md#ratings)', async () => {
  const turn = await answeredTurn(service, key, service.tenant.assistant_id)
  const route = `/conversations/${turn.conversation.id}/messages/${turn.answer.id}/feedback`

  const none = await send(`GET ${route}`)
  const first = await send(`PUT ${route}`, { rating: 'up', note: ' Fine.\r\nReally. ' })
  const second = await send(`PUT ${route}`, { rating: 'down' })
  const read = await send(`GET ${route}`)
  const cleared = [await send(`DELETE ${route}`), await send(`DELETE ${route}`)]

  expect(none.status).toBe(404)
  expect(first.body).toMatchObject({ rating: 'up', note: 'Fine.\nReally.' })
  expect(second.body).toMatchObject({ message_id: turn.answer.id, rating: 'down', note: null })
  expect(read.body).toEqual(second.body)
  expect(cleared).toEqual([
    { status: 204, body: null },
    { status: 204, body: null },
  ])
  expect((await send(`GET ${route}`)).status).toBe(404)
})

test('a message of another conversation is 404', async () => {
  const { answer } = await answeredTurn(service, key, service.tenant.assistant_id)
  const { id } = await begin()

  const response = await send(`PUT /conversations/${id}/messages/${answer.id}/feedback`, {
    rating: 'up',
  })

  expect(response.status).toBe(404)
})

test('an archived conversation is not listed, refuses questions, and can be restored', async () => {
  const { id } = await begin()
  const ids = async (query = '') =>
    (await send(`GET /conversations${query}`)).body.data.map(({ id }: { id: string }) => id)

  const archived = await send(`PATCH /conversations/${id}`, { archived: true })
  const [listed, listedArchived] = [await ids(), await ids('?archived=true')]
  const asked = await send(`POST /conversations/${id}/messages`, { text: 'Where?' })
  const restored = await send(`PATCH /conversations/${id}`, { archived: false, title: null })

  expect(archived.body.status).toBe('archived')
  expect(listed).not.toContain(id)
  expect(listedArchived).toContain(id)
  expect(asked.status).toBe(409)
  expect(restored.body.status).toBe('active')
  expect(await ids()).toContain(id)
})

test('metadata is replaced as a whole and {} clears it', async () => {
  const { id } = await begin({ metadata: { a: '1', b: '2' } })

  const replaced = await send(`PATCH /conversations/${id}`, { metadata: { c: '3' } })
  const cleared = await send(`PATCH /conversations/${id}`, { metadata: {} })

  expect([replaced.body.metadata, cleared.body.metadata]).toEqual([{ c: '3' }, {}])
})

test.each([
  ['disabled', { status: 'disabled' }],
  ['archived', { status: 'archived' }],
  ['without a collection', { knowledge_base_ids: [] }],
])(
  'an assistant that is %s is 400 on every route that needs an answerable one',
  async (_, change) => {
    const assistant = await newAssistant()
    const { id } = await begin({ assistant_id: assistant.id })
    const { status } = await send(`PATCH /assistants/${assistant.id}`, {
      revision: assistant.revision,
      ...change,
    })
    expect(status).toBe(200)

    const begun = await send('POST /conversations', { assistant_id: assistant.id })
    const asked = await send(`POST /conversations/${id}/messages`, { text: 'Where?' })
    const streamed = await send(`POST /conversations/${id}/messages:stream`, { text: 'Where?' })
    const patched = await send(`PATCH /conversations/${id}`, { title: 'New' })

    for (const refused of [begun, asked, streamed, patched]) {
      expect([refused.status, refused.body.code]).toEqual([400, 'validation_error'])
    }
  },
)

test('an unknown or foreign assistant is 404', async () => {
  for (const assistant_id of ['nonsense', service.stranger.assistant_id]) {
    expect((await send('POST /conversations', { assistant_id })).status).toBe(404)
  }
})

test('owner=all needs inbox.read and includes conversations of visitors', async () => {
  const { conversation_id } = await visitorTurn(service, service.tenant)
  const { admin, member } = service.tenant.keys

  const refused = await send('GET /conversations?owner=all', undefined, member)
  const all = await send('GET /conversations?owner=all', undefined, admin)
  const own = await send('GET /conversations', undefined, admin)

  const ids = (list: typeof all) => list.body.data.map(({ id }: { id: string }) => id)
  expect(refused.status).toBe(403)
  expect(ids(all)).toContain(conversation_id)
  expect(ids(own)).not.toContain(conversation_id)
})

test('an answer is returned with its conversation and question', async () => {
  const { id } = await begin()
  const json = { text: '  Where is it?\r\nPlease. ', idempotency_key: 'k:1', metadata: { a: 'b' } }

  const { status, body } = await send(`POST /conversations/${id}/messages`, json)
  const again = await send(`POST /conversations/${id}/messages`, json)

  expect(status).toBe(201)
  expect(body.conversation).toMatchObject({ id, title: 'Where is it?', message_count: 2 })
  expect(body.question).toMatchObject({
    role: 'user',
    text: 'Where is it?\nPlease.',
    idempotency_key: 'k:1',
    metadata: { a: 'b' },
    citations: [],
    model: null,
  })
  expect(body.answer).toMatchObject({ role: 'assistant', idempotency_key: null, metadata: {} })
  expect(again).toEqual({ status: 201, body })
})
