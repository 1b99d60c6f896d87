import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const LINKS = 20
const WORDS = 120
const NOUNS = 'harbour berth crane ferry tide pilot quay anchor rope mast sail deck'.split(' ')

/** A website of so many pages, each of which links to twenty more, on a free port of 127.0.0.1. */
export async function serveLargeSite(pages: number) {
  let transferred = 0
  const server = createServer(({ url = '/', headers }, response) => {
    const page = url === '/' ? 0 : Number(url.slice(1))
    if (!(page < pages)) return void response.writeHead(404).end()
    const etag = `"${page}"`
    if (headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
    transferred += 1
    response.writeHead(200, { 'content-type': 'text/html', etag }).end(htmlOf(page))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many pages were sent whole since the last look. */
    takeTransferred(): number {
      const count = transferred
      transferred = 0
      return count
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function htmlOf(page: number): string {
  const words = Array.from(
    { length: WORDS },
    (_, at) => `${NOUNS[(page * 7 + at * at) % NOUNS.length]}${(page + at) % 97}`,
  )
  const links = Array.from(
    { length: LINKS },
    (_, at) => `<a href="/${page * LINKS + at + 1}">More</a>`,
  )
  const title = `Page ${page.toString(36)}`
  return `<!doctype html><title>${title}</title><h1>${title}</h1><p>${words.join(' ')}</p>${links.join(' ')}`
}
