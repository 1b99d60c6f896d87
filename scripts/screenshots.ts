/**
 * Takes a screenshot of every state of the widget: `npm run screenshots`. Images for README and
 * documentation are written to `docs/images`, others, for review, to `screenshots`.
 */
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { createDemoSite } from '../server/http/demo-site.ts'
import { launchBrowser } from '../test/support/browser.ts'
import { type Example, examples } from '../test/support/widget-examples.ts'
import { askAndWait, type Stage, scenes } from '../test/support/widget-scenes.ts'
import { answered, startWidgetServer, widgetKey } from '../test/support/widget-server.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'screenshots')
const images = join(root, 'docs/images')

interface Variant {
  locale: string
  example: keyof typeof examples
  options: BrowserContextOptions
}

const GALLERY = { width: 1240, height: 1150 }
const desktop = { viewport: { width: 560, height: 820 }, deviceScaleFactor: 2 }
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, hasTouch: true }
const variants: Record<string, Variant> = {
  light: { locale: 'en', example: 'marina', options: { ...desktop, colorScheme: 'light' } },
  dark: { locale: 'en', example: 'marina', options: { ...desktop, colorScheme: 'dark' } },
  phone: { locale: 'en', example: 'marina', options: { ...phone, colorScheme: 'light' } },
  arabic: { locale: 'ar', example: 'arabic', options: { ...desktop, colorScheme: 'light' } },
}

async function askInGallery({ page, server, example }: Stage, brand: string) {
  server.state.script = answered(example.answer.text, example.answer.citations)
  await page.locator(`#${brand}`).check()
  const inline = page.locator('.stage svc-chat')
  await inline.locator('textarea').fill(example.question)
  await inline.locator('textarea').press('Enter')
  await inline.locator('.follow-ups').waitFor()
}

interface Picture {
  path: string
  variant: Variant
  scene: (stage: Stage) => Promise<void>
  /** Path on the demo site; by default the website of the tests. */
  sitePath?: string
}

/** Opens a page, brings it into its state and takes the screenshot. */
async function takeScreenshot(browser: Browser, { path, variant, scene, sitePath }: Picture) {
  const example = examples[variant.example] as Example
  const server = await startWidgetServer({
    attributes: `data-locale="${variant.locale}" data-suggestions='${JSON.stringify(example.suggestions)}'`,
  })
  const site = sitePath === undefined ? null : await serveDemoSite(server.base)
  const { name, tagline, followUps } = example
  server.state.followUps = followUps
  if (name) server.state.brand = { identity: { productName: name, tagline } }
  const context = await browser.newContext({ ...variant.options, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    await page.goto((site?.url ?? server.url) + (sitePath ?? ''))
    await scene({ page, server, example })
    await page.screenshot({ path })
  } finally {
    await context.close()
    await server.close()
    site?.close()
  }
}

/** Serves the demo site, which looks better than the website of the tests. */
async function serveDemoSite(base_url: string) {
  const dir = join(root, 'dist/demo-site')
  const values = { base_url, widget_key: widgetKey }
  const site = createServer(createDemoSite({ dir, values }).callback()).listen(0, '127.0.0.1')
  await once(site, 'listening')
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    close: () => site.close(),
  }
}

function pictures(): Picture[] {
  const wide = { viewport: { width: 1180, height: 800 }, deviceScaleFactor: 1 }
  const shown = (name: string, options: BrowserContextOptions): Picture => ({
    path: join(images, name),
    variant: { locale: 'en', example: 'product', options },
    scene: askAndWait,
    sitePath: '/',
  })
  const looked = Object.entries(variants).flatMap(([name, variant]) =>
    Object.entries(scenes).map(([state, scene]) => ({
      path: join(folder, `${state}-${name}.png`),
      variant,
      scene,
    })),
  )
  const brands = ['ferry', 'grid', 'toys', 'bank', 'press'].map((brand) => ({
    path: join(folder, `gallery-${brand}.png`),
    variant: { locale: 'en', example: 'product' as const, options: { viewport: GALLERY } },
    scene: (stage: Stage) => askInGallery(stage, brand),
    sitePath: '/gallery.html',
  }))
  return [
    shown('widget.png', { ...wide, colorScheme: 'light' }),
    shown('widget-dark.png', { ...wide, colorScheme: 'dark' }),
    shown('widget-phone.png', { ...phone, deviceScaleFactor: 1.5, colorScheme: 'light' }),
    ...looked,
    ...brands,
  ]
}

await rm(folder, { recursive: true, force: true })
await mkdir(images, { recursive: true })
const browser = await launchBrowser()
try {
  for (const picture of pictures()) await takeScreenshot(browser, picture)
} finally {
  await browser.close()
}
