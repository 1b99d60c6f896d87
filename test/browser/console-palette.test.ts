/** Going to any page of the console by a few letters, and the list of its keys. */
import { beforeEach, expect, test } from 'vitest'
import { accessibilityViolations } from '../support/widget-page.ts'
import { startConsole } from './console.ts'
import { useConsole } from './use-console.ts'

const held = useConsole(startConsole)
let service: typeof held.service
let page: typeof held.page

beforeEach(async () => {
  ;({ service, page } = held)
  await page.goto(service.at('account'))
  await heading('Your account').waitFor()
})

const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 })

test('a few letters and Enter open a page, wherever the focus is', async () => {
  await page.getByLabel('Current password', { exact: true }).focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Knowledge' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.keyboard.type('webs')
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Websites'])
  await page.keyboard.press('Enter')

  await heading('Websites').waitFor()
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
