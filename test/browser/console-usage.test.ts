/** The period of the overview: what was asked, how it ended, what is left of the tokens. */
import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { accessibilityViolations } from '../support/widget-page.ts'
import { startFurnishedConsole } from './furnished-console.ts'
import { useConsole } from './use-console.ts'

const held = useConsole(startFurnishedConsole)
let service: typeof held.service
let page: typeof held.page
let logged: string[]
beforeEach(() => {
  ;({ service, page, logged } = held)
})

const link = (name: string) => page.getByRole('link', { name, exact: true })
const figure = (name: string) => page.locator('dl > div', { hasText: name }).locator('a')
const today = () => new Date().toISOString().slice(0, 10)

test('without questions the page says so, and what is left of the tokens', async () => {
  await page.goto(service.at('overview'))

  await page.getByText('Nothing was asked in these days.').waitFor()
  await page.getByText(/^0 of 2,000,000 are used, 2,000,000 are left until/).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await link('Change the limit').click()
  await page.getByRole('heading', { name: 'Organization', level: 1 }).waitFor()
})

test('questions are counted by day, assistant and channel, saved, and lead to the inbox', async () => {
  const begun = today()
  const { rate } = await service.visit('What does delivery cost?')
  await rate('up')
  await service.visit('Who painted the ceiling of the chapel?')
  await page.goto(service.at('overview?days=7'))

  await expect.poll(() => figure('Questions').innerText()).toBe('2')
  expect(await figure('Answered').innerText()).toBe('50%')
  expect(await figure('Rated as helpful').innerText()).toBe('100%')
  await page.getByRole('row', { name: 'Helper 2 50% 1 100%' }).waitFor()
  await page.getByRole('row', { name: 'The website 2 50% 1 100%' }).waitFor()
  await page.getByRole('row', { name: /^Built-in 2 / }).waitFor()
  await page.locator('summary').click()
  await page.getByRole('table', { name: 'The days as a table' }).getByText('50%').waitFor()
  expect(await link('7 days').getAttribute('aria-current')).toBe('true')
  expect(await accessibilityViolations(page)).toEqual([])

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a table (CSV)' }).click()
  const saved = await saving
  const day = saved.suggestedFilename().match(/^usage-.*-(\d{4}-\d\d-\d\d)\.csv$/)?.[1]
  // Midnight may have passed meanwhile.
  expect([begun, today()]).toContain(day)
  const [heading, line] = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(heading).toMatch(/^Day,Questions,Answered,/)
  expect(line).toMatch(new RegExp(`^${day},2,1,1,1,0,`))

  await figure('Without an answer').click()
  await page.getByText('Who painted the ceiling').first().waitFor()
  expect(logged).toEqual([])
})

test('the period stands in the address, and one that cannot be is told', async () => {
  await page.goto(service.at('overview'))
  await link('90 days').click()
  expect(page.url()).toContain('days=90')
  await page.getByLabel('Until').fill('2026-01-31')
  await page.getByText('Nothing was asked in these days.').waitFor()
  expect(await link('90 days').getAttribute('aria-current')).toBeNull()

  await page.getByLabel('From').fill('2026-02-01')
  await page.getByRole('alert').getByText('from must not be later than to').waitFor()
  await page.reload()
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel('From').inputValue()).toBe('2026-02-01')
})

test('what cannot be loaded says so, and comes with another try', async () => {
  await page.route('**/usage?*', (route) => route.abort())
  await page.goto(service.at('overview'))
  await page.getByRole('alert').getByText('could not be reached').waitFor()
  await page.unroute('**/usage?*')

  await page.getByRole('button', { name: 'Try again' }).click()

  await page.getByRole('heading', { name: 'By assistant' }).waitFor()
})

test('is usable at 360 pixels in the dark', async () => {
  await service.visit('What does delivery cost?')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(service.at('overview'))
  await page.getByRole('heading', { name: 'By assistant' }).waitFor()

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await accessibilityViolations(page)).toEqual([])
})
