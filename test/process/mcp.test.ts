import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Era, eras, use } from '../mcp/client.ts'
import { serveWithModel } from './with-model.ts'

const RIGHT = 'Backups are kept for 30 days [1].'
const QUESTION = 'How long are backups kept?'

let service: Awaited<ReturnType<typeof serveWithModel>>

beforeAll(async () => {
  service = await serveWithModel({
    documents: ['# Plans\n\n## Starter\n\nBackups are kept for 30 days. Storage is 20 GB.'],
    environment: { SVC_RATE_MCP: '0' },
  })
})
afterAll(() => service.stop())

test.each(Object.keys(eras) as Era[])(
  'the official client of %s hears how far its answer is (docs/behaviour.md#mcp)',
  async (era) => {
    service.model.next(() => RIGHT)
    const client = await connect(service, service.key, era)
    const heard: (string | undefined)[] = []

    const { structuredContent } = await client.callTool(
      { name: 'ask', arguments: { question: QUESTION } },
      { onprogress: ({ message }) => heard.push(message) },
    )

    expect(structuredContent).toMatchObject({
      text: RIGHT,
      citations: [{ url: expect.stringContaining('/svc/passages/') }],
    })
    expect(heard).toEqual(['Searching the knowledge', 'Reading a passage', 'Answering'])
  },
)

describe.each(Object.keys(eras) as Era[])(
  'the official client of %s (docs/behaviour.md#mcp)',
  (era) => {
    test('leaves no answer running when it cancels', async () => {
      let asked = false
      service.model.next(() => {
        asked = true
        return new Promise<string>(() => {})
      })
      const client = await connect(service, service.key, era)
      const conversation_id = await service.begin()
      const question = { name: 'ask', arguments: { question: QUESTION, conversation_id } }
      const leaving = new AbortController()

      const left = expect(client.callTool(question, { signal: leaving.signal })).rejects.toThrow()
      await expect.poll(() => asked).toBe(true)
      leaving.abort()
      await left
      service.model.next(() => RIGHT)

      await expect.poll(async () => (await client.callTool(question)).isError ?? false).toBe(false)
      const { body } = await service.call('GET', `/conversations/${conversation_id}/messages`)
      expect(body.data).toMatchObject([
        { role: 'user' },
        { role: 'assistant', status: 'interrupted' },
        { role: 'user' },
        { role: 'assistant', status: 'complete' },
      ])
    })
  },
)

test('a client of 2025 that only disconnects stops the model as well', async () => {
  const asked = Promise.withResolvers<void>()
  service.model.next(() => {
    asked.resolve()
    return new Promise<string>(() => {})
  })
  const conversation_id = await service.begin()
  const question = { name: 'ask', arguments: { question: QUESTION, conversation_id } }
  const leaving = new AbortController()
  const left = fetch(`${service.origin}/svc/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key.secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: question }),
    signal: leaving.signal,
  }).then((response) => response.text())
  await asked.promise
  leaving.abort()
  await expect(left).rejects.toThrow()

  const answers = async () => {
    const { body } = await service.call('GET', `/conversations/${conversation_id}/messages`)
    return body.data.filter(({ role }: { role: string }) => role === 'assistant')
  }
  await expect.poll(answers).toMatchObject([{ status: 'interrupted' }])
})

test('fifty clients work side by side', async () => {
  service.model.next(() => RIGHT)
  const both = Object.keys(eras) as Era[]

  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      const client = await connect(service, service.key, both[at % 2])
      const { results } = await use(client, 'search', { query: 'backups' })
      const { text } = await use(client, 'fetch', { id: results[0].id })
      const answer = await use(client, 'ask', { question: QUESTION })
      return { text, answer: answer.text, conversation_id: answer.conversation_id }
    }),
  )

  expect(new Set(answers.map(({ conversation_id }) => conversation_id)).size).toBe(50)
  for (const { text, answer } of answers) {
    expect(text).toContain('Backups are kept for 30 days.')
    expect(answer).toBe(RIGHT)
  }
})

test('at SIGTERM clients are told that their answers were interrupted', async () => {
  const documents = ['# Plans\n\nBackups are kept for 30 days.']
  const stopping = await serveWithModel({ documents })
  const both = Object.keys(eras) as Era[]
  let asked = 0
  stopping.model.next(() => {
    asked += 1
    return new Promise<string>(() => {})
  })
  const clients = await Promise.all(both.map((era) => connect(stopping, stopping.key, era)))
  const question = { name: 'ask', arguments: { question: QUESTION } }

  const answering = clients.map((client) => client.callTool(question))
  await expect.poll(() => asked).toBe(2)
  await stopping.terminate()

  for (const answer of await Promise.all(answering)) {
    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: 'provider_failure: The answer was interrupted: server_shutdown.' }],
    })
  }
  await stopping.stop()
})
