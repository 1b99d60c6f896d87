/** The gallery of the demo site: five brands of one widget, under the site's policy. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDemoSite } from '../../server/http/demo-site.ts'
import { accessibilityViolations, openPage, useBrowser } from '../support/widget-page.ts'
import {
  answered,
  citation,
  startWidgetServer,
  type WidgetServer,
  widgetKey,
} from '../support/widget-server.ts'

const held = useBrowser()
let service: WidgetServer
let site: Server
let page: Page
const logged: string[] = []

beforeAll(async () => {
  service = await startWidgetServer()
  service.state.script = answered('Set `--svc-color-brand` [1].', [citation(1)])
  const values = { base_url: service.base, widget_key: widgetKey }
  const dir = join(import.meta.dirname, '../../dist/demo-site')
  site = createServer(createDemoSite({ dir, values }).callback()).listen(0, '127.0.0.1')
  await once(site, 'listening')
  page = await openPage(held.browser)
  page.on('console', (line) => logged.push(line.text()))
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/gallery.html`)
  const inline = page.locator('.stage svc-chat')
  await inline.locator('textarea').fill('How?')
  await inline.locator('textarea').press('Enter')
  await inline.locator('.actions').waitFor()
})
afterAll(async () => {
  await page.context().close()
  site.close()
  await service.close()
})

test('each brand shows its page, and the widget changes with it', async () => {
  const seen = new Set<string>()
  for (const brand of ['ferry', 'grid', 'toys', 'bank', 'press']) {
    await page.locator(`#${brand}`).check()

    expect(await page.locator('.page:visible').count(), brand).toBe(1)
    expect(await page.locator(`.page.${brand}`).isVisible(), brand).toBe(true)
    seen.add(
      await page.locator('.stage svc-chat .panel').evaluate((panel) => {
        const { backgroundColor, fontFamily, borderRadius } = getComputedStyle(panel)
        return [backgroundColor, fontFamily, borderRadius].join()
      }),
    )
  }
  expect(seen.size).toBe(5)
  expect(logged).toEqual([])
})

test.each(['ferry', 'grid', 'toys', 'bank', 'press'])(
  '%s has no accessibility violations',
  async (brand) => {
    // The policy of the site blocks the script of axe.
    const checked = await openPage(held.browser, { bypassCSP: true })
    await checked.goto(page.url())
    await checked.locator(`#${brand}`).check()
    await checked.locator('.stage svc-chat .greeting').waitFor()

    const violations = await accessibilityViolations(checked)
    await checked.context().close()

    expect(violations).toEqual([])
  },
)
