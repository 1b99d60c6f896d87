/** Notifications in the console: an owner is told by a webhook what needs them. */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { localCertificate } from '../fetch/certificate.ts'
import { accessibilityViolations, openPage, useBrowser } from '../support/widget-page.ts'
import { startFurnishedConsole } from './furnished-console.ts'

const held = useBrowser()
const receiver = createServer(localCertificate, (_request, response) => {
  response.writeHead(answer).end()
})
let answer: number
let folder: string
let address: string
let service: Awaited<ReturnType<typeof startFurnishedConsole>>
let page: Page

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  address = `https://localhost:${port}/in`
  folder = await mkdtemp(join(tmpdir(), 'notifications-'))
  const certificate = join(folder, 'certificate.pem')
  await writeFile(certificate, localCertificate.cert)
  service = await startFurnishedConsole({
    SVC_FETCH_PRIVATE: `localhost:${port}`,
    NODE_EXTRA_CA_CERTS: certificate,
  })
})
afterAll(async () => {
  await service.stop()
  receiver.closeAllConnections()
  receiver.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  answer = 200
  page = await openPage(held.browser, { locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  await service.signIn(page)
  await page.goto(service.at('settings/notifications'))
  await field().waitFor()
})
afterEach(() => page.context().close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = () => page.getByLabel('Address of the receiver')
const secret = () => page.getByRole('region', { name: 'The secret of the notifications' })

test('an entry that cannot work is told, and nothing of it is lost', async () => {
  await field().fill('http://acme.test/in')
  await button('Save').click()

  await page.getByText('Please enter a web address').waitFor()
  await page.getByText('Please choose at least one.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.reload()
  expect(await field().inputValue()).toBe('http://acme.test/in')
})

test('an owner is told of a rating, sees that it arrived, and removes it again', async () => {
  await field().fill(address)
  await page.getByLabel('A visitor wrote why an answer did not help').check()
  await button('Save').click()
  await secret().getByText('whsec_').waitFor()
  await page.getByText('None was sent yet.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await button('Send a test').click()
  await page.getByText('It arrived: the receiver answered 200.').waitFor()
  answer = 503
  await button('Send a test').click()
  await page.getByText('The receiver answered 503.').waitFor()

  answer = 200
  const { rate } = await service.visit('What does delivery cost?')
  await rate('down', 'Too expensive')
  const row = page.getByRole('row', { name: /A visitor wrote why an answer did not help/ })
  await row.getByText('Delivered').waitFor({ timeout: 40_000 })

  await page.reload()
  await row.waitFor()
  expect(await secret().count()).toBe(0)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await accessibilityViolations(page)).toEqual([])

  await button('Remove the notifications…').click()
  await button('Remove').click()
  await page.getByText('The notifications are removed.').waitFor()
  await expect.poll(() => field().inputValue()).toBe('')
  await expect.poll(() => row.count()).toBe(0)
})

test('a change that somebody else saved meanwhile is told', async () => {
  const saved = { url: address, events: ['sync.failed'] }
  await service.send('PUT', '/v1/webhook', saved)
  await button('Send a test').waitFor()
  await page.getByLabel('Send notifications').uncheck()
  await service.send('PUT', '/v1/webhook', { ...saved, events: ['gaps.daily'] })

  await page.getByText('Somebody else changed this meanwhile.').waitFor()
  await button('Discard changes').click()
  expect(await page.getByLabel('A day brought new gaps').isChecked()).toBe(true)
  await page.getByLabel('Send notifications').uncheck()
  await button('Save').click()
  await page.getByText('Saved.').waitFor()
  await page.reload()
  await button('Send a test').waitFor()
  expect(await page.getByLabel('Send notifications').isChecked()).toBe(false)
})

test('what cannot be loaded says so, and comes with another try', async () => {
  await page.route('**/webhook', (route) => route.abort())
  await page.goto(service.at('settings/notifications'))
  await page.getByRole('alert').getByText('could not be reached').waitFor()
  expect(await field().count()).toBe(0)
  await page.unroute('**/webhook')

  await page.getByRole('button', { name: 'Try again' }).click()

  await field().waitFor()
})
