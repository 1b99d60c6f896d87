import { describe, expect, test } from 'vitest'
import { startWebServer } from '../fetch/web-server.ts'
import { counted, startIngestion } from './ingestion.ts'

type Resource = { status?: number; etag?: string; body: string }

/** A server with a feed at `/feed`, and a source that reads it. */
async function startFeed(
  make: (origin: string) => Record<string, Resource>,
  config: Record<string, unknown> = {},
) {
  const server = await startWebServer((request, response) => {
    const { status = 200, etag, body } = resources[request.url ?? ''] ?? { status: 404, body: '' }
    if (etag) response.setHeader('etag', etag)
    const isSame = etag && request.headers['if-none-match'] === etag
    response.setHeader('content-type', request.url === '/feed' ? 'text/xml' : 'text/html')
    response.writeHead(isSame ? 304 : status).end(isSame ? '' : body)
  })
  const resources = make(server.origin)
  const source = { type: 'feed' as const, config: { url: `${server.origin}/feed`, ...config } }
  return { ...(await startIngestion(source)), ...server, resources }
}

function page(text: string): string {
  return `<!doctype html><nav>Menu</nav><main><h1>Page</h1><p>${text}</p></main>`
}

const RSS = (...entries: string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${entries.join('')}</channel></rss>`
const ITEM = (path: string, title: string) =>
  `<item><title>${title}</title><link>${path}</link><guid isPermaLink="false">g-${path}</guid><description>Short.</description><content:encoded><![CDATA[<p>Said by the feed.</p>]]></content:encoded></item>`

describe('a feed (docs/behaviour.md#feeds)', () => {
  test('is its entries with their pages, titles and links', async () => {
    const { sync, documents, passages, origin } = await startFeed(() => ({
      '/feed': { body: RSS(ITEM('/a', 'First &amp; foremost'), ITEM('/gone', 'Second')) },
      '/a': { body: page('The whole story.') },
    }))

    const outcome = await sync()

    expect(counted(outcome)).toMatchObject({ documents_ingested: 2 })
    expect(await documents()).toMatchObject([
      { path: `${origin}/a`, title: 'First & foremost', url: `${origin}/a` },
      { path: `${origin}/gone`, title: 'Second' },
    ])
    expect((await passages(`${origin}/a`)).map(({ text }) => text)).toEqual(['The whole story.'])
    expect((await passages(`${origin}/gone`)).map(({ text }) => text)).toEqual([
      'Said by the feed.',
    ])
  })

  test('without full pages asks for nothing but itself', async () => {
    const feed = await startFeed(() => ({ '/feed': { body: RSS(ITEM('/a', 'A')) } }), {
      full_pages: false,
    })

    await feed.sync()

    expect(feed.requests.map(({ url }) => url)).toEqual(['/feed'])
    expect((await feed.documents())[0]?.passage_count).toBe(1)
  })

  test('transfers no page again that has not changed, and keeps what left it', async () => {
    const { sync, documents, resources } = await startFeed(() => ({
      '/feed': { body: RSS(ITEM('/a', 'A'), ITEM('/b', 'B')) },
      '/a': { body: page('One.'), etag: '"1"' },
      '/b': { body: page('Two.'), etag: '"1"' },
    }))
    await sync()

    resources['/feed'] = { body: RSS(ITEM('/a', 'A')) }
    const outcome = await sync()

    expect(counted(outcome)).toMatchObject({
      documents_unchanged: 1,
      documents_deleted: 0,
      bytes_fetched: 0,
    })
    expect(await documents()).toHaveLength(2)
  })

  test('ends at `max_entries`', async () => {
    const items = Array.from({ length: 5 }, (_, at) => ITEM(`/${at}`, `Entry ${at}`))
    const { sync } = await startFeed(() => ({ '/feed': { body: RSS(...items) } }), {
      full_pages: false,
      max_entries: 3,
    })

    expect(counted(await sync())).toMatchObject({ documents_discovered: 3 })
  })

  test.each([
    [
      'Atom',
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title><entry><id>tag:1</id><title type="html">Post</title><link rel="edit" href="/edit"/><link href="/post"/><summary>Words of it.</summary></entry></feed>',
    ],
    [
      'RDF',
      '<rdf:RDF><item><title>Post</title><link>/post</link><description>Words of it.</description></item></rdf:RDF>',
    ],
    [
      'JSON Feed',
      '{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","url":"/post","title":"Post","content_text":"Words of it."}]}',
    ],
  ])('may be %s', async (_, body) => {
    const { sync, documents, passages, origin } = await startFeed(() => ({ '/feed': { body } }), {
      full_pages: false,
    })

    await sync()

    expect(await documents()).toMatchObject([{ title: 'Post', url: `${origin}/post` }])
    expect((await passages(`${origin}/post`))[0]?.text).toBe('Words of it.')
  })

  test.each([
    [{ body: '<html><body>No feed</body></html>' }, 'source_forbidden'],
    [{ body: '{"items": 1}' }, 'source_forbidden'],
    [{ body: RSS() }, 'source_empty'],
    [{ status: 500, body: RSS() }, 'source_unreachable'],
    [{ status: 401, body: RSS() }, 'source_forbidden'],
  ])('that cannot be read says why: %j', async (resource, error_code) => {
    const { sync } = await startFeed(() => ({ '/feed': resource }))

    expect(await sync()).toMatchObject({ status: 'failed', error_code })
  })
})

test('an entry leads to no port besides the usual ones and the configured one', async () => {
  const other = await startWebServer((_request, response) => void response.end(page('Other.')))
  const { sync, passages } = await startFeed(() => ({
    '/feed': { body: RSS(ITEM(`${other.origin}/a`, 'A')) },
  }))

  await sync()

  expect(other.requests).toEqual([])
  expect((await passages(`${other.origin}/a`))[0]?.text).toBe('Said by the feed.')
})
