import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { FetchError } from '../../server/fetch/fetch-error.ts'
import {
  createFetcher,
  type FetcherOptions,
  type FetchRequest,
} from '../../server/fetch/fetcher.ts'
import { certificate } from './certificate.ts'
import { startWebServer } from './web-server.ts'

const UNHURRIED = { connections: 8, perSecond: 1e6, burst: 1e6 }

function fetcherFor(options: Partial<FetcherOptions> = {}) {
  const fetcher = createFetcher({ access: [], userAgent: 'Test/1', pace: UNHURRIED, ...options })
  onTestFinished(() => fetcher.close())
  const { signal } = new AbortController()
  return (url: string, more: Partial<FetchRequest> = {}) => fetcher.fetch({ url, signal, ...more })
}

/** The code of the refusal; null when there was an answer. */
async function refusalOf(answer: Promise<unknown>): Promise<string | null> {
  return answer.then(
    () => null,
    (error: FetchError) => error.code,
  )
}

const namedAddresses: Record<string, string[]> = {
  'localhost.': ['127.0.0.1'],
  'inside.example': ['10.1.2.3'],
  'half-inside.example': ['93.184.216.34', '127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
  'wireserver.example': ['93.184.216.34', '168.63.129.16'],
  'docs.example.invalid': ['127.0.0.1'],
}
const lookup: FetcherOptions['lookup'] = async (name) =>
  (namedAddresses[name] ?? ['127.0.0.1']).map((address) => ({ address, family: 4 }))

/** `PORT` stands for the port of a server that would answer, whichever way it is reached. */
const REFUSED = [
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7f.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://017700000001:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://１２７.０.０.１:PORT/',
  'http://127。0。0。1:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0:PORT/',
  'http://[::1]:PORT/',
  'http://[::]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[64:ff9b::127.0.0.1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST.:PORT/',
  'http://inside.example:PORT/',
  'http://half-inside.example:PORT/',
  'http://metadata.example/latest/meta-data/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://user@93.184.216.34/',
  'http://93.184.216.34:22/',
  'ftp://93.184.216.34/',
  'file:///etc/passwd',
]

test.each(REFUSED)('%s is refused, asked for or redirected to', async (spelling) => {
  const inside = await startWebServer((_request, response) => response.end('secret'))
  const target = spelling.replace('PORT', String(inside.port))
  const outside = await startWebServer((_request, response) =>
    response.writeHead(302, { location: Buffer.from(target).toString('latin1') }).end(),
  )
  const access = [{ kind: 'host', host: '127.0.0.1', port: outside.port }] as const
  const fetch = fetcherFor({ access: [...access], lookup })
  const ports = [inside.port, outside.port]

  expect(await refusalOf(fetch(target, { ports }))).toBe('forbidden')
  expect(await refusalOf(fetch(outside.origin, { ports }))).toBe('forbidden')
  expect(outside.requests).toHaveLength(1)
  expect(inside.requests).toEqual([])
})

/** Metadata and platform services of clouds, in every spelling that leads to them. */
const NEVER_REACHED = [
  'http://169.254.169.254/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fd00:ec2::23]/',
  'http://[fd20:ce::254]/',
  'http://[FD20:00CE:0::0254]/',
  'http://[fd00:42::42]/',
  'http://[fd00:c1::a9fe:a9fe]/',
  'http://168.63.129.16/',
  'http://0xa83f8110/',
  'http://100.100.100.200/',
  'http://192.0.0.192/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[::ffff:168.63.129.16]/',
  'http://[::ffff:100.100.100.200]/',
  'http://[::ffff:0:168.63.129.16]/',
  'http://[::192.0.0.192]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b::168.63.129.16]/',
  'http://[64:ff9b:1::100.100.100.200]/',
  'http://[64:ff9b:1:a83f:81:1000::]/',
  'http://[64:ff9b:1:6464:64:c800::]/',
  'http://[64:ff9b:1:0:a8:3f81:1000:0]/',
  'http://[64:ff9b:1:a8:3f:8110::]/',
  'http://[2002:a9fe:a9fe::]/',
  'http://[2002:a83f:8110::1]/',
  'http://[2002:6464:64c8::]/',
  'http://[2002:c000:c0::]/',
  'http://[2001:0:53aa:64c:0:0:57c0:7eef]/',
  'http://metadata.example/',
  'http://wireserver.example/',
]

test.each(NEVER_REACHED)('%s is never reached, whatever is allowed', async (address) => {
  const { hostname } = new URL(address)
  const named = { kind: 'host', host: hostname.replace(/[[\]]/g, ''), port: null } as const
  const everything = [
    { kind: 'range', address: '0.0.0.0', bits: 0 },
    { kind: 'range', address: '::', bits: 0 },
  ] as const

  for (const access of ['all', [named], [...everything], []] satisfies FetcherOptions['access'][]) {
    await expect(fetcherFor({ lookup, responseMs: 1000, access })(address)).rejects.toThrow(
      'is an address of the network or cloud itself, which is never reached.',
    )
  }
})

test('a name without an address in any resolver is reached at the judged address', async () => {
  const server = await startWebServer((_request, response) => response.end('hello'))
  const access = [{ kind: 'host', host: 'docs.example.invalid', port: null }] as const
  const fetch = fetcherFor({ access: [...access], lookup })

  const { body, status } = await fetch(`http://docs.example.invalid:${server.port}/a`, {
    ports: [server.port],
  })

  expect([status, Buffer.from(body).toString()]).toEqual([200, 'hello'])
  expect(server.requests[0]?.headers.host).toBe(`docs.example.invalid:${server.port}`)
})

test.each([
  [[{ kind: 'host', host: '127.0.0.1', port: null }], null],
  [[{ kind: 'host', host: '127.0.0.1', port: 1 }], 'forbidden'],
  [[{ kind: 'range', address: '127.0.0.0', bits: 8 }], null],
  [[{ kind: 'range', address: '128.0.0.0', bits: 8 }], 'forbidden'],
  [[{ kind: 'range', address: '::1', bits: 128 }], 'forbidden'],
  ['all', null],
] satisfies [FetcherOptions['access'], string | null][])(
  'a private address is reached if %j allows it',
  async (access, refusal) => {
    const server = await startWebServer((_request, response) => response.end('hello'))
    const fetch = fetcherFor({ access })

    expect(await refusalOf(fetch(server.origin, { ports: [server.port] }))).toBe(refusal)
  },
)

test('a port other than 80, 443 and that of the configured address is refused', async () => {
  const server = await startWebServer((_request, response) => response.end('hello'))
  const fetch = fetcherFor({ access: 'all' })

  expect(await refusalOf(fetch(server.origin))).toBe('forbidden')
  expect(server.requests).toEqual([])
})

test.each([
  ['all', 22, 'forbidden'],
  [[], 25, 'forbidden'],
  [[{ kind: 'host', host: '127.0.0.1', port: null }], 465, 'forbidden'],
  [[{ kind: 'host', host: '127.0.0.1', port: 465 }], 587, 'forbidden'],
  [[{ kind: 'range', address: '127.0.0.1', bits: 32 }], 587, 'forbidden'],
  [[{ kind: 'host', host: '127.0.0.1', port: 587 }], 587, 'unreachable'],
  [[{ kind: 'host', host: '::1', port: 587 }], 587, 'unreachable', '[::1]'],
  ['all', 443, 'unreachable'],
] satisfies [FetcherOptions['access'], number, string, string?][])(
  'with %j the configured port %i is %s',
  async (access, port, refusal, host = '127.0.0.1') => {
    const fetch = fetcherFor({ access })

    expect(await refusalOf(fetch(`https://${host}:${port}/`, { ports: [port] }))).toBe(refusal)
  },
)

test('credentials are sent to their own origins and dropped on a redirect away', async () => {
  const away = await startWebServer((_request, response) => response.end('away'))
  const home = await startWebServer(({ url }, response) => {
    if (url === '/leave') response.writeHead(302, { location: away.origin }).end()
    else response.writeHead(302, { location: '/leave' }).end()
  })
  const fetch = fetcherFor({ access: 'all' })
  const credentials = { headers: { authorization: 'Bearer s' }, origins: [home.origin] }

  const answer = await fetch(home.origin, { ports: [home.port, away.port], credentials })

  expect(answer.url).toBe(`${away.origin}/`)
  expect(home.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer s',
    'Bearer s',
  ])
  expect(away.requests[0]?.headers.authorization).toBeUndefined()
  expect(away.requests[0]?.headers['user-agent']).toBe('Test/1')
})

