import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sealCredentials } from '../../server/identity/source-credentials.ts'
import { createVaultWith } from '../../server/identity/vault.ts'
import { counted, vault } from './ingestion.ts'
import { html, links, startWebsite, text } from './website.ts'

test('pages are found by links, sitemaps and llms.txt, each once', async () => {
  const index = `<sitemapindex><sitemap><loc>/more.xml.gz</loc></sitemap></sitemapindex>`
  const listed = `<urlset><url><loc>/listed</loc></url><url><loc>/a?utm_source=x</loc></url></urlset>`
  const site = await startWebsite({
    '/': html('Home', text('home'), links('/a', '/a#part', '/a?utm_source=mail', '/b/')),
    '/a': html('A', text('a'), links('/', 'b/')),
    '/b/': html('B', text('b'), links('../c')),
    '/c': html('C', text('c')),
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: '' },
    '/listed': html('Listed', text('listed')),
    '/named.md': { headers: { 'content-type': 'text/markdown' }, body: '# Named\n\nText.' },
    '/llms.txt': { headers: { 'content-type': 'text/plain' }, body: '- [Named](/named.md)' },
  })
  const absolute = (xml: string) => xml.replace(/<loc>/g, `<loc>${site.origin}`)
  site.resources['/robots.txt'] = {
    headers: { 'content-type': 'text/plain' },
    body: `Sitemap: ${site.origin}/index.xml`,
  }
  site.resources['/index.xml'] = { body: absolute(index) }
  site.resources['/more.xml.gz'] = { body: gzipSync(absolute(listed)) }

  const outcome = await site.sync()

  expect(outcome).toMatchObject({ status: 'succeeded' })
  expect(await site.read()).toEqual(['/', '/a', '/b/', '/c', '/listed', '/named.md'])
  const asked = site.asked().filter((path) => !path.includes('.xml'))
  expect(new Set(asked).size).toBe(asked.length)
  expect(counted(outcome)).toMatchObject({ documents_discovered: 6, documents_ingested: 6 })
})

test('a second crawl of an unchanged site transfers no page, and a changed page is read', async () => {
  const versions: Record<string, string> = { '/': '1', '/a': '1' }
  const page = (path: string, body: () => string) => (headers: Record<string, unknown>) => {
    const etag = `"${versions[path]}"`
    if (headers['if-none-match'] === etag) return { status: 304, headers: { etag } }
    return { headers: { etag }, body: body() }
  }
  const site = await startWebsite({
    '/': page('/', () => html('Home', text('home'), links('/a'))),
    '/a': page('/a', () => html('A', text(`a${versions['/a']}`))),
  })
  await site.sync()

  const second = counted(await site.sync())
  versions['/a'] = '2'
  const third = counted(await site.sync())

  expect(second).toMatchObject({ documents_unchanged: 2, documents_ingested: 0, bytes_fetched: 0 })
  expect(third).toMatchObject({ documents_unchanged: 1, documents_ingested: 1 })
  expect((await site.passagesAt('/a'))[0]?.text).toContain('a2')
  expect(await site.pages()).toEqual({ '/': 'unchanged', '/a': 'ingested' })
})

test('a start address that leads to what `exclude` leaves out is not read', async () => {
  const site = await startWebsite(
    {
      '/': { status: 302, headers: { location: '/en/' } },
      '/en/': html('English', text('en'), links('/a')),
      '/a': html('A', text('a')),
    },
    { exclude: ['en/**'] },
  )

  expect(await site.sync()).toMatchObject({
    error_code: 'source_forbidden',
    error_message: expect.stringContaining('what the source leaves out'),
  })
  expect(await site.read()).toEqual([])
})

test('pages below the folder of the start address are read, or what include and exclude say', async () => {
  const resources = () => ({
    '/docs/': html(
      'Docs',
      text('docs'),
      links('/docs/a', '/docs/old/b', '/blog/c', 'https://x.test/'),
    ),
    '/docs/a': html('A', text('a')),
    '/docs/old/b': html('B', text('b')),
    '/blog/c': html('C', text('c')),
  })
  const start = async (config: Record<string, unknown>) => {
    const site = await startWebsite(resources(), config)
    await site.store.sources.update(
      site.organization_id,
      site.source.id,
      { config: { start_urls: [`${site.origin}/docs/`], ...config } },
      site.clock.now,
    )
    await site.sync()
    return site
  }

  const below = await start({})
  expect(await below.read()).toEqual(['/docs/', '/docs/a', '/docs/old/b'])
  expect(await below.pages()).toMatchObject({ '/blog/c': 'skipped: excluded' })
  const chosen = await start({ include: ['/docs/*', 'blog/**'], exclude: ['**/a'] })
  expect(await chosen.read()).toEqual(['/blog/c', '/docs/'])
  expect(chosen.asked()).not.toContain('/docs/a')
})

