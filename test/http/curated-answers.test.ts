import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { curatedSourceId } from '../../server/retrieval/curated-source.ts'
import { newId } from '../storage/backends.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

const parking = { questions: ['Do you have parking?'], text: 'Yes, behind the house.' }

async function send(route: string, json?: unknown, key = service.tenant.keys.editor) {
  return outcome(await call(service, route, { key, json }))
}

async function create(json: object = parking) {
  return (await send('POST /curated-answers', json)).body
}

async function match(question: string) {
  const { assistant_id } = service.tenant
  return (await send('POST /curated-answers/match', { question, assistant_id })).body
}

describe('curated answers (docs/behaviour.md#curated-answers)', () => {
  test('are created, read, listed, changed and deleted', async () => {
    const made = await create({
      ...parking,
      links: [{ title: 'Map', url: 'https://SHOP.test:443/map' }],
    })
    const links = [{ title: 'Map', url: 'https://shop.test/map' }]
    expect(made).toMatchObject({ ...parking, links, enabled: true, revision: 1, used_count: 0 })
    const route = `/curated-answers/${made.id}`
    expect((await send(`GET ${route}`)).body).toEqual(made)
    expect((await send('GET /curated-answers')).body.data).toContainEqual(made)

    const text = 'Yes, in the yard.'
    const changed = await send(`PATCH ${route}`, { revision: 1, text })
    expect(changed.body).toMatchObject({ ...parking, text, revision: 2 })
    expect((await send(`PATCH ${route}`, { revision: 1, text })).status).toBe(409)
    expect((await send(`PATCH ${route}`, { revision: 2 })).status).toBe(400)

    expect((await send(`DELETE ${route}`)).status).toBe(204)
    expect((await send(`DELETE ${route}`)).status).toBe(404)
  })

  test('are matched by an assistant that gives them, while they are valid and enabled', async () => {
    const { id } = await create({ ...parking, valid_until: '2099-01-01T00:00:00Z' })
    expect(await match('Is there parking?')).toMatchObject({
      match: { id, score: expect.any(Number) },
      threshold: expect.any(Number),
      nearest: [{ id, question: 'Do you have parking?' }],
    })
    expect((await match('Do you have rooms?')).match).toBeNull()

    const now = service.clock.now
    service.clock.now = '2099-01-01T00:00:00.000Z'
    expect((await match('Is there parking?')).nearest).toEqual([])
    service.clock.now = now

    await send(`PATCH /curated-answers/${id}`, { revision: 1, enabled: false })
    expect((await match('Is there parking?')).match).toBeNull()
    const { body: other } = await send('POST /assistants', { name: 'Other' })
    const change = { revision: 2, enabled: true, assistant_ids: [other.id] }
    await send(`PATCH /curated-answers/${id}`, change)
    expect((await match('Is there parking?')).match).toBeNull()
    await send(`DELETE /curated-answers/${id}`)
  })

  test.each([
    ['See [it](javascript:alert%281%29).', 'See it.'],
    [
      'See [it](JaVa&#115;cript:alert%281%29), [that](data:text/html,x) and [b](/b).',
      'See it, that and b.',
    ],
    ['See [it][x].\n\n[x]: javascript:alert(1)', 'See it.'],
    ['See <javascript:alert(1)>.', 'See `javascript:alert(1)`.'],
    ['See [it](https://ann:secret@shop.test/).', 'See it.'],
    ['A ![map](https://evil.test/pixel.png) of it.', 'A  of it.'],
    [
      '<b>Yes</b>,<br>in <span onclick="x()">the</span> yard.<script>alert(1)</script>',
      'Yes, in the yard.alert(1)',
    ],
    ['<div>\nYes.\n<script>alert(1)</script>\n</div>', 'Yes.'],
    ['Yes.\n\n<!-- <img src=x onerror=alert(1)> -->', 'Yes.'],
    ['[a<b>c</b>](javascript:x) <img src=x', 'ac <img src=x'],
    ['Enter <your name>, then Array<string>.', 'Enter \\<your name>, then Array\\<string>.'],
  ])('%j is kept as %j, and given so', async (text, kept) => {
    const { id, revision } = await create({ ...parking, text })
    const read = (await send(`GET /curated-answers/${id}`)).body.text
    const again = await send(`PATCH /curated-answers/${id}`, { revision, text })

    expect([read, again.body.text]).toEqual([kept, kept])
    await send(`DELETE /curated-answers/${id}`)
  })

  test.each([
    'See [the map](https://shop.test/a_(b)), www.shop.test, [mail](mailto:a@shop.test) or [call](tel:+4112).',
    'Use `<script>` and a < b > c & d, **bold** and _this_.',
    '```html\n<img src="a.png">\n```',
    '| A | B |\n| --- | --- |\n| 1 | https://shop.test/2 |',
  ])('%j is kept as it is', async (text) => {
    const made = await create({ ...parking, text })

    expect(made.text).toBe(text)
    await send(`DELETE /curated-answers/${made.id}`)
  })

  test('what an earlier version stored is not shown with it', async () => {
    const { tenant, store, clock } = service
    const text = 'Yes [here](javascript:alert%281%29) <img src=x onerror=alert(1)>'
    const stored = { ...parking, text, links: [], assistant_ids: null, valid_until: null }
    const id = newId()
    const { revision } = await store.curatedAnswers.create(tenant.id, {
      ...stored,
      id,
      enabled: true,
      created_at: clock.now,
    })
    const source_id = curatedSourceId({ id, revision })

    expect((await send(`GET /knowledge/passages/${source_id}`)).body.text).toBe('Yes here ')
    await send(`DELETE /curated-answers/${id}`)
  })

  test.each([
    [{ questions: [] }, /^questions must contain 1 to 20 questions/],
    [{ questions: ['x'.repeat(501)] }, /^questions\[0\] must be 1 to 500 characters/],
    [{ text: '' }, /^text must be 1 to 8000 characters/],
    [{ text: '![A map](https://shop.test/map.png)' }, /^text must have words besides images/],
    [
      { links: [{ title: 'A', url: 'https://ann:secret@shop.test' }] },
      /^links\[0\]\.url must be an https address of .* without user name and password\.$/,
    ],
    [
      { links: [{ title: 'A', url: 'http://shop.test' }] },
      /^links\[0\]\.url must be an https address/,
    ],
    [{ assistant_ids: ['nobody'] }, /^assistant_ids must be ids of assistants/],
    [{ valid_until: '2001-01-01T00:00:00Z' }, /^valid_until must be in the future/],
    [{ note: 'x' }, /note/],
  ])('%j is refused by name', async (change, message) => {
    const refused = await send('POST /curated-answers', { ...parking, ...change })
    expect(refused.status).toBe(400)
    expect(refused.body.message).toMatch(message)
  })

  test('an assistant of another organization is unknown', async () => {
    const assistant_ids = [service.stranger.assistant_id]
    const refused = await send('POST /curated-answers', { ...parking, assistant_ids })
    expect(refused.status).toBe(400)
  })
})
