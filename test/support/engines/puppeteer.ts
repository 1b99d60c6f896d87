import { type LaunchOptions, launch, type Permission } from 'puppeteer-core'
import { browserArguments, findBrowser } from '../browser.ts'
import type { Engine } from './engine.ts'

export async function startChromium(): Promise<Engine> {
  const { executablePath, env } = await findBrowser()
  const args = [...browserArguments, '--force-prefers-reduced-motion']
  // Chromium grants it to the active tab of a window, but without a window it denies it.
  return start({ browser: 'chrome', executablePath, env, args }, ['clipboard-sanitized-write'])
}

/** Drives Firefox over WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const extraPrefsFirefox = { 'ui.prefersReducedMotion': 1 }
  return start({ browser: 'firefox', executablePath, extraPrefsFirefox }, [])
}

async function start(options: LaunchOptions, permissions: Permission[]): Promise<Engine> {
  const browser = await launch({ ...options, defaultViewport: null })
  // The first page of Firefox does not have the focus.
  const page = await browser.newPage()
  return {
    version: (await browser.version()).replace(/^.*\//, ''),
    async visit(url) {
      if (permissions.length > 0) {
        await browser.defaultBrowserContext().overridePermissions(new URL(url).origin, permissions)
      }
      await page.goto(url)
    },
    evaluate: (expression) => page.evaluate(expression),
    point: (x, y) => page.mouse.move(x, y),
    async press() {
      await page.mouse.down()
      await page.mouse.up()
    },
    type: (text) => page.keyboard.type(text),
    key: (name) => page.keyboard.press(name),
    async resize(width, height) {
      await page.setViewport({ width, height }).catch((error: Error) => {
        // An older Firefox sets the size, but knows nothing of the screen's orientation.
        if (!error.message.includes('setScreenOrientationOverride')) throw error
      })
    },
    picture: () => page.screenshot(),
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
