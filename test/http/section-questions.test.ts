import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { createThings, type Things } from './things.ts'

let service: TestService
let things: Things
let document_id: string
beforeAll(async () => {
  service = await startHttp()
  things = createThings(service)
  document_id = await newDocumentId()
})
afterAll(() => service.stop())

/** Of a document with the section `Hours` alone. */
async function newDocumentId(): Promise<string> {
  return (await things.newDocument()).split('/').at(-1) ?? ''
}

async function send(route: string, json?: unknown, key = service.tenant.keys.editor) {
  return outcome(await call(service, route, { key, json }))
}

const create = (json: object) => send('POST /knowledge/questions', { document_id, ...json })

describe('questions of sections (docs/behaviour.md#questions-of-sections)', () => {
  test('are made, listed, written anew and deleted', async () => {
    const { status, body: made } = await create({ text: ' When may I come? ', section: 'Hours' })
    expect(status).toBe(201)
    expect(made).toEqual({
      id: expect.any(String),
      collection_id: service.tenant.collection_id,
      document_id,
      section: 'Hours',
      text: 'When may I come?',
      language: 'english',
      origin: 'owner',
      asked_count: 0,
      needs_look: false,
      created_at: service.clock.now,
    })
    const route = `/knowledge/questions/${made.id}`
    const listed = async (query: string) =>
      (await send(`GET /knowledge/questions?${query}`)).body.data
    expect(await listed(`document_id=${document_id}`)).toEqual([made])
    expect(await listed(`collection_id=${made.collection_id}&origin=owner`)).toContainEqual(made)
    expect(await listed('')).toContainEqual(made)
    expect(await listed('origin=model')).toEqual([])
    expect(await listed('needs_look=true')).toEqual([])

    const change = { text: 'When do you close?', origin: 'owner' }
    const changed = await send(`PATCH ${route}`, change)
    expect(changed).toEqual({ status: 200, body: { ...made, text: change.text } })

    expect((await send(`DELETE ${route}`)).status).toBe(204)
    expect((await send(`DELETE ${route}`)).status).toBe(404)
    expect((await send(`PATCH ${route}`, change)).status).toBe(404)
    expect((await create({ text: change.text, section: 'Hours' })).status).toBe(201)
  })

  test('of the same words there is one in a section, and one of the document', async () => {
    const text = 'Can I visit on Sundays?'
    const { body: made } = await create({ text, section: 'Hours' })

    const again = await create({ text: 'Sunday visits', section: 'Hours' })
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await create({ text })).status).toBe(201)
    expect((await create({ text })).status).toBe(409)
    const { body: other } = await create({ text: 'Other?', section: 'Hours' })
    expect((await send(`PATCH /knowledge/questions/${other.id}`, { text })).status).toBe(409)
    expect((await send(`PATCH /knowledge/questions/${made.id}`, { text })).status).toBe(200)
  })

  test.each([
    ['an unknown document', { document_id: crypto.randomUUID() }, 404, 'Document'],
    ['a document of no uuid', { document_id: 'x' }, 404, 'Document'],
    ['a section that the document does not have', { section: 'Prices' }, 400, 'section'],
    ['an empty section', { section: '' }, 400, 'section'],
    ['a long section', { section: 'x'.repeat(4001) }, 400, 'section'],
    ['no text', { text: undefined }, 400, 'text'],
    ['an empty text', { text: '  ' }, 400, 'text'],
    ['a text of 501 characters', { text: 'x'.repeat(501) }, 400, 'text'],
    ['a text of control characters', { text: 'Why\u0000?' }, 400, 'text'],
    ['another field', { origin: 'visitors' }, 400, 'origin'],
  ])('with %s are refused', async (_, json, expected, named) => {
    const { status, body } = await create({ text: 'Why?', ...json })

    expect(status).toBe(expected)
    expect(body.message).toContain(named)
  })

  test('a text of 500 characters is taken, whatever they are', async () => {
    expect((await create({ text: '😀'.repeat(500) })).status).toBe(201)
  })

  test.each([
    [{}, 'text'],
    [{ origin: 'owner' }, 'text'],
    [{ text: 'Why?', origin: 'model' }, 'origin'],
    [{ text: 'Why?', section: 'Hours' }, 'section'],
  ])('cannot be changed by %o', async (json, named) => {
    const { body: made } = await create({ text: crypto.randomUUID() })

    const { status, body } = await send(`PATCH /knowledge/questions/${made.id}`, json)

    expect(status).toBe(400)
    expect(body.message).toContain(named)
    await send(`DELETE /knowledge/questions/${made.id}`)
  })

  test.each([
    [() => `document_id=${document_id}&collection_id=${service.tenant.collection_id}`, 400],
    [() => `document_id=${crypto.randomUUID()}`, 404],
    [() => `collection_id=${crypto.randomUUID()}`, 404],
    [() => 'collection_id=x', 404],
    [() => 'origin=nobody', 400],
    [() => 'needs_look=maybe', 400],
    [() => 'limit=0', 400],
  ])('a list by %s is refused', async (query, expected) => {
    expect((await send(`GET /knowledge/questions?${query()}`)).status).toBe(expected)
  })

  test('those of visitors are listed for who may read the inbox', async () => {
    const { keys } = service.tenant
    const route = 'GET /knowledge/questions?origin=visitors'

    expect((await send(route, undefined, keys.editor)).status).toBe(200)
    expect(await send(route, undefined, keys.member)).toMatchObject({
      status: 403,
      body: { code: 'authorization_error' },
    })
    const all = await send('GET /knowledge/questions', undefined, keys.member)
    expect(all.status).toBe(200)
  })

  test('are gone with their document', async () => {
    const other = await newDocumentId()
    await send('POST /knowledge/questions', { document_id: other, text: 'Why?' })

    await send(`DELETE /knowledge/documents/${other}`)

    const route = `GET /knowledge/questions?document_id=${other}`
    expect((await send(route)).status).toBe(404)
    const { data } = (await send('GET /knowledge/questions')).body
    expect(
      data.filter((question: { document_id: string }) => question.document_id === other),
    ).toEqual([])
  })

  test('are told in the audit log by what their owner wrote', async () => {
    const text = crypto.randomUUID()
    const { body: made } = await create({ text })
    await send(`DELETE /knowledge/questions/${made.id}`)

    const { data } = (
      await send('GET /audit?action=question.*&limit=2', undefined, service.tenant.keys.owner)
    ).body
    expect(data).toMatchObject([
      { action: 'question.deleted', target: { type: 'question', id: made.id, name: text } },
      { action: 'question.created', target: { type: 'question', id: made.id, name: text } },
    ])
  })
})

