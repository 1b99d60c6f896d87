/** The inbox: what visitors asked is found, understood, handled and erased. */
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
const list = () => page.getByRole('list', { name: 'Conversations' })
const transcript = () =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('heading') })
    .first()

async function openInbox(query = '') {
  await page.goto(service.at(`conversations${query}`))
  await page.getByRole('heading', { name: 'Conversations', level: 1 }).waitFor()
}

test('an empty inbox says what will appear in it; what cannot be loaded comes with another try', async () => {
  await page.route('**/v1/conversations?*', (route) => route.abort())
  await openInbox()
  await page.getByRole('alert').getByText('could not be reached').waitFor()
  await page.unroute('**/v1/conversations?*')
  await button('Try again').click()

  await page.getByText('No conversations yet').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a conversation is one request, so that many are stepped through', async () => {
  await service.visit('How long does delivery take?')
  await openInbox()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))

  await list().getByRole('link').first().click()
  await transcript().getByText('Why this answer').waitFor()

  expect(asked.filter((path) => path.includes('/v1/'))).toEqual([
    expect.stringMatching(/\/v1\/conversations\/[\w-]+\/inbox$/),
  ])
})

test('a conversation shows where it was asked, its sources and why it was answered', async () => {
  const { rate } = await service.visit('Can I send back an article?')
  await rate('down', 'Who pays?')
  await openInbox()

  await list()
    .getByRole('link', { name: /send back/ })
    .click()
  await transcript()
    .getByRole('link', { name: /shop.test\/help\/returns/ })
    .waitFor()
  await transcript().getByText('The reader did not find this helpful.').waitFor()
  await transcript().getByText('Who pays?').waitFor()
  await transcript().getByRole('button', { name: 'Source 1: Returns' }).click()
  await transcript().getByRole('link', { name: 'Open the document' }).waitFor()
  const marked = () => page.evaluate(() => [...(CSS.highlights.get('svc-quote') ?? [])].map(String))
  const [quoted] = await marked()
  expect(quoted).toBeTruthy()
  expect(await transcript().locator('.answer').first().innerText()).toContain(quoted)
  await transcript().getByText('Why this answer').click()
  await transcript()
    .getByText(/sure that the knowledge answers this/)
    .waitFor()
  await transcript().getByText('Cited', { exact: true }).first().waitFor()

  expect(await accessibilityViolations(page)).toEqual([])
  await transcript().getByRole('link', { name: 'Open the document' }).first().click()
  await page.getByRole('heading', { name: 'Returns', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'The cited passage' }).waitFor()
  await expect.poll(marked).toEqual([quoted])
  expect(await accessibilityViolations(page)).toEqual([])
  expect(logged).toEqual([])
})

test('a question without an answer says why, and is found by its state and its words', async () => {
  await service.visit('How tall is the lighthouse keeper?')
  await openInbox()
  await page.getByText('Filters', { exact: true }).click()
  await page.getByLabel('Last answer').selectOption('abstained')
  await expect.poll(() => list().getByRole('link').count()).toBe(1)
  await page.getByRole('searchbox').fill('lighthouse')
  await page.waitForURL(/q=lighthouse/)

  await list()
    .getByRole('link', { name: /lighthouse/ })
    .click()
  await transcript().locator('.reason').waitFor()
  await page.reload()

  await list()
    .getByRole('link', { name: /lighthouse/ })
    .waitFor()
  await transcript().locator('.reason').waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await accessibilityViolations(page)).toEqual([])
  await button('Clear all filters').click()
  await expect.poll(() => list().getByRole('link').count()).toBeGreaterThan(1)
})

test('the keys J and K walk through the list, and a note outlives a reload until it is saved', async () => {
  await service.visit('How long does delivery take?')
  await openInbox()
  await list().getByRole('link').first().waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'How long does delivery take?' }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'How tall is the lighthouse keeper?' }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'How long does delivery take?' }).waitFor()

  await page.getByLabel('Note for colleagues').fill('jk: call back')
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect.poll(() => page.getByLabel('Note for colleagues').inputValue()).toBe('jk: call back')
  await button('Mark as handled').click()

  await page.getByText('Handled by Ann').waitFor()
  await page.getByLabel('State').waitFor({ state: 'attached' })
  await button('Undo').click()
  await button('Mark as handled').waitFor()
})

test('a visitor is erased with a receipt, and is gone from the list', async () => {
  const { id } = await service.visit('Is postage paid?')
  await openInbox(`?c=${id}`)
  await button('More').click()
  await button('Erase this visitor…').click()
  await page.getByRole('dialog').getByText('This cannot be undone.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click()

  await page.getByRole('heading', { name: 'Erased' }).waitFor()
  await page.getByText('Ann <ann@acme.test>').waitFor()
  await page.getByText('This does not exist any more.').waitFor()
  expect(await page.locator('.transcript .answer').count()).toBe(0)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    button('Save this receipt').click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^erased-.*\.txt$/)
  await button('Close').first().click()

  await expect
    .poll(() =>
      list()
        .getByRole('link', { name: /postage/ })
        .count(),
    )
    .toBe(0)
  await expect(service.send('GET', `/v1/conversations/${id}`)).rejects.toThrow('not_found')
})

test('is usable at 360 pixels: the list, then the conversation, then back', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openInbox()
  await list().getByRole('link').first().click()
  await page.getByRole('link', { name: 'All conversations' }).waitFor()

  expect(await list().isVisible()).toBe(false)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'All conversations' }).click()
  await list().getByRole('link').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('a session that has ended says so on an undamaged sign-in page, and goes on after it', async () => {
  await service.visit('Where is the ferry?')
  await openInbox()
  await list().getByRole('link').first().click()
  await transcript().getByText('Why this answer').waitFor()
  const address = page.url()
  await page.context().clearCookies()

  await page.getByRole('link', { name: 'Unanswered', exact: true }).click()

  await page.getByText('Your session has ended').waitFor()
  expect(
    await page.locator('.sample-answer').evaluate((one) => getComputedStyle(one).display),
  ).toBe('block')
  expect(await accessibilityViolations(page)).toEqual([])
  await service.signIn(page)
  await page.goto(address)
  await transcript().getByText('Why this answer').waitFor()
})