test('robots.txt, noindex and nofollow are obeyed, and told', async () => {
  const site = await startWebsite({
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /private',
    },
    '/': html('Home', text('home'), links('/private/a', '/noindex', '/header', '/nofollow')),
    '/noindex': html('N', '<meta name="robots" content="noindex">', text('n'), links('/behind')),
    '/header': { headers: { 'x-robots-tag': 'noindex' }, body: html('H', text('h')) },
    '/nofollow': html('F', '<meta name="robots" content="nofollow">', text('f'), links('/unseen')),
    '/behind': html('Behind', text('behind')),
    '/unseen': html('Unseen', text('unseen')),
  })

  const outcome = await site.sync()

  expect(await site.pages()).toEqual({
    '/': 'ingested',
    '/behind': 'ingested',
    '/header': 'skipped: noindex',
    '/nofollow': 'ingested',
    '/noindex': 'skipped: noindex',
    '/private/a': 'skipped: robots',
  })
  expect(site.asked()).not.toContain('/private/a')
  expect(counted(outcome)).toMatchObject({ documents_ingested: 3, documents_skipped: 3 })
})

test('a canonical address is read in the place of others, unless it cannot be or they form a loop', async () => {
  const canonical = (path: string) => `<link rel="canonical" href="${path}">`
  const site = await startWebsite({
    '/': html('Home', text('home'), links('/print', '/a', '/b', '/lost', '/abroad')),
    '/print': html('P', canonical('/page'), text('page')),
    '/page': html('P', canonical('/page'), text('page')),
    '/a': html('A', canonical('/b'), text('a')),
    '/b': html('B', canonical('/a'), text('b')),
    '/lost': html('L', canonical('/missing'), text('lost')),
    '/abroad': html('X', canonical('https://x.test/'), text('abroad')),
  })

  await site.sync()

  const pages = await site.pages()
  expect(pages).toMatchObject({
    '/abroad': 'ingested',
    '/lost': 'ingested',
    '/missing': 'skipped: not_found',
    '/page': 'ingested',
    '/print': 'skipped: canonical',
  })
  expect([pages['/a'], pages['/b']].sort()).toEqual(['ingested', 'skipped: canonical'])
})

test('pages that are none are passed over with the reason', async () => {
  const site = await startWebsite({
    '/': html(
      'Home',
      text('home'),
      links(
        '/login',
        '/soft',
        '/shell',
        '/twin',
        '/gone',
        '/broken',
        '/moved',
        '/picture.png',
        '/data',
      ),
    ),
    '/login': html('Sign in', '<form><input type="password"></form>'),
    '/soft': html('Page not found', '<p>Sorry.</p>'),
    '/shell': '<!doctype html><div id="root"></div><script src="x.js"></script>',
    '/twin': html(
      'Home',
      text('home'),
      links(
        '/login',
        '/soft',
        '/shell',
        '/twin',
        '/gone',
        '/broken',
        '/moved',
        '/picture.png',
        '/data',
      ),
    ),
    '/broken': { status: 500 },
    '/moved': { status: 302, headers: { location: '/users/sign_in' } },
    '/data': {
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from([0, 1, 2]),
    },
  })

  const outcome = await site.sync()

  expect(await site.pages()).toEqual({
    '/': 'ingested',
    '/broken': 'skipped: http_error',
    '/data': 'skipped: unsupported_format',
    '/gone': 'skipped: not_found',
    '/login': 'skipped: login_wall',
    '/moved': 'skipped: login_wall',
    '/picture.png': 'skipped: unsupported_format',
    '/shell': 'skipped: needs_javascript',
    '/soft': 'skipped: soft_404',
    '/twin': 'skipped: duplicate',
  })
  expect(outcome).toMatchObject({ status: 'succeeded' })
  expect(site.asked()).not.toContain('/picture.png')
})

test.each([
  ['404', 'skipped: soft_404'],
  ['Port of Hull | 404', 'skipped: soft_404'],
  ['Oops! Error 404: this went wrong', 'skipped: soft_404'],
  ['404 Error - Port of Hull', 'skipped: soft_404'],
  ['Berth 404 – Port of Hull', 'ingested'],
  ['How to answer with 404 in our API', 'ingested'],
])('a short page with the title "%s" is %s', async (title, expected) => {
  const site = await startWebsite({
    '/': html('Home', text('home'), links('/a')),
    '/a': html(title, text('a')),
  })

  await site.sync()

  expect(await site.pages()).toMatchObject({ '/a': expected })
})

