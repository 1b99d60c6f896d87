/** From a reader's thumb down to a better answer, through the console alone. */
import { beforeEach, expect, test } from 'vitest'
import { startFurnishedConsole } from './furnished-console.ts'
import { useConsole } from './use-console.ts'

const held = useConsole(startFurnishedConsole)
let service: typeof held.service
let page: typeof held.page

beforeEach(() => {
  ;({ service, page } = held)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('an answer rated down is found, its document mended, and its kept question changes', async () => {
  const { rate } = await service.visit('What does delivery cost?')
  await rate('down', 'It is 6 euros now.')

  await page.goto(service.at('conversations?rating=down'))
  await page.getByRole('link', { name: /What does delivery cost/ }).click()
  await page.getByText('It is 6 euros now.').waitFor()
  await button('Try again').click()
  await button('Keep as a test question').click()
  await page.getByLabel('Your question').press('Escape')
  await page.getByRole('link', { name: 'Assistant', exact: true }).click()
  await page.getByRole('link', { name: 'Try and compare', exact: true }).click()
  await button('Ask them all').click()
  await page.getByText('Asked the first time').waitFor()

  const path = `/v1/knowledge/sources/${service.source.id}`
  const latestJob = async () => (await service.send('GET', path)).latest_job
  const { id: earlier } = await latestJob()
  await page.getByRole('link', { name: 'Knowledge', exact: true }).click()
  await page.getByLabel('Choose files').setInputFiles({
    name: 'delivery.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('# Delivery\n\nDelivery costs 6 euros.\n'),
  })
  await page.getByText('1 of 1 file can be answered from.').waitFor()
  // The text that follows stands there since the earlier upload.
  const isRead = async () => {
    const { id, is_active } = await latestJob()
    return id !== earlier && !is_active
  }
  await expect.poll(isRead).toBe(true)
  await page.getByText(/Up to date since/).waitFor()

  await page.getByRole('link', { name: 'Assistant', exact: true }).click()
  await page.getByRole('link', { name: 'Try and compare', exact: true }).click()
  await button('Ask them all').click()
  await page.locator('.tag', { hasText: 'Changed' }).click()
  await page.getByText('Delivery costs 6 euros.').waitFor()
})
