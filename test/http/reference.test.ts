import { createHash } from 'node:crypto'
import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleOperations, operations } from '../../server/contract/operations.ts'
import { call, outcome, startHttp, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

const open = (path: string, init?: RequestInit) => fetch(service.origin + path, init)

async function read(path: string) {
  const $ = load(await (await open(path)).text())
  const all = (selector: string, attribute: string) =>
    $(selector)
      .toArray()
      .map((element) => $(element).attr(attribute) ?? '')
  return { $, ids: all('[id]', 'id'), links: all('a', 'href') }
}

test('the OpenAPI document needs no credential', async () => {
  const { status, body } = await outcome(await call(service, 'GET /openapi.json'))

  expect(status).toBe(200)
  expect(body).toMatchObject({ openapi: '3.1.1', info: { version: '0.0.0' } })
})

test('the reference shows every operation', async () => {
  const { ids } = await read('/svc/docs')

  expect(Object.keys(operations).filter((name) => !ids.includes(name))).toEqual([])
})

test('the reference tells the bounds of fields', async () => {
  const { $ } = await read('/svc/docs')
  const text = $('body').text()

  expect(text).toMatch(/, at most \d+ characters/)
  expect(text).toMatch(/, at least \d+/)
  expect(text).toMatch(/, \d+ to \d+ characters/)
  expect(text).not.toContain('undefined')
})

test('every operation links to its rules by the name of their heading', async () => {
  const { $, ids } = await read('/svc/docs/behaviour')
  const { body: document } = await outcome(await call(service, 'GET /openapi.json'))

  for (const { rule } of Object.values(consoleOperations)) {
    expect(ids).toContain(rule.replace('behaviour.md#', ''))
  }
  for (const { method, path } of Object.values(operations)) {
    const { url, description } = document.paths[path][method].externalDocs
    const [page, heading] = url.split('#')
    expect(page).toBe('/svc/docs/behaviour')
    expect($(`#${heading}`).text(), path).toBe(description)
  }
})

test('the manual is there for owners, and its pages lead to each other', async () => {
  const { $, links } = await read('/svc/docs/manual/installation')

  expect($('h1').first().text()).toBe('Installing Knowledge Assistant')
  expect(links).toContain('several-machines')
  expect((await open('/svc/docs/manual/proxies')).status).toBe(200)
  expect((await open('/svc/docs/manual/nothing')).status).toBe(404)
})

describe.each(['/svc/docs', '/svc/docs/behaviour'])('the page %s', (path) => {
  test('has no dangling link', async () => {
    const { ids, links } = await read(path)
    const own = links.filter((href) => !href.startsWith('https://'))
    const targets = new Set<string>()
    for (const page of new Set(own.map((href) => href.split('#', 1)[0] || path))) {
      if ((await open(page)).status !== 200) continue
      targets.add(page)
      for (const id of (await read(page)).ids) targets.add(`${page}#${id}`)
    }

    const dangling = own.filter((href) => !targets.has(href.startsWith('#') ? path + href : href))

    expect(own.length).toBeGreaterThan(50)
    expect(dangling).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('loads nothing, and its policy allows its own style only', async () => {
    const response = await open(path)
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

  test('is not sent again when it has not changed', async () => {
    const etag = (await open(path)).headers.get('etag') ?? ''

    const again = await open(path, {
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    })

    expect(again.status).toBe(304)
  })

  test('can only be read (docs/behaviour.md#requests)', async () => {
    const response = await open(path, { method: 'POST' })

    expect(response.headers.get('allow')).toBe('GET, HEAD')
    expect(await outcome(response)).toEqual({
      status: 405,
      body: { code: 'method_not_allowed', message: 'This path allows GET, HEAD.' },
    })
  })
})
