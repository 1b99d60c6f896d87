import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { useWidget } from '../support/widget-page.ts'
import { answered, citation, type WidgetServer } from '../support/widget-server.ts'

const widget = useWidget()
const { visit, askByScript } = widget
let server: WidgetServer
let page: Page
let strictest: string

beforeEach(() => {
  ;({ server, page } = widget)
  strictest = server.state.policy
  server.state.policy = ''
})

const sources = [
  citation(1, {
    title: 'Handbook',
    anchor: 'Holidays',
    snippet: 'This is about time. Everyone has thirty days off. Ask us.',
    quotes: [
      {
        marker: 0,
        exact: 'Everyone has thirty days off.',
        prefix: 'This is about time. ',
        suffix: ' Ask us.',
      },
    ],
  }),
]

const everything = `## Holidays

Everyone has **thirty** days [1], [as written](https://docs.example.test/page-1):

| Who | Days |
|-----|-----:|
| all | \`30\` |

- one ![a picture](https://elsewhere.example.test/pixel.png)
- two <img src="https://elsewhere.example.test/pixel.png" style="color: red">

> quoted

\`\`\`js
holidays()
\`\`\`
`

/**
 * Bytes before a click, opened, and of the parts that are loaded on use: a tenth above what was
 * measured when they were last set, so that a mended fault fits and growth is noticed. They are set
 * again with each measurement, and never above 4,000, 32,000 and 15,000.
 */
const MAX_BYTES = { launcher: 4000, opened: 31_500, onUse: 6400 }

test('weighs little before a click, opened, and for what is loaded on use', async () => {
  const scripts: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts.push(pathname.replace('/svc/', ''))
  })
  server.state.script = answered('Thirty days [1].', sources)
  await visit()
  const launcher = await compressedBytes(scripts)

  await page.locator('.launcher').click()
  await page.locator('textarea:focus').waitFor()
  const opened = await compressedBytes(scripts)
  await askByScript('How long are holidays?')
  await page.locator('.cite').hover()
  await page.locator('.preview').waitFor()
  await page.locator('.actions button').last().click()
  await page.locator('.reasons').waitFor()

  expect(launcher).toBeLessThanOrEqual(MAX_BYTES.launcher)
  expect(opened).toBeGreaterThan(launcher)
  expect(opened).toBeLessThanOrEqual(MAX_BYTES.opened)
  expect((await compressedBytes(scripts)) - opened).toBeLessThanOrEqual(MAX_BYTES.onUse)
})

test('causes few layouts of the page', async () => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const layouts = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN
  }
  server.state.withWidget = false
  await page.goto(server.url)
  const without = await layouts()
  server.state.withWidget = true
  await visit()
  const closed = await layouts()
  await page.locator('.launcher').click()
  await page.locator('textarea').waitFor()

  expect(without).toBeGreaterThan(0)
  expect(closed - without).toBeLessThanOrEqual(3)
  expect((await layouts()) - closed).toBeLessThanOrEqual(4)
})

test('violates no directive of the strictest policy, whatever the answer contains', async () => {
  server.state.policy = strictest
  await page.addInitScript(() => {
    const broken: string[] = []
    Object.assign(window, { broken })
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      broken.push(`${effectiveDirective} ${blockedURI}`),
    )
  })
  const broken = () => page.evaluate(() => (window as unknown as { broken: string[] }).broken)
  server.state.script = answered(everything, sources)
  await visit()
  await askByScript('How long are holidays?')
  await page.locator('.cite').first().hover()
  await page.locator('.preview').waitFor()
  await page.locator('.actions button').first().click()

  expect(await broken()).toEqual([])
  // Check that a violation would have been noticed.
  await page.locator('.panel').evaluate((panel) => panel.setAttribute('style', 'color: red'))
  await expect.poll(broken).toEqual(['style-src-attr inline'])
})

