import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { entriesOf } from '../../server/ingestion/sources/feed/entries.ts'
import { scanPage } from '../../server/ingestion/sources/website/page-scan.ts'
import { readSitemaps } from '../../server/ingestion/sources/website/sitemaps.ts'
import { startWebServer } from '../fetch/web-server.ts'
import { processTime } from '../support/process-time.ts'
import { counted, startIngestion } from './ingestion.ts'
import { html, links, startWebsite, text } from './website.ts'

const MIB = 1024 * 1024

function many(times: number, piece: (at: number) => string): string {
  return Array.from({ length: times }, (_, at) => piece(at)).join('')
}

/** Its sitemap is read alone; every other one is empty. */
async function readSitemap(sitemap: string) {
  const asked: string[] = []
  const ask = async (url: string) => {
    asked.push(url)
    const body = url === '/sitemap.xml' ? gzipSync(sitemap) : Buffer.from('<urlset/>')
    return { url, status: 200, headers: {}, body, wasCut: false }
  }
  const reading = readSitemaps(['/sitemap.xml'], { ask, pace: async () => {}, limit: 1_000_000 })
  for (let addresses = 0; ; addresses += 1) {
    const { done, value } = await reading.next()
    if (done) return { addresses, asked: asked.length, ...value }
  }
}

/** How much longer ten times as much takes; ten where it is linear. */
async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  const least = await processTime(() => work(size), 0)
  return (await processTime(() => work(10 * size), 20 * least)) / least
}

const MOST_GROWTH = 30

test('of a sitemap index one hundred are read, in time linear in its length', async () => {
  const index = (names: number) =>
    `<sitemapindex>${many(names, (at) => `<sitemap><loc>/${at}</loc></sitemap>`)}</sitemapindex>`

  expect(await readSitemap(index(1000))).toEqual({ addresses: 0, asked: 100, isComplete: false })
  expect(await growth((names) => readSitemap(index(names)), 20_000)).toBeLessThan(MOST_GROWTH)
})

test('of a sitemap 50,000 addresses are read, and then it is not known which are missing', async () => {
  const urlset = (urls: number) => `<urlset>${'<url><loc>/a</loc></url>'.repeat(urls)}</urlset>`

  expect(await readSitemap(urlset(49_999))).toMatchObject({ addresses: 49_999, isComplete: true })
  expect(await readSitemap(urlset(60_000))).toMatchObject({ addresses: 50_000, isComplete: false })
})

test('elements that nest without end are scanned in linear time, and what follows them is read', async () => {
  const nested = (depth: number) =>
    `<title>Quay</title>${'<b>'.repeat(depth)}deep <br><a href="/in">in</a>${'</b>'.repeat(depth)}<h1>After</h1><a href="/out">out</a>`

  const { title, headline, links, text } = scanPage(nested(100_000))
  expect({ title, headline, text }).toEqual({
    title: 'Quay',
    headline: 'After',
    text: 'deep\nin\nAfter\nout',
  })
  expect(links.map(({ href }) => href)).toEqual(['/in', '/out'])
  expect(await growth((depth) => scanPage(nested(depth)), 10_000)).toBeLessThan(MOST_GROWTH)
})

test('of robots.txt the rules of the first 512 KiB count', async () => {
  const filler = '# A comment of a robots.txt that never ends.\n'
  const rest = filler.repeat((8 * MIB) / filler.length - 10)
  const site = await startWebsite({
    '/': html('Quay', text('the quay'), links('/a', '/b')),
    '/a': html('A', text('berths')),
    '/b': html('B', text('cranes')),
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: `User-agent: *\nDisallow: /a\n${rest}Disallow: /b\n`,
    },
  })

  await site.sync()

  expect(await site.pages()).toEqual({ '/': 'ingested', '/a': 'skipped: robots', '/b': 'ingested' })
})

test('of llms.txt the links of the first MiB count', async () => {
  const filler = 'Words about the harbour that lead nowhere.\n'
  const site = await startWebsite({
    '/': html('Quay', text('the quay')),
    '/a': html('A', text('berths')),
    '/b': html('B', text('cranes')),
    '/llms.txt': {
      headers: { 'content-type': 'application/octet-stream' },
      body: `[a](/a)\n${filler.repeat((31 * MIB) / filler.length)}[b](/b)\n`,
    },
  })

  await site.sync()

  expect(await site.read()).toEqual(['/', '/a'])
})

const RSS = (entries: number) =>
  `<rss><channel>${many(entries, (at) => `<item><guid>g${at}</guid><title>T${at}</title></item>`)}</channel></rss>`
const JSON_FEED = (entries: number) =>
  `{"version":"1","nested":{"items":[1]},"items":[${many(entries, (at) => `{"id":"g${at}","title":"T\\"}${at}"},`)}{"id":"last"}],"more":1}`

test.each([
  ['RSS', RSS],
  ['JSON', JSON_FEED],
])('%s is read to the last entry that is wanted', async (_, feedOf) => {
  const read = (bytes: string) =>
    entriesOf({ bytes: Buffer.from(bytes), wasCut: false, most: 3 }, 'https://harbour.test/')

  expect(read(feedOf(400_000))).toMatchObject({
    entries: [{ id: 'g0' }, { id: 'g1' }, { id: 'g2' }],
    isWhole: true,
  })
  // What comes after it is not looked at, whatever it is.
  expect(read(`${feedOf(2000).slice(0, 100_000)}[[[[<<<<`)?.entries).toHaveLength(3)
})

test('a JSON feed that nests without end, is cut off or is none is no feed', async () => {
  const read = (bytes: string, wasCut = false) =>
    entriesOf({ bytes: Buffer.from(bytes), wasCut, most: 3 }, 'https://harbour.test/')

  expect(read(`{"items":${'['.repeat(5_000_000)}`)).toBeNull()
  expect(read(`{"items":[{"id":"a","x":${'{"x":'.repeat(100)}`)).toBeNull()
  expect(read('{"items":[{"id":"a"}')).toBeNull()
  expect(read('{"items":{"id":"a"}}')).toBeNull()
  expect(read('{"items":[5 {"id":}]}')).toBeNull()
  expect(read('{"items":[{"id":"a"},{"id":"b', true)).toMatchObject({
    entries: [{ id: 'a' }],
    isWhole: false,
  })
})

test('of a feed 8 MiB are read, and the job says that there was more', async () => {
  const entry = (at: number) =>
    `<item><guid>g${at}</guid><title>Größe ${at}</title><description>The tide comes in.</description></item>`
  const long = `<item><guid>long</guid><description>${'ü'.repeat(4.1 * MIB)}</description></item>`
  const feed = `<rss><channel>${entry(1)}${entry(2)}${long}${entry(3)}</channel></rss>`
  const server = await startWebServer((_, response) =>
    response.setHeader('content-type', 'application/rss+xml').end(feed),
  )
  const config = { url: `${server.origin}/`, full_pages: false }
  const { sync, documents } = await startIngestion({ type: 'feed', config })

  const outcome = await sync()

  expect(counted(outcome)).toMatchObject({ documents_ingested: 2 })
  expect(outcome).toMatchObject({
    status: 'partial',
    error_code: 'limit_exceeded',
    error_message: 'The feed is larger than 8 MiB; the entries at its beginning were read.',
  })
  expect(await documents()).toMatchObject([{ title: 'Größe 1' }, { title: 'Größe 2' }])
})
