import axe, { type AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { launchBrowser } from './browser.ts'
import { startWidgetServer, type WidgetServer } from './widget-server.ts'

/** The browser of this process, which files use one after the other. */
let shared: Browser | undefined

/** Registers a browser for the tests of a file, after which none of its contexts is left. */
export function useBrowser() {
  const held = {} as { browser: Browser }
  beforeAll(async () => {
    if (!shared?.isConnected()) shared = await launchBrowser()
    held.browser = shared
  })
  afterAll(async () => {
    for (const context of held.browser.contexts()) await context.close()
  })
  return held
}

/** Opens a page in a context of its own, without animations. Close the context when done. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  return page
}

/**
 * Registers a new widget server and a new page for each test of a file. Read `server` and `page` in
 * a `beforeEach` or a test; the other functions act on that page.
 */
export function useWidget(options: BrowserContextOptions = {}) {
  const held = useBrowser()
  let server: WidgetServer
  let page: Page
  /** Console messages and uncaught errors of the page. */
  let logged: string[]

  /** Replaces the page, for a test that needs another context. */
  async function openAnew(other: BrowserContextOptions) {
    await page?.context().close()
    page = await openPage(held.browser, { ...options, ...other })
    logged = []
    page.on('console', (line) => logged.push(line.text()))
    page.on('pageerror', (error) => logged.push(error.message))
    return page
  }

  async function visit() {
    await page.goto(server.url)
    await page.locator('.launcher').waitFor()
  }

  async function open() {
    await page.locator('.launcher').click()
    await page.locator('textarea').waitFor()
  }

  async function ask(text: string) {
    await page.locator('textarea').fill(text)
    await page.keyboard.press('Enter')
  }

  beforeEach(async () => {
    server = await startWidgetServer()
    await openAnew({})
  })
  afterEach(async () => {
    await page.context().close()
    await server.close()
  })

  return {
    get server() {
      return server
    },
    get page() {
      return page
    },
    get logged() {
      return logged
    },
    /** Lines that the widget writes to the console for the site's owner. */
    warnings: () => logged.filter((line) => line.startsWith('SVC')),
    openAnew,
    visit,
    open,
    ask,

    async openAndAsk(text: string) {
      await visit()
      await open()
      await ask(text)
    },

    /** Asks through `window.svc`, which also opens the panel. */
    async askByScript(text: string) {
      await page.evaluate((question) => window.svc?.('ask', question), text)
    },

    /** Waits for an answer with this text. */
    async shown(text: string) {
      await page.locator('.text', { hasText: text }).waitFor()
    },

    /** Scrolls the transcript to its end, as a visitor does. */
    async scrollToEnd() {
      const scroller = page.locator('.scroller')
      await scroller.evaluate((box) => {
        const scrolled = new Promise((resolve) => box.addEventListener('scroll', resolve))
        box.scrollTop = box.scrollHeight
        return scrolled
      })
    },

    /** Pixels between the visible part of the transcript and its end. */
    distanceToEnd: () =>
      page
        .locator('.scroller')
        .evaluate(
          ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
        ),
  }
}

/** Rules of axe that the whole page breaks, each with the HTML of the elements. */
export async function accessibilityViolations(page: Page) {
  const found = await page.evaluate(`${axe.source}; axe.run()`)
  const { violations } = found as AxeResults
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
