import { createHash } from 'node:crypto'
import { load } from 'cheerio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../server/contract/operations.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

const docs = (init?: RequestInit) => fetch(`${service.origin}/svc/docs`, init)

test('the OpenAPI document needs no credential', async () => {
  const { status, body } = await outcome(await call(service, 'GET /openapi.json'))

  expect(status).toBe(200)
  expect(body).toMatchObject({ openapi: '3.1.1', info: { version: '0.0.0' } })
})

test('the reference shows every operation, and every link within it leads somewhere', async () => {
  const $ = load(await (await docs()).text())

  const ids = new Set(
    $('[id]')
      .toArray()
      .map((element) => $(element).attr('id')),
  )
  const links = $('a[href^="#"]')
    .toArray()
    .map((element) => $(element).attr('href')?.slice(1))
  expect(Object.keys(operations).filter((name) => !ids.has(name))).toEqual([])
  expect(links.filter((target) => !ids.has(target))).toEqual([])
  expect($('[id]').length).toBe(ids.size)
})

test('the reference loads nothing, and its policy allows its own style only', async () => {
  const response = await docs()
  const html = await response.text()
  const $ = load(html)

  const hash = createHash('sha256').update($('style').text()).digest('base64')
  const policy = response.headers.get('content-security-policy')
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(policy).toMatch(/^default-src 'none'; /)
  expect(policy).toContain(`style-src 'sha256-${hash}'`)
  expect($('script, link, img, iframe, [style], [src], [onclick]').length).toBe(0)
  expect(html).toContain('color-scheme: light dark')
})

test('the reference that has not changed is not sent again', async () => {
  const etag = (await docs()).headers.get('etag') ?? ''

  const again = await docs({ headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })

  expect(again.status).toBe(304)
})

test('the reference can only be read (completions 2)', async () => {
  const response = await docs({ method: 'POST' })

  expect(response.headers.get('allow')).toBe('GET, HEAD')
  expect(await outcome(response)).toEqual({
    status: 405,
    body: { code: 'method_not_allowed', message: 'This path allows GET, HEAD.' },
  })
})
