import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processTime } from '../support/process-time.ts'
import { call, outcome, page, startHttp, type TestService } from './service.ts'

/** For client and service together. */
const BUDGET_MS = 50

let service: TestService
let upload: string
beforeAll(async () => {
  service = await startHttp()
  const { collection_id, keys } = service.tenant
  const { body: source } = await outcome(
    await call(service, `POST /knowledge/collections/${collection_id}/sources`, {
      key: keys.owner,
      json: { name: 'Uploads', type: 'upload' },
    }),
  )
  upload = `POST /knowledge/sources/${source.id}/documents`
  // A first request, because it loads modules.
  await search('ready')
})
afterAll(() => service.stop())

const marks = (bytes: number) => '\u0301\u0316'.repeat(bytes / 4)
/** As many as fit in a header, as UTF-8 bytes or as escapes. */
const inHeader = Buffer.from(marks(15_000)).toString('latin1')
const inAddress = encodeURIComponent(marks(5000))

function search(query: string): Promise<Response> {
  const { owner } = service.tenant.keys
  return fetch(`${service.origin}/svc/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${owner.secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search', arguments: { query } },
    }),
  })
}

function file(field: string, name: string): Promise<Response> {
  const part = `Content-Disposition: form-data; name="${field}"; filename="${name}"`
  return call(service, upload, {
    key: service.tenant.keys.owner,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `--b\r\n${part}\r\n\r\nx\r\n--b--\r\n`,
  })
}

describe('combining marks wherever a request may carry text are answered at once (docs/behaviour.md#text-fields)', () => {
  const api = (route: string, headers: Record<string, string> = {}, json?: unknown) =>
    call(service, route, { key: service.tenant.keys.owner, headers, json })
  const console = (route: string, json: unknown) => call({ url: service.console }, route, { json })
  const headers = (name: string) =>
    call(service, 'GET /assistants', { headers: { [name]: inHeader } })
  const ofPage = (name: string) =>
    call(service, 'GET /widget/conversations', {
      headers: { ...page(service.tenant), [name]: inHeader },
    })

  test.each<[string, number, () => Promise<Response>]>([
    ['a question', 400, () => api('POST /conversations/x/messages', {}, { text: marks(250_000) })],
    ['a search', 400, () => api('POST /knowledge/search', {}, { query: marks(60_000) })],
    ['an MCP tool', 200, () => search(marks(250_000))],
    [
      'a document title',
      400,
      () => api(upload, {}, { documents: [{ path: 'a', text: '', title: marks(1_000_000) }] }),
    ],
    ['a file name', 400, () => file('files', marks(15_000))],
    ['a form field', 400, () => file(marks(15_000), 'a.md')],
    [
      'a form of other fields',
      400,
      () => api(upload, { 'content-type': `multipart/form-data; boundary=${'b'.repeat(70)}` }),
    ],
    ['an API key', 401, () => headers('authorization')],
    [
      'a cookie',
      401,
      () => call(service, 'GET /assistants', { headers: { cookie: `svc_session=${inHeader}` } }),
    ],
    ['a widget key', 401, () => ofPage('x-svc-widget-key')],
    ['a visitor token', 401, () => ofPage('x-svc-visitor-token')],
    ['an origin', 403, () => ofPage('origin')],
    ['If-Match', 400, () => api('DELETE /branding', { 'if-match': inHeader })],
    ['If-None-Match', 200, () => api('GET /branding', { 'if-none-match': inHeader })],
    ['Content-Type', 415, () => api('POST /assistants', { 'content-type': inHeader }, {})],
    ['X-Forwarded-For', 200, () => api('GET /assistants', { 'x-forwarded-for': inHeader })],
    ['a cursor', 400, () => api(`GET /assistants?cursor=${inAddress}`)],
    ['a filter', 400, () => api(`GET /assistants?status=${inAddress}`)],
    ['a day', 400, () => api(`GET /usage?from=${inAddress}`)],
    ['an id', 404, () => api(`GET /assistants/${inAddress}`)],
    ['an unknown path', 404, () => api(`GET /${inAddress}`)],
    [
      'signing in by address',
      400,
      () => console('POST /session', { email: marks(60_000), password: 'x' }),
    ],
    [
      'signing in by password',
      400,
      () => console('POST /session', { email: 'a@b.test', password: marks(60_000) }),
    ],
    ['an invitation', 400, () => console('POST /invitations/read', { token: marks(60_000) })],
    [
      'a new password',
      400,
      () => console('POST /invitations/accept', { token: 'x', password: marks(60_000) }),
    ],
  ])('%s', async (_, status, send) => {
    const took = await processTime(async () => {
      const response = await send()
      await response.arrayBuffer()
      expect(response.status).toBe(status)
    }, BUDGET_MS)

    expect(took).toBeLessThan(BUDGET_MS)
  })
})