describe('in a page with its own styles and scripts', () => {
  test('keeps its position and style under a reset of all elements, and does not style the page', async () => {
    server.state.body = '<p id="own">Own text</p>'
    await visit()
    const before = await looks('.launcher')
    const own = await looks('#own')
    await page.addStyleTag({
      content:
        'html { font-size: 62.5%; direction: rtl } * { all: unset !important; text-transform: uppercase !important }',
    })

    expect(await looks('.launcher')).toEqual(before)
    await page.evaluate(() => window.svc?.('open'))
    await page.locator('textarea').waitFor()
    const panel = await looks('.panel')
    expect(panel).toMatchObject({ position: 'fixed', textTransform: 'none' })
    expect(own).toMatchObject({ position: 'static' })
  })

  test('is not affected by rules for the children of the body', async () => {
    server.state.body = '<p id="own">Own text</p>'
    await visit()
    const launcher = page.locator('.launcher')
    const before = await launcher.boundingBox()
    await page.addStyleTag({
      content: `body > * { position: relative; z-index: 0; transform: translate(9px); filter: blur(9px); opacity: 0.2 }
        body { display: grid; gap: 50px } body::after { content: ''; position: fixed; inset: 0; z-index: 9 }`,
    })

    expect(await launcher.boundingBox()).toEqual(before)
    await launcher.click()
    await page.locator('textarea').waitFor()
    const place = page.locator('svc-chat')
    expect(await place.evaluate((host) => getComputedStyle(host).position)).toBe('absolute')
  })

  test.each([
    ['moves its body', 'body { transform: translate(-300px, -300px) scale(0.5) }'],
    ['moves its root', 'html { transform: rotate(5deg) }'],
    ['zooms its body', 'body { zoom: 2 }'],
    ['filters its body', 'body { filter: blur(3px) }'],
    ['fades its body', 'body { opacity: 0.1 }'],
    ['clips its body', 'body { clip-path: inset(40%); contain: paint }'],
    ['sets its body in perspective', 'body { perspective: 10px; will-change: transform }'],
    ['hides what its body does not show', 'body { height: 0; overflow: hidden; position: fixed }'],
    ['makes its body invisible', 'body { visibility: hidden; pointer-events: none }'],
    [
      'covers its window',
      'body::after { content: ""; position: fixed; inset: 0; z-index: 2147483647; background: #fff }',
    ],
    ['hides what it does not know', 'body > :not(main) { display: none !important }'],
  ])('launcher and panel can be reached where the page %s', async (_, content) => {
    server.state.policy = ''
    server.state.body = `<style>${content}</style><main>Own text</main>`
    await page.goto(server.url)
    await page.locator('.launcher').click()
    await page.locator('textarea').fill('How?')

    for (const [selector, bottom] of [
      ['.launcher', 700],
      ['dialog', 628],
    ] as const) {
      const box = await page.locator(selector).boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeCloseTo(1260, 0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(bottom, 0)
    }
    const hit = await page.evaluate(() => document.elementFromPoint(1000, 400)?.tagName)
    expect(hit).toBe('SVC-CHAT')
  })

  test('survives a replaced body, with its conversation', async () => {
    server.state.script = answered('Yes.')
    await visit()
    await askByScript('Is it so?')
    await page.locator('.text').waitFor()

    await page.evaluate(() => {
      const body = document.createElement('body')
      body.textContent = 'Another page.'
      document.body.replaceWith(body)
    })
    await page.getByText('Another page.').waitFor()
    await page.locator('.text').waitFor()
    await page.evaluate(() => {
      document.body.innerHTML = '<p>A third page.</p><p>Of two parts.</p>'
    })
    await page.getByText('Is it so?').waitFor()

    expect(await page.locator('svc-chat').count()).toBe(1)
    expect(server.requests.filter(({ path }) => path.includes('/bootstrap?'))).toHaveLength(2)
  })

  test('frees what it holds when the page removes it', async () => {
    await visit()
    await page.evaluate(() => window.svc?.('open'))
    await page.locator('textarea').waitFor()

    const left = await page.evaluate(async () => {
      const host = document.querySelector('svc-chat')
      host?.remove()
      await new Promise((resolve) => setTimeout(resolve))
      const { shadowRoot } = host ?? {}
      return {
        nodes: shadowRoot?.childElementCount,
        sheets: shadowRoot?.adoptedStyleSheets.length,
        there: document.querySelectorAll('svc-chat').length,
      }
    })

    expect(left).toEqual({ nodes: 0, sheets: 0, there: 0 })
  })

  test('causes no layout shift on the page', async () => {
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as { value?: number }).value ?? 0)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    server.state.script = answered('Yes [1].', sources)
    await visit()
    await askByScript('Is it so?')
    await page.locator('.actions').waitFor()

    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual(
      [],
    )
  })
})

