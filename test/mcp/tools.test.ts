import { describe, expect, test } from 'vitest'
import type { StreamEvent } from '../../server/contract/events.ts'
import { citation, type ScriptedTurn } from '../http/scripted.ts'
import { call, outcome } from '../http/service.ts'
import { connect, type Era, eras, start, use } from './client.ts'

describe.each(Object.keys(eras) as Era[])('a client of %s (docs/behaviour.md#mcp)', (era) => {
  test('is offered the four tools, with schemas and annotations', async () => {
    const service = await start()
    const client = await connect(service, service.tenant.keys.member, era)

    const { tools: offered } = await client.listTools()

    expect(client.getNegotiatedProtocolVersion()).toBe(era)
    expect(offered.map(({ name }) => name)).toEqual(['search', 'fetch', 'ask', 'list_assistants'])
    for (const { description, inputSchema, outputSchema, annotations } of offered) {
      expect(description?.length).toBeGreaterThan(20)
      for (const field of [...fieldsOf(inputSchema), ...fieldsOf(outputSchema)]) {
        expect(field).toMatchObject({ description: expect.any(String) })
      }
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(annotations).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        openWorldHint: false,
      })
    }
  })

  test('asks, and asks again in the same conversation', async () => {
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

  test('gets errors with the code and message of the API', async () => {
    const service = await start()
    const client = await connect(service, service.tenant.keys.member, era)

    expect(await use(client, 'ask', {})).toEqual({
      refused: 'validation_error: question is required.',
    })
    expect(await use(client, 'search', { query: 'x', rerank: 3 })).toEqual({
      refused: 'validation_error: rerank is not a field of this request.',
    })
    expect(await use(client, 'search', { query: 'x', limit: 21 })).toEqual({
      refused: 'validation_error: limit must be a whole number from 1 to 20.',
    })
    expect(await use(client, 'search', { query: 'x', collection: 'nothing' })).toEqual({
      refused: 'not_found: Collection not found.',
    })
    expect(await use(client, 'fetch', { id: 'nobody' })).toEqual({
      refused: 'not_found: Passage or document not found.',
    })
  })
})

test.each(Object.keys(eras) as Era[])(
  'a client of %s that cancels a question frees the conversation at once',
  async (era) => {
    const service = await start({ script: hangs })
    const { member } = service.tenant.keys
    const client = await connect(service, member, era)
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
  },
)

describe('choosing the assistant', () => {
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

  test('with several assistants, one must be named', async () => {
    const { client } = await withTwo()

    expect(await use(client, 'ask', { question: 'Where?' })).toEqual({
      refused: 'validation_error: assistant must be one of "Sales", "Helper".',
    })
    const { assistants } = await use(client, 'list_assistants')
    expect(assistants).toMatchObject([{ name: 'Sales' }, { name: 'Helper' }])
  })

  test('an assistant is named by its id or its name, in upper or lower case', async () => {
    const { service, client, other } = await withTwo()

    for (const assistant of [other.id, 'Sales', 'sales', ' SALES']) {
      const { conversation_id } = await use(client, 'ask', { question: 'Where?', assistant })
      const route = `GET /conversations/${conversation_id}`
      const { body } = await outcome(
        await call(service, route, { key: service.tenant.keys.member }),
      )
      expect(body.assistant_id).toBe(other.id)
    }
    expect(await use(client, 'ask', { question: 'Where?', assistant: 'Support' })).toEqual({
      refused: 'not_found: Assistant not found; it must be one of "Sales", "Helper".',
    })
  })

  test('of names that differ in case, the exact one counts', async () => {
    const { service, client, other } = await withTwo()
    const json = { name: 'SALES', knowledge_base_ids: [service.tenant.collection_id] }
    await call(service, 'POST /assistants', { key: service.tenant.keys.owner, json })

    const { conversation_id } = await use(client, 'ask', { question: 'Where?', assistant: 'Sales' })

    const route = `GET /conversations/${conversation_id}`
    const { body } = await outcome(await call(service, route, { key: service.tenant.keys.member }))
    expect(body.assistant_id).toBe(other.id)
    expect(await use(client, 'ask', { question: 'Where?', assistant: 'sales' })).toEqual({
      refused:
        'validation_error: assistant must be an id, because several assistants have this name.',
    })
  })

  test('an ambiguous name is refused', async () => {
    const { service, client } = await withTwo()
    const json = { name: 'Sales', knowledge_base_ids: [service.tenant.collection_id] }
    await call(service, 'POST /assistants', { key: service.tenant.keys.owner, json })

    expect(await use(client, 'ask', { question: 'Where?', assistant: 'Sales' })).toEqual({
      refused:
        'validation_error: assistant must be an id, because several assistants have this name.',
    })
  })

  test('an assistant that cannot answer is not listed, and the error says why', async () => {
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
      refused:
        'validation_error: assistant must be the assistant of the conversation, or be omitted.',
    })
  })
})

describe('the end of an answer', () => {
  test('an abstention is a result with its reason', async () => {
    const service = await start({ script: abstains })
    const client = await connect(service, service.tenant.keys.member)

    expect(await use(client, 'ask', { question: 'Where?' })).toMatchObject({
      text: 'I do not know.',
      abstained: true,
      abstention_reason: 'insufficient_support',
      citations: [],
    })
  })

  test('a failure and an interruption are tool errors', async () => {
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
      refused: 'provider_failure: The answer was interrupted: incomplete_stream.',
    })
  })

  test('questions are counted under the channel mcp (docs/behaviour.md#usage)', async () => {
    const service = await start()
    const key = service.tenant.keys.member
    await use(await connect(service, key), 'ask', { question: 'Where?' })

    const { body } = await outcome(await call(service, 'GET /usage', { key }))

    expect(body.by_channel).toMatchObject([{ channel: 'mcp', questions: 1 }])
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

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
}

/** The fields of a schema and of what is within them, apart from the API's own citations. */
function fieldsOf(schema: unknown): Schema[] {
  const { properties = {}, items } = schema as Schema
  const own = Object.entries(properties)
  const inner = own.filter(([name]) => name !== 'citations' && name !== 'links')
  return [
    ...own.map(([, field]) => field),
    ...inner.flatMap(([, field]) => fieldsOf(field)),
    ...(items ? fieldsOf(items) : []),
  ]
}
