import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { afterEach, expect, test } from 'vitest'
import { ServiceError } from '../../server/contract/errors.ts'
import type { StreamEvent } from '../../server/contract/events.ts'
import { type EventStream, sendEvents } from '../../server/http/event-stream.ts'
import { type ScriptedTurn } from './scripted.ts'
import { call, startHttp, visitorTurn } from './service.ts'

const opened: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

const delta = (text: string): StreamEvent => ({ type: 'answer.delta', data: { text } })
const completed: StreamEvent = {
  type: 'answer.completed',
  data: {
    answer_message_id: '0198c000-0000-7000-8000-000000000000',
    status: 'answered',
    abstained: false,
    finish_reason: 'stop',
    abstention_reason: null,
  },
}

/** A server that streams these events to every client, and the outcome of the last stream. */
async function streaming(
  events: (signal: AbortSignal) => AsyncIterable<StreamEvent>,
  options: Partial<EventStream> = {},
) {
  const failures: unknown[] = []
  const streams: { response: ServerResponse; done: Promise<void>; leaving: AbortController }[] = []
  const server = createServer((_, response) => {
    const leaving = new AbortController()
    response.once('close', () => leaving.abort())
    const done = sendEvents(response, events(leaving.signal), {
      leaving,
      onFailure: (error) => failures.push(error),
      ...options,
    })
    streams.push({ response, done, leaving })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, failures, streams }
}

async function* of(...events: StreamEvent[]) {
  yield* events
}

function parseEvents(chunks: string[]): EventSourceMessage[] {
  const events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  for (const chunk of chunks) parser.feed(chunk)
  return events
}

test('an event is id, event, one line of data and a blank line, with ids from 1 (docs/behaviour.md#streams)', async () => {
  const { url } = await streaming(() => of(delta('One\n\rtwo\u2028 “ä”\n\ndata: x'), completed))

  const response = await fetch(url)

  const text = await response.text()
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(text).toBe(
    'id: 1\nevent: answer.delta\n' +
      `data: ${JSON.stringify({ text: 'One\n\rtwo\u2028 “ä”\n\ndata: x' })}\n\n` +
      `id: 2\nevent: answer.completed\ndata: ${JSON.stringify(completed.data)}\n\n`,
  )
})

test('a client gets the same events wherever the bytes are split', async () => {
  const { url } = await streaming(() => of(delta('Grüße 👩‍🚀 [1]\r\n'), delta('\n'), completed))
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
  const whole = parseEvents([new TextDecoder().decode(bytes)])

  for (let at = 1; at < bytes.length; at += 1) {
    const decoder = new TextDecoder()
    const first = decoder.decode(bytes.subarray(0, at), { stream: true })
    const second = decoder.decode(bytes.subarray(at))
    expect(parseEvents([first, second])).toEqual(whole)
  }
  expect(whole.map(({ id, event }) => `${id} ${event}`)).toEqual([
    '1 answer.delta',
    '2 answer.delta',
    '3 answer.completed',
  ])
  expect(JSON.parse(whole[0]?.data ?? '')).toEqual({ text: 'Grüße 👩‍🚀 [1]\r\n' })
})

test('nothing follows a terminal event', async () => {
  let cleanedUp = false
  const { url } = await streaming(async function* () {
    try {
      yield* of(completed, delta('late'), completed)
    } finally {
      cleanedUp = true
    }
  })

  const events = parseEvents([await (await fetch(url)).text()])

  expect(events.map(({ event }) => event)).toEqual(['answer.completed'])
  expect(cleanedUp).toBe(true)
})

test.each([
  ['a bug', new Error('secret detail'), 'internal_error'],
  ['a failing provider', new ServiceError('provider_failure', 'It failed.'), 'provider_failure'],
])('%s ends the stream with one answer.error', async (_, error, code) => {
  const { url, failures } = await streaming(async function* () {
    yield delta('Half')
    throw error
  })

  const text = await (await fetch(url)).text()

  const events = parseEvents([text])
  expect(events.map(({ event }) => event)).toEqual(['answer.delta', 'answer.error'])
  expect(JSON.parse(events[1]?.data ?? '')).toMatchObject({ code })
  expect(text).not.toContain('secret detail')
  expect(failures).toEqual([error])
})

test('a failure after the terminal event is only logged', async () => {
  const { url, failures } = await streaming(() => ({
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ value: completed, done: false }),
      return: async () => {
        throw new Error('not stored')
      },
    }),
  }))

  const events = parseEvents([await (await fetch(url)).text()])

  expect(events.map(({ event }) => event)).toEqual(['answer.completed'])
  expect(failures).toHaveLength(1)
})

