import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import type { StreamEvent } from '../../server/contract/events.ts'
import { type ToolName, tools } from '../../server/contract/mcp.ts'
import type { RetrievedPassage } from '../../server/retrieval/retrieval.ts'
import {
  aVisitorToken,
  call,
  citation,
  type Key,
  outcome,
  type ScriptedTurn,
  START,
  startHttp,
  type TestService,
} from '../http/service.ts'

type Options = NonNullable<Parameters<typeof startHttp>[0]>

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function start(options: Options = {}): Promise<TestService> {
  const service = await startHttp(options)
  cleanups.push(service.stop)
  return service
}

const eras = { '2026-07-28': { pin: '2026-07-28' }, '2025-11-25': 'legacy' } as const
type Era = keyof typeof eras

async function connect(
  { origin }: TestService,
  { secret }: Key,
  era: Era = '2026-07-28',
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: eras[era] } },
  )
  const headers = { authorization: `Bearer ${secret}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/svc/mcp`), { requestInit: { headers } }),
  )
  cleanups.push(() => client.close())
  return client
}

/** The structured result of a tool, held to its schema and to the text beside it; or the refusal's text. */
async function use(client: Client, name: ToolName, input: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: input })
  const [content] = result.content
  const text = content?.type === 'text' ? content.text : ''
  if (result.isError) return { refused: text }
  expect(JSON.parse(text)).toEqual(result.structuredContent)
  tools[name].output.parse(result.structuredContent)
  return JSON.parse(text)
}

