/** What other engines lack, simulated in Chromium, and what they need. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { useWidget } from '../support/widget-page.ts'
import { EVERYTHING } from '../support/widget-scenes.ts'
import { answered, citation, type WidgetServer } from '../support/widget-server.ts'

const widget = useWidget()
const { visit, open, openAndAsk } = widget
let server: WidgetServer
let page: Page

beforeEach(() => {
  ;({ server, page } = widget)
})

const sources = [citation(1, { snippet: 'This is about time. Everyone has thirty days off.' })]

test('without `field-sizing` a draft that wraps is as high as its lines', async () => {
  await page.addInitScript(() => {
    const replace = CSSStyleSheet.prototype.replaceSync
    CSSStyleSheet.prototype.replaceSync = function replaceSync(css) {
      replace.call(this, css.replace('field-sizing:content', ''))
    }
    const supports = CSS.supports.bind(CSS)
    CSS.supports = (property: string, value?: string) =>
      property !== 'field-sizing' && supports(property, `${value}`)
  })
  await visit()
  await open()
  const field = page.locator('textarea')
  const height = () => field.evaluate((box) => box.clientHeight)
  const single = await height()

  await field.fill('a question of several lines '.repeat(5))
  await expect.poll(height).toBeGreaterThan(single * 1.9)
  expect(await field.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
  await field.fill('a question '.repeat(500))
  expect(await height()).toBeLessThan(170)
  await field.fill('short')

  await expect.poll(height).toBe(single)
})

test('the panel itself cannot be scrolled, so that Tab leaves its header in place', async () => {
  server.state.script = answered('More.\n\n'.repeat(60), sources)
  await openAndAsk('How many?')
  await page.locator('.actions').waitFor()

  const scrolled = await page.locator('.panel').evaluate((panel) => {
    const boxes = [panel, ...panel.querySelectorAll('.transcript')]
    for (const box of boxes) box.scrollTop = 1000
    return boxes.map((box) => box.scrollTop)
  })

  expect(scrolled).toEqual([0, 0])
})

test('an empty field takes its direction from the panel, and isolates nothing', async () => {
  server.state.attributes = 'data-locale="ar"'
  await visit()
  await open()
  const field = page.locator('textarea')
  const style = () =>
    field.evaluate((box) => [getComputedStyle(box).direction, getComputedStyle(box).unicodeBidi])

  expect(await style()).toEqual(['rtl', 'normal'])
  await field.fill('How many?')

  expect(await style()).toEqual(['ltr', 'plaintext'])
})

test('a wide table and wide code raise no error event on the page', async () => {
  await page.addInitScript(() => {
    Object.assign(window, { errors: [] })
    addEventListener('error', ({ message }) => Reflect.get(window, 'errors').push(message))
  })
  server.state.script = answered(EVERYTHING)
  await openAndAsk('How many?')
  await page.locator('.frame.code[data-wide]').waitFor()

  const errors = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return Reflect.get(window, 'errors')
  })

  expect(errors).toEqual([])
})
