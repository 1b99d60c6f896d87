/**
 * Photographs every state of the widget: `npm run screenshots`. The pictures that README and
 * documentation show go to `docs/images`, the others, to be looked at, to `screenshots`.
 */
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { StreamEvent } from '../server/contract/events.ts'
import { createDemoSite } from '../server/http/demo-site.ts'
import { launchBrowser } from '../test/support/browser.ts'
import {
  answered,
  completed,
  type Script,
  startWidgetServer,
  widgetKey,
} from '../test/support/widget-server.ts'
import { type Example, examples } from './screenshot-examples.ts'

type Server = Awaited<ReturnType<typeof startWidgetServer>>

interface Stage {
  page: Page
  server: Server
  example: Example
}

const root = join(import.meta.dirname, '..')
const folder = join(root, 'screenshots')
const images = join(root, 'docs/images')

/** Each brings a fresh page into the state of its name. */
const scenes: Record<string, (stage: Stage) => Promise<void>> = {
  async closed({ page }) {
    await page.locator('.launcher').waitFor()
  },
  open: openPanel,
  async waiting(stage) {
    await ask(stage, pausing([]))
    await stage.page.locator('[data-state="waiting"]').waitFor()
  },
  async streaming(stage) {
    const { text, citations } = stage.example.answer
    const half = text.slice(0, text.indexOf(' ', text.length / 2))
    await ask(
      stage,
      pausing([
        { type: 'answer.sources', data: { citations: citations.slice(0, 1) } },
        { type: 'answer.delta', data: { text: half } },
      ]),
    )
    await stage.page.locator('[data-state="streaming"] .text').waitFor()
  },
  answered: askAndWait,
  async preview(stage) {
    await askAndWait(stage)
    await stage.page.locator('.cite').first().hover()
    await stage.page.locator('.preview').waitFor()
  },
  async source(stage) {
    await askAndWait(stage)
    await stage.page.locator('.sources a').first().focus()
    await stage.page.locator('.preview').waitFor()
  },
  async abstained(stage) {
    const { abstention } = stage.example
    await ask(stage, async function* () {
      yield { type: 'answer.delta', data: { text: abstention } }
      yield { type: 'answer.sources', data: { citations: [] } }
      yield completed('no_answer')
    })
    await stage.page.locator('[data-state="abstained"] .actions').waitFor()
  },
  async interrupted(stage) {
    const { text } = stage.example.answer
    await ask(stage, async function* () {
      yield { type: 'answer.delta', data: { text: text.slice(0, text.indexOf(' ', 120)) } }
      yield {
        type: 'answer.interrupted',
        data: { answer_message_id: '', reason: 'provider_failure' },
      }
    })
    await stage.page.locator('[data-state="interrupted"] .notice').waitFor()
  },
  async failed(stage) {
    await ask(stage, () => ({ status: 502, code: 'provider_failure' }))
    await stage.page.locator('[data-state="failed"] .notice').waitFor()
  },
  async busy(stage) {
    await ask(stage, () => ({ status: 429, code: 'rate_limit_exceeded', retryAfter: 42 }))
    await stage.page.locator('.hint:not(:empty)').waitFor()
  },
  async offline(stage) {
    await openPanel(stage)
    await stage.page.context().setOffline(true)
    await send(stage)
    await stage.page.locator('[data-state="failed"] .notice').waitFor()
  },
  async 'too-long'(stage) {
    await openPanel(stage)
    await stage.page.locator('textarea').fill(`${stage.example.question} `.repeat(800))
    await stage.page.locator('.hint:not(:empty)').waitFor()
  },
}

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

async function openPanel({ page }: Stage) {
  await page.locator('.launcher').click()
  await page.locator('.greeting').waitFor()
}

async function ask(stage: Stage, script: Script) {
  stage.server.state.script = script
  await openPanel(stage)
  await send(stage)
}

async function send({ page, example }: Stage) {
  await page.locator('textarea').fill(example.question)
  await page.locator('textarea').press('Enter')
}

async function askAndWait(stage: Stage) {
  const { text, citations } = stage.example.answer
  await ask(stage, answered(text, citations))
  await stage.page.locator('.follow-ups').waitFor()
}

async function askInGallery({ page, server, example }: Stage, brand: string) {
  server.state.script = answered(example.answer.text, example.answer.citations)
  await page.locator(`#${brand}`).check()
  const inline = page.locator('.stage svc-chat')
  await inline.locator('textarea').fill(example.question)
  await inline.locator('textarea').press('Enter')
  await inline.locator('.follow-ups').waitFor()
}

/** Sends these events, and then nothing more as long as the page is there. */
function pausing(events: StreamEvent[]): Script {
  return async function* () {
    yield* events
    await new Promise(() => {})
  }
}

interface Picture {
  path: string
  variant: Variant
  scene: (stage: Stage) => Promise<void>
  /** The page of the demo site on which it is; without it, the tests' own website. */
  sitePath?: string
}

/** Puts a page on the stage, lets it come into the state, and takes its picture. */
async function photograph(browser: Browser, { path, variant, scene, sitePath }: Picture) {
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

/** The demo site in the place of the tests' own website, which is not made to be looked at. */
async function serveDemoSite(base_url: string) {
  const dir = join(root, 'demo-site/public')
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
  for (const picture of pictures()) await photograph(browser, picture)
} finally {
  await browser.close()
}
