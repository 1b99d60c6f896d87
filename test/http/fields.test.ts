import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answeredTurn, call, outcome, startHttp, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp({ sourceRoots: ['/srv/docs'] })
})
afterAll(() => service.stop())

async function refusal(route: string, json?: unknown): Promise<string> {
  const { status, body } = await outcome(
    await call(service, route, { key: service.tenant.keys.owner, json }),
  )
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' })
  expect(Object.keys(body)).toEqual(['code', 'message'])
  expect(body.message).toMatch(/^[^\n]+[^.]\.$/)
  return body.message
}

const long = (length: number) => 'x'.repeat(length)
const shown = 'must be free of control, invisible and private-use characters and be a single line'
const written = 'must be free of control and invisible characters'

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

describe('collections (docs/behaviour.md#collections)', () => {
  test.each([
    [{}, 'name is required.'],
    [{ name: ' ' }, 'name must be 1 to 200 characters after trimming.'],
    [{ name: long(201) }, 'name must be 1 to 200 characters after trimming.'],
    [{ name: 'A', description: long(4001) }, 'description must be at most 4000 characters.'],
    [{ name: 'A', embedding_dimensions: 0 }, 'embedding_dimensions must be at least 1.'],
    [{ name: 'A', embedding_dimensions: 100_001 }, 'embedding_dimensions must be at most 100000.'],
    [{ name: 'A', embedding_dimensions: 1.5 }, 'embedding_dimensions must be a whole number.'],
    [{ name: 'A', embedding_dimensions: '8' }, 'embedding_dimensions must be a whole number.'],
    [{ name: 'A', embedding_model: 'x/y' }, 'embedding_model must be builtin/lexical-512.'],
  ])('POST %j', async (json, message) => {
    expect(await refusal('POST /knowledge/collections', json)).toBe(message)
  })

  test.each([
    [{}, 'The body must change at least one field.'],
    [{ name: null }, 'name must be a string.'],
    [{ description: null }, 'description must be a string.'],
    [{ archived: null }, 'archived must be true or false.'],
    [{ embedding_model: 'builtin/lexical-512' }, 'embedding_model is not a field of this request.'],
    [
      { name: 'A', embedding_dimensions: 4 },
      'embedding_dimensions is not a field of this request.',
    ],
  ])('PATCH %j', async (json, message) => {
    const route = `PATCH /knowledge/collections/${service.tenant.collection_id}`

    expect(await refusal(route, json)).toBe(message)
  })

  test('a description is trimmed and cut to 1,000 characters; the empty one clears it', async () => {
    const key = service.tenant.keys.owner
    const json = { name: 'Described', description: ` ${'😀'.repeat(1200)} ` }

    const { body } = await outcome(
      await call(service, 'POST /knowledge/collections', { key, json }),
    )
    const cleared = await outcome(
      await call(service, `PATCH /knowledge/collections/${body.id}`, {
        key,
        json: { description: '' },
      }),
    )

    expect(body.description).toBe('😀'.repeat(1000))
    expect(body).toMatchObject({
      embedding_model: 'builtin/lexical-512',
      embedding_dimensions: 512,
    })
    expect(cleared.body.description).toBe('')
  })

  test('a taken name is 409 on creating and renaming', async () => {
    const key = service.tenant.keys.owner
    const post = (json: object) => call(service, 'POST /knowledge/collections', { key, json })
    const created = await outcome(await post({ name: 'Once' }))

    const again = await post({ name: ' Once ' })
    const renamed = await call(service, `PATCH /knowledge/collections/${created.body.id}`, {
      key,
      json: { name: 'Handbook' },
    })

    expect([created.status, again.status, renamed.status]).toEqual([201, 409, 409])
  })
})