test('languages that are not wanted are passed over, and alternates in the wanted ones found', async () => {
  const page = (language: string, more = '') =>
    `<!doctype html><html lang="${language}"><head><title>T</title>${more}</head><body>${text(language)}</body></html>`
  const alternates = ['de', 'fr', 'en']
    .map((name) => `<link rel="alternate" hreflang="${name}" href="/${name}">`)
    .join('')
  const site = await startWebsite(
    {
      '/': page('en-GB', alternates).replace('</body>', `${links('/nl')}</body>`),
      '/en': page('en'),
      '/de': page('de'),
      '/fr': page('fr'),
      '/nl': page('nl'),
    },
    { languages: ['en', 'de'] },
  )

  await site.sync()

  expect(await site.read()).toEqual(['/', '/de', '/en'])
  expect(await site.pages()).toMatchObject({ '/nl': 'skipped: language' })
  expect(site.asked()).not.toContain('/fr')
})

test('a page is gone when it is missing twice in a row, and not when it cannot be read', async () => {
  const site = await startWebsite({
    '/': html('Home', text('home'), links('/a', '/b')),
    '/a': html('A', text('a')),
    '/b': html('B', text('b')),
  })
  await site.sync()
  site.resources['/a'] = { status: 410 }
  site.resources['/b'] = { status: 500 }

  await site.sync()
  expect(await site.pages()).toMatchObject({
    '/a': 'unknown: not_found',
    '/b': 'unknown: http_error',
  })
  expect(await site.read()).toEqual(['/', '/a', '/b'])

  const last = counted(await site.sync())
  expect(last).toMatchObject({ documents_deleted: 1 })
  expect(await site.pages()).toMatchObject({ '/a': 'gone: not_found', '/b': 'unknown: http_error' })
  expect(await site.read()).toEqual(['/', '/b'])
})

test('what nothing names any more is forgotten: links that led nowhere, and pages gone for 90 days', async () => {
  const site = await startWebsite({
    '/': html('Home', text('home'), links('/a', '/b', '/none', '/picture.png')),
    '/a': html('A', text('a')),
    '/b': (headers) =>
      headers['if-none-match'] === '"1"'
        ? { status: 304 }
        : { body: html('B', text('b'), links('/kept.png')), headers: { etag: '"1"' } },
  })
  await site.sync()
  delete site.resources['/a']
  site.resources['/'] = html('Home', text('home'), links('/b'))

  await site.sync()
  await site.sync()

  expect(await site.pages()).toEqual({
    '/': 'ingested',
    '/a': 'gone: not_found',
    '/b': 'unchanged',
    '/kept.png': 'skipped: unsupported_format',
  })
  site.clock.now = '2026-04-02T03:04:05.000Z'
  await site.sync()
  expect(await site.pages()).toMatchObject({ '/a': 'gone: not_found' })
  site.clock.now = '2026-04-03T03:04:06.000Z'
  await site.sync()
  expect(Object.keys(await site.pages())).toEqual(['/', '/b', '/kept.png'])
})

test('a missing page that the sitemap no longer has is gone at once, as is one with noindex', async () => {
  const sitemap = (...paths: string[]) =>
    `<urlset>${paths.map((path) => `<url><loc>${site.origin}${path}</loc></url>`).join('')}</urlset>`
  const site = await startWebsite({
    '/': html('Home', text('home')),
    '/a': html('A', text('a')),
    '/b': html('B', text('b')),
  })
  site.resources['/sitemap.xml'] = { body: sitemap('/', '/a', '/b') }
  await site.sync()
  delete site.resources['/a']
  site.resources['/sitemap.xml'] = { body: sitemap('/', '/b') }
  site.resources['/b'] = html('B', '<meta name="robots" content="noindex">', text('b'))

  await site.sync()

  expect(await site.pages()).toMatchObject({ '/a': 'gone: not_found', '/b': 'gone: noindex' })
  expect(await site.read()).toEqual(['/'])
})

