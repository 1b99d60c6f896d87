/** The assistant in the console: its knowledge, model, strictness and words. */
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accessibilityViolations, openPage, useBrowser } from '../support/widget-page.ts'
import { holdBack, startConsole } from './console.ts'

const held = useBrowser()
let service: Awaited<ReturnType<typeof startConsole>>
let page: Page
let assistant: { id: string }
let call: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>

beforeEach(async () => {
  service = await startConsole()
  page = await openPage(held.browser, { locale: 'en-GB' })
  await service.signIn(page)
  call = (method, path, body) => service.call(page, method, path, body)
  const collection = await service.call(page, 'POST', '/knowledge/collections', { name: 'Guide' })
  const path = `/knowledge/collections/${collection.id}/sources`
  const source = await service.call(page, 'POST', path, { name: 'Files', type: 'upload' })
  const text = '# Delivery\n\n## How long does delivery take?\n\nIt takes two to four days.\n'
  await service.call(page, 'POST', `/knowledge/sources/${source.id}/documents`, {
    documents: [{ path: 'delivery.md', text }],
  })
  assistant = await service.call(page, 'POST', '/assistants', {
    name: 'Help',
    knowledge_base_ids: [collection.id],
  })
  await page.goto(service.at('assistant'))
  await page.getByLabel('Name', { exact: true }).waitFor()
})
afterEach(async () => {
  await page.context().close()
  await service.stop()
})

const field = (label: string) => page.getByLabel(label, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const saved = () => page.getByText('Saved.', { exact: true }).waitFor()

test('name, strictness and words are saved together, and kept until then', async () => {
  expect(await accessibilityViolations(page)).toEqual([])
  await field('Name').fill('Shop help')
  await page.getByLabel(/^Strict/).check()
  await field('Reply without an answer').fill('Please write to us.')
  await page.reload()
  expect(await field('Name').inputValue()).toBe('Shop help')

  await button('Save').click()

  await saved()
  await expect.poll(() => button('Save').count()).toBe(0)
  expect(await call('GET', `/assistants/${assistant.id}`)).toMatchObject({ name: 'Shop help' })
  expect(await call('GET', `/assistants/${assistant.id}/behaviour`)).toMatchObject({
    revision: 1,
    strictness: 'strict',
    texts: { greeting: null, declined: 'Please write to us.' },
  })
})

test('what was saved is shown at once, and what is typed meanwhile stays', async () => {
  await field('Name').fill('Shop help')
  const isSaved = await holdBack(page, 'PATCH', /\/assistants\//)
  const isRead = await holdBack(page, 'GET', /\/assistants\?/)
  await button('Save').click()
  await field('Instruction for the model').fill('Be brief.')
  isSaved()
  await saved()

  expect(await field('Name').inputValue()).toBe('Shop help')
  expect(await field('Instruction for the model').inputValue()).toBe('Be brief.')
  await button('Save').click()

  const path = `/assistants/${assistant.id}`
  await expect
    .poll(() => call('GET', path))
    .toMatchObject({ name: 'Shop help', instruction: 'Be brief.' })
  isRead()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('each level of strictness is shown on questions of the organization', async () => {
  await button('Try it with your questions').click()

  const row = page.getByRole('row', { name: /How long does delivery take/ })
  await expect.poll(() => row.getByText('Answers', { exact: true }).count()).toBe(3)
  expect(await accessibilityViolations(page)).toEqual([])
})

test('the model is tested, and says how soon it answers', async () => {
  await page.getByLabel(/^Built-in/).waitFor()
  await button('Test the model').click()

  await page.getByText(/^It works: the first words came after/).waitFor()
})

test('an assistant without knowledge is warned of; pausing it can be undone', async () => {
  await page.getByLabel(/^Guide/).uncheck()
  await page.getByText('Without knowledge it answers nothing.').waitFor()
  await button('Discard changes').click()
  expect(await page.getByLabel(/^Guide/).isChecked()).toBe(true)

  await field('State').selectOption('Paused')
  await page.getByText('“Help”: Paused.').waitFor()
  await button('Undo').click()

  await expect.poll(() => field('State').inputValue()).toBe('active')
})

test('an assistant that is paused stays on the screen', async () => {
  await call('POST', '/assistants', { name: 'Second' })
  await page.reload()
  await field('State').selectOption('Paused')

  await page.getByRole('option', { name: 'Help (Paused)' }).waitFor({ state: 'attached' })
  expect(await field('Name').inputValue()).toBe('Help')
})

test('another assistant is added and chosen, and the address names it', async () => {
  await button('Add another assistant').click()

  await expect.poll(() => field('Name').inputValue()).toBe('New assistant')
  expect(new URL(page.url()).search).toContain('id=')
  await page.getByRole('combobox', { name: /^Assistant/ }).selectOption('Help')
  await expect.poll(() => field('Name').inputValue()).toBe('Help')
})

test('is usable at 360 pixels in the dark', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await accessibilityViolations(page)).toEqual([])
})
