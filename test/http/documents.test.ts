import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { createThings, type Things } from './things.ts'

let service: TestService
let things: Things
beforeAll(async () => {
  service = await startHttp()
  things = createThings(service)
})
afterAll(() => service.stop())

async function request(route: string, json?: unknown) {
  return outcome(await call(service, route, { key: service.tenant.keys.admin, json }))
}

describe('a change of a document (docs/behaviour.md#documents)', () => {
  test('is answered with the document, and shown by its passages', async () => {
    const document = await things.newDocument()

    const changed = await request(`PATCH ${document}`, {
      title: ' Opening hours ',
      url: 'HTTPS://ACME.test:443/hours',
    })
    const { body } = await request(`GET ${document}/passages`)

    expect(changed).toMatchObject({
      status: 200,
      body: { title: 'Opening hours', url: 'https://acme.test/hours', status: 'ingested' },
    })
    expect(body.data).toMatchObject([{ title: 'Opening hours', url: 'https://acme.test/hours' }])
    expect((await request(`PATCH ${document}`, { title: null, url: null })).body).toMatchObject({
      title: 'Hours',
      url: null,
    })
  })

  test('that excludes it takes it from searches, and lists it as excluded', async () => {
    const document = await things.newDocument()
    const { source_id } = (await request(`PATCH ${document}`, { excluded: true })).body
    const listed = async (status: string) =>
      (await request(`GET /knowledge/sources/${source_id}/documents?status=${status}`)).body.data

    expect(await listed('excluded')).toMatchObject([{ status: 'excluded', passage_count: 0 }])
    expect(await listed('ingested')).toEqual([])
    expect((await request(`GET ${document}/passages`)).body.data).toEqual([])
    expect((await request(`PATCH ${document}`, { excluded: false })).body).toMatchObject({
      status: 'ingested',
      passage_count: 1,
    })
    expect(await listed('ingested')).toHaveLength(1)
  })

  test.each([
    [{}, 'at least one field'],
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(501) }, 'title'],
    [{ url: 'ftp://acme.test/a' }, 'url'],
    [{ url: 'https://ann:secret@acme.test/a' }, 'url must be an address without user name'],
    [{ url: 'https://ann@acme.test/a' }, 'url must be an address without user name'],
    [{ excluded: null }, 'excluded'],
    [{ status: 'excluded' }, 'status'],
  ])('%j is refused', async (body, named) => {
    const refused = await request(`PATCH ${await things.newDocument()}`, body)

    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_error' } })
    expect(refused.body.message).toContain(named)
  })
})

describe('a purge of a collection (docs/behaviour.md#collections)', () => {
  test('deletes what it holds, takes it from assistants and archives it', async () => {
    const name = things.unique()
    const { id } = (await request('POST /knowledge/collections', { name })).body
    const source = await request(`POST /knowledge/collections/${id}/sources`, {
      name: 'docs',
      type: 'upload',
    })
    const sourcePath = `/knowledge/sources/${source.body.id}`
    await request(`POST ${sourcePath}/documents`, {
      documents: [{ path: 'a.md', text: '# A\n\nWords.' }],
    })
    const assistant = await request('POST /assistants', {
      name: 'Purged',
      knowledge_base_ids: [id],
    })

    const mistaken = await request(`POST /knowledge/collections/${id}/purge`, { confirm: 'Other' })
    const kept = await request(`GET ${sourcePath}`)
    const purged = await request(`POST /knowledge/collections/${id}/purge`, { confirm: name })

    expect(mistaken).toMatchObject({ status: 400, body: { code: 'validation_error' } })
    expect(kept.status).toBe(200)
    expect(purged).toMatchObject({
      status: 200,
      body: { id, name, status: 'archived', document_count: 0, passage_count: 0 },
    })
    expect((await request(`GET ${sourcePath}`)).status).toBe(404)
    expect((await request(`GET /assistants/${assistant.body.id}`)).body).toMatchObject({
      knowledge_base_ids: [],
      answerable: false,
    })
    expect((await request(`GET /knowledge/collections/${id}`)).body.status).toBe('archived')
  })
})
