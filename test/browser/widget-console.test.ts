/** The lines that the widget writes for the site's owner when it cannot be shown (completions 16). */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { startWidgetServer, widgetKey } from '../support/widget-server.ts'

let browser: Browser
let server: Awaited<ReturnType<typeof startWidgetServer>>
let page: Page
let lines: string[]

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

beforeEach(async () => {
  server = await startWidgetServer()
  page = await browser.newPage()
  page.setDefaultTimeout(8000)
  lines = []
  page.on('console', (line) => {
    if (line.text().startsWith('SVC')) lines.push(line.text())
  })
})
afterEach(async () => {
  await page.close()
  await server.close()
})

test('a service that is busy is said to be, and shown as soon as it is not: SVC104', async () => {
  // A refusal can be read only where the site serves the API under its own domain.
  await page.route(`${server.base}/`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script async src="/svc/widget.js" data-widget-key="${widgetKey}"></script>`,
    }),
  )
  await page.clock.install()
  await page.route('**/bootstrap', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '30' }, body: '{}' }),
  )
  await page.goto(server.base)
  await page.clock.runFor(3000)
  await expect.poll(() => lines).toHaveLength(1)
  await page.unroute('**/bootstrap')

  await page.clock.runFor(25_000)
  expect(await page.locator('.launcher').count()).toBe(0)
  await page.clock.runFor(10_000)

  await page.locator('.launcher').waitFor()
  expect(lines).toEqual([expect.stringContaining('SVC104')])
})

test('a service that cannot be reached is tried five times again, with one line: SVC101', async () => {
  let attempts = 0
  await page.clock.install()
  await page.route('**/bootstrap', async (route) => {
    await route.abort()
    attempts += 1
  })
  await page.goto(server.url)

  for (let expected = 1; expected <= 6; expected += 1) {
    await page.clock.runFor(60_000)
    await expect.poll(() => attempts).toBe(expected)
    await expect.poll(() => lines.length).toBe(1)
  }
  await page.clock.runFor(600_000)

  expect(attempts).toBe(6)
  expect(lines).toEqual([expect.stringContaining(`SVC101`)])
  expect(lines[0]).toContain(`${server.base}/svc/widget/check?key=${widgetKey}`)
})

test('a policy that lets the script in but not what it loads is named: SVC103', async () => {
  server.state.policy = `default-src 'none'; script-src {base}/svc/widget.js; connect-src {base}`
  await page.goto(server.url)

  await page.locator('.launcher').click()

  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toContain('SVC103')
  expect(lines[0]).toContain('script-src')
})

test('a panel that does not arrive is said to be missing, and fetched at the next click: SVC101', async () => {
  await page.route('**/svc/widget/panel-*', (route) => route.abort())
  await page.goto(server.url)
  await page.locator('.launcher').click()
  await expect.poll(() => lines).toEqual([expect.stringContaining('SVC101')])
  await page.unroute('**/svc/widget/panel-*')

  await page.locator('.launcher').click()

  await page.locator('textarea').waitFor()
})
