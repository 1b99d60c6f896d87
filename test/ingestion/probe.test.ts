import { expect, test } from 'vitest'
import type { TestedPage } from '../../server/contract/source-page.ts'
import { probeSource } from '../../server/ingestion/probe.ts'
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
