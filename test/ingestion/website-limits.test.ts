import { expect, test } from 'vitest'
import { counted } from './ingestion.ts'
import { html, links, type Resource, startWebsite, text } from './website.ts'

/** A page that is transferred once, while it stays the same. */
function page(title: string, ...to: string[]): Resource {
  const body = html(title, text(title), links(...to))
  const etag = `"${title} ${to.length}"`
  return (headers) =>
    headers['if-none-match'] === etag
      ? { status: 304, headers: { etag } }
      : { headers: { etag }, body }
}

const TEXT = { 'content-type': 'text/plain' }

/** A start page that links to so many pages, each of which links to one more. */
async function startTree(pages: number, config: Record<string, unknown>) {
  const paths = Array.from({ length: pages }, (_, at) => `/page-${at}`)
  const site = await startWebsite(
    {
      '/': page('Start', ...paths),
      ...Object.fromEntries(paths.map((path) => [path, page(path, `${path}/more`)])),
      ...Object.fromEntries(paths.map((path) => [`${path}/more`, page(`${path}/more`)])),
    },
    config,
  )
  return {
    ...site,
    async configure(changed: Record<string, unknown>): Promise<void> {
      const { store, organization_id, source, clock } = site
      const start_urls = [`${site.origin}/`]
      const next = { config: { start_urls, ...config, ...changed } }
      await store.sources.update(organization_id, source.id, next, clock.now)
    },
    async count(): Promise<number> {
      const pages = await site.store.documents.known(site.organization_id, site.source.id)
      return pages.filter(({ status }) => status === 'ingested').length
    },
  }
}

const CUT_OFF = { status: 'partial', error_code: 'limit_exceeded' }

test('a crawl that stopped at max_pages says so until it is raised, and then goes on from unchanged pages', async () => {
  const site = await startTree(20, { max_pages: 5 })
  expect(await site.sync()).toMatchObject(CUT_OFF)
  expect(await site.count()).toBe(5)
  expect(Object.values(await site.pages())).toContain('skipped: limit_exceeded')

  const again = await site.sync()
  expect(again).toMatchObject(CUT_OFF)
  expect(counted(again)).toMatchObject({ documents_unchanged: 5, bytes_fetched: 0 })
  expect(await site.count()).toBe(5)

  await site.configure({ max_pages: 30 })
  site.asked()
  expect(await site.sync()).toMatchObject(CUT_OFF)
  expect(await site.count()).toBe(30)
  expect(new Set(site.asked()).size).toBe(30)
  expect(await site.sync()).toMatchObject(CUT_OFF)

  await site.configure({ max_pages: 41 })
  expect(await site.sync()).toMatchObject({ status: 'succeeded', error_code: null })
  expect(await site.count()).toBe(41)
  const last = await site.sync()
  expect(last).toMatchObject({ status: 'succeeded', error_code: null })
  expect(counted(last)).toMatchObject({ documents_unchanged: 41, bytes_fetched: 0 })
  expect(new Set(Object.values(await site.pages()))).toEqual(new Set(['unchanged']))
})

test('links of an unchanged page are followed when the website did not answer before', async () => {
  const site = await startTree(40, {})
  const good = { ...site.resources }
  for (const path of Object.keys(good)) {
    if (path !== '/') site.resources[path] = { status: 500 }
  }
  expect(await site.sync()).toMatchObject({ status: 'partial', error_code: 'source_unreachable' })

  Object.assign(site.resources, good)

  expect(await site.sync()).toMatchObject({ status: 'succeeded' })
  expect(await site.count()).toBe(81)
})

test('links of an unchanged page are followed when robots.txt or the settings allow them later', async () => {
  const site = await startTree(3, { exclude: ['page-2'], max_depth: 1 })
  site.resources['/robots.txt'] = { headers: TEXT, body: 'User-agent: *\nDisallow: /page-0' }
  await site.sync()
  expect(await site.read()).toEqual(['/', '/page-1'])

  site.resources['/robots.txt'] = { headers: TEXT, body: 'User-agent: *\nDisallow:' }
  await site.sync()
  expect(await site.read()).toEqual(['/', '/page-0', '/page-1'])
  await site.configure({ exclude: [] })
  await site.sync()

  expect(await site.read()).toEqual(['/', '/page-0', '/page-1', '/page-2'])
  await site.configure({ exclude: [], max_depth: 2 })
  await site.sync()
  expect(await site.count()).toBe(7)
})

test('a page with more links than are kept is followed anew once max_pages is raised', async () => {
  const missing = Array.from({ length: 2100 }, (_, at) => `/missing-${at}`)
  // Otherwise a page of links is none that is read.
  const content_selector = 'body'
  const resources = { '/': page('Start', ...missing, '/last'), '/last': page('Last') }
  const site = await startWebsite(resources, { max_pages: 1, content_selector })
  expect(await site.sync()).toMatchObject(CUT_OFF)
  expect(await site.read()).toEqual(['/'])
  const again = await site.sync()
  expect(counted(again)).toMatchObject({ bytes_fetched: 0 })
  const { store, organization_id, source, clock } = site
  expect((await store.pages.known(organization_id, source.id)).length).toBeLessThan(2100)

  const config = { start_urls: [`${site.origin}/`], max_pages: 800, content_selector }
  await store.sources.update(organization_id, source.id, { config }, clock.now)
  await site.sync()

  expect(await site.read()).toEqual(['/', '/last'])
})

test('an address that waits and is linked to no more is asked for once and forgotten', async () => {
  const site = await startTree(3, { max_pages: 2 })
  await site.sync()
  site.resources['/'] = page('Start', '/page-0')
  for (const path of ['/page-1', '/page-2']) delete site.resources[path]
  await site.configure({ max_pages: 10 })

  expect(await site.sync()).toMatchObject({ status: 'succeeded' })
  await site.sync()

  expect(Object.keys(await site.pages()).toSorted()).toEqual(['/', '/page-0', '/page-0/more'])
})
