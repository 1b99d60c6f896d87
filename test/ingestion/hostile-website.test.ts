import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { counted, startIngestion } from './ingestion.ts'
import { html, links, type Resource, startWebsite, text } from './website.ts'

const PLAIN = { 'content-type': 'text/plain' }

/** Pages `/0` … with so many links on the first. */
function pages(count: number): Record<string, Resource> {
  const addresses = Array.from({ length: count }, (_, page) => `/${page}`)
  return {
    '/': html('Home', text('home'), links(...addresses)),
    ...Object.fromEntries(addresses.map((path) => [path, html(path, text(path))])),
  }
}

const RESTING = { status: 503, headers: { 'retry-after': '3600' } }

test('a website that wants to be left alone for long is said to, with the time', async () => {
  const site = await startWebsite({ '/robots.txt': RESTING })
  const feed = await startIngestion({
    type: 'feed',
    config: { url: `${site.origin}/robots.txt` },
  })
  const until = /status 503 and asks to be left alone until (\d{4}-\d\d-\d\d \d\d:\d\d) UTC\.$/
  const again = /^127\.0\.0\.1:\d+ asked to be left alone until (.*) UTC\.$/

  for (const [run, message] of [
    [site.sync, until],
    [feed.sync, until],
    [site.sync, again],
  ] as const) {
    const outcome = await run()
    expect(outcome).toMatchObject({ error_code: 'source_unreachable' })
    const said = outcome.kind === 'ended' ? outcome.error_message : ''
    const [, time = ''] = message.exec(said?.replace(/^.*cannot be read\. (?=127)/, '') ?? '') ?? []
    const seconds = (Date.parse(`${time.replace(' ', 'T')}Z`) - Date.now()) / 1000
    expect(seconds, said ?? '').toBeGreaterThan(3600 - 180)
    expect(seconds, said ?? '').toBeLessThanOrEqual(3600)
  }
})

test.each<[string, Resource, string]>([
  [
    'robots.txt answers with an error',
    { status: 503, headers: { 'retry-after': '999' } },
    'robots.txt cannot be read',
  ],
  [
    'robots.txt forbids the start address',
    { headers: PLAIN, body: 'User-agent: *\nDisallow: /' },
    'does not allow it',
  ],
])('%s: nothing is read, and nothing deleted', async (_what, robots, message) => {
  const site = await startWebsite({ '/': html('Home', text('home')) })
  await site.sync()
  site.resources['/robots.txt'] = robots

  const outcome = await site.sync()

  expect(outcome).toMatchObject({
    status: 'failed',
    error_code: expect.stringMatching(/^source_(unreachable|forbidden)$/),
    error_message: expect.stringContaining(message),
  })
  expect(await site.read()).toEqual(['/'])
})

test('redirects that lead in a circle, or on and on, end', async () => {
  const site = await startWebsite({
    '/': html('Home', text('home'), links('/a', '/self', '/1')),
    '/a': { status: 302, headers: { location: '/b' } },
    '/b': { status: 302, headers: { location: '/a' } },
    '/self': { status: 302, headers: { location: '/self' } },
    ...Object.fromEntries(
      Array.from({ length: 20 }, (_, step) => [
        `/${step}`,
        { status: 302, headers: { location: `/${step + 1}` } },
      ]),
    ),
  })

  const outcome = await site.sync()

  expect(outcome).toMatchObject({ status: 'succeeded' })
  expect(await site.pages()).toMatchObject({
    '/self': 'skipped: http_error',
    '/6': 'skipped: http_error',
  })
  expect(site.asked()).not.toContain('/8')
})

test('a page that inflates without end and one of 3 GB are passed over', async () => {
  const site = await startWebsite({
    '/': html('Home', text('home'), links('/bomb', '/long')),
    '/bomb': {
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(64 * 2 ** 20)),
    },
    '/long': { headers: { 'content-length': '3000000000' }, body: 'x' },
  })

  const outcome = await site.sync()

  expect(outcome).toMatchObject({ status: 'succeeded' })
  expect(await site.pages()).toMatchObject({
    '/bomb': 'skipped: limit_exceeded',
    '/long': 'skipped: limit_exceeded',
  })
})

test('a calendar without end is left at the depth that is allowed', async () => {
  const site = await startWebsite({}, { max_depth: 3 })
  site.resources['/'] = html('Home', text('home'), links('/calendar/1'))
  for (let month = 1; month < 50; month += 1) {
    site.resources[`/calendar/${month}`] = html(
      `Month ${month}`,
      text(`${month}`),
      links(`/calendar/${month + 1}`),
    )
  }

  await site.sync()

  expect(await site.read()).toEqual(['/', '/calendar/1', '/calendar/2', '/calendar/3'])
  expect(await site.pages()).toMatchObject({ '/calendar/4': 'skipped: limit_exceeded' })
})

