import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHttp, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const send = (path: string, accept: string, method = 'GET') =>
  fetch(service.origin + path, { method, headers: { accept } })

const id = '00000000-0000-7000-8000-000000000000'

test.each(['/nothing', '/svc', '/svc/doc', '/svc/widget/nothing', `/svc/passages/${id}/${id}`])(
  'a browser at the unknown page %s is shown where to go (docs/behaviour.md#errors)',
  async (path) => {
    const response = await send(path, BROWSER)
    const html = await response.text()

    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('<title>Page not found</title>')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(links).toEqual([
      '/svc/console/',
      '/svc/docs',
      '/svc/docs/behaviour',
      '/svc/widget/check',
    ])
  },
)

test('the page allows its own style and nothing else, and no frame', async () => {
  const response = await send('/nothing', BROWSER)
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(await response.text()) ?? []

  const hash = createHash('sha256').update(style).digest('base64')
  expect(style).not.toBe('')
  expect(response.headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('the page is the same whatever was asked for', async () => {
  const plain = await send('/nothing', BROWSER)
  const hostile = await send('/%3Cscript%3Ealert(1)%3C/script%3E?q=%22%3E<b>x', BROWSER)

  expect(hostile.status).toBe(404)
  expect(await hostile.text()).toBe(await plain.text())
})

test('HEAD has the headers of GET, without the body', async () => {
  const [get, head] = [await send('/nothing', BROWSER), await send('/nothing', BROWSER, 'HEAD')]

  expect(head.status).toBe(404)
  for (const name of ['content-type', 'content-length', 'content-security-policy']) {
    expect(head.headers.get(name)).toBe(get.headers.get(name))
  }
  expect(await head.text()).toBe('')
})

test.each([
  ['GET', '/nothing', '*/*'],
  ['GET', '/nothing', ''],
  ['GET', '/nothing', 'application/json, text/html;q=0.9'],
  ['GET', '/nothing', 'application/json, */*;q=0.1'],
  ['POST', '/nothing', BROWSER],
  ['GET', '/svc/api/v1/nothing', BROWSER],
  ['GET', '/svc/api', BROWSER],
  ['GET', '/svc/console/api/nothing', BROWSER],
  ['GET', '/svc/mcp/nothing', BROWSER],
  ['GET', '/health', BROWSER],
  ['GET', '/ready', BROWSER],
])('%s %s with Accept "%s" is 404 in the error shape', async (method, path, accept) => {
  const response = await send(path, accept, method)

  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ code: 'not_found', message: expect.any(String) })
})
