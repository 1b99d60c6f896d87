/** From a reader's thumb down to a better answer, through the console alone. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPage, useBrowser } from '../support/widget-page.ts'
import { startFurnishedConsole } from './furnished-console.ts'

const held = useBrowser()
let service: Awaited<ReturnType<typeof startFurnishedConsole>>
let page: Page

beforeAll(async () => {
  service = await startFurnishedConsole()
})
afterAll(() => service.stop())
beforeEach(async () => {
  page = await openPage(held.browser, { locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  await service.signIn(page)
})
afterEach(() => page.context().close())

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('an answer rated down is found, its document mended, and its kept question changes', async () => {
  const { rate } = await service.visit('What does delivery cost?')
  await rate('down', 'It is 6 euros now.')

  await page.goto(service.at('inbox?rating=down'))
  await page.getByRole('link', { name: /What does delivery cost/ }).click()
  await page.getByText('It is 6 euros now.').waitFor()
  await page.getByRole('link', { name: 'Try again' }).click()
  expect(await page.getByLabel('Your question').inputValue()).toBe('What does delivery cost?')
  await button('Ask').click()
  await button('Keep as a test question').click()
  await button('Ask them all').click()
  await page.getByText('Asked the first time').waitFor()

  await page.getByRole('link', { name: 'Knowledge', exact: true }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'delivery.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('# Delivery\n\nDelivery costs 6 euros.\n'),
  })
  await page.getByText('Your files have arrived').waitFor()
  await page.getByText(/Up to date since/).waitFor()

  await page.getByRole('link', { name: 'Try it', exact: true }).click()
  await button('Ask them all').click()
  await page.locator('.tag', { hasText: 'Changed' }).click()
  await page.getByText('Delivery costs 6 euros.').waitFor()
})
