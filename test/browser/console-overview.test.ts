/** The overview in the console: what needs the owner, how the assistant does, and why. */
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accessibilityViolations, openPage, useBrowser } from '../support/widget-page.ts'
import { startConsole } from './console.ts'

const held = useBrowser()
let service: Awaited<ReturnType<typeof startConsole>>
let page: Page
let call: (
  method: string,
  path: string,
  body?: object,
) => Promise<{ id: string; passage_count?: number; secret?: string }>

beforeEach(async () => {
  service = await startConsole()
  page = await openPage(held.browser, { locale: 'en-GB' })
  await service.signIn(page)
  call = (method, path, body) => service.call(page, method, path, body)
})
afterEach(async () => {
  await page.context().close()
  await service.stop()
})

const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const figure = (name: string) => page.locator('dl > div', { hasText: name }).locator('a')

/** An assistant that answers from one document, as Ann's organization has it. */
async function addAssistant() {
  const { id: collection } = await call('POST', '/knowledge/collections', { name: 'Knowledge' })
  const path = `/knowledge/collections/${collection}/sources`
  const { id: source } = await call('POST', path, { name: 'Files', type: 'upload' })
  const text = '# Delivery\n\nDelivery takes two to four days within the country.\n'
  await call('POST', `/knowledge/sources/${source}/documents`, {
    documents: [{ path: 'delivery.md', text }],
  })
  const isRead = async () =>
    (await call('GET', `/knowledge/collections/${collection}`)).passage_count === 1
  await expect.poll(isRead).toBe(true)
  const { id } = await call('POST', '/assistants', {
    name: 'Help',
    knowledge_base_ids: [collection],
  })
  return { id, collection }
}

/** Asks as a program of the organization does: what is asked in the console does not count. */
async function ask(assistant_id: string, text: string) {
  const { secret } = await call('POST', '/api-keys', { name: text, role: 'editor' })
  const post = async (path: string, body: object) => {
    const response = await fetch(`${service.serving.api}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const { id } = await post('/conversations', { assistant_id })
  await post(`/conversations/${id}/messages`, { text })
}

test('a new owner is led to the first steps, which stay in the overview until they are done', async () => {
  await page.goto(service.at(''))
  await heading('What is it called?').waitFor()
  await addAssistant()

  await page.goto(service.at(''))

  await heading('Your first steps').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await link('Go on').click()
  await heading('Ask it something').waitFor()
})

test('problems come first, and lead to where they are mended', async () => {
  const { id: assistant_id, collection } = await addAssistant()
  const { id: source } = await call('POST', `/knowledge/collections/${collection}/sources`, {
    name: 'Docs',
    type: 'website',
    config: { start_urls: ['http://127.0.0.1:49151/'] },
  })
  await call('POST', `/knowledge/sources/${source}/sync`, {})
  const deployment = await service.call(page, 'POST', '/widget-deployments', {
    name: 'Shop',
    assistant_id,
    allowed_origins: ['https://www.example.com'],
    expires_at: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  })
  await fetch(`${service.serving.api}/widget/bootstrap`, {
    headers: { origin: 'https://shop.example.com', 'x-svc-widget-key': deployment.widget_key },
  })

  await page.goto(service.at('overview'))

  await heading('3 things need your attention').waitFor()
  await link('“Docs” could not be read').waitFor()
  await link('The tag of “Shop” ends soon').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await link('The chat was refused on https://shop.example.com').click()
  await page.getByRole('button', { name: 'Allow shop.example.com', exact: true }).click()
  await page.getByRole('link', { name: /^Overview/ }).click()
  await heading('2 things need your attention').waitFor()
})

test('each number leads to its conversations, and documents are ranked by citations', async () => {
  const { id } = await addAssistant()
  await page.goto(service.at('overview'))
  await page.getByText('Nothing needs your attention at the moment.').waitFor()
  await page.getByText('Nothing was asked in these days.').waitFor()
  await ask(id, 'How long does delivery take?')
  await ask(id, 'Who wrote the national anthem of Peru?')

  await expect.poll(() => figure('Questions').innerText()).toBe('2')
  await expect.poll(() => figure('Answered').innerText()).toBe('50%')
  await page.reload()
  await link('Delivery').waitFor()
  await link('Who wrote the national anthem of Peru?').waitFor()
  await page.locator('summary').click()
  await page.getByRole('table', { name: 'The days as a table' }).getByText('50%').waitFor()

  await figure('Without an answer').click()

  await heading('Conversations').waitFor()
  expect(new URL(page.url()).search).toContain('outcome=abstained')
  await page.getByText('Who wrote the national anthem of Peru?').first().waitFor()
})

test('what cannot be loaded says so, and comes with another try', async () => {
  await page.route('**/widget-deployments?*', (route) => route.abort())
  await page.goto(service.at('overview'))
  await page.getByRole('alert').getByText('could not be reached').waitFor()
  await page.unroute('**/widget-deployments?*')

  await page.getByRole('button', { name: 'Try again' }).click()

  await heading('In this period').waitFor()
})

test('is usable at 360 pixels in the dark', async () => {
  await addAssistant()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(service.at('overview'))
  await heading('In this period').waitFor()

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await accessibilityViolations(page)).toEqual([])
})