test('what a changed configuration leaves out is deleted', async () => {
  const site = await startWebsite({
    '/': html('Home', text('home'), links('/a', '/b')),
    '/a': html('A', text('a')),
    '/b': html('B', text('b')),
  })
  await site.sync()
  const config = { start_urls: [`${site.origin}/`], exclude: ['b'] }
  await site.store.sources.update(site.organization_id, site.source.id, { config }, site.clock.now)

  await site.sync()

  expect(await site.read()).toEqual(['/', '/a'])
})

test('more pages than allowed make the job partial, with the reason', async () => {
  const addresses = Array.from({ length: 20 }, (_, page) => `/${page}`)
  const site = await startWebsite(
    {
      '/': html('Home', text('home'), links(...addresses)),
      ...Object.fromEntries(addresses.map((path) => [path, html(path, text(path))])),
    },
    { max_pages: 5 },
  )

  const outcome = await site.sync()

  expect(outcome).toMatchObject({ status: 'partial', error_code: 'limit_exceeded' })
  expect(await site.read()).toHaveLength(5)
})

test('headings are linked to by their id, or else by their text', async () => {
  const long = (of: string) => text(of).repeat(3)
  const site = await startWebsite({
    '/': `<title>T</title><h1>First</h1>${long('one')}<h2 id="x">With id</h2>${long('two')}<h2>Without, it-is</h2>${long('three')}`,
  })

  await site.sync()

  const links = (await site.passagesAt('/')).map(({ anchor, url }) => [anchor, url])
  expect(new Map(links as [string, string][])).toEqual(
    new Map([
      ['First', `${site.origin}/`],
      ['First › With id', `${site.origin}/#x`],
      ['First › Without, it-is', `${site.origin}/#:~:text=Without%2C%20it%2Dis`],
    ]),
  )
})

test('texts that repeat across pages are left out, from the first page on', async () => {
  const banner = '<p>Welcome to the new website of the harbour office!</p>'
  const menu = '<ul><li><a href="/">Home</a></li><li><a href="/0">Berths</a></li></ul>'
  const site = await startWebsite({
    '/': html(
      'Home',
      banner,
      menu,
      text('home'),
      links(...Array.from({ length: 8 }, (_, n) => `/${n}`)),
    ),
    ...Object.fromEntries(
      Array.from({ length: 8 }, (_, page) => [
        `/${page}`,
        html(`Page ${page}`, banner, menu, '<p>Example:</p>', text(`page ${page}`)),
      ]),
    ),
  })

  await site.sync()

  for (const path of ['/', '/3', '/7']) {
    const said = (await site.passagesAt(path)).map((passage) => passage.text).join('\n')
    expect(said).toContain('This is what the page says')
    expect(said).not.toMatch(/Welcome|Berths/)
  }
  expect((await site.passagesAt('/3')).at(0)?.text).toContain('Example:')
})

test('titles are those of the pages, without the name of the website', async () => {
  const titled = (title: string) =>
    `<title>${title}</title><h1>Berths</h1>${text(title)}${links('/a', '/b', '/c')}`
  const site = await startWebsite({
    '/': titled('Welcome | Harbour - Office | Port of Hull'),
    '/a': titled('Berths | Port of Hull'),
    '/b': titled('Port of Hull – Moorings – Prices'),
    '/c': titled('Port of Hull'),
  })

  await site.sync()

  expect((await site.documents()).map(({ title }) => title)).toEqual([
    'Welcome | Harbour - Office',
    'Berths',
    'Moorings – Prices',
    'Port of Hull',
  ])
})

test('a long list of links is followed and skipped, unless it leads elsewhere or says more', async () => {
  const list = (to: (n: number) => string) =>
    `<h1>Index</h1><ul>${Array.from({ length: 50 }, (_, n) => `<li><a href="${to(n)}">The entry ${n}</a>`).join('')}</ul>`
  const site = await startWebsite({
    '/': `${text('home')}${links('/index', '/partners', '/more')}`,
    '/index': list((n) => `/${n}`),
    '/partners': list((n) => `https://partner.test/${n}`).replaceAll('entry', 'partner'),
    '/more': list((n) => `/${n}`).replaceAll('</a>', '</a>: what it is about'),
    '/7': html('Seven', text('seven')),
  })

  await site.sync()

  expect(await site.pages()).toMatchObject({ '/index': 'skipped: empty', '/7': 'ingested' })
  expect(await site.read()).toEqual(['/', '/7', '/more', '/partners'])
})