test('addresses that a site makes up without end are traps', async () => {
  const site = await startWebsite({
    '/': html(
      'Home',
      text('home'),
      links(
        '/a/a/a/b',
        `/${'x'.repeat(1100)}`,
        '/list?a=1&b=2&c=3&d=4&e=5&f=6&g=7',
        ...Array.from({ length: 80 }, (_, page) => `/list?a=${page}&b=${page}`),
      ),
    ),
  })

  const outcome = await site.sync()

  const told = await site.pages()
  expect(told['/a/a/a/b']).toBe('skipped: trap')
  expect(told['/list?a=1&b=2&c=3&d=4&e=5&f=6&g=7']).toBe('skipped: trap')
  expect(site.asked().filter((path) => path.startsWith('/list'))).toHaveLength(50)
  expect(outcome).toMatchObject({ status: 'succeeded' })
})

test.each([
  ['its page', 'utf-8', '<meta charset="windows-1251">'],
  ['its header', 'windows-1251', ''],
])('letters are read as %s says', async (_, header, meta) => {
  const page = Buffer.concat([
    Buffer.from(`<!doctype html>${meta}<p>`),
    Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    Buffer.from('</p>'),
  ])
  const site = await startWebsite({
    '/': { headers: { 'content-type': `text/html; charset=${header}` }, body: page },
  })

  await site.sync()

  expect((await site.passagesAt('/'))[0]?.text).toBe('Привет')
})

test('a site that refuses all further requests ends the job, and keeps what was read', async () => {
  const site = await startWebsite(pages(40))
  await site.sync()
  for (let page = 0; page < 40; page += 1) {
    site.resources[`/${page}`] = { status: 429, headers: { 'retry-after': '999' } }
  }

  const outcome = await site.sync()

  expect(outcome).toMatchObject({
    status: 'partial',
    error_code: 'source_unreachable',
    error_message: expect.stringContaining('stopped answering'),
  })
  expect(site.asked().length).toBeLessThan(41 + 20)
  expect(await site.read()).toHaveLength(41)
})

test('half of a site that is gone is withheld, told, and deleted once it is confirmed', async () => {
  const site = await startWebsite(pages(30))
  const { store, organization_id, source, clock } = site
  await site.sync()
  for (let page = 0; page < 15; page += 1) site.resources[`/${page}`] = { status: 410 }
  await site.sync()
  clock.now = '2026-01-03T00:00:00.000Z'

  const outcome = await site.sync()

  expect(outcome).toMatchObject({
    status: 'partial',
    error_code: 'deletions_withheld',
    error_message: expect.stringMatching(/^15 of 31 documents are no longer in the source/),
  })
  expect(await site.read()).toHaveLength(31)
  const latest = await store.jobs.latest(organization_id, source.id)
  clock.now = '2026-01-04T00:00:00.000Z'
  const job = { id: crypto.randomUUID(), max_attempts: 3 }
  await store.jobs.confirm(organization_id, latest?.id ?? '', job, clock.now)
  expect(counted(await site.sync())).toMatchObject({ documents_deleted: 15 })
  expect(await site.read()).toHaveLength(16)
})

test.each<[string, Resource, string, string]>([
  ['every page is a 500', { status: 500 }, 'source_unreachable', 'status 500'],
  [
    'a login stands before every page',
    html('Sign in', '<input type="password">'),
    'source_forbidden',
    'asks for a login',
  ],
  [
    'a login is where every page leads',
    { status: 302, headers: { location: '/login' } },
    'source_forbidden',
    'asks for a login',
  ],
  [
    'every page needs JavaScript',
    '<div id="app"></div><script src="a.js"></script>',
    'source_unreachable',
    'without JavaScript',
  ],
])(
  '%s after a month: what was read is kept, and the job says why',
  async (_what, page, code, message) => {
    const site = await startWebsite(pages(12))
    await site.sync()
    for (const path of Object.keys(site.resources)) site.resources[path] = page

    await site.sync()
    const outcome = await site.sync()

    expect(outcome).toMatchObject({
      status: 'failed',
      error_code: code,
      error_message: expect.stringContaining(message),
    })
    expect(await site.read()).toHaveLength(13)
  },
)

test('most pages behind a login, with the start page before it, are told', async () => {
  const site = await startWebsite(pages(12))
  await site.sync()
  for (let page = 0; page < 12; page += 1) site.resources[`/${page}`] = { status: 401 }

  const outcome = await site.sync()

  expect(outcome).toMatchObject({
    status: 'partial',
    error_code: 'source_forbidden',
    error_message: expect.stringMatching(/^12 pages could not be read this time, 1 could/),
  })
  expect(await site.read()).toHaveLength(13)
})
