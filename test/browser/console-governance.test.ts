/** Support access, what is kept, and who changed what. */
import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { accessibilityViolations, openPage } from '../support/widget-page.ts'
import { startFurnishedConsole } from './furnished-console.ts'
import { useConsole } from './use-console.ts'

const held = useConsole(startFurnishedConsole)
let service: typeof held.service
let page: typeof held.page
let logged: string[]
beforeEach(() => {
  ;({ service, page, logged } = held)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (label: string) => page.getByLabel(label, { exact: true })

async function openScreen(path: string, heading: string, shown = page) {
  await shown.goto(service.at(path))
  await shown.getByRole('heading', { name: heading, level: 1 }).waitFor()
}

test('staff look in where it is allowed; the owner sees what at, and ends it', async () => {
  const staff = await openPage(held.browser, { locale: 'en-GB' })
  // Whoever claims the service is its operator's staff, too.
  await service.signIn(staff)
  await openScreen('look-in', 'Look into an organization', staff)
  const lookIn = async () => {
    await staff.getByLabel('Short name or id of the organization').fill('acme')
    await staff.getByLabel('Reason, which the organization reads').fill('Answers are missing')
    await staff.getByRole('button', { name: 'Look in', exact: true }).click()
  }
  await lookIn()
  await staff.getByText('it does not allow support access').waitFor()

  await openScreen('settings/support', 'Support access')
  await page.getByText('Nobody has looked in yet.').waitFor()
  await field('Allow support access').check()
  await page.getByText('Support may look into your organization.').first().waitFor()
  await lookIn()
  await staff.getByText('You are looking into Acme until').waitFor()
  await staff.goto(service.at('knowledge'))
  await staff.getByRole('heading', { name: 'Knowledge', level: 1 }).waitFor()
  expect(await staff.getByRole('heading', { name: 'Add knowledge' }).count()).toBe(0)
  expect(await accessibilityViolations(staff)).toEqual([])

  await page.getByText('Answers are missing').waitFor()
  await page.getByText('What they looked at', { exact: true }).click()
  await page.getByText('GET /svc/console/api/v1/knowledge/collections').first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await button('End now').click()
  await page.getByText('You ended it').waitFor()

  await staff.reload()
  await staff.getByText('Your look into Acme has ended: You ended it.').waitFor()
  await staff.getByRole('button', { name: 'Go back' }).click()
  await staff.getByRole('link', { name: 'Knowledge', exact: true }).waitFor()
  await staff.context().close()
})

test('how long conversations are kept is chosen; the choice outlives a reload unsaved', async () => {
  await openScreen('settings', 'Organization')
  await field('Erase conversations').selectOption({ label: 'After 90 days' })
  await page.getByText('This cannot be undone.').first().waitFor()
  await field('Tokens a day').fill('many')
  await page.getByText('Please enter a whole number').waitFor()
  await field('Tokens a day').fill('500000')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  expect(await field('Tokens a day').inputValue()).toBe('500000')

  await button('Save').click()
  await page.getByText('Saved.').waitFor()

  const { retention_days, daily_model_tokens } = await service.send('GET', '/v1/organization')
  expect({ retention_days, daily_model_tokens }).toEqual({
    retention_days: 90,
    daily_model_tokens: 500_000,
  })
  expect(await accessibilityViolations(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button('Download the archive').click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.tar\.gz$/)
})

test('the audit tells who changed what, and is narrowed by its address', async () => {
  await openScreen('settings/audit', 'Audit')
  await page.getByRole('cell', { name: 'Website: created' }).waitFor()
  await expect.poll(() => page.getByRole('cell', { name: /_/ }).count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByLabel('Subject').selectOption({ label: 'Assistant' })

  await expect.poll(() => page.getByRole('cell', { name: 'Website: created' }).count()).toBe(0)
  await page.getByRole('cell', { name: 'Assistant: created' }).waitFor()
  await page.reload()
  await page.getByRole('cell', { name: 'Assistant: created' }).waitFor()
  expect(await page.getByRole('cell', { name: 'Website: created' }).count()).toBe(0)
  expect(logged).toEqual([])
})

test('the audit shows values before and after in words, and what the operator did', async () => {
  await service.send('PUT', '/v1/support-access', { allowed: false })
  await service.send('PUT', '/v1/support-access', { allowed: true })
  await service.run(['key', 'create', 'Nightly', '--org', 'acme', '--role', 'editor'])
  await openScreen('settings/audit', 'Audit')

  const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first()
  await row('Support access: turned on or off').getByText('allowed: no → yes').waitFor()
  await row('Nightly').getByText('role: Editor').waitFor()
  await row('Nightly').getByText('Operator of the service').waitFor()
  expect(logged).toEqual([])
})

test.each([
  ['settings/support', 'Support access'],
  ['settings', 'Organization'],
  ['settings/audit', 'Audit'],
])('%s is usable at 360 pixels', async (path, heading) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openScreen(path, heading)
  await page.getByText('Loading…').waitFor({ state: 'detached' })

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('health tells how the service does, and the staff download a backup', async () => {
  await openScreen('settings/health', 'Health')
  await page.getByText('The built-in model answers.').waitFor()
  await page.getByText(/is an address of this computer alone/).waitFor()
  await page.getByText('None was made yet.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Make a backup now' }).click()
  const saved = await saving

  expect(saved.suggestedFilename()).toMatch(/^svc-\d{4}-\d\d-\d\d\.backup$/)
  const bytes = await readFile(await saved.path())
  expect(bytes.subarray(0, 15).toString()).toBe('SQLite format 3')
  await page.reload()
  await expect.poll(() => page.getByText('None was made yet.').count()).toBe(0)
})
