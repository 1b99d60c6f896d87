/** Page changes, tabs and restarts of the service (docs/behaviour.md#the-widget-in-a-page). */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { useWidget } from '../support/widget-page.ts'
import { answered, completed, type WidgetServer } from '../support/widget-server.ts'

const widget = useWidget()
const { visit, open, askByScript, shown, distanceToEnd, scrollToEnd } = widget
let server: WidgetServer
let page: Page

beforeEach(() => {
  ;({ server, page } = widget)
  server.state.script = answered('Yes.')
})

/** An answer that waits after its first words until the returned function is called. */
function pausedAnswer() {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  server.state.script = async function* () {
    yield { type: 'answer.delta', data: { text: 'The beginning ' } }
    await gate
    yield { type: 'answer.delta', data: { text: 'and the end.' } }
    yield completed()
  }
  return release
}

describe('on the next page of the same tab', () => {
  test('an open panel is open again, at the end of the conversation', async () => {
    server.state.script = answered('A line.\n\n'.repeat(60))
    await visit()
    await askByScript('Tell me.')
    await page.locator('.actions').waitFor()
    await scrollToEnd()

    await page.goto(`${server.url}/another-page`)

    await page.locator('.actions').waitFor()
    await expect.poll(distanceToEnd).toBeLessThan(48)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  })

  test('it shows the paragraph that was read', async () => {
    const lines = Array.from({ length: 80 }, (_, n) => `Line ${n} of the answer.`)
    server.state.script = answered(lines.join('\n\n'))
    await visit()
    await askByScript('Tell me.')
    await page.locator('.actions').waitFor()
    await page.locator('.group', { hasText: 'Line 30 of' }).evaluate((box) => box.scrollIntoView())

    await page.goto(`${server.url}/another-page`)
    await page.locator('.actions').waitFor({ state: 'attached' })

    await expect
      .poll(() =>
        page.locator('.group', { hasText: 'Line 30 of' }).evaluate((box) => {
          const top = box.closest('.scroller')?.getBoundingClientRect().top ?? Number.NaN
          return Math.abs(box.getBoundingClientRect().top - top)
        }),
      )
      .toBeLessThan(30)
  })

  test('a panel that was closed stays closed', async () => {
    await visit()
    await open()
    await page.keyboard.press('Escape')

    await visit()

    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    expect(await page.locator('.panel').count()).toBe(0)
  })

  test('after a reload in mid-answer there is the text so far, and one button asks again', async () => {
    pausedAnswer()
    await visit()
    await askByScript('Tell me.')
    await shown('The beginning')

    await page.reload()
    await page.locator('.notice', { hasText: 'interrupted' }).waitFor()
    expect(await page.locator('.text').innerText()).toBe('The beginning')
    server.state.script = answered('All of it.')
    await page.getByRole('button', { name: 'Ask again' }).click()

    await shown('All of it.')
  })
})

describe('in two tabs', () => {
  test('questions and answers of one appear in the other, which says where it is answered', async () => {
    const release = pausedAnswer()
    await visit()
    await open()
    const other = await page.context().newPage()
    await other.goto(server.url)
    await other.locator('.launcher').click()
    await other.locator('textarea').waitFor()

    await page.bringToFront()
    await askByScript('Tell me.')

    await other.locator('.question', { hasText: 'Tell me.' }).waitFor()
    await other.locator('.waiting', { hasText: 'Being answered in another tab' }).waitFor()
    release()
    await other.locator('.text', { hasText: 'The beginning and the end.' }).waitFor()
    await shown('The beginning and the end.')
    server.state.script = answered('Yes.')
    await other.locator('textarea').fill('Is it so?')
    await other.keyboard.press('Enter')
    await shown('Yes.')
    expect(await page.locator('.question').allInnerTexts()).toEqual(['Tell me.', 'Is it so?'])
  })

  test('a reload of one in mid-answer shows in the other the text so far and a button that asks again', async () => {
    pausedAnswer()
    await visit()
    await open()
    const other = await page.context().newPage()
    await other.goto(server.url)
    await other.locator('.launcher').click()
    await other.locator('textarea').waitFor()
    await page.bringToFront()
    await askByScript('Tell me.')
    await shown('The beginning')
    await other.locator('.waiting', { hasText: 'Being answered in another tab' }).waitFor()

    await page.reload()

    await other.locator('.text', { hasText: 'The beginning' }).waitFor({ timeout: 3000 })
    await other.getByRole('button', { name: 'Ask again' }).waitFor()
  })

  test('a new conversation in one is new in the other', async () => {
    await visit()
    await askByScript('Is it so?')
    await shown('Yes.')
    const other = await page.context().newPage()
    await other.goto(server.url)
    await other.locator('.launcher').click()
    await other.locator('.text').waitFor()

    await other.getByRole('button', { name: 'New conversation' }).click()

    await page.locator('.turn').waitFor({ state: 'detached' })
  })
})

test('a question that found the service restarting is sent by itself once it is back', async () => {
  await visit()
  await open()
  await page.route('**/svc/**', (route) => route.abort('connectionrefused'))
  await widget.ask('Is it so?')
  await page.locator('.notice', { hasText: 'could not be reached' }).waitFor()

  await page.unroute('**/svc/**')

  await shown('Yes.')
  expect(await page.locator('.question').count()).toBe(1)
})
