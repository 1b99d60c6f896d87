/** A person of several organizations: which one opens, and what an address of another one shows. */
import { beforeEach, expect, test } from 'vitest'
import { accessibilityViolations } from '../support/widget-page.ts'
import { EMAIL, PASSWORD, startConsole } from './console.ts'
import { useConsole } from './use-console.ts'

const held = useConsole(async () => {
  const service = await startConsole({ SVC_DEMO: 'on' })
  for (const slug of ['second', 'foreign']) await service.run(['org', 'create', slug, slug])
  for (const slug of ['second', 'demo']) {
    await service.run(['user', 'create', EMAIL, 'Ann', '--org', slug, '--role', 'owner'])
  }
  return service
})
let service: typeof held.service
let page: typeof held.page
beforeEach(() => {
  ;({ service, page } = held)
})

const choice = (of = page) => of.locator('header').getByRole('combobox')
const chosen = () => choice().locator('option:checked').innerText()
const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 })

async function signInAgain() {
  await page.context().clearCookies()
  await page.reload()
  await page.getByLabel('E-mail address').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await choice().waitFor()
}

test('the next sign-in opens the organization that was left, the first one never the demo', async () => {
  await page.goto(service.at(''))
  await choice().waitFor()
  expect(await chosen()).toBe('Acme')
  expect(await choice().locator('option').last().innerText()).toBe('Demo')
  await choice().selectOption('second')
  await page.waitForURL(/org=second/)
  await page.goto(service.at('settings/account'))

  await signInAgain()

  await heading('Your account').waitFor()
  expect(await chosen()).toBe('second')
})

test('an address opens in its organization; one of a foreign organization says so', async () => {
  await page.goto(service.at('knowledge?org=acme'))
  await heading('Knowledge').waitFor()
  await expect.poll(chosen).toBe('Acme')
  await page.goto(service.at('knowledge?org=demo'))
  await expect.poll(chosen).toBe('Demo')
  await page.getByText('Product documentation').first().waitFor()

  await page.goto(service.at('knowledge?org=foreign'))

  await heading('This belongs to another organization').waitFor()
  await page.getByText(`“foreign”, and ${EMAIL} is no member`).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Go to the start' }).click()
  await expect.poll(chosen).toBe('Demo')
})

test('two tabs stay in one organization, and tell it in their addresses', async () => {
  await page.goto(service.at('settings/account?org=acme'))
  await heading('Your account').waitFor()
  const other = await page.context().newPage()
  await other.goto(service.at('settings/account?org=acme'))
  await choice(other).selectOption('second')

  await page.waitForURL(/org=second/)

  await expect.poll(chosen).toBe('second')
  expect(other.url()).toContain('org=second')
})

test('the demo is removed in the console', async () => {
  await page.goto(service.at('settings?org=demo'))
  await expect.poll(chosen).toBe('Demo')
  await page.getByRole('button', { name: 'Remove the demo' }).click()

  await page.getByText('The demo is removed.').waitFor()
  await expect.poll(chosen).not.toBe('Demo')
  expect(await choice().locator('option').allInnerTexts()).not.toContain('Demo')
})
