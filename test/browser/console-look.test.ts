/** The widget's look in the console: changed beside the widget itself, saved, and kept. */
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accessibilityViolations, openPage, useBrowser } from '../support/widget-page.ts'
import { holdBack, startConsole } from './console.ts'

const held = useBrowser()
let service: Awaited<ReturnType<typeof startConsole>>
let page: Page
let deployment: { id: string; widget_key: string }

beforeEach(async () => {
  service = await startConsole()
  page = await openPage(held.browser, { locale: 'en-GB', viewport: { width: 1400, height: 900 } })
  await service.signIn(page)
  const call = service.call.bind(null, page, 'POST')
  const { id } = await call('/knowledge/collections', { name: 'Knowledge' })
  const source = await call(`/knowledge/collections/${id}/sources`, {
    name: 'Files',
    type: 'upload',
  })
  const text = '# Delivery\n\n## How long does delivery take?\n\nIt takes two to four days.\n'
  await call(`/knowledge/sources/${source.id}/documents`, {
    documents: [{ path: 'delivery.md', text }],
  })
  const assistant = await call('/assistants', { name: 'Help', knowledge_base_ids: [id] })
  deployment = await call('/widget-deployments', {
    name: 'Shop',
    assistant_id: assistant.id,
    allowed_origins: ['https://www.example.com'],
  })
  await page.goto(service.at('website/look'))
  await page.getByRole('heading', { name: 'Look', exact: true }).waitFor()
  await frame().locator('.launcher').waitFor()
})
afterEach(async () => {
  await page.context().close()
  await service.stop()
})

const frame = () => page.frameLocator('iframe.preview-frame')
const field = (label: string) => page.getByLabel(label, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const saved = () => page.getByText('Saved.', { exact: true }).waitFor()

async function openWords() {
  await page.getByRole('link', { name: 'Words', exact: true }).click()
  await page.getByRole('heading', { name: 'Words', exact: true }).waitFor()
}

/** The colour of the button in the preview. */
const launcherColor = () =>
  frame()
    .locator('.launcher')
    .evaluate((launcher) => getComputedStyle(launcher).backgroundColor)

/** What the widget's pages get. */
async function bootstrap() {
  const response = await fetch(`${service.serving.api}/widget/bootstrap`, {
    headers: { origin: 'https://www.example.com', 'x-svc-widget-key': deployment.widget_key },
  })
  return response.json()
}

test('a brand’s own colour is shown at once, and saved for both appearances as it is', async () => {
  expect(await accessibilityViolations(page)).toEqual([])
  await field('Brand').fill('#ffcc00')

  await expect.poll(launcherColor).toBe('rgb(255, 204, 0)')
  await page.getByText('All text can be read').waitFor()
  await button('Dark').click()
  await expect.poll(launcherColor).toBe('rgb(255, 204, 0)')
  await button('Save').click()
  await saved()
  const { brand } = await bootstrap()
  expect(brand.theme.colors).toEqual({ light: { brand: '#ffcc00' }, dark: { brand: '#ffcc00' } })
})

test('a colour that no text can be read on is mended', async () => {
  await field('Accent').fill('#ffcc00')
  await page.getByText('has a contrast of 1.51:1').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await button('Use the nearest readable colours').click()

  await page.getByText('All text can be read').waitFor()
  await button('Save').click()
  await saved()
  const { brand } = await bootstrap()
  expect(brand.theme.colors).toEqual({ light: { accent: '#907200' }, dark: { accent: '#ffcc00' } })
})

test('each colour can be set and reset, and unsaved ones outlive a reload', async () => {
  await page.getByText('Every colour by itself').click()
  await field('Background').fill('#fff8e1')
  await page.getByText('There are changes that are not saved.').waitFor()
  await page.goto(service.at('knowledge'))
  await page.goBack()
  expect(await field('Background').inputValue()).toBe('#fff8e1')

  await button('Reset Background').click()

  await expect.poll(() => field('Background').inputValue()).toBe('#ffffff')
  await expect.poll(() => button('Save').count()).toBe(0)
})

test('a change that somebody else saved meanwhile is told, and not overwritten unseen', async () => {
  await field('Name above the chat').fill('Mine')
  const layer = { identity: { productName: 'Theirs' } }
  await service.call(page, 'PUT', '/branding', { revision: 0, layer })

  await page.getByText('Somebody else changed this meanwhile.').waitFor()
  await button('Discard changes').click()

  await expect.poll(() => field('Name above the chat').inputValue()).toBe('Theirs')
})

test('greeting and proposed questions are tried out in the chat, then saved', async () => {
  await openWords()
  await field('Greeting').fill('Hello from the shop.')
  await button('How long does delivery take?').click()
  await frame().getByText('Hello from the shop.').first().waitFor()
  await frame().getByRole('button', { name: 'How long does delivery take?' }).click()
  await frame().getByText('It takes two to four days.').first().waitFor()

  await button('Right to left').click()
  await frame().locator('html[dir=rtl]').waitFor()
  await frame().getByText('It takes two to four days.').first().waitFor()
  await button('Save').click()

  await saved()
  expect((await bootstrap()).appearance).toEqual({
    greeting: 'Hello from the shop.',
    suggestions: ['How long does delivery take?'],
  })
})

test('the chat cannot be changed before it is loaded, so that nothing of it is erased', async () => {
  const path = `/widget-deployments/${deployment.id}/appearance`
  const suggestions = ['How long does delivery take?']
  await service.call(page, 'PUT', path, { greeting: 'Hello.', suggestions })
  const release = await holdBack(page, 'GET', /\/appearance$/)
  await openWords()
  expect(await field('Greeting').count()).toBe(0)
  release()

  await field('Greeting').fill('Good morning.')
  await button('Save').click()

  await saved()
  expect((await bootstrap()).appearance).toEqual({ greeting: 'Good morning.', suggestions })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a colour that is saved before it is checked is made readable in the dark all the same', async () => {
  const release = await holdBack(page, 'POST', /\/branding\/check$/)
  await field('Accent').fill('#101050')

  await button('Save').click()
  release()

  await saved()
  const { light, dark } = (await bootstrap()).brand.theme.colors
  expect(light.accent).toBe('#101050')
  expect(dark.accent).not.toBe('#101050')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a logo is uploaded; one that is too large is refused', async () => {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const logo = page.locator('.logo input[type=file]')
  await logo.setInputFiles({
    name: 'big.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(200_000),
  })
  await page.getByText('This image is too large.').waitFor()

  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel })

  await frame().locator('.header img').waitFor()
  await button('Save').click()
  await saved()
  expect((await bootstrap()).brand.assets.logoMark).toMatch(/^data:image\/png;base64,/)
})

test('is usable at 360 pixels in the dark', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await accessibilityViolations(page)).toEqual([])
})
