import { once as nextEvent } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { once } from '../../server/once.ts'
import { caller, createSvc, until } from './svc.ts'

const SECRET = `svc_sk_${'f'.repeat(40)}`
const LONG_ANSWER = Array.from(
  { length: 60 },
  (_, at) => ['The harbour opens at 0 past eight [1].', 'It is open every day [1].'][at % 2],
).join('\n\n')

/** A slow model server over real HTTP. */
const mock = new LLMock({ port: 0, latency: 60, chunkSize: 20 })
beforeAll(async () => {
  await mock.start()
  // Its turn lasts long enough to be seen before it ends.
  const short = { content: 'The harbour opens at 0 past eight [1].' }
  mock.onMessage(/in short/, short, { latency: 1000 })
  mock.onMessage(/./, { content: LONG_ANSWER })
})
afterAll(() => mock.stop())

async function prepared({ documents = 1 } = {}) {
  const svc = await createSvc()
  const folder = join(svc.dir, 'docs')
  await mkdir(folder)
  await Promise.all(
    Array.from({ length: documents }, (_, at) =>
      writeFile(
        join(folder, `${at}.md`),
        `# Opening hours of harbour ${at}\n\nThe harbour opens at ${at} past eight.\n\n${'It is open every day. '.repeat(200)}`,
      ),
    ),
  )
  await writeFile(
    join(svc.dir, 'providers.json'),
    JSON.stringify({
      slow: { type: 'openai-compatible', base_url: `${mock.url}/v1`, api_key: 'sk-test' },
    }),
  )
  const file = join(svc.dir, 'provision.json')
  await writeFile(
    file,
    JSON.stringify({
      organizations: [
        {
          slug: 'acme',
          name: 'Acme',
          api_keys: [{ name: 'ci', role: 'admin', secret: SECRET }],
          collections: [
            {
              name: 'Docs',
              sources: [{ name: 'docs', type: 'folder', config: { path: folder }, sync: true }],
            },
          ],
          assistants: [{ name: 'Slow', model: 'slow/m', collections: ['Docs'] }],
        },
      ],
    }),
  )
  const environment = {
    SVC_PROVISION: file,
    SVC_PROVIDERS: join(svc.dir, 'providers.json'),
  }
  return { svc, start: () => svc.serve(environment) }
}

test('kill -9 in the middle of a stream: the answer so far is kept as interrupted, the conversation is free (docs/behaviour.md#turns)', async () => {
  const { svc, start } = await prepared()
  await using _ = svc
  const first = await start()
  const call = caller(first.api, SECRET)
  await synced(call)
  const conversation = await begin(call)
  const response = await ask(first.api, conversation, 'when-1')
  const seen = await readUntil(response, 4000, 'harbour')

  await first.kill()
  const second = await start()

  const again = caller(second.api, SECRET)
  const { body: after } = await again('GET', `/conversations/${conversation}`)
  expect(after).toMatchObject({ turn_state: 'idle', message_count: 2 })
  const { body: messages } = await again('GET', `/conversations/${conversation}/messages`)
  const answer = messages.data[1]
  expect(answer.status).toBe('interrupted')
  expect(answer.text.length).toBeGreaterThan(0)
  expect(LONG_ANSWER.startsWith(answer.text)).toBe(true)
  // Saved at least every second: what the mock sends in that time, with some slack, may be missing.
  expect(seen.length - answer.text.length).toBeLessThan(20 * (1000 / 60) * 2)
  const replay = await (await ask(second.api, conversation, 'when-1')).text()
  expect(replay).toContain('"reason":"server_restart"')
  expect((await ask(second.api, conversation, 'when-2')).status).toBe(200)
})

test('kill -9 in the middle of a sync: the next start finishes it, nothing stuck, counters add up', async () => {
  const documents = 400
  const { svc, start } = await prepared({ documents })
  await using _ = svc
  const first = await start()
  const call = caller(first.api, SECRET)
  const job = await latestJob(call)
  await until(async () => (await jobOf(call, job.id)).counters.documents_ingested > 10, {
    everyMs: 5,
  })
  expect(await jobOf(call, job.id)).toMatchObject({ is_active: true })

  await first.kill()
  const second = await start()

  const again = caller(second.api, SECRET)
  await until(async () => !(await jobOf(again, job.id)).is_active)
  const ended = await jobOf(again, job.id)
  expect(ended).toMatchObject({ status: 'succeeded', attempt: 1 })
  const { documents_discovered, documents_ingested, documents_unchanged } = ended.counters
  expect(documents_discovered).toBe(documents)
  expect(documents_ingested + documents_unchanged).toBe(documents)
  const { body } = await again('GET', '/knowledge/collections')
  expect(body.data[0]).toMatchObject({ document_count: documents })
  expect((await svc.run(['check'])).output).toContain('database: ok')
})

