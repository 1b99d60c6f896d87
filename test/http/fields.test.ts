import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { long, refusalOf, shown, written } from './refusal.ts'
import { answeredTurn, call, outcome, startHttp, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

const refusal = (route: string, json?: unknown) => refusalOf(service, route, json)

describe('assistants (docs/behaviour.md#assistants)', () => {
  test.each([
    [{}, 'name is required.'],
    [{ name: 3 }, 'name must be a string.'],
    [{ name: null }, 'name must be a string.'],
    [{ name: ' \u3000 ' }, 'name must be 1 to 120 characters after trimming.'],
    [{ name: long(121) }, 'name must be 1 to 120 characters after trimming.'],
    [
      { name: 'a\u202eb' },
      `name ${shown}; it contains U+202E (right-to-left override) at position 2.`,
    ],
    [{ name: 'A', colour: 1 }, 'colour is not a field of this request.'],
    [{ name: 'A', ['__proto__x']: 1 }, '__proto__x is not a field of this request.'],
    [
      { name: 'A', description: long(501) },
      'description must be at most 500 characters after trimming.',
    ],
    [{ name: 'A', description: null }, 'description must be a string.'],
    [
      { name: 'A', instruction: long(8001) },
      'instruction must be at most 8000 characters after trimming.',
    ],
    [
      { name: 'A', instruction: 'a\u200bb' },
      `instruction ${written} other than newlines and tabs; it contains U+200B (zero width space) at position 2.`,
    ],
    [{ name: 'A', model: 'nowhere/x' }, 'model must name a configured provider: builtin.'],
    [{ name: 'A', knowledge_base_ids: 'x' }, 'knowledge_base_ids must be a list.'],
    [{ name: 'A', knowledge_base_ids: [3] }, 'knowledge_base_ids[0] must be a string.'],
    [
      { name: 'A', knowledge_base_ids: ['x', 'x'] },
      'knowledge_base_ids must not contain a collection twice.',
    ],
    [
      { name: 'A', knowledge_base_ids: Array.from({ length: 21 }, (_, i) => `${i}`) },
      'knowledge_base_ids must contain at most 20 collections.',
    ],
  ])('POST %j', async (json, message) => {
    expect(await refusal('POST /assistants', json)).toBe(message)
  })

  test('an unknown collection is refused with its field', async () => {
    const json = { name: 'A', knowledge_base_ids: [service.stranger.collection_id] }

    expect(await refusal('POST /assistants', json)).toMatch(/^knowledge_base_ids /)
  })

  test.each([
    [{}, 'revision is required.'],
    [{ revision: 1 }, 'The body must change at least one field.'],
    [{ revision: '1', name: 'A' }, 'revision must be a whole number.'],
    [{ revision: 1.5, name: 'A' }, 'revision must be a whole number.'],
    [{ revision: 1, status: 'on' }, 'status must be one of active, archived, disabled.'],
    [{ revision: 1, name: null }, 'name must be a string.'],
    [{ revision: 1, id: 'x' }, 'id is not a field of this request.'],
  ])('PATCH %j', async (json, message) => {
    const route = `PATCH /assistants/${service.tenant.assistant_id}`

    expect(await refusal(route, json)).toBe(message)
  })

  test('an outdated revision is 409 and changes nothing', async () => {
    const { keys } = service.tenant
    const created = await call(service, 'POST /assistants', {
      key: keys.owner,
      json: { name: 'A' },
    })
    const route = `/assistants/${((await created.json()) as { id: string }).id}`
    const patch = (json: object) => call(service, `PATCH ${route}`, { key: keys.owner, json })

    const first = await outcome(await patch({ revision: 1, name: 'B', instruction: 'Be brief.' }))
    const outdated = await patch({ revision: 1, name: 'C' })
    const cleared = await outcome(await patch({ revision: 2, instruction: null }))

    expect(first.body).toMatchObject({ name: 'B', instruction: 'Be brief.', revision: 2 })
    expect(outdated.status).toBe(409)
    expect(cleared.body).toMatchObject({ name: 'B', instruction: null, revision: 3 })
  })

  test('a name is trimmed, brought to NFC and counted in code points', async () => {
    const key = service.tenant.keys.owner
    const post = async (name: string) =>
      outcome(await call(service, 'POST /assistants', { key, json: { name } }))

    expect((await post('  Cafe\u0301 ')).body.name).toBe('Café')
    expect((await post('😀'.repeat(120))).status).toBe(201)
    expect((await post('😀'.repeat(121))).status).toBe(400)
  })
})

test('the settings contain limits and statuses, the same in every installation', async () => {
  const { keys, assistant_id } = service.tenant
  const path = `GET /assistants/${assistant_id}`

  const assistant = await outcome(await call(service, path, { key: keys.member }))
  const settings = await outcome(await call(service, `${path}/settings`, { key: keys.member }))

  expect(settings).toEqual({
    status: 200,
    body: {
      assistant: assistant.body,
      limits: {
        max_name_chars: 120,
        max_description_chars: 500,
        max_instruction_chars: 8000,
        max_knowledge_bases: 20,
      },
      statuses: ['active', 'archived', 'disabled'],
    },
  })
})

describe('conversations and questions (docs/behaviour.md#conversations)', () => {
  test.each([
    [{}, 'assistant_id is required.'],
    [
      { assistant_id: 'x', title: 'a\nb' },
      `title ${written} and be a single line; it contains U+000A (line feed) at position 2.`,
    ],
    [
      { assistant_id: 'x', title: 'a\tb' },
      `title ${written} and be a single line; it contains U+0009 (tab) at position 2.`,
    ],
    [{ assistant_id: 'x', title: long(201) }, 'title must be 1 to 200 characters after trimming.'],
    [{ assistant_id: 'x', metadata: [] }, 'metadata must be an object.'],
    [{ assistant_id: 'x', metadata: { a: 1 } }, 'metadata.a must be a string.'],
    [
      { assistant_id: 'x', metadata: { A: '1' } },
      'metadata keys must be 1 to 64 characters that match ^[a-z][a-z0-9_.-]*$.',
    ],
    [
      { assistant_id: 'x', metadata: { a: long(513) } },
      'metadata values must be at most 512 characters on a single line.',
    ],
    [
      { assistant_id: 'x', metadata: { a: 'b\nc' } },
      'metadata values must be at most 512 characters on a single line.',
    ],
    [
      {
        assistant_id: 'x',
        metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, ''])),
      },
      'metadata must have at most 20 entries.',
    ],
  ])('POST /conversations %j', async (json, message) => {
    expect(await refusal('POST /conversations', json)).toBe(message)
  })

  test.each([
    [{}, 'The body must change at least one field.'],
    [{ title: null, archived: null, metadata: null }, 'The body must change at least one field.'],
    [{ archived: 'true' }, 'archived must be true or false.'],
    [{ archived: 1 }, 'archived must be true or false.'],
    [{ title: '   ' }, 'title must be 1 to 200 characters after trimming.'],
    [{ assistant_id: 'x' }, 'assistant_id is not a field of this request.'],
    [{ owner: {} }, 'owner is not a field of this request.'],
  ])('PATCH /conversations/{id} %j', async (json, message) => {
    expect(await refusal('PATCH /conversations/x', json)).toBe(message)
  })

  test.each(['messages', 'messages:stream'])('POST …/%s', async (path) => {
    const route = `POST /conversations/x/${path}`
    const cases: [unknown, string][] = [
      [{}, 'text is required.'],
      [{ text: '' }, 'text must be 1 to 16000 characters after trimming.'],
      [{ text: ' \n\t ' }, 'text must be 1 to 16000 characters after trimming.'],
      [{ text: long(16_001) }, 'text must be 1 to 16000 characters after trimming.'],
      [{ text: '\u0301'.repeat(31) }, 'text must have at most 30 combining marks in a row.'],
      [
        { text: ' a\u0000b' },
        `text ${written} other than newlines and tabs; it contains U+0000 (null) at position 2.`,
      ],
      [
        { text: '😀\ud800' },
        `text ${written} other than newlines and tabs; it contains U+D800 (half of a surrogate pair) at position 2.`,
      ],
      [
        { text: 'x', idempotency_key: '' },
        'idempotency_key must be 1 to 128 characters from A-Z a-z 0-9 _ . : -.',
      ],
      [
        { text: 'x', idempotency_key: 'a b' },
        'idempotency_key must be 1 to 128 characters from A-Z a-z 0-9 _ . : -.',
      ],
      [
        { text: 'x', idempotency_key: long(129) },
        'idempotency_key must be 1 to 128 characters from A-Z a-z 0-9 _ . : -.',
      ],
      [{ text: 'x', stream: true }, 'stream is not a field of this request.'],
    ]
    for (const [json, message] of cases) expect(await refusal(route, json)).toBe(message)
  })

  test.each([
    [{}, 'rating is required.'],
    [{ rating: 'good' }, 'rating must be one of up, down.'],
    [{ rating: 'up', note: long(2001) }, 'note must be at most 2000 characters after trimming.'],
  ])('PUT …/feedback %j', async (json, message) => {
    expect(await refusal('PUT /conversations/x/messages/y/feedback', json)).toBe(message)
  })

  test('a question cannot be rated', async () => {
    const { tenant } = service
    const turn = await answeredTurn(service, tenant.keys.owner, tenant.assistant_id)
    const route = `/conversations/${turn.conversation.id}/messages/${turn.question.id}/feedback`

    const message = 'message_id must be the id of an answer.'
    expect(await refusal(`PUT ${route}`, { rating: 'up' })).toBe(message)
    expect(await refusal(`GET ${route}`)).toBe(message)
    expect(await refusal(`DELETE ${route}`)).toBe(message)
  })
})

