/**
 * Takes a screenshot of every state of the widget, for review, into `screenshots`. The first part
 * of `npm run screenshots`; `demo-pictures.ts` and `console-pictures.ts` follow. Arabic and
 * Japanese need fonts, in Debian those of `fonts-noto-core` and `fonts-ipafont-gothic`.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'
import { type Example, examples } from '../test/support/widget-examples.ts'
import { type Stage, scenes } from '../test/support/widget-scenes.ts'
import { startWidgetServer } from '../test/support/widget-server.ts'

const folder = join(import.meta.dirname, '../screenshots')

interface Variant {
  locale: string
  example: keyof typeof examples
  options: BrowserContextOptions
}

const desktop = { viewport: { width: 560, height: 820 }, deviceScaleFactor: 2 }
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, hasTouch: true }
const variants: Record<string, Variant> = {
  light: { locale: 'en', example: 'marina', options: { ...desktop, colorScheme: 'light' } },
  dark: { locale: 'en', example: 'marina', options: { ...desktop, colorScheme: 'dark' } },
  phone: { locale: 'en', example: 'marina', options: { ...phone, colorScheme: 'light' } },
  'phone-dark': { locale: 'en', example: 'marina', options: { ...phone, colorScheme: 'dark' } },
  german: { locale: 'de', example: 'german', options: { ...desktop, colorScheme: 'light' } },
  arabic: { locale: 'ar', example: 'arabic', options: { ...desktop, colorScheme: 'light' } },
  japanese: { locale: 'ja', example: 'japanese', options: { ...desktop, colorScheme: 'light' } },
}

interface Picture {
  path: string
  variant: Variant
  scene: (stage: Stage) => Promise<void>
}

/** Opens a page, brings it into its state and takes the screenshot. */
async function takeScreenshot(browser: Browser, { path, variant, scene }: Picture) {
  const example = examples[variant.example] as Example
  const server = await startWidgetServer({
    attributes: `data-locale="${variant.locale}" data-suggestions='${JSON.stringify(example.suggestions)}'`,
  })
  const { name, tagline, followUps } = example
  server.state.followUps = followUps
  server.state.brand = { identity: { productName: name, tagline } }
  const context = await browser.newContext({ ...variant.options, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    await page.goto(server.url)
    await scene({ page, server, example })
    await page.screenshot({ path })
  } finally {
    await context.close()
    await server.close()
  }
}

function pictures(): Picture[] {
  return Object.entries(variants).flatMap(([name, variant]) =>
    Object.entries(scenes).map(([state, scene]) => ({
      path: join(folder, `${state}-${name}.png`),
      variant,
      scene,
    })),
  )
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const browser = await launchBrowser()
try {
  for (const picture of pictures()) await takeScreenshot(browser, picture)
} finally {
  await browser.close()
}
