/** The gallery of the demo site: five brands on one widget, under the policy of the site. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import axe, { type AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDemoSite } from '../../server/http/demo-site.ts'
import { launchBrowser } from '../support/browser.ts'
import { answered, citation, startWidgetServer, widgetKey } from '../support/widget-server.ts'

let browser: Browser
let service: Awaited<ReturnType<typeof startWidgetServer>>
let site: Server
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  service = await startWidgetServer()
  service.state.script = answered('Set `--svc-color-brand` [1].', [citation(1)])
  const values = { base_url: service.base, widget_key: widgetKey }
  const dir = join(import.meta.dirname, '../../dist/demo-site')
  site = createServer(createDemoSite({ dir, values }).callback()).listen(0, '127.0.0.1')
  await once(site, 'listening')
  browser = await launchBrowser()
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  page = await context.newPage()
  page.on('console', (line) => complaints.push(line.text()))
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/gallery.html`)
  const inline = page.locator('.stage svc-chat')
  await inline.locator('textarea').fill('How?')
  await inline.locator('textarea').press('Enter')
  await inline.locator('.actions').waitFor()
})
afterAll(async () => {
  await browser.close()
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
  expect(complaints).toEqual([])
})

test.each(['ferry', 'grid', 'toys', 'bank', 'press'])(
  '%s has nothing that a checker finds fault with',
  async (brand) => {
    // The checker's own script is not one that the policy of the site allows.
    const context = await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce' })
    const checked = await context.newPage()
    await checked.goto(page.url())
    await checked.locator(`#${brand}`).check()
    await checked.locator('.stage svc-chat .greeting').waitFor()

    const found = await checked.evaluate(`${axe.source}; axe.run()`)

    await context.close()
    const { violations } = found as AxeResults
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  },
)
