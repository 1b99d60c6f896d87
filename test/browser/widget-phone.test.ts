/** The widget on a touch screen: taps, swipes and the keyboard on the screen. */
import type { CDPSession, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { useWidget } from '../support/widget-page.ts'
import { answered, citation } from '../support/widget-server.ts'

const WINDOW = { width: 390, height: 780 }

const widget = useWidget({ viewport: WINDOW, isMobile: true, hasTouch: true })
const { distanceToEnd } = widget
let page: Page
let protocol: CDPSession

beforeEach(async () => {
  page = widget.page
  const { state } = widget.server
  state.policy = ''
  state.attributes = `data-suggestions='["How many?","Since when?","For whom?","Why?"]'`
  state.body = '<p style="block-size: 3000px">A long page.</p>'
  state.script = answered(`You have thirty days [1].${'\n\nAnd more.'.repeat(30)}`, [
    citation(1, { title: 'Handbook', snippet: 'Everyone has thirty days off.' }),
  ])
  protocol = await page.context().newCDPSession(page)
  await widget.visit()
  await page.locator('.launcher').tap()
  await page.locator('textarea').fill('How many?')
  await page.locator('.send').tap()
  await page.locator('.actions').waitFor()
})

test('the keyboard stays away when the panel opens', async () => {
  await page.getByRole('button', { name: 'Close' }).tap()
  await page.locator('.launcher').tap()
  await page.locator('dialog[open]').waitFor()

  const focused = () => document.activeElement?.shadowRoot?.activeElement?.className
  await expect.poll(() => page.evaluate(focused)).toBe('content')
})

describe('a tap on a marker', () => {
  beforeEach(() => page.locator('.cite').tap())

  test('shows its passage, which a tap elsewhere hides', async () => {
    await page.locator('.preview', { hasText: 'Everyone has thirty days off.' }).waitFor()

    await page.locator('.question').tap()

    await page.locator('.preview').waitFor({ state: 'detached' })
  })

  test('opens the source with a second tap, on the passage', async () => {
    await page.context().route('https://docs.example.test/**', (route) => route.fulfill({}))
    const opened = page.context().waitForEvent('page')

    await page.locator('.preview a').tap()

    await (await opened).waitForURL('https://docs.example.test/page-1#*')
  })

  test('does not open the keyboard', async () => {
    await page.locator('.preview').waitFor()

    expect(
      await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName),
    ).not.toBe('TEXTAREA')
  })
})

describe('a keyboard on the screen', () => {
  test('goes away once a question is sent', async () => {
    expect(
      await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.className),
    ).toBe('content')
  })

  test('leaves no focus ring around the conversation, which has one for Tab', async () => {
    await widget.ask('Since when?')
    await page.locator('.actions').nth(1).waitFor()
    expect(await focusRing()).toEqual(['content', 'none'])

    await page.keyboard.press('Shift+Tab')

    expect(await focusRing()).toEqual(['scroller', 'solid'])
  })

  test('keeps the composer and the end of the conversation visible', async () => {
    await widget.scrollToEnd()
    await resizeVisibly(430)
    await expect.poll(() => bottomOf('.panel')).toBe(430)
    expect(await bottomOf('textarea')).toBeLessThan(430)
    await expect.poll(distanceToEnd).toBeLessThan(2)

    await resizeVisibly(WINDOW.height)

    await expect.poll(() => bottomOf('.panel')).toBe(WINDOW.height)
    await expect.poll(distanceToEnd).toBeLessThan(2)
  })

  test('does not zoom in, however small the font size of the brand', async () => {
    await page.addStyleTag({ content: 'svc-chat { --svc-base-size: 12px }' })

    const size = await page
      .locator('textarea')
      .evaluate((field) => getComputedStyle(field).fontSize)

    expect(size).toBe('16px')
  })
})

