/** The demo site on the built program: its widgets are real, and answer from real documents. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSvc, type Serving, until } from '../process/svc.ts'
import { accessibilityViolations, openPage, useBrowser } from '../support/widget-page.ts'

const brands = [
  ['ferry', 'Fjordline', 'Can I take my bicycle?', 'bicycles travel free'],
  ['grid', 'GRID//help', 'How do I lower my ping?', 'Choose the nearest region'],
  ['toys', 'Plum', 'How loud is the very small drum?', '70 decibels'],
  ['bank', 'Ordinal Service', 'Are my deposits protected?', '100,000 euros'],
  ['press', 'The Quill’s Desk', 'Who owns the Quill?', '4,100 readers'],
] as const

/** Each has one source, which is synced by the first start. */
const ORGANIZATIONS = 1 + brands.length

const held = useBrowser()
let svc: Awaited<ReturnType<typeof createSvc>>
let serving: Serving
let page: Page
const logged: string[] = []

beforeAll(async () => {
  svc = await createSvc()
  serving = await svc.serve()
  await until(() => serving.output().split('sync ended').length > ORGANIZATIONS)
  page = await openPage(held.browser)
  page.on('console', (line) => logged.push(line.text()))
})
afterAll(async () => {
  await page.context().close()
  await svc[Symbol.asyncDispose]()
})

describe('the front page', () => {
  beforeEach(() => page.goto(`${serving.demo_url}/`))

  test('holds the widget, which answers from the documentation and cites it', async () => {
    await page.locator('.live button', { hasText: 'Where does my data go?' }).click()

    await page.locator('.live .answer .cite').first().waitFor()
    const source = page.locator('.live .sources a').first()
    expect(await source.getAttribute('href')).toContain('/docs/privacy-and-security.html#')
    expect(logged).toEqual([])
  })

  test('hands the questions of its links to that widget, and shows no other', async () => {
    await page.locator('.live .greeting, .live .turn').first().waitFor()

    await page.getByRole('link', { name: 'How do I back up the service?' }).click()

    await page.locator('.live .answer', { hasText: 'svc backup' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await page.locator('.launcher:visible').count()).toBe(0)
  })
})

describe('the gallery', () => {
  beforeEach(() => page.goto(`${serving.demo_url}/gallery.html`))

  test.each(brands)('%s shows its page, name and mark, and answers', async (...brand) => {
    const [id, name, question, words] = brand
    await page.locator(`#${id}`).check()

    expect(await page.locator('.page:visible').count()).toBe(1)
    expect(await page.locator(`.page.${id}`).isVisible()).toBe(true)
    await page.locator('.stage svc-chat .name', { hasText: name }).waitFor()
    expect(await page.locator('.stage svc-chat img.mark').count()).toBe(1)
    await page.locator('.stage svc-chat button', { hasText: question }).click()
    await page.locator('.stage svc-chat .answer', { hasText: words }).waitFor()
    await page.locator('.stage svc-chat .sources').waitFor()
  })

  test('each brand has a look of its own, under the policy of the site', async () => {
    const seen = new Set<string>()
    for (const [id, name] of brands) {
      await page.locator(`#${id}`).check()
      await page.locator('.stage svc-chat .name', { hasText: name }).waitFor()
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

  test('nothing of the widget covers the stage', async () => {
    expect(await page.locator('.launcher:visible').count()).toBe(0)
  })

  test.each(brands)('%s has no accessibility violations', async (id, name) => {
    // The policy of the site blocks the script of axe.
    const checked = await openPage(held.browser, { bypassCSP: true })
    await checked.goto(page.url())
    await checked.locator(`#${id}`).check()
    await checked.locator('.stage svc-chat .name', { hasText: name }).waitFor()

    const violations = await accessibilityViolations(checked)
    await checked.context().close()

    expect(violations).toEqual([])
  })
})

test.each([
  '/',
  '/how-it-works.html',
  '/embed.html',
  '/self-host.html',
  '/docs/troubleshooting.html',
  '/not-found',
])('%s has no accessibility violations', async (path) => {
  const checked = await openPage(held.browser, { bypassCSP: true })
  await checked.goto(serving.demo_url + path)
  await checked.locator('.launcher:visible, .live .greeting').first().waitFor()

  const violations = await accessibilityViolations(checked)
  await checked.context().close()

  expect(violations).toEqual([])
})
