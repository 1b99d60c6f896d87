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

test('a question that finds the service busy is reported: SVC104', async () => {
  server.state.script = () => ({ status: 429, code: 'rate_limit_exceeded', retryAfter: 30 })
  await widget.visit()

  await widget.askByScript('Is it so?')

  await expect.poll(warnings).toEqual([expect.stringContaining('SVC104')])
})

test('a busy service shows the widget once it is not busy any more: SVC101', async () => {
  await page.clock.install()
  await page.route(/\/bootstrap\?/, (route) => route.fulfill({ status: 429, body: '{}' }))
  await page.goto(server.url)
  await page.clock.runFor(3000)
  await expect.poll(warnings).toHaveLength(1)
  expect(await page.locator('.launcher').count()).toBe(0)
  await page.unroute(/\/bootstrap\?/)

  await page.clock.runFor(10_000)

  await page.locator('.launcher').waitFor()
  expect(warnings()).toEqual([expect.stringContaining('SVC101')])
})

test('a kept bootstrap shows the widget for an hour, whatever the service answers meanwhile (docs/behaviour.md#bootstrap)', async () => {
  const bootstraps = () => server.requests.filter(({ path }) => path.includes('/bootstrap?')).length
  await page.clock.install()
  await openAndClose()
  await expect.poll(bootstraps).toBe(2)
  await page.clock.runFor(9 * 60_000)
  await widget.visit()
  expect(bootstraps()).toBe(2)

  server.state.refuseBootstrap = 429
  await page.clock.runFor(2 * 60_000)
  await widget.visit()
  await expect.poll(bootstraps).toBe(3)
  await page.clock.runFor(48 * 60_000)
  await widget.visit()
  expect(warnings()).toEqual([])

  await page.clock.runFor(2 * 60_000)
  await page.goto(server.url)
  await page.clock.runFor(3000)
  await expect.poll(warnings).toEqual([expect.stringContaining('SVC101')])
  expect(await page.locator('.launcher').count()).toBe(0)
})

test('the panel asks for the bootstrap again, and the next page has the new brand', async () => {
  await widget.visit()
  await widget.visit()
  server.state.brand = { identity: { productName: 'Harbor Help' } }

  await page.locator('.launcher').click()
  await page.locator('textarea').waitFor()
  const kept = () => page.evaluate(() => JSON.stringify(localStorage))
  await expect.poll(kept).toContain('Harbor Help')
  await widget.visit()

  // The panel, which is open again, has the name too.
  await page.getByLabel('Harbor Help').first().waitFor()
})

test('what is kept is checked like an answer', async () => {
  await openAndClose()
  await page.evaluate((name) => {
    const kept = JSON.parse(localStorage.getItem(name) ?? '')
    localStorage.setItem(name, JSON.stringify({ ...kept, bootstrap: { status: 'active' } }))
  }, `svc:${widgetKey}:bootstrap`)

  await widget.visit()

  const seen = server.requests.filter(({ path }) => path.includes('/bootstrap?'))
  expect(seen).toHaveLength(3)
})

test('before the visitor opens the chat nothing is stored in the page', async () => {
  const stored = () => page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))
  await widget.visit()
  await page.locator('.launcher').hover()
  await page.locator('dialog textarea').waitFor({ state: 'attached' })
  await widget.visit()
  expect(await stored()).toEqual([])

  await openAndClose()

  expect(await stored()).toEqual([`svc:${widgetKey}:bootstrap`])
})

/** Opens the chat, which keeps what the service answered, and closes it. */
async function openAndClose() {
  await widget.visit()
  await widget.open()
  const kept = (name: string) => localStorage.getItem(name) !== null
  await page.waitForFunction(kept, `svc:${widgetKey}:bootstrap`)
  await page.keyboard.press('Escape')
}

test('an unreachable service is retried five times, with one line: SVC101', async () => {
  let attempts = 0
  await page.clock.install()
  await page.route(/\/bootstrap\?/, async (route) => {
    await route.abort()
    attempts += 1
  })
  await page.goto(server.url)

  await page.clock.runFor(3000)
  await expect.poll(warnings).toHaveLength(1)
  // The clock also runs by itself, so the attempts cannot be told one by one.
  const attemptsByNow = async () => {
    await page.clock.runFor(60_000)
    return attempts
  }
  await expect.poll(attemptsByNow).toBe(6)
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
