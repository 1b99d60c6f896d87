/** The check page in a browser, and its pinned tag on a page of another origin. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startHttp, type TestService } from '../http/service.ts'
import { PAGE_ORIGIN, PUBLIC_URL } from '../http/tenants.ts'
import { accessibilityViolations, openPage, useBrowser } from '../support/widget-page.ts'

const held = useBrowser()
let service: TestService
let page: Page
/** Console messages and uncaught errors of the page. */
let logged: string[]

beforeAll(async () => {
  service = await startHttp({ assetsDir: join(import.meta.dirname, '../../dist/widget') })
})
afterAll(() => service.stop())

beforeEach(async () => {
  page = await openPage(held.browser)
  logged = []
  page.on('console', (line) => logged.push(line.text()))
  page.on('pageerror', (error) => logged.push(error.message))
})
afterEach(() => page.context().close())

test('shows that script and API can be reached, under its own policy and without an error', async () => {
  await publish((body) => body)

  await openCheck()

  await expect.poll(() => stateOf('#script')).toBe('ok')
  await expect.poll(() => stateOf('#api')).toBe('ok')
  expect(logged).toEqual([])
})

test('shows that a proxy rewrites the script', async () => {
  await publish((body) => `${body}/* analytics */`)

  await openCheck()

  await expect.poll(() => stateOf('#script')).toBe('problem')
  expect(await page.locator('#script').innerText()).toContain('arrives modified')
})

test('shows that the service cannot be reached', async () => {
  await page.route(`${PUBLIC_URL}/**`, (route) => route.abort())

  await openCheck()

  await expect.poll(() => stateOf('#script')).toBe('problem')
  await expect.poll(() => stateOf('#api')).toBe('problem')
})

test('has no accessibility violations', async () => {
  await publish((body) => body)
  await openCheck()
  await expect.poll(() => stateOf('#api')).toBe('ok')

  expect(await accessibilityViolations(page)).toEqual([])
})

test('SVC101 on a refused page links to the check that fails', async () => {
  await publish((body) => body)
  const key = service.tenant.deployment.widget_key
  const tag = `<script async src="${PUBLIC_URL}/svc/widget.js" data-widget-key="${key}"></script>`
  await serve('https://www.shop.test', tag)

  await page.goto('https://www.shop.test/')
  const link = () => logged.map((line) => /SVC101.*?(https:\S+)/.exec(line)?.[1]).find(Boolean)
  await expect.poll(link).toBeDefined()
  await page.goto(link() ?? '')

  const wrong = page.locator('li[data-state="problem"]', { hasText: 'The origin is allowed' })
  expect(await wrong.innerText()).toContain('Add https://www.shop.test to the allowed_origins')
})

test('its pinned tag shows the widget', async () => {
  await publish((body) => body)
  await openCheck()
  const pinned = await page.locator('pre').nth(1).innerText()
  await serve(PAGE_ORIGIN, pinned)

  await page.goto(`${PAGE_ORIGIN}/`)
  await page.locator('svc-chat .launcher').click()

  await page.locator('svc-chat textarea').waitFor()
  expect(pinned).toContain('integrity="sha384-')
})

async function openCheck() {
  const key = service.tenant.deployment.widget_key
  const query = new URLSearchParams({ key, origin: PAGE_ORIGIN })
  await page.goto(`${service.origin}/svc/widget/check?${query}`)
}

/** A website at this origin whose page carries the tag. */
async function serve(origin: string, tag: string) {
  const body = `<!doctype html><html lang="en"><title>Shop</title>${tag}`
  await page.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body }))
}

/** Routes the public address to the service; `change` is a proxy that rewrites the script. */
async function publish(change: (body: string) => string) {
  await page.route(`${PUBLIC_URL}/**`, async (route) => {
    const request = route.request()
    const response = await fetch(request.url().replace(PUBLIC_URL, service.origin), {
      method: request.method(),
      headers: await request.allHeaders(),
    })
    const body = await response.text()
    const headers = Object.fromEntries(response.headers)
    delete headers['content-encoding']
    delete headers['content-length']
    const isScript = request.url().endsWith('/svc/widget.js')
    await route.fulfill({ status: response.status, headers, body: isScript ? change(body) : body })
  })
}

function stateOf(selector: string) {
  return page.locator(selector).getAttribute('data-state')
}
