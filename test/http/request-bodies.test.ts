import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { type Key } from './tenants.ts'

let service: TestService
let key: Key
beforeAll(async () => {
  service = await startHttp()
  key = service.tenant.keys.owner
})
afterAll(() => service.stop())

test.each([
  ['text', 'text/plain', '{"name":"A"}', 415],
  ['a form', 'application/x-www-form-urlencoded', 'name=A', 415],
  ['a merge patch', 'application/merge-patch+json', '{"name":"A"}', 415],
  ['no type', '', '{"name":"A"}', 415],
  ['JSON with a charset', 'application/json; charset=utf-8', '{"name":"A"}', 201],
  ['JSON in capitals', 'Application/JSON', '{"name":"A"}', 201],
  ['half an object', 'application/json', '{"name":', 400],
  ['nothing but a type', 'application/json', '', 400],
  ['a list', 'application/json', '[]', 400],
  ['a string', 'application/json', '"name"', 400],
  ['null', 'application/json', 'null', 400],
  ['a comment', 'application/json', '{"name":"A"} // b', 400],
])('a body that is %s gets its own status', async (_, type, text, status) => {
  const response = await call(service, 'POST /assistants', {
    key,
    headers: { 'content-type': type },
    body: Buffer.from(text),
  })

  const { code, message } = (await response.json()) as { code: string; message: string }
  expect(response.status).toBe(status)
  if (status === 415) expect(code).toBe('unsupported_media_type')
  if (status === 400) expect(message).toMatch(/^The body .*\.$/)
})

test('a request without a body gets a 400 that names the missing field', async () => {
  const { status, body } = await outcome(await call(service, 'POST /assistants', { key }))

  expect(status).toBe(400)
  expect(body.message).toBe('name is required.')
})

test('a compressed body is 415', async () => {
  const response = await call(service, 'POST /assistants', {
    key,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: Buffer.from('{}'),
  })

  expect(response.status).toBe(415)
})

test('invalid UTF-8 is 400', async () => {
  const response = await call(service, 'POST /assistants', {
    key,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
  })

  expect(await outcome(response)).toEqual({
    status: 400,
    body: { code: 'validation_error', message: 'The body must be valid JSON in UTF-8.' },
  })
})

test('JSON of 32 levels is read, of 33 it is 400, and very deep nesting as well', async () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
  const post = async (body: string) =>
    outcome(
      await call(service, 'POST /assistants', {
        key,
        headers: { 'content-type': 'application/json' },
        body,
      }),
    )

  expect((await post(nested(32))).body.message).toBe('name is required.')
  expect((await post(nested(33))).body.message).toBe('The body must nest at most 32 levels.')
  expect((await post(nested(10_000))).status).toBe(400)
})

test.each([
  ['at the top', '{"assistant_id":"x","__proto__":{}}'],
  ['among labels', '{"assistant_id":"x","metadata":{"__proto__":"a"}}'],
])('a field called __proto__ %s is refused like any unknown field', async (_, body) => {
  const response = await call(service, 'POST /conversations', {
    key,
    headers: { 'content-type': 'application/json' },
    body,
  })

  expect(await outcome(response)).toEqual({
    status: 400,
    body: { code: 'validation_error', message: '__proto__ is not a field of this request.' },
  })
})

test.each([
  ['declared', (size: number) => Buffer.alloc(size, 0x20)],
  ['streamed', (size: number) => new Blob([Buffer.alloc(size, 0x20)]).stream()],
])('a %s body over 64 KiB is 413, over 256 KiB for messages', async (_, spaces) => {
  const post = async (path: string, size: number) => {
    const response = await call(service, `POST ${path}`, {
      key,
      headers: { 'content-type': 'application/json' },
      body: spaces(size),
    })
    return outcome(response)
  }
  const messages = '/conversations/x/messages'

  expect((await post('/assistants', 64 * 1024)).status).toBe(400)
  expect(await post('/assistants', 64 * 1024 + 1)).toEqual({
    status: 413,
    body: { code: 'payload_too_large', message: 'The body must be at most 65536 bytes.' },
  })
  expect((await post(messages, 256 * 1024)).status).toBe(400)
  expect((await post(messages, 256 * 1024 + 1)).status).toBe(413)
})

test('a large body to a route without a body is 413', async () => {
  const response = await call(service, 'POST /knowledge/sources/x/sync', {
    key,
    body: Buffer.alloc(65_537),
  })

  expect(response.status).toBe(413)
})

test('a client that disconnects in the middle of a body affects nobody else', async () => {
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `POST /svc/api/v1/assistants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.secret}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name"',
    () => socket.destroy(),
  )
  await closed
  while (
    !service.logged.some((line) => line.includes('"status":400,"ms"') && line.includes('POST'))
  ) {
    await new Promise(setImmediate)
  }

  expect((await call(service, 'GET /health')).status).toBe(200)
  expect(service.logged.filter((line) => line.includes('premature'))).toEqual([])
})
