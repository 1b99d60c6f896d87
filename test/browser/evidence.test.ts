/** Markers of real answers mark what they quote, on the built program with the demo's knowledge. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WidgetCitation } from '../../server/contract/widget.ts'
import { createSvc, type Serving, until } from '../process/svc.ts'
import { openPage, useBrowser } from '../support/widget-page.ts'

const questions = [
  'How do I back up the service?',
  'Where does my data go?',
  'How do I put the widget on my website?',
  'Which kinds of sources are there?',
  'How do I upgrade to a new version?',
  'How do I restore a backup?',
  'Which roles are there?',
  'What does the widget request from other hosts?',
  'How do I use a model of my own?',
  'What is a curated answer?',
]

/** Of the demo: each has one source, which is synced by the first start. */
const ORGANIZATIONS = 6

const held = useBrowser()
let svc: Awaited<ReturnType<typeof createSvc>>
let serving: Serving

beforeAll(async () => {
  svc = await createSvc()
  serving = await svc.serve()
  await until(() => serving.output().split('sync ended').length > ORGANIZATIONS)
})
afterAll(() => svc[Symbol.asyncDispose]())

/** A text without white space, which depends on how it is set. */
const bare = (text: string) => text.replace(/\s+/g, '')

/** Marks in the card of a marker, and the quotations of its answer there. */
async function evidenceOf(page: Page, marker: number, passages: Map<string, WidgetCitation>) {
  const cite = page.locator('.live .answer .text .cite').nth(marker)
  const ordinal = (await cite.getAttribute('data-ordinal')) ?? ''
  await page.mouse.move(0, 0)
  await page.locator('.live .preview').waitFor({ state: 'detached' })
  await cite.hover()
  await expect.poll(() => passages.has(ordinal)).toBe(true)
  const quotes = passages.get(ordinal)?.quotes ?? []
  const first = await cite.evaluate((own) => {
    const all = [...(own.closest('.text')?.querySelectorAll('.cite') ?? [])]
    let at = all.indexOf(own)
    while (all[at - 1]?.closest('[hidden]')) at -= 1
    return at
  })
  const expected = quotes.filter((quote) => quote.marker >= first && quote.marker <= marker)
  const marked = () => page.evaluate(() => [...(CSS.highlights.get('svc-quote') ?? [])].map(String))
  return { expected: expected.map(({ exact }) => bare(exact)), marked }
}

test.each(questions)('%s', async (question) => {
  const page = await openPage(held.browser)
  const passages = new Map<string, WidgetCitation>()
  page.on('response', async (response) => {
    const ordinal = /\/citations\/(\d+)$/.exec(response.url())?.[1]
    if (ordinal && response.ok()) passages.set(ordinal, await response.json())
  })
  await page.goto(`${serving.demo_url}/`)
  await page.locator('.live textarea').fill(question)
  await page.keyboard.press('Enter')
  await page.locator('.live .actions').waitFor()
  const cites = page.locator('.live .answer .text .cite')
  const count = await cites.count()
  expect(count).toBeGreaterThan(0)

  for (let marker = 0; marker < count; marker += 1) {
    if (!(await cites.nth(marker).isVisible())) continue
    const { expected, marked } = await evidenceOf(page, marker, passages)
    expect(expected.length).toBeGreaterThan(0)
    await expect.poll(async () => (await marked()).map(bare)).toEqual(expected)
  }
  await page.context().close()
})