test('a stream without a terminal event gets one', async () => {
  const { url, failures } = await streaming(() => of(delta('Half')))

  const events = parseEvents([await (await fetch(url)).text()])

  expect(events.map(({ event }) => event)).toEqual(['answer.delta', 'answer.error'])
  expect(failures).toHaveLength(1)
})

test('a comment is sent while there are no events', async () => {
  const silence = Promise.withResolvers<void>()
  const { url } = await streaming(
    async function* () {
      await silence.promise
      yield completed
    },
    { keepAliveMs: 10 },
  )
  const response = await fetch(url)
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as never)
    .getReader()
  let text = ''

  while (!text.includes(': keep-alive\n\n: keep-alive\n\n')) {
    text += (await reader.read()).value
  }
  silence.resolve()
  for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value

  expect(parseEvents([text]).map(({ id }) => id)).toEqual(['1'])
})

test('a client that leaves aborts the signal and ends the events', async () => {
  const left = Promise.withResolvers<void>()
  const { url, streams } = await streaming(async function* (signal) {
    yield delta('Half')
    await once(signal, 'abort')
    left.resolve()
  })
  const client = new AbortController()
  const response = await fetch(url, { signal: client.signal })
  await response.body?.getReader().read()

  client.abort()

  await left.promise
  await streams[0]?.done
  expect(streams[0]?.leaving.signal.aborted).toBe(true)
})

test('a client that does not read counts as disconnected past the limit', async () => {
  let sent = 0
  const { port, streams } = await streaming(async function* (signal) {
    while (!signal.aborted) {
      sent += 1
      yield delta('x'.repeat(100_000))
      await new Promise(setImmediate)
    }
  })
  const socket = connect({ port, host: '127.0.0.1' })
  opened.push(() => socket.destroy())
  await once(socket, 'connect')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  while (streams.length === 0) await new Promise(setImmediate)

  await streams[0]?.done

  expect(streams[0]?.response.destroyed).toBe(true)
  // The kernel's buffers, and 1 MiB.
  expect(sent * 100_000).toBeLessThan(32 * 1024 * 1024)
})

test('the widget receives withdrawn or no_answer, the API the reason (docs/behaviour.md#abstention)', async () => {
  const service = await startHttp({ script: abstaining })
  opened.push(() => service.stop())
  const key = service.tenant.keys.owner
  const { assistant_id } = service.tenant
  const begun = await call(service, 'POST /conversations', { key, json: { assistant_id } })
  const { id } = (await begun.json()) as { id: string }
  const visited = await visitorTurn(service, service.tenant)

  const asKey = await call(service, `POST /conversations/${id}/messages:stream`, {
    key,
    json: { text: 'insufficient_support' },
  })
  const route = `POST /widget/conversations/${visited.conversation_id}/messages:stream`
  const asVisitor = await call(service, route, {
    headers: visited.headers,
    json: { text: 'insufficient_support' },
  })

  expect(asVisitor.headers.get('access-control-allow-origin')).toBe('https://shop.test')
  expect(asVisitor.headers.get('x-request-id')).not.toBe(null)
  expect(await reasonIn(asKey)).toBe('insufficient_support')
  expect(await reasonIn(asVisitor)).toBe('no_answer')
})

test('a refusal before the stream opens is an ordinary error', async () => {
  const started = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const service = await startHttp({
    script: async function* (turn) {
      started.resolve()
      await release.promise
      yield* abstaining(turn)
    },
  })
  opened.push(() => service.stop())
  const key = service.tenant.keys.owner
  const { assistant_id } = service.tenant
  const begun = await call(service, 'POST /conversations', { key, json: { assistant_id } })
  const { id } = (await begun.json()) as { id: string }
  const ask = (json: object) =>
    call(service, `POST /conversations/${id}/messages:stream`, { key, json })

  const first = await ask({ text: 'One' })
  await started.promise
  const second = await ask({ text: 'Two' })
  const empty = await ask({ text: ' ' })
  release.resolve()
  await first.text()

  expect([first.status, second.status, empty.status]).toEqual([200, 409, 400])
  expect(second.headers.get('content-type')).toContain('application/json')
})

async function reasonIn(response: Response): Promise<string | null> {
  const last = parseEvents([await response.text()]).at(-1)
  return JSON.parse(last?.data ?? '{}').abstention_reason
}

async function* abstaining({ answer_message_id }: ScriptedTurn): AsyncIterable<StreamEvent> {
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