test('a table of facts stays, although its labels stand on every page; their links go', async () => {
  const facts = (page: number) =>
    `<table><tr><th><a href="/terms#depth">Depth at low tide:</a><td>${page + 2} m<tr><th>Width:<td>${page} m<tr><th>Moorings:<td><a href="/map/${page}">Map ${page}</a></table>`
  const site = await startWebsite({
    '/': html('Home', text('home'), links(...Array.from({ length: 8 }, (_, n) => `/${n}`))),
    ...Object.fromEntries(
      Array.from({ length: 8 }, (_, page) => [
        `/${page}`,
        html(`Berth ${page}`, text(`berth ${page}`), facts(page)),
      ]),
    ),
  })

  await site.sync()

  const said = (await site.passagesAt('/3')).map((passage) => passage.text).join('\n')
  expect(said).toContain('- Depth at low tide: 5 m')
  expect(said).toContain(`- Moorings: [Map 3](${site.origin}/map/3)`)
})

test('selectors choose the content, and a change of them reads unchanged pages again', async () => {
  const page = {
    headers: { etag: '"1"' },
    body: html(
      'Home',
      '<div class="c"><p>The content.</p><p class="ad">Buy!</p></div>',
      text('rest'),
    ),
  }
  const site = await startWebsite({
    '/': (headers) => (headers['if-none-match'] === '"1"' ? { status: 304 } : page),
  })
  await site.sync()
  const config = {
    start_urls: [`${site.origin}/`],
    content_selector: '.c',
    remove_selectors: ['.ad'],
  }
  await site.store.sources.update(site.organization_id, site.source.id, { config }, site.clock.now)

  await site.sync()

  expect((await site.passagesAt('/')).map((passage) => passage.text)).toEqual(['The content.'])
})

test('questions and answers that a page tells machines are read, and breadcrumbs find it', async () => {
  const data = {
    '@graph': [
      {
        '@type': 'FAQPage',
        mainEntity: [
          {
            '@type': 'Question',
            name: 'When do you open?',
            acceptedAnswer: { '@type': 'Answer', text: '<p>At <b>nine</b>.</p>' },
          },
        ],
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [{ name: 'Moorings' }, { item: { name: 'Fees' } }],
      },
    ],
  }
  const site = await startWebsite({
    '/': html(
      'Home',
      text('home'),
      `<script type="application/ld+json">${JSON.stringify(data)}</script>`,
    ),
  })

  await site.sync()

  const passages = await site.passagesAt('/')
  expect(passages.at(-1)).toMatchObject({ anchor: 'When do you open?', text: 'At nine.' })
  expect(passages.map((passage) => passage.text).join()).not.toContain('Moorings')
})

test('pages behind a login are read with the credentials of the source', async () => {
  const site = await startWebsite({
    '/': ({ authorization }) =>
      authorization === 'Bearer open' ? { body: html('Home', text('home')) } : { status: 401 },
  })
  const { store, organization_id, source, clock } = site
  const refused = await site.sync()
  const credentials = sealCredentials(vault, source.id, {
    credentials: { type: 'bearer', token: 'open' },
    origins: [site.origin],
  })
  await store.sources.update(organization_id, source.id, { credentials }, clock.now)

  await site.sync()

  expect(refused).toMatchObject({ status: 'failed', error_code: 'source_forbidden' })
  expect(await site.read()).toEqual(['/'])
})

test('credentials that no key opens end the job before anything is asked', async () => {
  const site = await startWebsite({ '/': html('Home', text('home')) })
  const { store, organization_id, source, clock } = site
  const credentials = sealCredentials(createVaultWith('another key'), source.id, {
    credentials: { type: 'bearer', token: 'open' },
    origins: [site.origin],
  })
  await store.sources.update(organization_id, source.id, { credentials }, clock.now)

  const outcome = await site.sync()

  expect(outcome).toMatchObject({
    error_code: 'source_forbidden',
    error_message: expect.stringContaining('must be entered again'),
  })
  expect(site.requests).toEqual([])
})

test('a running job tells how many pages are known so far', async () => {
  const gate = Promise.withResolvers<void>()
  const site = await startWebsite({
    '/': html('Home', text('home'), links('/a', '/b', '/c')),
    '/a': html('A', text('a')),
    '/b': html('B', text('b')),
    '/c': async () => {
      await gate.promise
      return { body: html('C', text('c')) }
    },
  })
  const { store, organization_id, source } = site
  const discovered = async () =>
    (await store.jobs.latest(organization_id, source.id))?.counters.documents_discovered

  const running = site.sync()
  await expect.poll(discovered).toBe(4)
  gate.resolve()

  expect(counted(await running)).toMatchObject({ documents_discovered: 4, documents_ingested: 4 })
})
