import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import Koa, { type Context } from 'koa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tellFailure } from '../../server/http/errors.ts'
import { answerWith } from '../../server/http/malformed.ts'
import { readFiles } from '../../server/http/read-files.ts'
import { endUnread } from '../../server/http/unread-body.ts'
import { createLog } from '../../server/log.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'
import { type Key } from './tenants.ts'

let service: TestService
let key: Key
beforeAll(async () => {
  service = await startHttp({ bodyTimeoutMs: 1000 })
  key = service.tenant.keys.owner
})
afterAll(() => service.stop())

interface Sender {
  socket: Socket
  /** Everything received so far. */
  received(): string
  /** Resolves once a whole error has been received. */
  answered(): Promise<void>
  /** Resolves once the other side has closed the connection. */
  closed: Promise<unknown>
  send(text: string | Buffer): void
}

function open({ origin }: { origin: string } = service): Sender {
  const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1' })
  let received = ''
  socket.on('data', (part) => {
    received += part
  })
  socket.on('error', () => {})
  return {
    socket,
    received: () => received,
    async answered() {
      while (!received.endsWith('}')) await new Promise(setImmediate)
    },
    closed: new Promise((resolve) => socket.once('close', resolve)),
    send: (text) => void socket.write(text),
  }
}

async function listen(server: Server) {
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, [Symbol.asyncDispose]: async () => void server.close() }
}

function head(route: string, ...headers: string[]): string {
  const [method, path] = route.split(' ')
  return [
    `${method} /svc/api/v1${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${key.secret}`,
    ...headers,
    '',
    '',
  ].join('\r\n')
}

const JSON_BODY = 'Content-Type: application/json'
const CHUNKED = 'Transfer-Encoding: chunked'

function chunk(bytes: number): Buffer {
  return Buffer.concat([
    Buffer.from(`${bytes.toString(16)}\r\n`),
    Buffer.alloc(bytes, 0x20),
    Buffer.from('\r\n'),
  ])
}

/** Writes as long as the connection accepts it. */
async function flood({ socket, closed }: Sender, part: Buffer): Promise<void> {
  while (!socket.destroyed) {
    if (!socket.write(part)) {
      await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))])
    }
    await new Promise(setImmediate)
  }
}

describe('a body that is refused before it is read (docs/behaviour.md#requests)', () => {
  test.each([
    ['chunked and too large', 'POST /assistants', [JSON_BODY, CHUNKED], 413],
    ['chunked, of another type', 'POST /assistants', ['Content-Type: text/plain', CHUNKED], 415],
    ['chunked, to an unknown path', 'POST /nowhere', [JSON_BODY, CHUNKED], 404],
    ['chunked, nested too deeply', 'POST /assistants', [JSON_BODY, CHUNKED], 400],
    ['declared too large', 'POST /assistants', [JSON_BODY, 'Content-Length: 4194304'], 413],
  ])(
    '%s: a client that keeps sending receives the response, and the connection closes',
    async (what, route, headers, status) => {
      const sender = open()
      sender.send(head(route, ...headers))
      const brackets = Buffer.from(`40\r\n${'['.repeat(64)}\r\n`)
      if (what.includes('nested')) sender.send(brackets)
      const part = headers.includes(CHUNKED) ? chunk(64 * 1024) : Buffer.alloc(64 * 1024, 0x20)
      for (let sent = 0; sent < 64; sent += 1) sender.send(part)
      if (headers.includes(CHUNKED)) sender.send('0\r\n\r\n')
      await sender.closed

      const [first = '', body = ''] = sender.received().split('\r\n\r\n')
      expect(first).toMatch(`HTTP/1.1 ${status} `)
      expect(first).toMatch(/^Connection: close$/m)
      expect(Object.keys(JSON.parse(body))).toEqual(['code', 'message'])
    },
  )

  test('is not read endlessly', async () => {
    const sender = open()
    sender.send(head('POST /assistants', JSON_BODY, CHUNKED))
    await flood(sender, chunk(256 * 1024))

    expect(sender.received()).toMatch(/^HTTP\/1\.1 413 /)
    expect(sender.socket.bytesWritten).toBeLessThan(256 * 1024 * 1024)
  })

  test('keeps the connection when little of the body is left', async () => {
    const sender = open()
    sender.send(head('POST /nowhere', JSON_BODY, 'Content-Length: 1000'))
    while (!sender.received().includes('not_found')) await new Promise(setImmediate)
    sender.send(Buffer.alloc(1000, 0x20))
    sender.send(head('GET /health', 'Connection: close'))
    await sender.closed

    expect(sender.received()).toMatch(/^HTTP\/1\.1 404 [^]*HTTP\/1\.1 200 /)
  })

  test.each([
    [64 * 1024, 200],
    [64 * 1024 + 1, null],
  ])(
    'keeps the connection for a rest of %i bytes: the next request gets %j',
    async (bytes, next) => {
      const sender = open()
      sender.send(head('POST /nowhere', JSON_BODY, `Content-Length: ${bytes}`))
      while (!sender.received().includes('not_found')) await new Promise(setImmediate)
      sender.send(Buffer.alloc(bytes, 0x20))
      sender.send(head('GET /health', 'Connection: close'))
      await sender.closed

      expect(/HTTP\/1\.1 200 /.test(sender.received()) ? 200 : null).toBe(next)
    },
  )

  test.each([1000, 1_000_000])(
    'closes a connection whose remaining body of %i bytes never arrives',
    async (bytes) => {
      const server = createServer((request, response) => endUnread(request, response, '{}', 50))
      await using listening = await listen(server)
      const sender = open(listening)
      sender.send(head('POST /nowhere', JSON_BODY, `Content-Length: ${bytes}`))
      await sender.closed

      expect(sender.received()).toMatch(/^HTTP\/1\.1 200 [^]*\{\}/)
    },
  )

  test('is not awaited by a route without a body', async () => {
    const sender = open()
    sender.send(head('GET /branding/theme', CHUNKED))
    await sender.closed

    expect(sender.received()).toMatch(/^HTTP\/1\.1 200 [^]*^Connection: close$/m)
  })
})