describe('sources and searches (docs/behaviour.md#sources)', () => {
  const post = (json: unknown) =>
    refusal(`POST /knowledge/collections/${service.tenant.collection_id}/sources`, json)
  const folder = (config: object) => ({ name: 'F', type: 'folder', config })
  const outside = 'config.path must be an absolute path inside a folder of SVC_SOURCE_ROOTS.'
  const cron = 'schedule must be a cron expression of five fields in UTC with a next occurrence.'

  test.each([
    [{ name: 'S' }, 'type is required.'],
    [{ name: 'S', type: 'ftp' }, 'type must be one of upload, folder.'],
    [
      { name: 'S', type: 'upload', config: { path: 'x' } },
      'config.path is not a field of this request.',
    ],
    [folder({}), 'config.path is required.'],
    [folder({ path: '/srv/docs', include: '*' }), 'config.include must be a list.'],
    [
      folder({ path: '/srv/docs', base_url: 'ftp://x' }),
      'config.base_url must be an http or https address of at most 2000 characters.',
    ],
    ...['@(a|b)', '!a.md', 'a\\*'].map((glob): [object, string] => [
      folder({ path: '/srv/docs', exclude: ['*.md', glob] }),
      `config.exclude[1] must not contain ${/[(!\\]/.exec(glob)?.[0]}: globs support *, **, ?, [a-z] and {a,b}.`,
    ]),
    [
      folder({ path: '/srv/docs', include: ['[!a].md'] }),
      'config.include[0] must have characters or a range such as [a-z] between [ and ].',
    ],
    [
      folder({ path: '/srv/docs', include: ['{1..9}'] }),
      'config.include[0] must have a comma in {a,b}; ranges such as {1..9} are not supported.',
    ],
    [folder({ path: '/srv/docs', include: ['{a,b'] }), 'config.include[0] has a { without its }.'],
    [
      folder({ path: '/srv/docs', include: ['{a,b}'.repeat(20)] }),
      'config.include[0] must have at most 5000 characters after its braces are expanded.',
    ],
    [
      folder({ path: '/srv/docs', include: ['{a,b}'.repeat(8), '{c,d}'.repeat(8)] }),
      'config.include must have at most 5000 characters after its braces are expanded.',
    ],
    [
      folder({ path: '/srv/docs', permalinks: { '+(a)': '/{slug}' } }),
      'config.permalinks must not contain (: globs support *, **, ?, [a-z] and {a,b}.',
    ],
    [folder({ path: '/srv' }), outside],
    [folder({ path: '/srv/docs2' }), outside],
    [folder({ path: '/srv/docs/../secret' }), outside],
    [folder({ path: 'docs' }), outside],
    [{ name: 'S', type: 'upload', schedule: 'daily' }, cron],
    [{ name: 'S', type: 'upload', schedule: '* * * * * *' }, cron],
    [{ name: 'S', type: 'upload', schedule: '0 0 30 2 *' }, cron],
    [{ name: 'S', type: 'upload', schedule: '61 * * * *' }, cron],
  ])('POST …/sources %j', async (json, message) => {
    expect(await post(json)).toBe(message)
  })

  test('a folder inside a root and a schedule are accepted; the type cannot be changed', async () => {
    const key = service.tenant.keys.owner
    const route = `/knowledge/collections/${service.tenant.collection_id}/sources`
    const json = { ...folder({ path: '/srv/docs/guide/' }), schedule: '*/15 2 * * 1-5' }

    const { status, body } = await outcome(await call(service, `POST ${route}`, { key, json }))
    const patch = (change: object) =>
      call(service, `PATCH /knowledge/sources/${body.id}`, { key, json: change })

    expect(status).toBe(201)
    expect(body).toMatchObject({
      config: { path: '/srv/docs/guide', include: [], exclude: [] },
      schedule: '*/15 2 * * 1-5',
      latest_job: null,
    })
    expect((await outcome(await patch({ schedule: null }))).body.schedule).toBe(null)
    expect((await patch({ type: 'upload' })).status).toBe(400)
    expect((await patch({ config: { path: '/etc' } })).status).toBe(400)
    expect((await patch({})).status).toBe(400)
  })

  test.each([
    [{}, 'query is required.'],
    [{ query: ' ' }, 'query must be 1 to 16000 characters after trimming.'],
    [{ query: 'x', limit: 0 }, 'limit must be a whole number from 1 to 50.'],
    [{ query: 'x', limit: 51 }, 'limit must be a whole number from 1 to 50.'],
    [
      { query: 'x', knowledge_base_ids: [] },
      'knowledge_base_ids must contain 1 to 100 collections.',
    ],
    [
      { query: 'x', knowledge_base_ids: ['a'], assistant_id: 'b' },
      'The body must not have both knowledge_base_ids and assistant_id.',
    ],
  ])('POST /knowledge/search %j', async (json, message) => {
    expect(await refusal('POST /knowledge/search', json)).toBe(message)
  })

  test('a search in unknown or foreign collections and assistants is 404', async () => {
    const key = service.tenant.keys.owner
    const { tenant, stranger } = service
    const search = async (json: object) =>
      (await call(service, 'POST /knowledge/search', { key, json: { query: 'x', ...json } })).status

    expect(await search({ knowledge_base_ids: [tenant.collection_id, 'nonsense'] })).toBe(404)
    expect(await search({ knowledge_base_ids: [stranger.collection_id] })).toBe(404)
    expect(await search({ assistant_id: stranger.assistant_id })).toBe(404)
    expect(await search({ assistant_id: tenant.assistant_id })).toBe(200)
    expect(await search({})).toBe(200)
  })
})

