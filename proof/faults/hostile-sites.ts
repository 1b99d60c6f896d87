import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** What a website, a feed or an API description answers with; made before it is asked for. */
interface Answer {
  type: string
  body(): string | Buffer
}

/** A source whose answers are meant to keep its reader busy, or are merely huge. */
export interface HostileSite {
  name: string
  type: 'website' | 'feed' | 'openapi'
  /** By path; any other is 404. */
  answers: Record<string, Answer>
}

const MIB = 1024 * 1024

const html = (body: () => string | Buffer): Answer => ({ type: 'text/html', body })
const json = (body: () => string | Buffer): Answer => ({ type: 'application/json', body })
const plain = (body: () => string | Buffer): Answer => ({ type: 'text/plain', body })
const xml = (body: () => string | Buffer): Answer => ({ type: 'application/xml', body })

const START = html(() => page('<p>The quay is open to walkers from dawn to dusk.</p>'))

function page(body: string): string {
  return `<!doctype html><title>Quay</title><h1>Quay</h1>${body}`
}

function filled(bytes: number, line: (at: number) => string): string {
  const lines: string[] = []
  for (let length = 0, at = 0; length < bytes; at += 1) {
    lines.push(line(at))
    length += lines[at]?.length ?? 0
  }
  return lines.join('').slice(0, bytes)
}

function many(times: number, piece: (at: number) => string): string {
  return Array.from({ length: times }, (_, at) => piece(at)).join('')
}

/** For comparison. */
export const harmless: HostileSite = {
  name: 'a page that does no harm',
  type: 'website',
  answers: { '/': START },
}

export const hostileSites: HostileSite[] = [
  {
    name: 'sitemap index of 800,000 names',
    type: 'website',
    answers: {
      '/': START,
      '/sitemap.xml': {
        type: 'application/gzip',
        body: () =>
          gzipSync(
            `<sitemapindex>${many(800_000, (at) => `<sitemap><loc>/${at}</loc></sitemap>`)}</sitemapindex>`,
          ),
      },
    },
  },
  {
    name: 'sitemap nested a million deep',
    type: 'website',
    answers: { '/': START, '/sitemap.xml': xml(() => '<url>'.repeat(1_000_000)) },
  },
  {
    name: 'llms.txt of 31 MiB',
    type: 'website',
    answers: {
      '/': START,
      '/llms.txt': {
        type: 'application/octet-stream',
        body: () => filled(31 * MIB, (at) => `[a](/page/${at})\n`),
      },
    },
  },
  {
    name: 'robots.txt of 8 MiB',
    type: 'website',
    answers: {
      '/': html(() => page(many(300, (at) => `<a href="/a${'/'.repeat(at % 20)}${at}">a</a>`))),
      '/robots.txt': plain(() =>
        filled(7.9 * MIB, (at) => `${at === 0 ? 'User-agent: *\n' : ''}Disallow: /*a*a*${at}$\n`),
      ),
    },
  },
  {
    name: 'page of a million nested elements',
    type: 'website',
    answers: { '/': html(() => page('<b>'.repeat(1_000_000) + '</b>'.repeat(1_000_000))) },
  },
  {
    name: 'page of a million links',
    type: 'website',
    answers: { '/': html(() => page(filled(7.9 * MIB, (at) => `<a href=${at}>`))) },
  },
  {
    name: 'JSON feed of 31 MiB',
    type: 'feed',
    answers: {
      '/': json(
        () =>
          `{"items":[${many(800_000, (at) => `{"id":"${at}","content_text":"The tide."},`)}{}]}`,
      ),
    },
  },
  {
    name: 'JSON feed nested 5 million deep',
    type: 'feed',
    answers: {
      '/': json(() => `{"items":${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}}`),
    },
  },
  {
    name: 'JSON feed with 7 MiB of empty lists',
    type: 'feed',
    answers: { '/': json(() => `{"items":[${'[],'.repeat(2_400_000)}{}]}`) },
  },
  {
    name: 'RSS of 400,000 entries',
    type: 'feed',
    answers: {
      '/': xml(
        () =>
          `<rss><channel>${many(400_000, (at) => `<item><guid>${at}</guid><title>a</title></item>`)}</channel></rss>`,
      ),
    },
  },
  {
    name: 'RSS nested a million deep',
    type: 'feed',
    answers: { '/': xml(() => `<rss>${'<a>'.repeat(1_000_000)}`) },
  },
  {
    name: 'API description nested 5 million deep',
    type: 'openapi',
    answers: {
      '/': json(() => `{"openapi":"3.1.0","paths":${'['.repeat(5_000_000)}}`),
    },
  },
]

/** Serves a site on a free port of 127.0.0.1. */
export async function serveSite({ answers }: HostileSite) {
  const bodies = new Map(Object.entries(answers).map(([path, { body }]) => [path, body()]))
  const server = createServer(({ url = '' }, response) => {
    const answer = answers[url]
    if (!answer) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': answer.type }).end(bodies.get(url))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
