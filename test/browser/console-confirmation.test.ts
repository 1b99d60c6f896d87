/** What grants everything asks for the password again, and loses nothing. */
import { beforeEach, expect, test } from 'vitest'
import { accessibilityViolations } from '../support/widget-page.ts'
import { PASSWORD, startConsole } from './console.ts'
import { useConsole } from './use-console.ts'

const held = useConsole(startConsole)
let service: typeof held.service
let page: typeof held.page
beforeEach(async () => {
  ;({ service, page } = held)
  await service.age()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (label: string) => page.getByLabel(label, { exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Please enter your password again' })
const password = () => dialog().getByLabel('Password', { exact: true })

async function fillKey(name: string) {
  await page.goto(service.at('settings/people'))
  await field('What it is for').fill(name)
  await page.locator('form').filter({ hasText: 'What it is for' }).getByLabel('Role').selectOption({
    label: 'Owner',
  })
  await button('Make a key').focus()
  await page.keyboard.press('Enter')
  await dialog().waitFor()
}

test('a wrong password is told beside its field; the right one sends the request once more', async () => {
  await fillKey('Nightly job')
  expect(await password().evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])

  await password().fill('wrong horse battery')
  await dialog().getByRole('button', { name: 'Continue' }).click()
  await dialog().getByText('This is not your password.').waitFor()
  expect(await password().getAttribute('aria-invalid')).toBe('true')
  expect(await password().evaluate((input) => input === document.activeElement)).toBe(true)
  await password().fill(PASSWORD)
  await page.keyboard.press('Enter')

  await page.getByRole('region', { name: 'The secret of “Nightly job”' }).waitFor()
  await expect.poll(() => dialog().count()).toBe(0)
  const rows = page.getByRole('row').filter({ hasText: 'Nightly job' })
  await expect.poll(() => rows.count()).toBe(1)
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  expect(await focused()).toBe('Make a key')
})

test('Escape does nothing, keeps what was typed, and asks again the next time', async () => {
  await fillKey('Weekly job')

  await page.keyboard.press('Escape')
  await page.getByText('This was not done').waitFor()

  expect(await dialog().count()).toBe(0)
  expect(await field('What it is for').inputValue()).toBe('Weekly job')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Make a key')
  expect(await page.getByRole('row').filter({ hasText: 'Weekly job' }).count()).toBe(0)
  await button('Make a key').click()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => dialog().count()).toBe(0)
  expect(await field('What it is for').inputValue()).toBe('Weekly job')
})

test('the archive is asked for before the browser takes it', async () => {
  await page.goto(service.at('settings'))
  const downloading = page.waitForEvent('download')
  await button('Download the archive').click()
  await password().fill(PASSWORD)
  await page.keyboard.press('Enter')

  expect((await downloading).suggestedFilename()).toMatch(/\.tar\.gz$/)
})

test('whoever is signed out meanwhile is led to sign in', async () => {
  await page.goto(service.at('settings/support'))
  await field('Allow support access').check()
  await dialog().waitFor()
  await page.context().clearCookies()
  await password().fill(PASSWORD)
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  expect(await dialog().count()).toBe(0)
})
