/** The card of a marker: its place at any zoom, and the links of its passage. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { useWidget } from '../support/widget-page.ts'
import { answered, citation } from '../support/widget-server.ts'

const widget = useWidget({ viewport: { width: 560, height: 820 } })
let page: Page

const quote = { marker: 0, exact: 'Thirty days a year.', prefix: '', suffix: '' }
const sources = [citation(1, { title: 'Handbook', quotes: [quote] })]
const PASSAGE = `Thirty days a year.\n\n${'More is said below it.\n\n'.repeat(12)}The end.`

beforeEach(() => {
  page = widget.page
  widget.server.state.passages = { 1: PASSAGE }
})

/** Opens the card of the first marker that is in view. */
async function openCard() {
  const cite = page.locator('.answer .cite').first()
  await cite.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await cite.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.locator('.preview', { hasText: 'The end.' }).waitFor()
}

/** Whether a part of the card can be seen where it stands. */
function isSeen(selector: string) {
  return page.locator(selector).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const root = element.getRootNode() as ShadowRoot
    const at = root.elementFromPoint(left + Math.min(width / 2, 20), top + height / 2)
    return element.contains(at)
  })
}

/** Scrolled to its beginning and its end, the card shows both. */
async function expectReadable() {
  const scroll = (end: boolean) =>
    page.locator('.preview').evaluate((card, end) => {
      card.scrollTop = end ? card.scrollHeight : 0
    }, end)
  await scroll(false)
  expect(await isSeen('.preview .title')).toBe(true)
  await scroll(true)
  expect(await isSeen('.preview .there')).toBe(true)
}

describe.each([
  ['at a zoom of 200 %', { width: 640, height: 512 }],
  ['at a zoom of 400 %', { width: 320, height: 256 }],
  ['on a phone', { width: 390, height: 780 }],
])('the card %s', (_, viewport) => {
  test.each([0, 12])('is readable whole, with its marker %d lines down', async (lines) => {
    page = await widget.openAnew({ viewport })
    const text = `${'One more line.\n\n'.repeat(lines)}You have thirty days [1].\n\nMore.\n\nMore.`
    widget.server.state.script = answered(text, sources)
    await widget.openAndAsk('How many?')
    await page.locator('.actions').waitFor()

    await openCard()

    const card = page.locator('.preview')
    const view = (await page.locator('.scroller').boundingBox()) ?? { y: 0, height: 0 }
    const box = (await card.boundingBox()) ?? { y: 0, height: 0 }
    expect(box.y).toBeGreaterThanOrEqual(view.y - 1)
    expect(box.y + box.height).toBeLessThanOrEqual(view.y + view.height + 1)
    expect(box.height).toBeGreaterThan(80)
    await expectReadable()
  })
})

test('the card of a marker in an enlarged table stands above the table and scrolls', async () => {
  const cell = 'a'.repeat(30)
  const row = `| ${cell} | ${cell} | ${cell} | Thirty days [1] |`
  widget.server.state.script = answered(`| A | B | C | D |\n|---|---|---|---|\n${row}`, sources)
  await widget.openAndAsk('How many?')
  await page.locator('.actions').waitFor()
  await page.locator('.frame .wide').click()

  await openCard()

  await expectReadable()
  // The passage is longer than its card.
  expect(await page.locator('.preview').evaluate((card) => card.scrollTop)).toBeGreaterThan(0)
})

test('links of the passage lead where its document leads', async () => {
  widget.server.state.script = answered('You have thirty days [1].', sources)
  widget.server.state.passages = {
    1: 'Thirty days a year. See [the law](https://law.test/a?b=c), [the form](http://docs.example.test/form), [a trap](http://elsewhere.test/), [a script](javascript:alert(1)). The end.',
  }
  await widget.openAndAsk('How many?')
  await page.locator('.actions').waitFor()

  await openCard()

  const links = page.locator('.preview .text a')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    'https://law.test/a?b=c',
  ])
  expect(await links.first().getAttribute('rel')).toContain('noopener')
})