describe('widget deployments (docs/behaviour.md#widget-deployments)', () => {
  const valid = () => ({
    name: 'Site',
    assistant_id: service.tenant.assistant_id,
    allowed_origins: [] as unknown[],
  })
  const origin =
    'must be scheme://host or scheme://host:port with http or https, an ASCII host and no path.'

  test.each([
    'https://a.test/',
    'https://a.test/path',
    'https://a.test?x',
    'https://*.a.test',
    '*',
    'ftp://a.test',
    'https://user@a.test',
    'https://bücher.test',
    'https://\u212a.test',
    'https://\u017f.test',
    'https://a.test:0',
    'https://a.test:70000',
    'http://127.1',
    'https://[::1',
    'null',
    '',
    ' https://a.test',
  ])('the origin %j is refused', async (text) => {
    const message = await refusal('POST /widget-deployments', {
      ...valid(),
      allowed_origins: [text],
    })

    expect(message).toBe(`allowed_origins[0] ${origin}`)
  })

  test('origins are deduplicated and sorted, in lower case and without default ports', async () => {
    const key = service.tenant.keys.owner
    const allowed_origins = [
      'https://B.test:443',
      'https://b.test',
      'http://b.test:80',
      'https://a.test:8443',
      'http://[::1]:3000',
    ]

    const { body } = await outcome(
      await call(service, 'POST /widget-deployments', {
        key,
        json: { ...valid(), allowed_origins },
      }),
    )

    expect(body.allowed_origins).toEqual([
      'http://[::1]:3000',
      'http://b.test',
      'https://a.test:8443',
      'https://b.test',
    ])
    expect(body).toMatchObject({ status: 'active', created_by: null, revoked_at: null })
    expect(body.widget_key).toMatch(/^svc_wk_[A-Za-z0-9_-]{43}$/)
    expect(body.snippet).toBe(
      `<script async src="https://answers.test/svc/widget.js" data-widget-key="${body.widget_key}"></script>`,
    )
  })

  test('20 origins are accepted, 21 are refused', async () => {
    const origins = Array.from({ length: 21 }, (_, i) => `https://${i}.test`)
    const key = service.tenant.keys.owner

    expect(
      await refusal('POST /widget-deployments', { ...valid(), allowed_origins: origins }),
    ).toBe('allowed_origins must contain at most 20 origins.')
    const json = { ...valid(), name: 'Twenty', allowed_origins: origins.slice(1) }
    expect((await call(service, 'POST /widget-deployments', { key, json })).status).toBe(201)
  })

  test.each([
    ['soon', 'expires_at must be an ISO 8601 timestamp.'],
    ['2026-02-30T00:00:00Z', 'expires_at must be an ISO 8601 timestamp.'],
    ['2026-11-01T00:00:00.000Z', 'expires_at must be in the future.'],
    ['2026-11-01T00:59:59+01:00', 'expires_at must be in the future.'],
    ['2026-11-01T00:00:00', 'expires_at must be in the future.'],
  ])('expires_at %s is refused', async (expires_at, message) => {
    expect(await refusal('POST /widget-deployments', { ...valid(), expires_at })).toBe(message)
  })

  test('a time without an offset is UTC', async () => {
    const key = service.tenant.keys.owner
    const json = { ...valid(), name: 'Brief', expires_at: '2026-11-01T00:00:01' }

    const { body } = await outcome(await call(service, 'POST /widget-deployments', { key, json }))

    expect(body.expires_at).toBe('2026-11-01T00:00:01.000Z')
  })

  test.each([
    [{}, 'The body must change at least one field.'],
    [{ name: null, allowed_origins: null }, 'The body must change at least one field.'],
    [{ assistant_id: 'x' }, 'assistant_id is not a field of this request.'],
    [{ name: long(121) }, 'name must be 1 to 120 characters after trimming.'],
    [{ name: 'a\u2028b' }, `name ${shown}; it contains U+2028 (line separator) at position 2.`],
    [
      { name: 'a\ue000b' },
      `name ${shown}; it contains U+E000 (private-use character) at position 2.`,
    ],
    [
      { name: 'a\u2800b' },
      `name ${shown}; it contains U+2800 (Braille pattern blank) at position 2.`,
    ],
  ])('PATCH %j', async (json, message) => {
    const route = `PATCH /widget-deployments/${service.tenant.deployment.id}`

    expect(await refusal(route, json)).toBe(message)
  })

  test('null keeps a field; a taken name is 409; revoking twice changes nothing', async () => {
    const { keys } = service.tenant
    const send = async (route: string, json?: object) =>
      outcome(await call(service, route, { key: keys.owner, json }))
    const json = { ...valid(), name: 'Mine', allowed_origins: ['https://a.test'] }
    const { body } = await send('POST /widget-deployments', json)
    const route = `/widget-deployments/${body.id}`

    const taken = await send('POST /widget-deployments', { ...json, name: 'Mine ' })
    const renamed = await send(`PATCH ${route}`, { name: 'Ours', allowed_origins: null })
    const clash = await send(`PATCH ${route}`, { name: 'Website' })
    const revoked = await send(`DELETE ${route}`)
    service.clock.now = '2026-11-01T00:01:00.000Z'
    const again = await send(`DELETE ${route}`)
    service.clock.now = '2026-11-01T00:00:00.000Z'

    expect([taken.status, clash.status]).toEqual([409, 409])
    expect(renamed.body).toMatchObject({ name: 'Ours', allowed_origins: ['https://a.test'] })
    expect(renamed.body.widget_key).toBe(body.widget_key)
    expect(revoked.body).toMatchObject({
      status: 'revoked',
      revoked_at: '2026-11-01T00:00:00.000Z',
    })
    expect(again.body).toEqual(revoked.body)
  })
})

test('the name of an unknown field is bounded in the message', async () => {
  const message = await refusal('POST /assistants', { name: 'A', [long(5000)]: 1 })

  expect(message.length).toBeLessThan(200)
})
