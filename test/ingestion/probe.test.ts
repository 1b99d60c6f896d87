import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TestedPage } from '../../server/contract/source-page.ts'
import type { SourceType } from '../../server/contract/source-types.ts'
import { probeSource } from '../../server/ingestion/probe.ts'
import { startWebServer } from '../fetch/web-server.ts'
import { createRepository, serveRepositories } from './git-server.ts'
import { startIngestion, write } from './ingestion.ts'
import { ACCESS_KEY, startS3 } from './s3-server.ts'
import { html, links, startWebsite, text } from './website.ts'

/** Tries an address of a website; paths stand for addresses of it. */
async function start(resources: Parameters<typeof startWebsite>[0], config = {}) {
  const site = await startWebsite(resources, config)
  const { needs, organization_id, source, origin } = site
  async function probe(path: string | null): Promise<TestedPage> {
    const { id, type } = source
    const url = path?.startsWith('/') ? origin + path : path
    const asked = {
      organization_id,
      source: { id, type, config: source.config, credentials: null },
      url,
    }
    return probeSource(asked, needs, new AbortController().signal)
  }
  return { ...site, probe }
}

test('a page is told with its text and with what becomes of its links', async () => {
  const site = await start(
    {
      '/': html('Home', text('home'), links('/a', '/old/b', 'https://x.test/', '/c.png')),
    },
    { exclude: ['old/**'] },
  )

  const page = await site.probe(null)

  expect(page).toMatchObject({
    url: `${site.origin}/`,
    final_url: `${site.origin}/`,
    http_status: 200,
    outcome: 'ingested',
    reason: null,
    title: 'Home',
    links: [
      { url: `${site.origin}/a`, included: true, rule: null },
      { url: `${site.origin}/old/b`, included: false, rule: 'exclude' },
      { url: 'https://x.test/', included: false, rule: 'elsewhere' },
      { url: `${site.origin}/c.png`, included: false, rule: 'unsupported_format' },
    ],
  })
  expect(page.text).toMatch(/^home This is what the page says/)
  expect(page.text).toHaveLength(300)
  expect(await site.documents()).toEqual([])
  expect(await site.pages()).toEqual({})
})

test('redirects are followed, and pages that are none say why', async () => {
  const site = await start({
    '/': html('Home', text('home')),
    '/moved': { status: 301, headers: { location: '/' } },
    '/login': html('Sign in', '<input type="password">'),
    '/print': html('P', '<link rel="canonical" href="/">', text('home')),
    '/scan': { headers: { 'content-type': 'text/plain' }, body: ' ' },
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /x',
    },
  })

  expect(await site.probe('/moved')).toMatchObject({
    outcome: 'ingested',
    final_url: `${site.origin}/`,
  })
  expect(await site.probe('/login')).toMatchObject({ outcome: 'skipped', reason: 'login_wall' })
  expect(await site.probe('/print')).toMatchObject({ outcome: 'skipped', reason: 'canonical' })
  expect(await site.probe('/scan')).toMatchObject({ outcome: 'skipped', reason: 'empty' })
  expect(await site.probe('/none')).toMatchObject({ reason: 'not_found', http_status: 404 })
  expect(await site.probe('/x')).toMatchObject({ reason: 'robots', http_status: null })
})

test('an address outside of the rules is judged and not asked for, a forbidden one told', async () => {
  const site = await start({ '/': html('Home', text('home')) }, { exclude: ['b'] })
  const other = await start({}, { start_urls: ['http://169.254.169.254/'] })

  expect(await site.probe('https://x.test/')).toMatchObject({
    reason: 'excluded',
    http_status: null,
  })
  expect(await site.probe('/b')).toMatchObject({ reason: 'excluded' })
  expect(site.asked()).toEqual([])
  expect(await other.probe(null)).toMatchObject({ reason: 'forbidden', http_status: null })
})

test('a private address is refused with the name of the setting that allows it', async () => {
  const start_urls = ['http://10.0.0.1/']
  const { needs, organization_id, source, sync } = await startIngestion({
    type: 'website',
    config: { start_urls },
    fetching: { access: [] },
  })
  const refusal =
    '10.0.0.1 is not a public address. The operator of this service can allow it with SVC_FETCH_PRIVATE.'
  const asked = { id: source?.id ?? '', type: 'website', config: { start_urls } } as const
  const probing = { organization_id, source: { ...asked, credentials: null }, url: null }

  expect(await probeSource(probing, needs, new AbortController().signal)).toMatchObject({
    reason: 'forbidden',
    text: refusal,
  })
  expect(await sync()).toMatchObject({
    error_code: 'source_forbidden',
    error_message: `http://10.0.0.1/ could not be read: ${refusal}`,
  })
})