describe.concurrent('a slow body (docs/behaviour.md#requests)', () => {
  test.each([
    ['that stops', ['Content-Length: 1000'], ''],
    ['that drips', [CHUNKED], '1\r\n \r\n'],
  ])('%s gets 408', async (_, headers, drop) => {
    const sender = open()
    sender.send(head('POST /assistants', JSON_BODY, ...headers))
    const dripping = setInterval(() => sender.send(drop), 20)
    await sender.answered()
    clearInterval(dripping)
    sender.socket.destroy()

    const [first = '', body = ''] = sender.received().split('\r\n\r\n')
    expect(first).toMatch('HTTP/1.1 408 Request Timeout')
    expect(JSON.parse(body)).toEqual({
      code: 'validation_error',
      message: 'The body must arrive within 1 seconds, or by 64 KiB a second.',
    })
  })

  test('of files gets 408, and nothing is kept', async () => {
    const { body: source } = await outcome(
      await call(service, `POST /knowledge/collections/${service.tenant.collection_id}/sources`, {
        key,
        json: { name: 'Slow', type: 'upload' },
      }),
    )
    const sender = open()
    sender.send(
      head(
        `POST /knowledge/sources/${source.id}/documents`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 100000',
      ),
    )
    sender.send('--b\r\nContent-Disposition: form-data; name="files"; filename="a.md"\r\n\r\nhalf')
    await sender.answered()
    sender.socket.destroy()

    expect(sender.received()).toMatch('HTTP/1.1 408 Request Timeout')
    expect(await service.store.uploads.list(service.tenant.id, source.id)).toEqual([])
  })

  test('that is large and arrives fast enough is read, however long it takes', async () => {
    const sender = open()
    sender.send(head('POST /conversations/x/messages', JSON_BODY, CHUNKED, 'Connection: close'))
    // By their size, 250 KiB are allowed four more seconds; they take 1.5.
    for (let sent = 0; sent < 10; sent += 1) {
      sender.send(chunk(25 * 1024))
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    sender.send('2\r\n{}\r\n0\r\n\r\n')
    await sender.closed

    expect(sender.received()).toMatch('HTTP/1.1 400 ')
    expect(sender.received()).toMatch('text is required.')
  })
})

test('headers that never end are 408 in the error shape (docs/behaviour.md#errors)', async () => {
  const server = createServer({ headersTimeout: 50, connectionsCheckingInterval: 10 })
  answerWith(server, () => {})
  await using listening = await listen(server)
  const sender = open(listening)
  sender.send('GET /svc/api/v1/health HTTP/1.1\r\nHost: ')
  await sender.closed

  const [first = '', body = ''] = sender.received().split('\r\n\r\n')
  expect(first).toMatch('HTTP/1.1 408 Request Timeout')
  expect(JSON.parse(body)).toEqual({
    code: 'validation_error',
    message: 'The headers of the request must arrive within 60 seconds.',
  })
})

describe('the total size of files (docs/behaviour.md#uploads)', () => {
  /** `readFiles` with small limits, which counts the saved files. */
  async function serveFiles() {
    const app = new Koa()
    app.use(async (ctx: Context) => {
      const limits = { field: 'files', maxFiles: 5, maxFileBytes: 10, maxTotalBytes: 25 }
      const save = async (content: Readable) => {
        let bytes = 0
        for await (const part of content) bytes += part.length
        return { content_hash: '', bytes }
      }
      try {
        ctx.body = await readFiles(ctx, { ...limits, timeoutMs: 1000 }, save)
      } catch (error) {
        tellFailure(ctx, error, createLog({ log_level: 'silent', log_format: 'json' }))
      }
    })
    return listen(createServer(app.callback()))
  }

  test.each([
    ['25 bytes in three files', [10, 10, 5], 200, /"bytes":5/],
    ['26 bytes in three files', [10, 10, 6], 413, /files must be at most 25 bytes together\./],
    ['11 bytes in one file', [11], 413, /files must be at most 10 bytes each, which \\"0\.md\\"/],
  ])('%s of at most 25, each of at most 10', async (_, sizes, status, text) => {
    await using server = await serveFiles()
    const body = new FormData()
    sizes.forEach((size, at) => body.append('files', new Blob(['x'.repeat(size)]), `${at}.md`))

    const response = await fetch(server.origin, { method: 'POST', body })

    expect(await response.text()).toMatch(text)
    expect(response.status).toBe(status)
  })

  test('257 MiB and a byte are refused by their declared length', async () => {
    const sender = open()
    const bytes = 257 * 1024 * 1024 + 1
    sender.send(
      head(
        'POST /knowledge/sources/x/documents',
        'Content-Type: multipart/form-data; boundary=b',
        `Content-Length: ${bytes}`,
      ),
    )
    await sender.answered()
    sender.socket.destroy()

    expect(sender.received()).toMatch('HTTP/1.1 413 ')
  })
})

test.each([
  ['two hosts', 'GET /svc/api/v1/health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['the same host twice', 'GET /svc/api/v1/health HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n'],
  ['two hosts in HTTP/1.0', 'GET /svc/api/v1/health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n'],
])('%s are 400 (docs/behaviour.md#requests)', async (_, bytes) => {
  const sender = open()
  sender.send(bytes)
  while (!sender.received().includes('}')) await new Promise(setImmediate)
  sender.socket.destroy()

  expect(sender.received()).toMatch('HTTP/1.1 400 ')
  expect(JSON.parse(sender.received().split('\r\n\r\n')[1] ?? '')).toEqual({
    code: 'validation_error',
    message: 'The request must have one Host header.',
  })
})

test.each([
  ['32 levels', `{"a":${'['.repeat(31)}${']'.repeat(31)}}`, /^name is required\.$/],
  ['33 levels', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, /nest at most 32 levels\./],
  ['brackets in a text', `{"a":"${'['.repeat(100)}\\"${'{'.repeat(100)}"}`, /^name is required\.$/],
  ['12,000 values', `{"a":[${'0,'.repeat(11_997)}0]}`, /^name is required\.$/],
  ['12,001 values', `{"a":[${'0,'.repeat(11_998)}0]}`, /at most 12000 values\./],
])('JSON of %s', async (_, body, message) => {
  const headers = { 'content-type': 'application/json' }
  const response = await call(service, 'POST /assistants', { key, headers, body })

  expect((await outcome(response)).body.message).toMatch(message)
  expect(response.status).toBe(400)
})
