import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useWidget } from '../support/widget-page.ts'
import { answered, citation } from '../support/widget-server.ts'

const manual = join(import.meta.dirname, '../../demo-site/knowledge/embedding.md')

const widget = useWidget()

test('the documented parts are those of the widget, and a stylesheet of the page reaches each', async () => {
  const documented = [...(await readFile(manual, 'utf8')).matchAll(/^\| `::part\((\w+)\)`/gm)]
  const names = documented.map(([, name]) => name ?? '')
  const { page, server } = widget
  server.state.script = answered('Yes [1].', [citation(1)])
  await widget.openAndAsk('Is it so?')
  await page.locator('.sources').waitFor()

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