test('five redirects are followed, a loop is not', async () => {
  const server = await startWebServer(({ url = '' }, response) => {
    const step = Number(url.slice(1))
    if (step === 5) response.end('there')
    else response.writeHead(301, { location: `/${step + 1}` }).end()
  })
  const fetch = fetcherFor({ access: 'all' })
  const ports = [server.port]

  expect((await fetch(`${server.origin}/0`, { ports })).url).toBe(`${server.origin}/5`)
  expect(await refusalOf(fetch(`${server.origin}/-1`, { ports }))).toBe('too_many_redirects')
})

test('a proxy that the environment names is not used', async () => {
  const server = await startWebServer((_request, response) => response.end('direct'))
  process.env.http_proxy = 'http://127.0.0.1:1'
  onTestFinished(() => void delete process.env.http_proxy)
  const fetch = fetcherFor({ access: 'all' })

  expect((await fetch(server.origin, { ports: [server.port] })).status).toBe(200)
})

test.each<[string, Record<string, string>, () => Buffer]>([
  ['a page of 9 MiB', {}, () => Buffer.alloc(9 * 2 ** 20)],
  [
    'a page that inflates to 9 MiB',
    { 'content-encoding': 'gzip' },
    () => gzipSync(Buffer.alloc(9 * 2 ** 20)),
  ],
  ['a page that says it has 3 GB', { 'content-length': String(3e9) }, () => Buffer.alloc(10)],
  ['a document of 33 MiB', { 'content-type': 'application/pdf' }, () => Buffer.alloc(33 * 2 ** 20)],
])('%s is not read', async (_what, headers, body) => {
  const server = await startWebServer((_request, response) => {
    response.writeHead(200, headers).end(body())
  })
  const fetch = fetcherFor({ access: 'all' })

  expect(await refusalOf(fetch(server.origin, { ports: [server.port] }))).toBe('limit_exceeded')
})

