/** Websites in the console: refused pages are allowed, keys replaced, tags revoked. */
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWebServer } from '../fetch/web-server.ts'
import { accessibilityViolations, openPage, useBrowser } from '../support/widget-page.ts'
import { holdBack, startConsole } from './console.ts'

const held = useBrowser()
let service: Awaited<ReturnType<typeof startConsole>>
/** A website whose page has the tag that was pasted. */
let site: Awaited<ReturnType<typeof startWebServer>>
let pasted = ''
let page: Page
let visitor: Page
let logged: string[]

beforeEach(async () => {
  pasted = ''
  site = await startWebServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><html lang="en"><title>Acme</title><body>${pasted}`)
  })
  service = await startConsole()
  page = await openPage(held.browser, { locale: 'en-GB' })
  visitor = await openPage(held.browser, { locale: 'en-GB' })
  logged = []
  page.on('console', (line) => logged.push(line.text()))
  page.on('pageerror', (error) => logged.push(error.message))
  await service.signIn(page)
  await service.call(page, 'POST', '/assistants', { name: 'Help' })
  await page.goto(service.at('website'))
})
afterEach(async () => {
  await page.context().close()
  await visitor.context().close()
  await service.stop()
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const row = (text: string) => page.getByRole('row').filter({ hasText: text })
const launcher = () => visitor.getByRole('button', { name: 'Assistant' })

/** Makes a widget for www.example.com and pastes its tag elsewhere. */
async function createWebsite() {
  await button('Add a website').click()
  await page.getByLabel('Address of the website').fill('www.example.com')
  await page.getByLabel('Also allow https://example.com').uncheck()
  await button('Create').click()
  await heading('Tag to paste').waitFor()
  await paste()
}

/** The websites and the key of the tag that is shown. */
async function openAccess() {
  await page.getByRole('link', { name: 'Access', exact: true }).click()
  await heading('Allowed websites').waitFor()
}

async function paste() {
  pasted = await page.getByRole('region', { name: 'Code to paste' }).innerText()
}

test('a refused page is allowed, works, and is removed again with undo', async () => {
  await heading('It is on no website yet').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await createWebsite()
  await visitor.goto(site.origin)
  await expect
    .poll(async () => {
      await page.reload()
      await heading('Tag to paste').waitFor()
      return heading('Refused pages').count()
    })
    .toBe(1)
  expect(await accessibilityViolations(page)).toEqual([])

  await button(`Allow ${new URL(site.origin).host}`).click()

  await openAccess()
  await row(site.origin).waitFor()
  await visitor.reload()
  await launcher().waitFor()
  await button(`Remove ${site.origin}`).click()
  await page.getByText('may no longer show the chat').waitFor()
  await row(site.origin).getByText('Not allowed any more').waitFor()
  await button('Undo').click()
  await row(site.origin).getByText('Last seen').waitFor()
  expect(logged).toEqual([])
})

test('websites added one right after another all stay', async () => {
  await createWebsite()
  await openAccess()
  await page.route(/\/widget-deployments\/[^/?]+$/, async (route) => {
    const isRead = route.request().method() === 'GET'
    if (isRead) await new Promise((resolve) => setTimeout(resolve, 3000))
    await route.continue()
  })

  for (const origin of ['https://one.example.com', 'https://two.example.com']) {
    await page.getByLabel('Another website').fill(origin)
    await button('Allow this website').click()
    await row(origin).waitFor()
  }

  await row('https://one.example.com').getByText('Not seen yet').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a website that was added elsewhere stays when the removal of another is undone', async () => {
  await createWebsite()
  const path = `/widget-deployments/${new URL(page.url()).searchParams.get('widget')}`
  await openAccess()
  await page.getByLabel('Another website').fill('https://one.example.com')
  await button('Allow this website').click()
  await button('Remove https://one.example.com').click()
  await page.getByText('may no longer show the chat').waitFor()
  const elsewhere = ['https://www.example.com', 'https://two.example.com']
  await service.call(page, 'PATCH', path, { allowed_origins: elsewhere })

  await button('Undo').click()

  await expect
    .poll(async () => (await service.call(page, 'GET', path)).allowed_origins)
    .toEqual(['https://one.example.com', 'https://two.example.com', 'https://www.example.com'])
})

test('a double click makes one new key', async () => {
  await createWebsite()
  await openAccess()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  const release = await holdBack(page, 'POST', /\/widget-deployments/)

  await button('New key').dblclick()
  release()

  await page.getByText('the old one works until').waitFor()
  expect(sent).toHaveLength(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a key that is replaced at once says what that means, where the new tag is', async () => {
  await createWebsite()
  await openAccess()
  await page.getByLabel('Give it a new key').selectOption('The old key stops at once')
  await button('New key').click()

  await page.getByText('the old one has stopped').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('with a new key the old tag works for its time, and the new one too', async () => {
  await createWebsite()
  await openAccess()
  await page.getByLabel('Another website').fill(site.origin)
  await button('Allow this website').click()
  await row(site.origin).waitFor()
  const old = pasted

  await page.getByLabel('Give it a new key').selectOption('The old key works for a day')
  await button('New key').click()
  await page.getByText('the old one works until').waitFor()
  await expect
    .poll(async () => {
      await paste()
      return pasted === old
    })
    .toBe(false)

  await visitor.goto(site.origin)
  await launcher().waitFor()
  pasted = old
  await visitor.evaluate(() => localStorage.clear())
  await visitor.reload()
  await launcher().waitFor()
  await page.getByText(/^Works until/).waitFor()
})

test('a revoked tag stops at once, and says why where it is refused', async () => {
  await createWebsite()
  await openAccess()
  await button('Revoke…').click()
  await page.getByRole('dialog').getByText('for good').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await button('Revoke…').click()

  await button('Revoke').click()

  await page.getByText('Revoked', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Tag', exact: true }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  await expect.poll(() => heading('Tag to paste').count()).toBe(0)
})

test('the tag is pinned to its version, for each platform; the choice is in the address', async () => {
  await createWebsite()
  await page.getByLabel(/Pin this version/).check()
  await page.getByRole('tab', { name: 'HTML' }).press('ArrowRight')
  const code = page.getByRole('region', { name: 'Code to paste' })
  await expect.poll(() => code.innerText()).toContain('wp_footer')
  expect(await code.innerText()).toMatch(/integrity="sha384-/)

  await page.reload()

  await expect.poll(() => code.innerText()).toMatch(/wp_footer[^]*integrity="sha384-/)
})

test('is usable at 360 pixels in the dark', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await createWebsite()

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await accessibilityViolations(page)).toEqual([])
})
