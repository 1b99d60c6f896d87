import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.txt': 'text/plain',
  '.pdf': 'application/pdf',
  '.xml': 'application/xml',
}

/** A folder of pages, served with ETag and Last-Modified on a free port of 127.0.0.1. */
export async function serveFolder(folder: string) {
  const transferred: string[] = []
  const server = createServer(({ url = '/', headers }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://site').pathname)
    const file = fileAt(join(folder, normalize(path)))
    if (file === null) return void response.writeHead(404).end('Not found')
    if (file === 'folder') return void response.writeHead(301, { location: `${path}/` }).end()
    const validators = validatorsOf(file)
    if (headers['if-none-match'] === validators.etag) {
      return void response.writeHead(304, validators).end()
    }
    transferred.push(path)
    send(response, file, validators)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Paths of what was sent whole; emptied by the reader. */
    transferred,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function send(response: ServerResponse, file: string, validators: Record<string, string>): void {
  // Apache's manual names pages by their language: index.html.en.
  const type = TYPES[extname(file)] ?? (file.includes('.html.') ? 'text/html' : undefined)
  response.writeHead(200, { 'content-type': type ?? 'application/octet-stream', ...validators })
  response.end(readFileSync(file))
}

/** A folder is its index page, once its address ends with a slash. */
function fileAt(path: string): string | null {
  if (!existsSync(path)) return existsSync(`${path}.en`) ? `${path}.en` : null
  if (!statSync(path).isDirectory()) return path
  if (!path.endsWith('/')) return 'folder'
  return ['index.html', 'index.html.en'].map((name) => join(path, name)).find(existsSync) ?? null
}

function validatorsOf(file: string): Record<'etag' | 'last-modified', string> {
  const { size, mtime } = statSync(file)
  const etag = createHash('sha1').update(`${file} ${size} ${mtime.getTime()}`).digest('hex')
  return { etag: `"${etag.slice(0, 16)}"`, 'last-modified': mtime.toUTCString() }
}