/** A POST as a client of 2025-11-25 sends it. */
function post(
  service: TestService,
  headers: Record<string, string>,
  body = LIST,
): Promise<Response> {
  return fetch(`${service.origin}/svc/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...headers,
    },
    body,
  })
}

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

const bearer = ({ secret }: Key) => ({ authorization: `Bearer ${secret}` })

describe.each(Object.keys(eras) as Era[])('a client of %s (completions 13)', (era) => {
  test('is offered the four tools, with schemas and annotations', async () => {
    const service = await start()
    const client = await connect(service, service.tenant.keys.member, era)

    const { tools: offered } = await client.listTools()

    expect(client.getNegotiatedProtocolVersion()).toBe(era)
    expect(offered.map(({ name }) => name)).toEqual(['search', 'fetch', 'ask', 'list_assistants'])
    for (const { description, inputSchema, outputSchema, annotations } of offered) {
      expect(description?.length).toBeGreaterThan(20)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(annotations).toMatchObject({ destructiveHint: false, openWorldHint: false })
    }
    const readOnly = offered.filter(({ annotations }) => annotations?.readOnlyHint)
    expect(readOnly.map(({ name }) => name)).toEqual(['search', 'fetch', 'list_assistants'])
  })

  test('asks, and asks on in the same conversation', async () => {
    const service = await start()
    const key = service.tenant.keys.member
    const client = await connect(service, key, era)

    const first = await use(client, 'ask', { question: 'Where is it?' })
    const { conversation_id } = first
    const second = await use(client, 'ask', { question: 'And when?', conversation_id })

    expect(first).toMatchObject({
      text: 'At the harbour [1].\n“Hä”\u2028',
      abstained: false,
      abstention_reason: null,
      citations: [citation],
      finish_reason: 'stop',
    })
    expect(second.conversation_id).toBe(conversation_id)
    const route = `GET /conversations/${conversation_id}`
    expect((await outcome(await call(service, route, { key }))).body).toMatchObject({
      title: 'Where is it?',
      message_count: 4,
      owner: { type: 'service', id: key.id },
    })
    const { body: messages } = await outcome(await call(service, `${route}/messages`, { key }))
    expect(messages.data[1].id).toBe(first.message_id)
  })

  test('reads what it found', async () => {
    const found: RetrievedPassage[] = []
    const service = await start({ found })
    const { ids, document_id } = await ingest(service)
    found.push(foundPassage(service, ids[1] ?? '', document_id))
    const client = await connect(service, service.tenant.keys.member, era)

    const { results } = await use(client, 'search', { query: 'closing time' })
    const read = await use(client, 'fetch', { id: ids[1] })

    expect(results).toEqual([
      {
        id: ids[1],
        title: 'Hours',
        url: 'https://shop.test/hours',
        snippet: 'We close at five.',
        score: 0.7,
      },
    ])
    expect(read).toEqual({
      id: ids[1],
      title: 'Hours',
      text: 'We open at nine.\n\nWe close at five.\n\nOn Sundays we rest.',
      url: null,
      metadata: { document_id, collection_id: service.tenant.collection_id, anchor: 'Hours' },
    })
  })

  test('is refused in the words of the API', async () => {
    const service = await start()
    const client = await connect(service, service.tenant.keys.member, era)

    expect(await use(client, 'ask', {})).toEqual({
      refused: 'validation_error: question is required.',
    })
    expect(await use(client, 'search', { query: 'x', limit: 3 })).toEqual({
      refused: 'validation_error: limit is not a field of this request.',
    })
    expect(await use(client, 'fetch', { id: 'nobody' })).toEqual({
      refused: 'not_found: Passage not found.',
    })
  })
})

test('a client that cancels a question frees the conversation at once (2026-07-28)', async () => {
  const service = await start({ script: hangs })
  const { member } = service.tenant.keys
  const client = await connect(service, member)
  const leaving = new AbortController()
  const { assistant_id } = service.tenant
  const { body: conversation } = await outcome(
    await call(service, 'POST /conversations', { key: member, json: { assistant_id } }),
  )
  const input = { question: 'Where?', conversation_id: conversation.id }

  const asked = client.callTool({ name: 'ask', arguments: input }, { signal: leaving.signal })
  const refused = expect(asked).rejects.toThrow()
  const state = async () => {
    const route = `GET /conversations/${conversation.id}`
    return (await outcome(await call(service, route, { key: member }))).body.turn_state
  }
  await expect.poll(state).toBe('awaiting_answer')
  leaving.abort()

  await refused
  await expect.poll(state).toBe('idle')
})

describe('which assistant is asked (completions 13)', () => {
  async function withTwo() {
    const service = await start()
    const { keys, collection_id } = service.tenant
    const { body: other } = await outcome(
      await call(service, 'POST /assistants', {
        key: keys.owner,
        json: { name: 'Sales', knowledge_base_ids: [collection_id] },
      }),
    )
    return { service, other, client: await connect(service, keys.member) }
  }

  test('with several, one must be named', async () => {
    const { client } = await withTwo()

    expect(await use(client, 'ask', { question: 'Where?' })).toEqual({
      refused: 'validation_error: assistant must be one of "Sales", "Helper".',
    })
    const { assistants } = await use(client, 'list_assistants')
    expect(assistants).toMatchObject([{ name: 'Sales' }, { name: 'Helper' }])
  })

  test('by its id or its exact name', async () => {
    const { service, client, other } = await withTwo()

    for (const assistant of [other.id, 'Sales']) {
      const { conversation_id } = await use(client, 'ask', { question: 'Where?', assistant })
      const route = `GET /conversations/${conversation_id}`
      const { body } = await outcome(
        await call(service, route, { key: service.tenant.keys.member }),
      )
      expect(body.assistant_id).toBe(other.id)
    }
    expect(await use(client, 'ask', { question: 'Where?', assistant: 'sales' })).toEqual({
      refused: 'not_found: Assistant not found.',
    })
  })

  test('a name that several have is none', async () => {
    const { service, client } = await withTwo()
    const json = { name: 'Sales', knowledge_base_ids: [service.tenant.collection_id] }
    await call(service, 'POST /assistants', { key: service.tenant.keys.owner, json })

    expect(await use(client, 'ask', { question: 'Where?', assistant: 'Sales' })).toEqual({
      refused: 'validation_error: assistant must be an id: several have this name.',
    })
  })

  test('one that cannot answer is not listed and says why', async () => {
    const { service, client, other } = await withTwo()
    const json = { revision: other.revision, status: 'disabled' }
    await call(service, `PATCH /assistants/${other.id}`, { key: service.tenant.keys.owner, json })

    expect(await use(client, 'ask', { question: 'Where?', assistant: 'Sales' })).toEqual({
      refused:
        'validation_error: The assistant cannot answer: it must be active and have at least one collection.',
    })
    expect((await use(client, 'list_assistants')).assistants).toMatchObject([{ name: 'Helper' }])
    expect(await use(client, 'ask', { question: 'Where?' })).toMatchObject({ abstained: false })
  })

  test('a conversation keeps its assistant', async () => {
    const { client } = await withTwo()
    const { conversation_id } = await use(client, 'ask', { question: 'One?', assistant: 'Helper' })

    const same = { question: 'Two?', assistant: 'Helper', conversation_id }
    expect(await use(client, 'ask', same)).toMatchObject({ conversation_id })
    expect(await use(client, 'ask', { ...same, assistant: 'Sales' })).toEqual({
      refused: 'validation_error: assistant must be that of the conversation, or be left out.',
    })
  })
})

describe('how an answer ends', () => {
  test('an abstention is a result and says why', async () => {
    const service = await start({ script: abstains })
    const client = await connect(service, service.tenant.keys.member)

    expect(await use(client, 'ask', { question: 'Where?' })).toMatchObject({
      text: 'I do not know.',
      abstained: true,
      abstention_reason: 'insufficient_support',
      citations: [],
    })
  })

  test('a failure and an interruption are refusals', async () => {
    const endings: StreamEvent[] = [
      { type: 'answer.error', data: { code: 'retrieval_failure', message: 'No index.' } },
      {
        type: 'answer.interrupted',
        data: { answer_message_id: crypto.randomUUID(), reason: 'incomplete_stream' },
      },
    ]
    const service = await start({
      async *script() {
        const event = endings.shift()
        if (event) yield event
      },
    })
    const client = await connect(service, service.tenant.keys.member)

    expect(await use(client, 'ask', { question: 'Where?' })).toEqual({
      refused: 'retrieval_failure: No index.',
    })
    expect(await use(client, 'ask', { question: 'Where?' })).toEqual({
      refused: 'provider_failure: The answer stopped part-way: incomplete_stream.',
    })
  })

  test('questions are counted as channel mcp (completions 12)', async () => {
    const service = await start()
    const key = service.tenant.keys.member
    await use(await connect(service, key), 'ask', { question: 'Where?' })

    const { body } = await outcome(await call(service, 'GET /usage', { key }))

    expect(body.by_channel).toMatchObject([{ channel: 'mcp', questions: 1 }])
  })
})

describe('who may come in (§5.1)', () => {
  test('an API key and nothing else: one and the same 401', async () => {
    const service = await start()
    const { deployment } = service.tenant

    const refused = await Promise.all([
      post(service, {}),
      post(service, { authorization: 'Bearer svc_sk_short' }),
      post(service, { authorization: `Bearer ${deployment.widget_key}` }),
      post(service, { cookie: '__Host-svc_session=something' }),
      post(service, {
        'x-svc-widget-key': deployment.widget_key,
        'x-svc-visitor-token': aVisitorToken(),
      }),
    ])

    const seen = await Promise.all(refused.map(outcome))
    expect(seen[0]?.status).toBe(401)
    expect(seen[0]?.body.code).toBe('authentication_error')
    for (const one of seen) expect(one).toEqual(seen[0])
    expect(refused[0]?.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('what is another organization’s does not exist', async () => {
    const service = await start()
    const { ids } = await ingest(service)
    const own = await connect(service, service.tenant.keys.owner)
    const { conversation_id } = await use(own, 'ask', { question: 'Where?' })
    const stranger = await connect(service, service.stranger.keys.owner)

    const { assistant_id } = service.tenant
    expect(await use(stranger, 'fetch', { id: ids[0] })).toEqual(
      await use(stranger, 'fetch', { id: 'nobody' }),
    )
    expect(await use(stranger, 'ask', { question: 'Where?', conversation_id })).toEqual(
      await use(stranger, 'ask', { question: 'Where?', conversation_id: 'nobody' }),
    )
    expect(await use(stranger, 'ask', { question: 'Where?', assistant: assistant_id })).toEqual(
      await use(stranger, 'ask', { question: 'Where?', assistant: 'nobody' }),
    )
  })

  test('a page that renamed itself to this server is refused', async () => {
    const service = await start()
    const key = bearer(service.tenant.keys.member)

    const origin = await post(service, { ...key, origin: 'https://evil.test' })
    const own = await post(service, { ...key, origin: 'https://answers.test' })

    expect(await outcome(origin)).toEqual({
      status: 403,
      body: {
        code: 'authorization_error',
        message: 'The Origin of the request is not allowed here.',
      },
    })
    expect(own.status).toBe(200)
  })
})

describe('limits', () => {
  test('a request counts against the key’s budget and the MCP budget (§8)', async () => {
    const service = await start({ rates: { identity: 3, mcp: 2 } })
    const key = service.tenant.keys.member

    const statuses: number[] = []
    for (let n = 0; n < 3; n += 1) statuses.push((await post(service, bearer(key))).status)
    const api = await call(service, 'GET /assistants', { key })
    const last = await call(service, 'GET /assistants', { key })

    expect(statuses).toEqual([200, 200, 429])
    expect([api.status, last.status]).toEqual([200, 429])
  })

  test('a request counts against its address before its key is looked at (§8)', async () => {
    const service = await start({ rates: { address: 1 } })

    const first = await post(service, {})
    const second = await post(service, {})

    expect([first.status, second.status]).toEqual([401, 429])
    expect(second.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  })

  test('a message over 256 KiB is 413 (§8)', async () => {
    const service = await start()
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'ping',
      params: 'x'.repeat(2 ** 18),
    })

    const response = await post(service, bearer(service.tenant.keys.member), body)

    expect(await outcome(response)).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    })
  })

  test.each([
    ['a batch, which would cost one request', `[${LIST},${LIST}]`, {}, 400, 'validation_error'],
    ['no JSON', '{', {}, 400, 'validation_error'],
    ['text', LIST, { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  ])('%s is refused in the error shape (§8; completions 14)', async (_, body, headers, ...want) => {
    const service = await start()
    const sent = { ...bearer(service.tenant.keys.member), ...headers }

    const refused = await outcome(await post(service, sent, body))

    expect([refused.status, refused.body.code]).toEqual(want)
    expect(Object.keys(refused.body)).toEqual(['code', 'message'])
  })

  test.each(['GET', 'DELETE', 'PUT'])('%s is 405, with Allow (completions 2)', async (method) => {
    const service = await start()
    const headers = bearer(service.tenant.keys.member)

    const response = await fetch(`${service.origin}/svc/mcp`, { method, headers })

    expect(response.headers.get('allow')).toBe('POST')
    expect(await outcome(response)).toEqual({
      status: 405,
      body: { code: 'method_not_allowed', message: 'This path allows POST.' },
    })
  })

  test('while the service drains, nothing begins (completions 1)', async () => {
    const service = await start()
    service.clock.draining = true

    const response = await post(service, bearer(service.tenant.keys.member))

    expect((await outcome(response)).body.code).toBe('service_unavailable')
  })
})

async function* abstains({ answer_message_id }: ScriptedTurn): AsyncIterable<StreamEvent> {
  yield { type: 'answer.delta', data: { text: 'At the ' } }
  yield { type: 'answer.replaced', data: { text: 'I do not know.' } }
  yield { type: 'answer.sources', data: { citations: [] } }
  yield {
    type: 'answer.completed',
    data: {
      answer_message_id,
      status: 'abstained',
      abstained: true,
      finish_reason: null,
      abstention_reason: 'insufficient_support',
    },
  }
}

async function* hangs(_turn: ScriptedTurn, signal: AbortSignal): AsyncIterable<StreamEvent> {
  yield { type: 'answer.delta', data: { text: 'At' } }
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
}

/** A document of three passages. */
async function ingest({ store, tenant }: TestService) {
  const { id: organization_id, collection_id } = tenant
  const source = await store.sources.create(organization_id, {
    id: crypto.randomUUID(),
    collection_id,
    name: 'Files',
    type: 'folder',
    config: {},
    schedule: null,
    created_at: START,
  })
  if (!source) throw new Error('The source was not created.')
  const document_id = crypto.randomUUID()
  const texts = ['We open at nine.', 'We close at five.', 'On Sundays we rest.']
  const passages = texts.map((text, position) => ({
    id: crypto.randomUUID(),
    position,
    anchor: 'Hours',
    url: null,
    text,
    terms: { title: '', heading: '', text: text.toLowerCase() },
    grams: text.toLowerCase(),
    vector: Float32Array.of(1, 0, 0, 0),
  }))
  await store.documents.stage(collection_id, document_id, passages)
  await store.documents.publish(organization_id, collection_id, {
    id: document_id,
    source_id: source.id,
    path: 'hours.md',
    title: 'Hours',
    url: null,
    media_type: 'text/markdown',
    bytes: 10,
    content_hash: 'hash',
    status: 'ingested',
    error_code: null,
    error_message: null,
    passage_count: texts.length,
    updated_at: START,
  })
  return { document_id, ids: passages.map(({ id }) => id) }
}

function foundPassage(
  { tenant }: TestService,
  source_id: string,
  document_id: string,
): RetrievedPassage {
  return {
    source_id,
    document_id,
    collection_id: tenant.collection_id,
    title: 'Hours',
    url: 'https://shop.test/hours',
    anchor: 'Hours',
    text: 'We close at five.',
    rowid: 2,
    position: 1,
    score: 0.7,
  }
}
