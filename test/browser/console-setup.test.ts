/** The first steps in the console: from an empty folder to an answer on another website. */
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWebServer } from '../fetch/web-server.ts'
import { accessibilityViolations, openPage, useBrowser } from '../support/widget-page.ts'
import { startConsole } from './console.ts'

const held = useBrowser()
let service: Awaited<ReturnType<typeof startConsole>>
/** The owner's website, with the tag once it is pasted. */
let site: Awaited<ReturnType<typeof startWebServer>>
let pasted = ''
let page: Page
let logged: string[]

beforeEach(async () => {
  pasted = ''
  site = await startWebServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><html lang="en"><title>Acme</title><body>${pasted}`)
  })
  service = await startConsole()
  page = await openPage(held.browser, { locale: 'en-GB' })
  logged = []
  page.on('console', (line) => {
    // Where axe finds a sandboxed frame, it asks it in vain.
    if (!line.text().includes('does not match the recipient')) logged.push(line.text())
  })
  page.on('pageerror', (error) => logged.push(error.message))
  await service.signIn(page)
  await page.goto(service.at(''))
})
afterEach(async () => {
  await page.context().close()
  await service.stop()
})

const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const frame = () => page.frameLocator('iframe.preview-frame')

const guide = {
  name: 'delivery.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from(`# Delivery

## How long does delivery take?

Delivery takes two to four days within the country.

## Which payment methods are there?

You can pay by card, by invoice or by bank transfer.
`),
}

async function nameIt() {
  await page.getByLabel('Name of the assistant').fill('Acme Help')
  await page.getByLabel('Colour', { exact: true }).fill('#ffcc00')
  await frame().getByText('Acme Help').waitFor()
}

test('the colour is saved before the assistant, with which the next step appears', async () => {
  const changes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET') changes.push(pathname.split('/').at(-1) ?? '')
  })
  await nameIt()

  await button('Continue with your knowledge').click()

  await page.getByLabel('Choose files').waitFor({ state: 'attached' })
  expect(changes.filter((name) => /branding|assistants/.test(name))).toEqual([
    'branding',
    'assistants',
  ])
})

test('from an empty folder to a cited answer on a page of another origin', async () => {
  await heading('What is it called?').waitFor()
  await nameIt()
  expect(await accessibilityViolations(page)).toEqual([])
  await button('Continue with your knowledge').click()

  await page.getByLabel('Choose files').setInputFiles([guide])
  await link('Ask the first questions').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await link('Ask the first questions').click()

  await button('How long does delivery take?').click()
  await frame().getByText('Delivery takes two to four days').first().waitFor()
  await frame().locator('.sources').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'First questions(done)' }).waitFor()
  await link('Put it on your website').click()

  await page.getByLabel('Address of your website').fill(`${site.origin}/shop`)
  await page.getByText(`Allows ${site.origin}.`).waitFor()
  await button('Get the tag').click()
  pasted = await page.getByRole('region', { name: 'Code to paste' }).innerText()
  expect(await accessibilityViolations(page)).toEqual([])
  await link('I have pasted it').click()
  await heading('Waiting for the first visit').waitFor()

  const visitor = await openPage(held.browser, { locale: 'en-GB' })
  await visitor.goto(site.origin)
  await visitor.getByRole('button', { name: 'Acme Help' }).click()
  await visitor.getByRole('button', { name: 'Which payment methods are there?' }).click()
  await visitor.getByText('You can pay by card').first().waitFor()
  await visitor.locator('.sources').waitFor()
  await visitor.context().close()

  await heading('It is on your website').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(logged).toEqual([])
})

test('what was typed is kept, and each step can be left and found again', async () => {
  await nameIt()
  await page.goto(service.at('knowledge'))
  await page.goto(service.at(''))
  expect(await page.getByLabel('Name of the assistant').inputValue()).toBe('Acme Help')

  await button('Continue with your knowledge').click()
  await heading('Add knowledge').waitFor()
  await page.goto(service.at('setup'))

  await heading('Add knowledge').waitFor()
  await link(/Name and colour/).click()
  await frame().getByText('Acme Help').waitFor()
})

test('the colour stays the brand’s own, and what is no colour is said', async () => {
  await nameIt()
  await button('Continue with your knowledge').click()
  await heading('Add knowledge').waitFor()
  await link(/Name and colour/).click()

  const color = page.getByLabel('Colour', { exact: true })
  expect(await color.inputValue()).toBe('#ffcc00')
  await color.fill('yellowish')
  await page.getByText('This is not a colour.').waitFor()
})

test('a page that is refused is allowed where it waits for its first visit', async () => {
  await nameIt()
  await button('Continue with your knowledge').click()
  await heading('Add knowledge').waitFor()
  await page.goto(`${service.at('setup')}?step=tag`)
  await page.getByLabel('Address of your website').fill('www.example.com')
  await button('Get the tag').click()
  pasted = await page.getByRole('region', { name: 'Code to paste' }).innerText()
  await link('I have pasted it').click()
  const visitor = await openPage(held.browser, { locale: 'en-GB' })
  await visitor.goto(site.origin)

  await button(`Allow ${new URL(site.origin).host}`).click()
  await page.getByText('may show the chat now').waitFor()
  await visitor.reload()

  await heading('It is on your website').waitFor()
  await visitor.getByRole('button', { name: 'Acme Help' }).waitFor()
  await visitor.context().close()
})

test.each(['light', 'dark'] as const)('is usable at 360 pixels, %s', async (colorScheme) => {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width: 360, height: 740 })
  await nameIt()

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await accessibilityViolations(page)).toEqual([])
})