/** Tries a source of another type, with the credentials that its row has. */
async function startSource(
  type: SourceType,
  config: Record<string, unknown>,
  credentials?: Parameters<Awaited<ReturnType<typeof startIngestion>>['setCredentials']>[0],
) {
  const ingestion = await startIngestion({ type, config })
  const { store, organization_id, source, needs } = ingestion
  if (credentials) await ingestion.setCredentials(credentials)
  const sealed = await store.sources.sealedCredentials(organization_id, source.id)
  const asked = { id: source.id, type, config, credentials: sealed }
  const probe = (url: string | null = null) =>
    probeSource({ organization_id, source: asked, url }, needs, new AbortController().signal)
  return { ...ingestion, probe }
}

test('a feed is told with its first entries, and another address is not asked for', async () => {
  const entries = Array.from({ length: 12 }, (_, at) => `/entry/${at}`)
  const site = await startWebServer(({ url = '' }, response) => {
    const items = entries.map((path) => ({ id: path, url: site.origin + path, title: path }))
    const feed = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items })
    response.setHeader('content-type', url === '/feed' ? 'application/json' : 'text/html')
    response.end(url === '/feed' ? feed : html(`About ${url}`, text(url)))
  })
  const url = `${site.origin}/feed`
  const { probe, documents } = await startSource('feed', { url })

  expect(await probe()).toMatchObject({
    url,
    http_status: null,
    outcome: 'ingested',
    reason: null,
    title: '/entry/0',
    text: expect.stringContaining('This is what the page says'),
    links: entries.slice(0, 10).map((path) => ({ url: site.origin + path, included: true })),
  })
  site.requests.length = 0
  expect(await probe(`${site.origin}/other`)).toMatchObject({
    outcome: 'skipped',
    reason: 'excluded',
  })
  expect(site.requests).toEqual([])
  expect(await documents()).toEqual([])
})

test('an API is told with its operations, and a description that is none with the reason', async () => {
  const paths = { '/berths': { get: { summary: 'List berths', description: 'Lists all berths.' } } }
  const description = JSON.stringify({ openapi: '3.1.0', info: { title: 'Harbour' }, paths })
  const { folder, probe } = await startSource('openapi', { path: '/nowhere/api.json' })
  expect(await probe()).toMatchObject({ outcome: 'failed', url: '/nowhere/api.json' })

  write(folder, { 'api.json': description, 'none.json': '[1, 2]' })
  const at = async (name: string) =>
    (await startSource('openapi', { path: join(folder, name) })).probe()

  expect(await at('api.json')).toMatchObject({
    outcome: 'ingested',
    title: 'Harbour',
    text: expect.stringContaining('Lists all berths.'),
  })
  expect(await at('none.json')).toMatchObject({ outcome: 'skipped', reason: 'malformed' })
})

test('a git repository is told with its files, its token is tried, and nothing of it stays', async () => {
  const { folder } = createRepository({ 'a.pdf': 'No PDF.', 'b.md': '# Berths\n\nMoor here.' })
  const token = `Basic ${Buffer.from('x-access-token:open sesame').toString('base64')}`
  const { origin } = await serveRepositories(folder, token)
  const config = { url: `${origin}/docs/.git`, base_url: 'https://example.com/kb' }
  const right = await startSource('git', config, { type: 'token', token: 'open sesame' })
  const wrong = await startSource('git', config, { type: 'token', token: 'another' })

  expect(await right.probe()).toMatchObject({
    outcome: 'ingested',
    title: 'Berths',
    text: 'Moor here.',
    links: [{ url: 'a.pdf' }, { url: 'b.md' }],
  })
  expect(await wrong.probe()).toMatchObject({
    outcome: 'failed',
    reason: 'forbidden',
    text: expect.stringContaining('401'),
  })
  for (const { data } of [right, wrong]) {
    const repositories = join(data, 'repositories')
    expect(existsSync(repositories) ? readdirSync(repositories) : []).toEqual([])
  }
})

test('a bucket is told with its objects, and a wrong key or no object with the reason', async () => {
  const { origin } = await startS3({ 'a.md': '# Berths\n\nMoor here.', 'draft.md': 'Not yet.' })
  const bucket = { endpoint: origin, region: 'eu-west-1', bucket: 'docs', path_style: true }
  const at = async (more: Record<string, unknown>, key = ACCESS_KEY) =>
    (await startSource('s3', { ...bucket, ...more }, key)).probe()

  expect(await at({ exclude: ['draft.*'] })).toMatchObject({
    url: `${origin}/docs/`,
    outcome: 'ingested',
    title: 'Berths',
    links: [{ url: 'a.md', included: true, rule: null }],
  })
  expect(await at({}, { ...ACCESS_KEY, secret_access_key: 'wrong' })).toMatchObject({
    outcome: 'failed',
    reason: 'forbidden',
    text: expect.stringContaining('The access key or its secret is wrong'),
  })
  expect(await at({ prefix: 'none/' })).toMatchObject({ outcome: 'failed', reason: 'empty' })
})