test('SIGTERM lets a short rest of an answer end, refuses new requests with 503 and exits with 0 (docs/behaviour.md#starting-and-stopping)', async () => {
  const { svc, start } = await prepared()
  await using _ = svc
  const serving = await start()
  const call = caller(serving.api, SECRET)
  await synced(call)
  const conversation = await begin(call)
  const response = await ask(serving.api, conversation, 'when-1')
  const reader = response.text()

  const exit = serving.stop()
  await until(async () => (await fetch(`${serving.api}/ready`)).status === 503)
  // Where the launcher runs a newer Node, Ctrl-C comes twice: from the terminal and from the
  // launcher.
  serving.process.kill('SIGINT')
  serving.process.kill('SIGTERM')
  const refused = await call('GET', '/assistants')
  const health = await fetch(`${serving.api}/health`)

  expect(refused).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
  expect(health.status).toBe(200)
  const stream = await reader
  expect(stream).toMatch(/event: answer\.(completed|interrupted)\n/)
  expect(await exit).toBe(0)
})

/** One service for the tests that do not end it. */
const running = once(async () => {
  const { svc, start } = await prepared()
  const { api } = await start()
  const call = caller(api, SECRET)
  await synced(call)
  return { svc, api, call }
})
afterAll(async () => (await running()).svc[Symbol.asyncDispose]())

test('a client that vanishes frees the conversation and keeps the text so far (docs/behaviour.md#turns)', async () => {
  const { api, call } = await running()
  const conversation = await begin(call)
  const leaving = new AbortController()
  const response = await ask(api, conversation, 'when-1', leaving.signal)
  await readUntil(response, 300, 'harbour')

  leaving.abort()

  await until(async () => {
    const { body } = await call('GET', `/conversations/${conversation}`)
    return body.turn_state === 'idle'
  })
  const { body } = await call('GET', `/conversations/${conversation}/messages`)
  expect(body.data[1]).toMatchObject({ status: 'interrupted' })
  expect(body.data[1].text).toContain('harbour')
})

test('a client that leaves a whole answer finds it with its key (docs/behaviour.md#idempotency)', async () => {
  const { api, call } = await running()
  const conversation = await begin(call)
  const path = `/conversations/${conversation}`
  const question = { text: 'When does the harbour open, in short?', idempotency_key: 'when-1' }
  const stateOf = async () => (await call('GET', path)).body.turn_state
  const leaving = new AbortController()
  const left = fetch(`${api}${path}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
    body: JSON.stringify(question),
    signal: leaving.signal,
  }).catch((error: Error) => error.name)
  await until(async () => (await stateOf()) === 'awaiting_answer', { everyMs: 1 })

  leaving.abort()

  expect(await left).toBe('AbortError')
  await until(async () => (await stateOf()) === 'idle')
  const again = await call('POST', `${path}/messages`, question)
  expect(again).toMatchObject({
    status: 201,
    body: { answer: { status: 'complete', sequence: 2 } },
  })
  expect(again.body.answer.text).toContain('harbour')
  expect((await call('GET', path)).body.message_count).toBe(2)
})

test('a client that never reads does not hold up others and ends with its connection', async () => {
  const { api, call } = await running()
  const conversation = await begin(call)
  const body = JSON.stringify({ text: 'When does the harbour open?' })
  const { hostname, port } = new URL(api)
  const socket = connect(Number(port), hostname).pause()
  await nextEvent(socket, 'connect')
  socket.write(
    `POST /svc/api/v1/conversations/${conversation}/messages:stream HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${SECRET}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  await until(async () => {
    const { body } = await call('GET', `/conversations/${conversation}`)
    return body.turn_state === 'awaiting_answer'
  })

  const other = await begin(call)
  const started = performance.now()
  expect((await call('GET', `/conversations/${other}`)).status).toBe(200)
  expect(performance.now() - started).toBeLessThan(5000)
  socket.destroy()

  await until(async () => {
    const { body } = await call('GET', `/conversations/${conversation}`)
    return body.turn_state === 'idle'
  })
})

type Call = ReturnType<typeof caller>

async function begin(call: Call): Promise<string> {
  const { body } = await call('GET', '/assistants')
  return (await call('POST', '/conversations', { assistant_id: body.data[0].id })).body.id
}

function ask(api: string, conversation: string, key: string, signal?: AbortSignal) {
  return fetch(`${api}/conversations/${conversation}/messages:stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'When does the harbour open?', idempotency_key: key }),
    ...(signal && { signal }),
  })
}

/** Reads a stream until it holds the word and at least so many characters. */
async function readUntil(response: Response, length: number, word: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  if (!response.body) throw new Error('The response has no body.')
  const reader = response.body.getReader()
  while (text.length < length || !text.includes(word)) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`The stream ended early: ${text}`)
    text += decoder.decode(value, { stream: true })
  }
  return [...text.matchAll(/^data: (\{"text".*\})$/gm)]
    .map(([, data = '{}']) => (JSON.parse(data) as { text: string }).text)
    .join('')
}

async function latestJob(call: Call) {
  const { body: collections } = await call('GET', '/knowledge/collections')
  const { body: sources } = await call(
    'GET',
    `/knowledge/collections/${collections.data[0].id}/sources`,
  )
  return sources.data[0].latest_job
}

async function synced(call: Call): Promise<void> {
  await until(async () => !(await latestJob(call)).is_active)
}

async function jobOf(call: Call, id: string) {
  return (await call('GET', `/knowledge/jobs/${id}`)).body
}
