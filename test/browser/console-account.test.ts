/** The person's own account in the console, in the built program. */
import { beforeEach, expect, test } from 'vitest'
import { accessibilityViolations, openPage } from '../support/widget-page.ts'
import { PASSWORD, startConsole } from './console.ts'
import { useConsole } from './use-console.ts'

const held = useConsole(startConsole)
let service: typeof held.service
let page: typeof held.page

beforeEach(async () => {
  ;({ service, page } = held)
  await page.goto(service.at('settings/account'))
  await heading('Your account').waitFor()
})

const field = (label: string) => page.getByLabel(label, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 })

test('other sessions are listed and ended, and their pages ask to sign in again', async () => {
  const other = await openPage(held.browser, { locale: 'en-GB' })
  await service.signIn(other)
  await page.reload()
  await page.getByRole('cell', { name: 'Another device' }).first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await button('Sign out everywhere else').click()

  await page.getByText('You are signed out everywhere else.').waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await other.goto(service.at('settings/account'))
  await other.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  await other.context().close()
})

test('another organization that is chosen in a tab is that of the other tabs, too', async () => {
  await page.getByText('Acme', { exact: true }).waitFor()
  await page.context().route('**/console/api/session', async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    const organization = { ...session.organization, id: crypto.randomUUID(), name: 'Beta' }
    await route.fulfill({ response, json: { ...session, organization } })
  })

  const other = await page.context().newPage()
  await other.goto(service.at('settings/account'))

  await page.getByText('Beta', { exact: true }).waitFor()
  await page.context().unrouteAll({ behavior: 'ignoreErrors' })
})

test('a wrong current password is said at its field; the right one sets the new one', async () => {
  await field('Current password').fill('not the password')
  await field('New password').fill(PASSWORD)
  await button('Change password').click()
  await page.getByText('The current password is wrong.').waitFor()
  expect(await field('New password').inputValue()).toBe(PASSWORD)

  await field('Current password').fill(PASSWORD)
  await field('New password').fill('1q2w3e4r5t')
  await button('Change password').click()
  await page.getByText('This password is easily guessed').waitFor()

  await field('New password').fill(PASSWORD)
  await button('Change password').click()

  await page.getByText('Your password is changed.').waitFor()
  expect(await field('New password').inputValue()).toBe('')
})

test('sessions that cannot be loaded say so, and come with another try', async () => {
  await page.route('**/api/sessions*', (route) => route.abort())
  await page.reload()
  await page.getByRole('alert').getByText('could not be reached').waitFor()
  await page.unroute('**/api/sessions*')

  await button('Try again').click()

  await page.getByRole('cell', { name: 'This device' }).waitFor()
})

test('the menu leads to the account and signs out', async () => {
  await page.goto(service.at('nothing-here'))
  await heading('There is nothing here').waitFor()
  await button('Account of Ann').click()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Your account' }).click()
  await heading('Your account').waitFor()
  const isFocused = () => heading('Your account').evaluate((h1) => h1 === document.activeElement)
  await expect.poll(isFocused).toBe(true)

  await button('Account of Ann').click()
  await button('Sign out').click()

  await heading('Sign in').waitFor()
  await page.goBack()
  await heading('Sign in').waitFor()
})