describe('how a collection comes to questions (docs/behaviour.md#questions-of-sections)', () => {
  const request = (method: string, json?: unknown) =>
    send(`${method} /knowledge/collections/${service.tenant.collection_id}/reading`, json)
  const first = { revision: 0, question_model: null, learn_from_visitors: true }

  test('is replaced as a whole, and refused at an outdated revision', async () => {
    expect(await request('GET')).toEqual({ status: 200, body: first })
    const wanted = { ...first, learn_from_visitors: false }
    expect(await request('PUT', wanted)).toEqual({ status: 200, body: { ...wanted, revision: 1 } })
    expect(await request('PUT', wanted)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await request('GET')).body).toEqual({ ...wanted, revision: 1 })
  })

  test.each([
    ['question_model', { ...first, question_model: 'builtin/extractive' }],
    ['question_model', { ...first, question_model: 'builtin/anything' }],
    ['model', { ...first, question_model: 'nobody/none' }],
    ['question_model', { ...first, question_model: 7 }],
    ['question_model', { revision: 1, learn_from_visitors: true }],
    ['learn_from_visitors', { revision: 1, question_model: null }],
    ['learn_from_visitors', { ...first, learn_from_visitors: 'yes' }],
    ['revision', { question_model: null, learn_from_visitors: true }],
    ['name', { ...first, name: 'x' }],
  ])('names %s when it cannot be taken', async (field, json) => {
    const { status, body } = await request('PUT', json)

    expect(status).toBe(400)
    expect(body.message).toContain(field)
  })

  test('is no field of the collection', async () => {
    const route = `PATCH /knowledge/collections/${service.tenant.collection_id}`
    expect((await send(route, { learn_from_visitors: true })).status).toBe(400)
  })
})