test('a document of 9 MiB is read', async () => {
  const server = await startWebServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(Buffer.alloc(9 * 2 ** 20))
  })
  const fetch = fetcherFor({ access: 'all' })

  const { body } = await fetch(server.origin, { ports: [server.port] })

  expect(body.length).toBe(9 * 2 ** 20)
})

test('an answer that arrives drop by drop is given up, and one that is cut off is none', async () => {
  const server = await startWebServer(({ url }, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('x')
    if (url === '/cut') response.socket?.destroySoon()
    else response.socket?.setNoDelay(true)
  })
  const hurried = fetcherFor({ access: 'all', responseMs: 300 })
  const fetch = fetcherFor({ access: 'all' })
  const ports = [server.port]

  expect(await refusalOf(hurried(`${server.origin}/drip`, { ports }))).toBe('timeout')
  expect(await refusalOf(fetch(`${server.origin}/cut`, { ports }))).toBe('unreachable')
})

test('a host that says it is asked too often is asked again after the pause it names', async () => {
  const server = await startWebServer((_request, response) => {
    const isFirst = server.requests.length === 1
    response.writeHead(isFirst ? 429 : 200, { 'retry-after': '7' }).end('hello')
  })
  const slept: number[] = []
  const clock = {
    nowMs: () => slept.reduce((sum, ms) => sum + ms, 0),
    sleep: async (ms: number) => void slept.push(ms),
  }
  const fetch = fetcherFor({ access: 'all', clock })

  expect((await fetch(server.origin, { ports: [server.port] })).status).toBe(200)
  expect(slept).toEqual([7000])
})

test('a host that wants to be left alone for long is not asked again meanwhile', async () => {
  const server = await startWebServer((_request, response) => {
    response.writeHead(503, { 'retry-after': '999' }).end()
  })
  const clock = { ms: 0, nowMs: () => clock.ms, sleep: async () => {} }
  const fetch = fetcherFor({ access: 'all', clock })
  const ports = [server.port]

  expect((await fetch(server.origin, { ports })).status).toBe(503)
  const refused: Error = await fetch(server.origin, { ports }).then(
    Promise.reject,
    (error) => error,
  )
  const [, until = ''] = / asked to be left alone until (.*) UTC\.$/.exec(refused.message) ?? []
  const seconds = (Date.parse(`${until.replace(' ', 'T')}Z`) - Date.now()) / 1000
  expect(seconds).toBeGreaterThan(999 - 120)
  expect(seconds).toBeLessThanOrEqual(999)
  expect(server.requests).toHaveLength(1)
  clock.ms = 999_000
  expect((await fetch(server.origin, { ports })).status).toBe(503)
})

test('a host that refuses however slowly it is asked is not waited for', async () => {
  const server = await startWebServer((_request, response) => void response.writeHead(429).end())
  let slept = 0
  const clock = { nowMs: () => slept, sleep: async (ms: number) => void (slept += ms) }
  const fetch = fetcherFor({ access: 'all', clock })

  for (let request = 0; request < 10; request += 1) {
    expect((await fetch(server.origin, { ports: [server.port] })).status).toBe(429)
  }

  expect(server.requests.length).toBeLessThan(15)
})

test('a caller that leaves ends the request with its own reason', async () => {
  const reached = Promise.withResolvers<void>()
  const server = await startWebServer(() => reached.resolve())
  const fetch = fetcherFor({ access: 'all' })
  const leaving = new AbortController()

  const answer = fetch(server.origin, { ports: [server.port], signal: leaving.signal })
  await reached.promise
  leaving.abort(new Error('gone'))

  await expect(answer).rejects.toThrow('gone')
})

test('a certificate that does not fit is refused, and told', async () => {
  const server = createServer(certificate, (_request, response) => void response.end('secret'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const fetch = fetcherFor({ access: 'all' })

  await expect(fetch(`https://127.0.0.1:${port}/`, { ports: [port] })).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(/^The certificate of 127\.0\.0\.1:\d+ is not valid/),
  })
})
