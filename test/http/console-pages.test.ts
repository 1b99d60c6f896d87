import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHttp, type TestService } from './service.ts'

let dir: string
let service: TestService
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'console-'))
  await mkdir(join(dir, 'assets'))
  await writeFile(join(dir, 'index.html'), '<!doctype html><title>Console</title>')
  await writeFile(join(dir, 'preview.html'), '<!doctype html><title>Preview</title>')
  await writeFile(join(dir, 'assets/index-Ab3_x-9Z.js'), `/* ${'console '.repeat(50)} */`)
  service = await startHttp({ consoleDir: dir })
})
afterAll(async () => {
  await service.stop()
  await rm(dir, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(service.origin + path, { method, headers, redirect: 'manual' })
const HTML = { accept: 'text/html,application/xhtml+xml' }

test.each(['', 'invite', 'knowledge/019a/documents', 'apiary'])(
  'the page is at every address of the console: %s (docs/behaviour.md#the-console)',
  async (path) => {
    const response = await get(`/svc/console/${path}`, HTML)

    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<title>Console')
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    const policy = (headers['content-security-policy'] ?? '').split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ]),
    )
  },
)

test('the preview is sandboxed, reaches no network, and stands in frames of the console alone', async () => {
  const response = await get('/svc/console/preview', HTML)

  expect(await response.text()).toContain('<title>Preview')
  const policy = (response.headers.get('content-security-policy') ?? '').split('; ')
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ]),
  )
  expect(policy.join()).not.toContain('connect-src')
})

test('files with a hash in their name are compressed and cached forever', async () => {
  const response = await get('/svc/console/assets/index-Ab3_x-9Z.js', { 'accept-encoding': 'br' })

  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-encoding')).toBe('br')
})

test('a file of an earlier build is 404, so that no page is taken for a script', async () => {
  expect((await get('/svc/console/assets/index-00000000.js')).status).toBe(404)
})

test('unknown routes of the API stay 404 in the shape of errors', async () => {
  const response = await get('/svc/console/api/nothing', HTML)

  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'not_found' })
})

test('`/` leads browsers to the console and is 404 for API clients', async () => {
  const browser = await get('/', HTML)
  const client = await get('/', { accept: '*/*' })

  expect(browser.status).toBe(302)
  expect(browser.headers.get('location')).toBe('/svc/console/')
  expect((await get('/svc/console', HTML)).headers.get('location')).toBe('/svc/console/')
  expect(client.status).toBe(404)
})

test('other methods are 405', async () => {
  const response = await get('/svc/console/', HTML, 'POST')

  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
})

test('without a built console nothing is served', async () => {
  await using stack = new AsyncDisposableStack()
  const bare = await startHttp()
  stack.defer(() => bare.stop())

  expect((await fetch(`${bare.origin}/svc/console/`, { headers: HTML })).status).toBe(404)
})
