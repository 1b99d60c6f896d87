/** A console for the tests of a file, with a page of Ann's for each. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openPage, useBrowser } from '../support/widget-page.ts'

interface Startable {
  signIn: (page: Page) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Registers a console that is started once for the tests of a file, and a new page with a session
 * of Ann's for each. Read what is returned in a `beforeEach` or a test.
 */
export function useConsole<Service extends Startable>(start: () => Promise<Service>) {
  const held = useBrowser() as ReturnType<typeof useBrowser> & {
    service: Service
    page: Page
    /** Console messages and uncaught errors of the page. */
    logged: string[]
  }
  beforeAll(async () => {
    held.service = await start()
  })
  afterAll(() => held.service.stop())
  beforeEach(async () => {
    held.page = await openPage(held.browser, {
      locale: 'en-GB',
      viewport: { width: 1280, height: 900 },
    })
    held.logged = []
    held.page.on('console', (line) => held.logged.push(line.text()))
    held.page.on('pageerror', (error) => held.logged.push(error.message))
    await held.service.signIn(held.page)
  })
  afterEach(() => held.page.context().close())
  return held
}