test('the sources are scrolled into view when they are unfolded', async () => {
  await page.locator('summary').evaluate((summary) => summary.scrollIntoView({ block: 'end' }))
  await page.locator('summary').tap()

  const end = await bottomOf('.scroller')
  await expect.poll(() => bottomOf('.sources li')).toBeLessThanOrEqual(end)
})

test('a new conversation starts at its greeting in a low window', async () => {
  await page.setViewportSize({ width: 390, height: 240 })
  await page.getByRole('button', { name: 'New conversation' }).tap()

  await expect.poll(() => page.locator('.scroller').evaluate((box) => box.scrollTop)).toBe(0)
  expect((await boxOf('.greeting')).y).toBeGreaterThan(await bottomOf('.header'))
})

describe('a swipe', () => {
  test.each(['.header', '.scroller', '.composer', '.powered'])(
    'over %s does not scroll the page behind',
    async (part) => {
      await page.evaluate(() =>
        document.documentElement.scrollTo({ top: 500, behavior: 'instant' }),
      )

      await swipe(part, 300)
      await swipe(part, -300)
      await swipe(part, -300)

      expect(await page.evaluate(() => scrollY)).toBe(500)
    },
  )

  test('scrolls the conversation', async () => {
    await widget.scrollToEnd()
    const before = await distanceToEnd()

    await swipe('.scroller', 300)

    await expect.poll(distanceToEnd).toBeGreaterThan(before + 100)
  })
})

test('the safe area insets of the device cover no part of the panel', async () => {
  await protocol.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { top: 47, bottom: 34, left: 10, right: 10 },
  })

  await expect.poll(async () => (await boxOf('.header')).y).toBe(47)
  expect(await bottomOf('.powered')).toBeLessThanOrEqual(WINDOW.height - 34)
  expect(await boxOf('.composer')).toMatchObject({ x: 10, width: WINDOW.width - 20 })
})

test('closing shows the page at its earlier scroll position', async () => {
  await page.evaluate(() => document.documentElement.scrollTo({ top: 500, behavior: 'instant' }))

  await page.getByRole('button', { name: 'Close' }).tap()

  await page.locator('.launcher').waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(500)
  await page.getByRole('link', { name: 'a link' }).focus()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('A')
})

/** Resizes the visual viewport, as a screen keyboard does. */
async function resizeVisibly(height: number) {
  await page.evaluate((height) => {
    Object.defineProperty(visualViewport, 'height', { value: height, configurable: true })
    visualViewport?.dispatchEvent(new Event('resize'))
  }, height)
}

/** Swipes down from the middle of a part by a number of pixels, and waits for two frames. */
async function swipe(part: string, down: number) {
  const { x, y, width, height } = await boxOf(part)
  const [middle, from] = [x + width / 2, y + height / 2]
  await touch('touchStart', { x: middle, y: from })
  for (let step = 1; step <= 10; step += 1) {
    await touch('touchMove', { x: middle, y: from + (down * step) / 10 })
  }
  await touch('touchEnd')
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

function touch(type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) {
  return protocol.send('Input.dispatchTouchEvent', { type, touchPoints })
}

interface Point {
  x: number
  y: number
}

/** Class and outline style of the focused element. */
function focusRing() {
  return page.evaluate(() => {
    const focused = document.activeElement?.shadowRoot?.activeElement
    return focused && [focused.className, getComputedStyle(focused).outlineStyle]
  })
}

async function boxOf(selector: string) {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not on the page.`)
  return box
}

async function bottomOf(selector: string): Promise<number> {
  const { y, height } = await boxOf(selector)
  return y + height
}

test('a hidden widget stays closed and does not block the page', async () => {
  widget.server.state.attributes = 'data-hidden'
  widget.server.state.body = '<button id="own">Own</button>'
  await page.reload()
  await page.waitForFunction(() => document.querySelector('svc-chat')?.shadowRoot?.firstChild)
  await page.evaluate(() => document.querySelector('svc-chat')?.call('open'))

  await page.locator('#own').tap()

  expect(await page.locator('svc-chat dialog[open]').count()).toBe(0)
})
