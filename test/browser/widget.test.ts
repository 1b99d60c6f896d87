import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { themeCss } from '../../server/branding/css.ts'
import { platformBrand } from '../../server/branding/defaults.ts'
import { useWidget } from '../support/widget-page.ts'
import { answered, citation, type WidgetServer, widgetKey } from '../support/widget-server.ts'

const widget = useWidget()
const { visit, open, openAndAsk, shown, warnings } = widget
let server: WidgetServer
let page: Page

beforeEach(() => {
  ;({ server, page } = widget)
})

const sources = [citation(1), citation(2)]

describe('in the page (docs/behaviour.md#the-widget-in-a-page)', () => {
  test('works under the strictest policy, without an error, a cookie or another host', async () => {
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    server.state.script = answered('Thirty days [1].', sources)

    await openAndAsk('How many holidays?')
    await page.locator('.actions').waitFor()

    expect(widget.logged).toEqual([])
    expect([...hosts].toSorted()).toEqual([server.base, server.url].toSorted())
    expect(await page.context().cookies()).toEqual([])
    expect(await page.locator('svc-chat [style]').count()).toBe(0)
  })

  test('puts nothing on window but svc', async () => {
    const own = () => Object.getOwnPropertyNames(window)
    await page.goto(`${server.url}/without-widget`)
    const before = await page.evaluate(own)

    await visit()
    await open()

    const added = (await page.evaluate(own)).filter((name) => !before.includes(name))
    expect(added).toEqual(['svc'])
  })

  test('loads the panel only on hover', async () => {
    // A set, because the panel is fetched and then imported from the browser's cache.
    const scripts = new Set<string>()
    page.on('request', (request) => scripts.add(new URL(request.url()).pathname))
    const loaded = () => [...scripts].filter((path) => path.startsWith('/svc/widget/'))

    await visit()
    expect(loaded()).toEqual([])

    await page.locator('.launcher').hover()
    await page.locator('svc-chat dialog').waitFor({ state: 'attached' })
    expect(loaded()).toEqual([expect.stringMatching(/\/panel-[^/]+\.js$/)])
  })

  test('shows nothing on a refused page, with one console line on what to check: SVC101', async () => {
    server.state.refuseBootstrap = 403

    await page.goto(server.url)
    await expect.poll(warnings).toHaveLength(1)

    expect(warnings()[0]).toContain('SVC101')
    expect(warnings()[0]).toContain(server.url)
    expect(warnings()[0]).toContain(widgetKey)
    expect(
      await page.locator('svc-chat').evaluate(({ shadowRoot }) => shadowRoot?.childElementCount),
    ).toBe(0)
  })

  test('names the directive that blocks it: SVC103', async () => {
    server.state.policy = `default-src 'none'; script-src {base}; connect-src 'self'`

    await page.goto(server.url)
    await expect.poll(warnings).toHaveLength(1)

    expect(warnings()[0]).toContain('SVC103')
    expect(warnings()[0]).toContain('connect-src')
  })

  test('reports a second script tag: SVC105', async () => {
    server.state.body = `<script async src="${server.base}/svc/widget.js" data-widget-key="x"></script>`

    await visit()
    await expect.poll(warnings).toHaveLength(1)

    expect(warnings()[0]).toContain('SVC105')
    expect(await page.locator('svc-chat').count()).toBe(1)
  })

  test('names the values of the tag that cannot be read in one line: SVC106', async () => {
    server.state.attributes = `data-suggestions='["open' data-theme="black" data-locale="de"
      data-position="top" data-privacy-url="http://www.example.test/" data-strings="{}"`
    await visit()
    await open()
    await page.getByRole('button', { name: 'Unterhaltungen und Daten' }).click()
    await page.locator('.menu [role=status]', { hasText: 'Noch keine' }).waitFor()

    expect(warnings()).toEqual([
      'SVC106: Knowledge Assistant: cannot read the value of suggestions, position, theme, privacy-url.',
    ])
    expect(await page.locator('.menu a').count()).toBe(0)
    expect(await page.locator('.questions').count()).toBe(0)
  })

  test('prefers properties of the page to the brand, and the brand to the default', async () => {
    server.state.brand = {
      theme: { colors: { light: { brand: 'rgb(1, 2, 3)', brandContrast: 'rgb(9, 9, 9)' } } },
    }
    await visit()
    expect(await background('.launcher')).toBe('rgb(1, 2, 3)')

    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('svc-chat { --svc-color-brand: rgb(7, 8, 9) }')
      document.adoptedStyleSheets = [sheet]
    })
    expect(await background('.launcher')).toBe('rgb(7, 8, 9)')
  })

  test('has every property of the resolved theme, for light and dark', async () => {
    server.state.brand = {
      theme: { colors: { light: { brand: 'red' } }, shape: { radiusMd: '3px' } },
    }
    const names = new Set(themeCss(platformBrand('https://x.test')).match(/--svc-[\w-]+(?=:)/g))
    await visit()
    await open()

    const values = await page.locator('svc-chat').evaluate((host, names) => {
      const style = getComputedStyle(host)
      return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]))
    }, Array.from(names))
    expect(Object.keys(values).filter((name) => values[name] === '')).toEqual([])
    expect(values).toMatchObject({
      '--svc-color-brand': 'light-dark(red,#94a9ff)',
      '--svc-color-text-primary': 'light-dark(#171b21,#eef0f3)',
      '--svc-radius-md': '3px',
    })
  })

  test('follows data-svc-theme of the page, and data-theme before it', async () => {
    const scheme = () =>
      page.locator('svc-chat').evaluate((host) => getComputedStyle(host).colorScheme)
    await visit()
    expect(await scheme()).toBe('light dark')

    await page.evaluate(() => document.documentElement.setAttribute('data-svc-theme', 'dark'))
    await expect.poll(scheme).toBe('dark')

    await page.evaluate(() => document.querySelector('svc-chat')?.setAttribute('theme', 'light'))
    await expect.poll(scheme).toBe('light')
  })

  test('is controlled by window.svc, and dispatches events', async () => {
    server.state.script = answered('Yes.', sources)
    await visit()
    await page.evaluate(() => {
      const told: string[] = []
      Object.assign(document, { told })
      for (const name of ['open', 'question', 'answer', 'close']) {
        window.svc?.('on', `svc:${name}`, (event) => told.push(event.type))
      }
      window.svc?.('ask', 'Is it so?')
    })
    await page.locator('.actions').waitFor()
    await page.evaluate(() => window.svc?.('close'))

    await expect
      .poll(() => page.evaluate(() => (document as unknown as { told: string[] }).told))
      .toEqual(['svc:open', 'svc:question', 'svc:answer', 'svc:close'])
  })

  test('asks what an element of the page asks, and tells of ratings and sources', async () => {
    server.state.script = answered('Thirty [1].', sources)
    server.state.body = '<a href="/elsewhere" data-svc-ask="How many days?"><b>Ask</b></a>'
    await visit()
    await page.evaluate(() => {
      const told: unknown[] = []
      Object.assign(document, { told })
      for (const name of ['rating', 'source']) {
        window.svc?.('on', `svc:${name}`, (event) => told.push((event as CustomEvent).detail))
      }
    })

    await page.getByText('Ask', { exact: true }).click()
    await page.locator('.question', { hasText: 'How many days?' }).waitFor()
    await page.getByRole('button', { name: 'Helpful', exact: true }).click()
    await page.context().route('https://docs.example.test/**', (route) => route.fulfill({}))
    await page.locator('summary').click()
    await page.locator('.sources a').first().click()

    const told = () => page.evaluate(() => (document as unknown as { told: object[] }).told)
    await expect
      .poll(told)
      .toEqual([{ rating: 'up' }, { url: expect.stringContaining('https://docs.example.test/') }])
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('has the question of the page’s address in its field, and does not send it', async () => {
    await page.goto(`${server.url}/?svc-ask=How%20many%20days%3F`)
    await page.locator('dialog[open] textarea').waitFor()

    expect(await page.locator('textarea').inputValue()).toBe('How many days?')
    expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('is placed at its tag when it is inline', async () => {
    server.state.script = answered('Yes.')
    server.state.body = `<svc-chat inline widget-key="${widgetKey}" base-url="${server.base}"></svc-chat>`
    await visit()
    const inline = page.locator('main svc-chat')
    await inline.locator('textarea').fill('Is it so?')
    await page.keyboard.press('Enter')

    await inline.locator('.text', { hasText: 'Yes.' }).waitFor()

    expect(await inline.locator('.launcher').count()).toBe(0)
    expect(await inline.evaluate((host) => getComputedStyle(host).position)).toBe('static')
  })

  test('frees everything when removed, and restores the conversation when added again', async () => {
    server.state.script = answered('Yes [1].', sources)
    await openAndAsk('Is it so?')
    await page.locator('.actions').waitFor()

    await page.evaluate(async () => {
      const host = document.querySelector('svc-chat')
      host?.remove()
      await Promise.resolve()
      document.body.append(host ?? '')
    })
    await page.locator('.launcher').click()

    await page.getByText('Is it so?').waitFor()
    expect(await page.locator('.turn').count()).toBe(1)
  })
})

describe('focus (WCAG 2.2 AA)', () => {
  test('moves to the composer, and back when Escape closes the panel', async () => {
    await visit()
    await page.locator('.launcher').focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('TEXTAREA')

    await page.keyboard.press('Escape')

    await expect.poll(focused).toBe('BUTTON')
    expect(await page.locator('dialog').isVisible()).toBe(false)
    expect(await page.locator('.launcher').getAttribute('aria-expanded')).toBe('false')
  })

  test('stays on the page when the page opens the panel by itself', async () => {
    server.state.attributes = 'data-open'
    await visit()
    await page.locator('dialog[open]').waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')

    await page.locator('textarea').press('Escape')

    await expect.poll(focused).toBe('BUTTON')
    expect(await page.locator('dialog').isVisible()).toBe(false)
  })

  test('stays in the panel when the focused control is removed', async () => {
    server.state.attributes = `data-suggestions='["How many?"]'`
    server.state.script = answered('Thirty.')
    await visit()
    await open()
    await page.getByRole('button', { name: 'How many?' }).click()
    await shown('Thirty.')
    await expect.poll(focused).toBe('DIV')

    await page.getByRole('button', { name: 'New conversation' }).click()
    await expect.poll(focused).toBe('TEXTAREA')
  })

  test('cannot leave the panel on a phone, which it covers', async () => {
    page = await widget.openAnew({ viewport: { width: 390, height: 780 } })

    await visit()
    await open()

    const box = await page.locator('dialog').boundingBox()
    expect(box).toEqual({ x: 0, y: 0, width: 390, height: 780 })
    expect(await page.locator('dialog').evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
  })
})

function background(selector: string): Promise<string> {
  return page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor)
}

function focused(): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName)
}
