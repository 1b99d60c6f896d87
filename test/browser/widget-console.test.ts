/** Console lines for the site's owner (docs/behaviour.md#the-widget-in-a-page). */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { useWidget } from '../support/widget-page.ts'
import { type WidgetServer, widgetKey } from '../support/widget-server.ts'

const widget = useWidget()
const { warnings } = widget
let server: WidgetServer
let page: Page

beforeEach(() => {
  ;({ server, page } = widget)
})

test('a busy service is reported, and the widget appears once it is not: SVC104', async () => {
  // Pages can read the status of a refusal only on the same origin.
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
  await expect.poll(warnings).toHaveLength(1)
  await page.unroute('**/bootstrap')

  await page.clock.runFor(25_000)
  expect(await page.locator('.launcher').count()).toBe(0)
  await page.clock.runFor(10_000)

  await page.locator('.launcher').waitFor()
  expect(warnings()).toEqual([expect.stringContaining('SVC104')])
})

test('an unreachable service is retried five times, with one line: SVC101', async () => {
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
    await expect.poll(() => warnings().length).toBe(1)
  }
  await page.clock.runFor(600_000)

  expect(attempts).toBe(6)
  expect(warnings()).toEqual([expect.stringContaining(`SVC101`)])
  expect(warnings()[0]).toContain(`${server.base}/svc/widget/check?key=${widgetKey}`)
})

test('a policy that allows the script but not the panel is named: SVC103', async () => {
  server.state.policy = `default-src 'none'; script-src {base}/svc/widget.js; connect-src {base}`
  await page.goto(server.url)

  await page.locator('.launcher').click()

  await expect.poll(warnings).toHaveLength(1)
  expect(warnings()[0]).toContain('SVC103')
  expect(warnings()[0]).toContain('script-src')
})

test('a panel that fails to load is reported, and loaded at the next click: SVC101', async () => {
  await page.route('**/svc/widget/panel-*', (route) => route.abort())
  await page.goto(server.url)
  await page.locator('.launcher').click()
  await expect.poll(warnings).toEqual([expect.stringContaining('SVC101')])
  await page.unroute('**/svc/widget/panel-*')

  await page.locator('.launcher').click()

  await page.locator('textarea').waitFor()
})
