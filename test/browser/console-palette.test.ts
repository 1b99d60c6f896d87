/** Ways through the console: areas and their views, a few letters, earlier addresses, keys. */
import { beforeEach, expect, test } from 'vitest'
import { accessibilityViolations } from '../support/widget-page.ts'
import { startConsole } from './console.ts'
import { useConsole } from './use-console.ts'

const held = useConsole(startConsole)
let service: typeof held.service
let page: typeof held.page

beforeEach(async () => {
  ;({ service, page } = held)
  await page.goto(service.at('settings/account'))
  await heading('Your account').waitFor()
})

const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 })

test('a few letters and Enter open a page, wherever the focus is', async () => {
  await page.getByLabel('Current password', { exact: true }).focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Knowledge', exact: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.keyboard.type('webs')
  await expect
    .poll(() => page.getByRole('option').allInnerTexts())
    .toEqual(['Website · Tag', 'Website · Look', 'Website · Words', 'Website · Access'])
  await page.keyboard.press('Enter')

  await heading('Website').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('arrows choose, Escape closes, and what has no page is said', async () => {
  await page.keyboard.press('Control+k')
  const chosen = page.getByRole('option', { selected: true })
  const first = await chosen.innerText()
  await page.keyboard.press('ArrowDown')
  expect(await chosen.innerText()).not.toBe(first)
  await page.keyboard.type('nothing like it')
  await page.getByText('No page has this name.').waitFor()

  await page.keyboard.press('Escape')

  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await heading('Your account').waitFor()
})

test('the question mark lists the keys, but not while somebody types', async () => {
  await page.getByLabel('Current password', { exact: true }).press('?')
  expect(await page.getByRole('dialog').count()).toBe(0)

  await heading('Your account').press('?')

  await page.getByRole('dialog').getByText('Go to any page').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('an area opens its first view, and leads to the others', async () => {
  await page.getByRole('link', { name: 'Website', exact: true }).click()
  await heading('Website').waitFor()
  const views = page.getByRole('navigation', { name: 'Website' }).getByRole('link')
  expect(await views.allInnerTexts()).toEqual(['Tag', 'Look', 'Words', 'Access'])
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'Look', exact: true }).click()

  await heading('Look').waitFor()
  const shown = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
  expect(await shown.innerText()).toBe('Website')
})

test('an earlier address opens what took its place', async () => {
  await page.goto(service.at('people'))

  await heading('People and keys').waitFor()
  expect(new URL(page.url()).pathname).toBe('/svc/console/settings/people')
})
