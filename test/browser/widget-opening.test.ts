/** Opening the panel on slow lines and without one (docs/behaviour.md#the-widget-in-a-page). */
import type { CDPSession, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { useWidget } from '../support/widget-page.ts'
import type { WidgetServer } from '../support/widget-server.ts'

const widget = useWidget()
const { visit } = widget
let server: WidgetServer
let page: Page
let protocol: CDPSession

beforeEach(async () => {
  ;({ server, page } = widget)
  protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.enable')
})

async function setLine(line: { latency: number; bytesPerSecond: number; offline?: boolean }) {
  const { latency, bytesPerSecond, offline = false } = line
  const throughput = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
  await protocol.send('Network.emulateNetworkConditions', { latency, offline, ...throughput })
}

const slow = { latency: 2500, bytesPerSecond: 2500 }
const fast = { latency: 0, bytesPerSecond: -1 }
const launcher = () => page.locator('.launcher')

/** Clicks the launcher. Returns what it shows when the click's handlers are done. */
function click() {
  return launcher().evaluate((button: HTMLButtonElement) => {
    button.click()
    return button.ariaBusy
  })
}

test('on a slow line the launcher is busy at once, and a second click changes nothing', async () => {
  await visit()
  await setLine(slow)

  expect(await click()).toBe('true')
  expect(await click()).toBe('true')
  expect(await page.locator('.panel').count()).toBe(0)
  await setLine(fast)

  await page.locator('textarea:focus').waitFor()
  expect(await launcher().getAttribute('aria-busy')).toBe('false')
  expect(await launcher().getAttribute('aria-expanded')).toBe('true')
})

test('the frame of the panel is there before its language', async () => {
  server.state.language = 'de'
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/de-*.js', (route) => held.then(() => route.continue()))
  await visit()
  await launcher().click()

  await page.locator('.panel > .waiting').waitFor()
  release()

  await page.locator('textarea:focus').waitFor()
  await page.getByRole('dialog', { name: 'Assistent' }).waitFor()
})

test('offline the launcher tells that the panel cannot come, and the next click tries again', async () => {
  await visit()
  await setLine({ ...fast, offline: true })

  await click()
  await page.getByTitle('Unreachable. Try again.').waitFor()
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'de-AT'))
  await click()
  await page.getByTitle('Nicht erreichbar. Noch einmal versuchen.').waitFor()
  expect(await launcher().getAttribute('aria-busy')).toBe('false')
  await setLine(fast)
  await click()

  await page.locator('textarea:focus').waitFor()
  expect(await launcher().getAttribute('title')).toBeNull()
  expect(widget.warnings().filter((line) => line.startsWith('SVC101'))).toHaveLength(2)
})
