import { expect, test } from 'vitest'
import { readApart } from '../../server/ingestion/discovery/apart.ts'
import type { DiscoveryOptions } from '../../server/ingestion/discovery/start-discovery.ts'
import type { Extractor } from '../../server/ingestion/parser/extractor.ts'
import { probeSource } from '../../server/ingestion/probe.ts'
import { sources } from '../../server/ingestion/sources.ts'
import { startWebServer } from '../fetch/web-server.ts'
import { counted, startIngestion } from './ingestion.ts'
import { html, links, startWebsite, text } from './website.ts'

const scripted = new URL('../fixtures/ingestion/discovery.ts', import.meta.url)
const fetching = { access: 'all' as const, userAgent: 'Test/1' }
/** As in a service, where nobody waits for a test's websites. */
const UNHURRIED = { connections: 2, perSecond: 1e6, burst: 1e6 }

function apart(options: Partial<DiscoveryOptions> = {}) {
  const needs = { fetching: { ...fetching, pace: UNHURRIED }, environment: {}, ...options }
  return { sources: readApart(sources, needs) }
}

/** A source of which a process does what its address says. */
async function startScripted(script: string) {
  const config = { start_urls: [`https://harbour.test/${script}`] }
  return startIngestion({ type: 'website', config })
}

test('a website that is read apart becomes the same documents, and nothing is read twice', async () => {
  const site = await startWebsite({
    '/': html('Harbour', text('the harbour'), links('/a', '/b', '/login')),
    '/a': () => ({ headers: { etag: '"1"' }, body: html('A', text('berths')) }),
    '/b': html('B', text('cranes')),
    '/login': { status: 401 },
  })
  const needs = apart()

  const first = await site.sync(needs)
  site.resources['/b'] = { status: 404 }
  await site.sync(needs)
  const third = await site.sync(needs)

  expect(counted(first)).toMatchObject({ documents_ingested: 3, documents_skipped: 1 })
  expect(counted(third)).toMatchObject({ documents_unchanged: 2, documents_deleted: 1 })
  expect(await site.pages()).toMatchObject({ '/': 'ingested', '/b': 'gone: not_found' })
  expect(await site.read()).toEqual(['/', '/a'])
})

test.each([
  ['hangs', 'hang'],
  ['takes too much memory', 'eat'],
])('a discovery that %s fails its job alone, and sets its source aside', async (_, script) => {
  const needs = apart({ file: scripted, hangMs: 2000, maxMemoryMb: 300 })
  const [hostile, other] = [await startScripted(script), await startScripted('one')]
  const controller = new AbortController()
  const running = other.sync(needs, controller.signal)

  const outcome = await hostile.sync(needs)

  expect(outcome).toMatchObject({
    status: 'failed',
    error_code: 'set_aside',
    error_message:
      'Finding its documents took more time or memory than a source may. The source is set aside until a person starts a sync.',
  })
  expect(hostile.reported).toEqual([])
  controller.abort()
  expect(await running).toEqual({ kind: 'stopped' })
  expect(other.reported).toEqual([])
})

test('a discovery process that ends by itself is a fault of the service', async () => {
  const { sync, reported } = await startScripted('die')

  expect(await sync(apart({ file: scripted }))).toMatchObject({ error_code: 'internal_error' })

  expect(reported).toMatchObject([{ message: 'The discovery process ended with 3.' }])
})

test('what a discovery has started ends with its job', async () => {
  const { sync } = await startScripted('one')
  const controller = new AbortController()
  const started = Promise.withResolvers<number>()
  const extractor: Extractor = {
    extract({ path }) {
      started.resolve(Number(path))
      return new Promise(() => {})
    },
    close: async () => {},
  }
  const running = sync({ ...apart({ file: scripted }), extractor }, controller.signal)
  const pid = await started.promise
  expect(isRunning(pid)).toBe(true)

  controller.abort()

  expect(await running).toEqual({ kind: 'stopped' })
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('a test of a source that hangs says that it took too long', async () => {
  const { needs, organization_id, source } = await startScripted('any')
  const more = apart({ file: scripted, hangMs: 2000 })
  const asked = { organization_id, source: { ...source, credentials: null }, url: null }

  const page = await probeSource(asked, { ...needs, ...more }, new AbortController().signal)

  expect(page).toMatchObject({
    outcome: 'failed',
    reason: 'timeout',
    text: 'Finding its documents took more time or memory than a source may.',
  })
})

test('a page is tried apart as well, and parsed where documents are', async () => {
  const site = await startWebsite({ '/': html('Harbour', text('the harbour'), links('/a')) })
  const { needs, organization_id, source } = site
  const asked = { organization_id, source: { ...source, credentials: null }, url: null }

  const page = await probeSource(asked, { ...needs, ...apart() }, new AbortController().signal)

  expect(page).toMatchObject({ outcome: 'ingested', title: 'Harbour', links: [{ included: true }] })
})

test('two discoveries together ask a host no more often than one', async () => {
  let active = 0
  let most = 0
  const server = await startWebServer(async (_, response) => {
    active += 1
    most = Math.max(most, active)
    await new Promise((resolve) => setTimeout(resolve, 20))
    active -= 1
    const pages = Array.from({ length: 8 }, (_, at) => `/${at}`)
    response.setHeader('content-type', 'text/html').end(html('Page', text('it'), links(...pages)))
  })
  const config = { start_urls: [`${server.origin}/`] }
  const needs = apart()
  const all = await Promise.all([1, 2, 3].map(() => startIngestion({ type: 'website', config })))

  await Promise.all(all.map(({ sync }) => sync(needs)))

  expect(most).toBe(2)
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
