import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { createTenant } from './tenants.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

const MODEL = 'builtin/meaning-1'

async function request(route: string, json?: unknown) {
  const { owner: key } = service.tenant.keys
  return outcome(await call(service, route, { key, json }))
}

async function newCollection(): Promise<{ id: string; name: string }> {
  const name = crypto.randomUUID()
  return (await request('POST /knowledge/collections', { name })).body
}

const move = (id: string, json: Record<string, unknown> = {}) =>
  request(`POST /knowledge/collections/${id}/embedding`, { embedding_model: MODEL, ...json })

const running = async () => (await request('GET /knowledge/embedding-moves')).body.data

describe('a move to another embedding (docs/behaviour.md#moving-to-another-embedding)', () => {
  test('is told with its collections, that of the path first, and can be read', async () => {
    const [one, other] = [await newCollection(), await newCollection()]

    const begun = await move(one.id, { collection_ids: [other.id, one.id, other.id] })

    expect(begun).toEqual({
      status: 202,
      body: {
        id: expect.any(String),
        collection_ids: [one.id, other.id],
        status: 'running',
        passages_total: 0,
        passages_done: 0,
        error_code: null,
      },
    })
    const read = await request(`GET /knowledge/embedding-moves/${begun.body.id}`)
    expect(read).toEqual({ status: 200, body: begun.body })
    expect((await running()).at(-1)).toEqual(begun.body)
  })

  test('leaves the collections as they were when it is cancelled, and stays cancelled', async () => {
    const { id } = await newCollection()
    const before = (await request(`GET /knowledge/collections/${id}`)).body
    const begun = (await move(id, { embedding_dimensions: 64 })).body

    const cancelled = await request(`POST /knowledge/embedding-moves/${begun.id}/cancel`)
    const again = await request(`POST /knowledge/embedding-moves/${begun.id}/cancel`)

    expect(cancelled).toEqual({ status: 200, body: { ...begun, status: 'cancelled' } })
    expect(again).toEqual(cancelled)
    expect(await running()).not.toContainEqual(expect.objectContaining({ id: begun.id }))
    expect((await request(`GET /knowledge/collections/${id}`)).body).toEqual(before)
    expect((await move(id)).status).toBe(202)
  })

  test('is one of a collection at a time', async () => {
    const { id, name } = await newCollection()
    await move(id)

    const again = await move(id)

    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(again.body.message).toContain(name)
  })

  test('names the assistant that would combine two embeddings, and both collections', async () => {
    const [one, other] = [await newCollection(), await newCollection()]
    const assistant = (
      await request('POST /assistants', {
        name: crypto.randomUUID(),
        knowledge_base_ids: [one.id, other.id],
      })
    ).body

    const refused = await move(one.id, { embedding_dimensions: 64 })
    const together = await move(one.id, {
      embedding_dimensions: 64,
      collection_ids: [other.id],
    })

    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
    for (const { name } of [assistant, one, other]) expect(refused.body.message).toContain(name)
    expect(together.status).toBe(202)
    const third = await newCollection()
    const combined = await request(`PATCH /assistants/${assistant.id}`, {
      revision: assistant.revision,
      knowledge_base_ids: [one.id, third.id],
    })
    expect(combined.status).toBe(400)
  })

  test.each([
    ['embedding_model', { embedding_model: '' }],
    ['embedding_model', { embedding_model: 7 }],
    ['embedding_model', { embedding_model: 'nobody/has-this' }],
    ['embedding_model', { embedding_model: 'x'.repeat(201) }],
    ['embedding_dimensions', { embedding_dimensions: 0 }],
    ['embedding_dimensions', { embedding_dimensions: 1.5 }],
    ['embedding_dimensions', { embedding_dimensions: 100_001 }],
    ['collection_ids', { collection_ids: 'all' }],
    ['collection_ids', { collection_ids: ['nothing'] }],
    ['collection_ids', { collection_ids: Array(101).fill('x') }],
    ['dimensions', { dimensions: 64 }],
  ])('is refused for its %s: %j', async (field, json) => {
    const { id } = await newCollection()

    const { status, body } = await move(id, json)

    expect(status).toBe(400)
    expect(body.message).toContain(field)
    expect((await move(id)).status).toBe(202)
  })

  test('is recorded with the collection and not with the move', async () => {
    const { id, name } = await newCollection()
    const begun = (await move(id)).body
    await request(`POST /knowledge/embedding-moves/${begun.id}/cancel`)

    const { body } = await request('GET /audit?action=embedding.*')

    expect(body.data.slice(0, 2)).toMatchObject([
      { action: 'embedding.cancelled', target: { type: 'embedding_move', id: begun.id } },
      { action: 'embedding.moved', target: { type: 'collection', id, name } },
    ])
  })

  test('takes no collection of another organization', async () => {
    const foreign = (await createTenant(service.store, 'foreign')).collection_id
    const { id } = await newCollection()

    const named = await move(id, { collection_ids: [foreign] })

    expect(named).toMatchObject({ status: 400, body: { code: 'validation_error' } })
    expect((await move(foreign)).status).toBe(404)
  })
})
