import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { createFetcher } from '../../server/fetch/fetcher.ts'
import { createVaultWith } from '../../server/identity/vault.ts'
import type { Store } from '../../server/storage/store.ts'
import { createDeliveries } from '../../server/webhook/deliveries.ts'
import { secretContext } from '../../server/webhook/send.ts'
import { backends, openWithOrganizations } from '../storage/backends.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver that answers as `answer` says, by default 204. */
async function startReceiver(answer: (nth: number) => number | null = () => 204) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body,
    })
    const status = answer(received.length)
    if (status === null) return
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {})
    response.end('what nobody reads')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in` }
}

const vault = createVaultWith('a key of the tests')

async function opened() {
  const [[, open] = []] = backends
  const { store, a, b } = await openWithOrganizations(open!)
  // The signature's time must be near the true one.
  const clock = { now: Date.now() }
  const reported: unknown[] = []
  const givenUp: string[] = []
  const now = () => new Date(clock.now).toISOString()

  const start = (access: 'all' | [] = 'all', key = vault) => {
    const pace = { connections: 8, perSecond: 1e6, burst: 1e6 }
    const options = { access, userAgent: 'Test/1', pace, longestRestMs: 0 }
    const fetcher = createFetcher(options)
    const deliveries = createDeliveries({
      store,
      vault: key,
      fetcher: async () => fetcher,
      now,
      random: () => 0.5,
      onGivenUp: (_, reason) => givenUp.push(reason),
      report: (error) => reported.push(error),
    })
    onTestFinished(async () => {
      await deliveries.stop()
      await fetcher.close()
    })
    return deliveries
  }

  return { store, a, b, clock, now, reported, givenUp, start }
}

const hook = (store: Store, organization_id: string, url: string, enabled = true) =>
  store.webhooks.save(
    organization_id,
    {
      url,
      events: ['budget.spent', 'gaps.daily'],
      enabled,
      secret: vault.seal(SECRET, secretContext(organization_id)),
    },
    new Date().toISOString(),
  )

/** Something to tell, of a day of its own. */
async function spend(store: Store, organization_id: string, now: string): Promise<void> {
  const { revision = 0 } = (await store.organizations.find(organization_id)) ?? {}
  await store.organizations.update(organization_id, { daily_model_tokens: 0 }, revision)
  await store.spending.add(organization_id, now, 1)
}

const listed = async (store: Store, organization_id: string) =>
  (await store.webhooks.deliveries(organization_id, { limit: 10 }))?.data ?? []

test('a delivery carries the headers of Standard Webhooks, and its signature verifies (docs/behaviour.md#webhook)', async () => {
  const { store, a, now, start } = await opened()
  const { received, url } = await startReceiver()
  await hook(store, a, url)
  await spend(store, a, now())

  start().wake()

  await expect.poll(() => listed(store, a)).toMatchObject([{ status: 'delivered', attempts: 1 }])
  const [{ method, headers, body } = { method: '', headers: {} as IncomingHttpHeaders, body: '' }] =
    received
  expect(method).toBe('POST')
  const verified = new Webhook(SECRET).verify(body, headers as Record<string, string>)
  expect(verified).toEqual({
    type: 'budget.spent',
    timestamp: now(),
    organization: { id: a, slug: 'a' },
    data: { day: now().slice(0, 10), daily_model_tokens: 0 },
  })
  expect(headers['content-type']).toBe('application/json')
  const [delivery] = await listed(store, a)
  expect(headers['webhook-id']).toBe(delivery?.id)
  expect(delivery?.last_status).toBe(204)
  const other = new Webhook(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)
  expect(() => other.verify(body, headers as Record<string, string>)).toThrow()
})

test('a failed delivery is tried again with growing pauses, as the same message, until it arrives', async () => {
  const { store, a, clock, now, start } = await opened()
  const { received, url } = await startReceiver((nth) => (nth < 4 ? 500 : 200))
  await hook(store, a, url)
  await spend(store, a, now())
  const { wake } = start()

  for (const [attempts, pause] of [10_000, 20_000, 40_000].entries()) {
    wake()
    await expect
      .poll(() => listed(store, a))
      .toMatchObject([{ status: 'pending', attempts: attempts + 1, last_status: 500 }])
    clock.now += pause - 1
    wake()
    expect(await store.webhooks.claim(now(), [], 1)).toEqual([])
    clock.now += 1
  }
  wake()

  await expect.poll(() => listed(store, a)).toMatchObject([{ status: 'delivered', attempts: 4 }])
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(received).toHaveLength(4)
})

test('after a day it is given up', async () => {
  const { store, a, clock, now, givenUp, start } = await opened()
  const { url } = await startReceiver(() => 500)
  await hook(store, a, url)
  await spend(store, a, now())
  const begun = clock.now
  const { wake } = start()

  for (let attempts = 1; givenUp.length === 0; attempts += 1) {
    wake()
    await expect.poll(async () => (await listed(store, a))[0]?.attempts).toBe(attempts)
    clock.now += 10_000 * 2 ** (attempts - 1)
  }

  expect(await listed(store, a)).toMatchObject([{ status: 'failed', last_status: 500 }])
  expect(givenUp).toEqual(['It answered 500.'])
  expect(clock.now - begun).toBeGreaterThan(DAY / 2)
})

test('what one process left undone, the next one sends', async () => {
  const { store, a, now, start } = await opened()
  let answers = false
  const { received, url } = await startReceiver(() => (answers ? 200 : null))
  await hook(store, a, url)
  await spend(store, a, now())
  const first = start()
  first.wake()
  await expect.poll(() => received).toHaveLength(1)
  await first.stop()
  expect(await listed(store, a)).toMatchObject([{ status: 'pending', attempts: 0 }])

  answers = true
  start().wake()

  await expect.poll(() => listed(store, a)).toMatchObject([{ status: 'delivered' }])
})

test('a silent receiver keeps nobody else waiting, and gets one message at a time', async () => {
  const { store, a, b, clock, start } = await opened()
  const silent = await startReceiver(() => null)
  const { url } = await startReceiver()
  await hook(store, a, silent.url)
  await hook(store, b, url)
  for (const days of [2, 1, 0]) {
    const at = new Date(clock.now - days * DAY).toISOString()
    await spend(store, a, at)
    await spend(store, b, at)
  }

  const { wake } = start()
  wake()
  wake()

  await expect
    .poll(async () => (await listed(store, b)).map(({ status }) => status))
    .toEqual(['delivered', 'delivered', 'delivered'])
  expect(silent.received).toHaveLength(1)
})

test('a redirect is not followed', async () => {
  const { store, a, now, start } = await opened()
  const { received, url } = await startReceiver(() => 302)
  await hook(store, a, url)
  await spend(store, a, now())

  start().wake()

  await expect.poll(() => listed(store, a)).toMatchObject([{ attempts: 1, last_status: 302 }])
  expect(received.map((one) => one.url)).toEqual(['/in'])
})

test('an address that may not be reached gets nothing', async () => {
  const { store, a, now, start } = await opened()
  const { received, url } = await startReceiver()
  await hook(store, a, url)
  await spend(store, a, now())

  start([]).wake()

  await expect.poll(() => listed(store, a)).toMatchObject([{ attempts: 1, last_status: null }])
  expect(received).toEqual([])
})

test('under another key of the service nothing is sent unsigned', async () => {
  const { store, a, now, start } = await opened()
  const { received, url } = await startReceiver()
  await hook(store, a, url)
  await spend(store, a, now())

  start('all', createVaultWith('another key')).wake()

  await expect.poll(() => listed(store, a)).toMatchObject([{ attempts: 1, last_status: null }])
  expect(received).toEqual([])
})

test('a webhook that is off sends what it was told before once it is on again', async () => {
  const { store, a, now, start } = await opened()
  const { received, url } = await startReceiver()
  await hook(store, a, url)
  await spend(store, a, now())
  await hook(store, a, url, false)
  const { wake } = start()
  wake()
  expect(await store.webhooks.claim(now(), [], 1)).toEqual([])

  await hook(store, a, url)
  wake()

  await expect.poll(() => received).toHaveLength(1)
})