describe('lists (docs/behaviour.md#lists)', () => {
  test.each([
    ['/assistants?limit=0', 'limit must be a whole number from 1 to 100.'],
    ['/assistants?limit=101', 'limit must be a whole number from 1 to 100.'],
    ['/assistants?limit=1e1', 'limit must be a whole number from 1 to 100.'],
    ['/assistants?limit=', 'limit must be a whole number from 1 to 100.'],
    ['/assistants?limit=1&limit=2', 'limit must be given at most once.'],
    ['/assistants?cursor=nonsense', 'cursor must be one that this list returned.'],
    ['/assistants?status=on', 'status must be one of active, archived, disabled.'],
    ['/conversations?archived=yes', 'archived must be true or false.'],
    ['/conversations?owner=you', 'owner must be me or all.'],
    ['/conversations?assistant_id=nonsense', 'assistant_id must be the id of an assistant.'],
    ['/conversations?assistant_id=', 'assistant_id must be the id of an assistant.'],
    ['/knowledge/collections?archived=1', 'archived must be true or false.'],
  ])('GET %s', async (path, message) => {
    expect(await refusal(`GET ${path}`)).toBe(message)
  })

  test('unknown query parameters are ignored', async () => {
    const key = service.tenant.keys.owner

    expect((await call(service, 'GET /assistants?colour=1&limit=2', { key })).status).toBe(200)
  })

  test('pages follow each other, newest first, and a cursor of another list is refused', async () => {
    const { keys } = service.stranger
    const made: string[] = []
    for (const name of ['A', 'B', 'C', 'D']) {
      const json = { name }
      const created = await call(service, 'POST /knowledge/collections', { key: keys.owner, json })
      made.unshift(((await created.json()) as { id: string }).id)
    }
    const get = async (query: string) =>
      (
        await outcome(
          await call(service, `GET /knowledge/collections?${query}`, { key: keys.owner }),
        )
      ).body

    const first = await get('limit=2')
    const second = await get(`limit=2&cursor=${first.next_cursor}`)
    const third = await get(`limit=2&cursor=${second.next_cursor}`)

    const ids = [first, second, third].flatMap(({ data }) =>
      data.map(({ id }: { id: string }) => id),
    )
    expect(ids).toEqual([...made, service.stranger.collection_id])
    expect([first.has_more, second.has_more, third.has_more]).toEqual([true, true, false])
    expect(third.next_cursor).toBe(null)
    expect(await refusal(`GET /assistants?cursor=${first.next_cursor}`)).toMatch(/^cursor /)
  })
})

test('the name of an unknown field is bounded in the message', async () => {
  const message = await refusal('POST /assistants', { name: 'A', [long(5000)]: 1 })

  expect(message.length).toBeLessThan(200)
})
