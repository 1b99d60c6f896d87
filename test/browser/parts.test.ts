import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { answered, citation, startWidgetServer } from '../support/widget-server.ts'

const manual = join(import.meta.dirname, '../../demo-site/knowledge/embedding.md')

let browser: Browser
let server: Awaited<ReturnType<typeof startWidgetServer>>
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  server = await startWidgetServer()
  server.state.script = answered('Yes [1].', [citation(1)])
  page = await browser.newPage()
  await page.goto(server.url)
  await page.locator('.launcher').click()
  await page.locator('textarea').fill('Is it so?')
  await page.keyboard.press('Enter')
  await page.locator('.sources').waitFor()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

test('the parts of the manual are those of the widget, and a stylesheet of the page reaches each', async () => {
  const documented = [...(await readFile(manual, 'utf8')).matchAll(/^\| `::part\((\w+)\)`/gm)]
  const names = documented.map(([, name]) => name ?? '')

  await page.evaluate((parts) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(parts.map((name) => `svc-chat::part(${name}){outline-width:7px}`).join(''))
    document.adoptedStyleSheets = [sheet]
  }, names)

  const found = await page
    .locator('svc-chat [part]')
    .evaluateAll((elements) =>
      elements.map((element) => [
        element.getAttribute('part'),
        getComputedStyle(element).outlineWidth,
      ]),
    )
  expect(names.length).toBeGreaterThan(4)
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(names.map((name) => [name, '7px'])))
})
