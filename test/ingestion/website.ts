import type { IncomingHttpHeaders } from 'node:http'
import { startWebServer } from '../fetch/web-server.ts'
import { startIngestion } from './ingestion.ts'

/** An answer of a test's website. */
export interface Response {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
}
/** A page's HTML, a whole answer, or what makes one. */
export type Resource =
  | string
  | Response
  | ((headers: IncomingHttpHeaders) => Response | Promise<Response>)

/** Enough words that a page counts as one. */
export function text(of: string): string {
  return `<p>${of} ${`This is what the page says about ${of}, at some length. `.repeat(5)}</p>`
}

export function html(title: string, ...body: string[]): string {
  return `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1>${body.join('\n')}</body></html>`
}

export function links(...addresses: string[]): string {
  return addresses.map((address) => `<p><a href="${address}">${address}</a></p>`).join('')
}

/** A website whose resources a test changes between syncs, and a source that reads it. */
export async function startWebsite(
  resources: Record<string, Resource>,
  config: Record<string, unknown> = {},
) {
  const server = await startWebServer(async (request, response) => {
    const resource = site.resources[request.url ?? ''] ?? { status: 404, body: 'Not found' }
    const made = typeof resource === 'function' ? await resource(request.headers) : resource
    const {
      status = 200,
      headers = {},
      body = '',
    } = typeof made === 'string' ? { body: made } : made
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
  })
  const site = { resources, origin: server.origin }
  const ingestion = await startIngestion({
    type: 'website',
    config: { start_urls: [`${server.origin}/`], ...config },
  })
  const { store, organization_id, source } = ingestion

  return {
    ...ingestion,
    ...server,
    resources,

    /** What became of each path. */
    async pages(): Promise<Record<string, string>> {
      const page = await store.pages.list(organization_id, source.id, {}, { limit: 100 })
      return Object.fromEntries(
        (page?.data ?? []).map(({ url, outcome, reason }) => [
          url.replace(server.origin, ''),
          reason === null ? outcome : `${outcome}: ${reason}`,
        ]),
      )
    },

    /** Paths of the documents that can be searched. */
    async read(): Promise<string[]> {
      const documents = await ingestion.documents()
      return documents
        .filter(({ passage_count }) => passage_count > 0)
        .map(({ path }) => path.replace(server.origin, ''))
    },

    /** Everything that the documents say, with the links of their passages. */
    async passagesAt(path: string) {
      return ingestion.passages(`${server.origin}${path}`)
    },

    /** Paths that were asked for since the last look, without robots.txt and the like. */
    asked(): string[] {
      return server.requests
        .splice(0)
        .map(({ url }) => url)
        .filter((url) => !/^\/(robots\.txt|sitemap\.xml|llms\.txt)$/.test(url))
    },
  }
}
