/** Gaps: what was asked in vain gets an answer, or is put aside. */
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

const button = (name: string) => page.getByRole('button', { name, exact: true })
const gap = (name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })

test('without questions in vain nothing is missing', async () => {
  await page.goto(service.at('conversations/unanswered'))

  await page.getByText('Nothing is missing').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a question in vain is a gap, gets a written answer, and is answered', async () => {
  await service.visit('Do you repair umbrellas?')
  await service.visit('Can you repair my umbrella?')
  await page.goto(service.at('conversations/unanswered'))
  await gap('Do you repair umbrellas?').getByText('asked 2 times').waitFor()
  await gap('Do you repair umbrellas?')
    .getByRole('img', { name: /last six weeks: 0, 0, 0, 0, 0, 2/ })
    .waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'Write an answer' }).click()
  expect(await page.getByLabel('Question 2', { exact: true }).inputValue()).toBe(
    'Can you repair my umbrella?',
  )
  await page.getByLabel('Answer', { exact: true }).fill('We repair all umbrellas.')
  await button('Save the answer').click()
  await page.getByText('Visitors get this answer from now on.').waitFor()

  const { id } = await service.visit('Do you repair umbrellas?')
  await page.goto(service.at(`conversations?c=${id}`))
  await page.getByText('We repair all umbrellas.').waitFor()
  await page.getByText('Written by hand').waitFor()
  expect(logged).toEqual([])
})

test('a gap is dismissed, and opened again', async () => {
  await service.visit('Who painted the ceiling?')
  await page.goto(service.at('conversations/unanswered'))
  await gap('Who painted the ceiling?').getByRole('button', { name: 'Dismiss' }).click()

  await page.getByText('The gap is dismissed.').waitFor()
  await gap('Who painted the ceiling?').waitFor({ state: 'detached' })
  await button('Undo').click()
  await gap('Who painted the ceiling?').waitFor()
  await gap('Who painted the ceiling?').getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('tab', { name: 'Dismissed' }).click()
  await button('Open again').click()
  await page.getByRole('tab', { name: 'Open', exact: true }).click()
  await gap('Who painted the ceiling?').waitFor()
})

test('a document is added where it is missing', async () => {
  await page.goto(service.at('conversations/unanswered'))
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'ceiling.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Ceiling\n\nMichelangelo painted the ceiling.\n'),
    })

  await page.getByText('It is being read.').waitFor()
})

test('is usable at 360 pixels', async () => {
  await service.visit('Is there a parking lot for bicycles with very long trailers behind them?')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(service.at('conversations/unanswered'))
  await page.getByRole('link', { name: 'Write an answer' }).first().waitFor()

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