describe('with failures', () => {
  test('keeps questions asked offline, and sends them once online', async () => {
    server.state.script = answered('Yes.')
    await visit()
    await page.evaluate(() => window.svc?.('open'))
    await page.locator('textarea').waitFor()
    await page.context().setOffline(true)
    for (const count of [1, 2]) {
      await askByScript(`Is it so, for the ${count}. time?`)
      await page
        .locator('.notice')
        .nth(count - 1)
        .waitFor()
    }

    await page.context().setOffline(false)

    await page.locator('.text').nth(1).waitFor()
    expect(await page.locator('.question').allInnerTexts()).toEqual([
      'Is it so, for the 1. time?',
      'Is it so, for the 2. time?',
    ])
  })

  test('says that it is not available after its key was revoked', async () => {
    await visit()
    await askByScript('Is it so?')
    await page.locator('.actions').waitFor()
    server.state.revoked = true

    await askByScript('And now?')

    await page.locator('.notice', { hasText: 'not available' }).waitFor()
    expect(await page.locator('.turn').count()).toBe(2)
  })

  test('shows no broken image when the logo of the brand fails to load', async () => {
    server.state.brand = { assets: { logoMark: `${server.base}/no-such-logo.png` } }
    await visit()
    await page.evaluate(() => window.svc?.('open'))
    await page.locator('textarea').waitFor()

    await expect.poll(() => page.locator('img').count()).toBe(0)
  })

  test('raises no error on the page without access to the clipboard', async () => {
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    )
    await visit()
    await askByScript('Is it so?')

    await page.getByRole('button', { name: 'Copy answer' }).click()
    await page.evaluate(() => new Promise(requestAnimationFrame))

    expect(errors).toEqual([])
  })
})

describe('citations', () => {
  beforeEach(async () => {
    server.state.script = answered('You have thirty days [1].', sources)
    await visit()
    await askByScript('How many?')
    await page.locator('.actions').waitFor()
  })

  test('show their passage on hover, with the quotation marked', async () => {
    await page.locator('.cite').hover()

    const preview = page.locator('.preview')
    await preview.waitFor()
    expect(await preview.innerText()).toContain('Everyone has thirty days off.')
    expect(await preview.innerText()).toContain('Holidays')
    await preview.locator('mark', { hasText: /^Everyone has thirty days off\.$/ }).waitFor()
  })

  test('show it on focus as well, until Escape, which leaves the panel open', async () => {
    await page.locator('.cite').focus()
    await page.locator('.preview').waitFor()

    await page.keyboard.press('Escape')

    await page.locator('.preview').waitFor({ state: 'detached' })
    expect(await page.locator('.panel').isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    await page.locator('.preview').waitFor()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.className))
      .toBe('there')
  })

  test('hide it when the pointer leaves', async () => {
    await page.locator('.cite').hover()
    await page.locator('.preview').waitFor()

    await page.locator('.question').hover()

    await page.locator('.preview').waitFor({ state: 'detached' })
  })
})

function looks(selector: string) {
  return page.locator(selector).evaluate((element) => {
    const { position, textTransform, fontSize } = getComputedStyle(element)
    const { width, height, right, bottom } = element.getBoundingClientRect()
    return { position, textTransform, fontSize, width, height, right, bottom }
  })
}

/** Total size of built files, each compressed by itself and counted once. */
async function compressedBytes(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    Array.from(
      new Set(files),
      async (file) => brotliCompressSync(await readFile(`dist/widget/${file}`)).length,
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
