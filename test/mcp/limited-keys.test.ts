import { describe, expect, test } from 'vitest'
import type { Operation } from '../../server/contract/operation.ts'
import { operations } from '../../server/contract/operations.ts'
import { call, outcome } from '../http/service.ts'
import { START } from '../http/tenants.ts'
import { connect, ingest, start, use } from './client.ts'

const uuid = () => crypto.randomUUID()

/** Two assistants with a collection each, and a key for the first of them. */
async function limited() {
  const service = await start()
  const { tenant } = service
  const person = tenant.people.owner
  const key = tenant.keys.owner
  const known = await ingest(service)
  const secret_collection = await service.store.collections.create(tenant.id, {
    id: uuid(),
    name: 'Secrets',
    description: '',
    embedding_model: 'builtin/meaning-1',
    embedding_dimensions: 4,
    created_at: START,
  })
  const json = { name: 'Other', knowledge_base_ids: [secret_collection.id] }
  const { body: other } = await outcome(await call(service, 'POST /assistants', { key, json }))
  const hidden = await ingest(
    { ...service, tenant: { ...tenant, collection_id: secret_collection.id } },
    'Hidden',
  )
  const asked = { name: 'For the website', role: 'owner', assistant_ids: [tenant.assistant_id] }
  const created = await outcome(await call(service, 'POST /api-keys', { person, json: asked }))
  const { api_key, secret } = created.body as { api_key: object; secret: string }
  return { service, tenant, person, other, secret_collection, known, hidden, api_key, secret }
}

const REFUSED = { status: 403, body: { code: 'authorization_error' } }

describe('a key that is limited to assistants (docs/behaviour.md#api-keys)', () => {
  test('is listed with them, and its secret is no wider', async () => {
    const { service, tenant, person, api_key } = await limited()

    const listed = await outcome(await call(service, 'GET /api-keys', { person }))

    expect(api_key).toMatchObject({ role: 'owner', assistant_ids: [tenant.assistant_id] })
    expect(listed.body.data[0]).toEqual(api_key)
    expect(listed.body.data[1].assistant_ids).toBeNull()
  })

  test('needs assistants that exist', async () => {
    const { service, person } = await limited()
    const keyFor = async (assistant_ids: string[]) =>
      outcome(
        await call(service, 'POST /api-keys', {
          person,
          json: { name: 'Key', role: 'member', assistant_ids },
        }),
      )

    for (const wrong of [[], [uuid()], ['x']]) {
      const { status, body } = await keyFor(wrong)
      expect({ status, ...body }).toMatchObject({ status: 400, code: 'validation_error' })
      expect(JSON.stringify(body)).toContain('assistant_ids')
    }
  })

  test('searches what they know, and nothing else', async () => {
    const { service, tenant, other, secret_collection, secret } = await limited()
    const search = async (scope: object) =>
      outcome(
        await call(service, 'POST /knowledge/search', {
          key: { id: '', secret },
          json: { query: 'we open at nine', ...scope },
        }),
      )

    const everywhere = await search({})
    const inItsOwn = await search({ assistant_id: tenant.assistant_id })

    expect([everywhere.status, inItsOwn.status]).toEqual([200, 200])
    expect(service.searched).toEqual([[tenant.collection_id], [tenant.collection_id]])
    expect(await search({ assistant_id: other.id })).toMatchObject(REFUSED)
    const both = [tenant.collection_id, secret_collection.id]
    expect(await search({ knowledge_base_ids: both })).toMatchObject(REFUSED)
  })

  test('asks them, and no other', async () => {
    const { service, tenant, other, secret } = await limited()
    const key = { id: '', secret }
    const begin = async (assistant_id: string) =>
      outcome(await call(service, 'POST /conversations', { key, json: { assistant_id } }))

    const { status, body } = await begin(tenant.assistant_id)
    const turn = await outcome(
      await call(service, `POST /conversations/${body.id}/messages`, {
        key,
        json: { text: 'When do you open?' },
      }),
    )

    expect([status, turn.status]).toEqual([201, 201])
    expect(await begin(other.id)).toMatchObject(REFUSED)
  })

  test('sees them alone over MCP', async () => {
    const { service, tenant, known, hidden, secret } = await limited()
    const client = await connect(service, { secret })

    const { assistants } = await use(client, 'list_assistants')
    await use(client, 'search', { query: 'we open at nine' })
    const { resources } = await client.listResources()

    expect(assistants.map(({ name }: { name: string }) => name)).toEqual(['Helper'])
    expect(service.searched).toEqual([[tenant.collection_id]])
    expect(resources.map(({ uri }) => uri).join()).toContain(known.document_id)
    expect(resources.map(({ uri }) => uri).join()).not.toContain(hidden.document_id)
    expect(await use(client, 'fetch', { id: known.ids[0] })).toMatchObject({ id: known.ids[0] })
    for (const id of [hidden.ids[0], hidden.document_id]) {
      expect(await use(client, 'fetch', { id })).toEqual(
        await use(client, 'fetch', { id: 'nobody' }),
      )
    }
    const ask = await use(client, 'ask', { question: 'Where?', assistant: 'Other' })
    expect(ask.refused).toContain('not found')
  })

  test('is refused by every other operation, whatever its role', async () => {
    const { service, secret } = await limited()
    const wider = Object.values<Operation>(operations).filter(({ access, limited }) => {
      return !limited && !['anyone', 'widget', 'visitor', 'session', 'staff'].includes(access)
    })

    const passed: string[] = []
    for (const { method, path } of wider) {
      const route = `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, uuid)}`
      const response = await call(service, route, { key: { id: '', secret } })
      if (response.status !== 403) passed.push(`${route}: ${response.status}`)
      await response.body?.cancel()
    }

    expect(wider.length).toBeGreaterThan(60)
    expect(passed).toEqual([])
  })
})
