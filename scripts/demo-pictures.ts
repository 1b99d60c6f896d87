/**
 * Takes pictures of the demo site on the built program, with its real answers, as the second part
 * of `npm run screenshots`: the README's into `docs/images`, the gallery's into `screenshots`.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createSvc, until } from '../test/process/svc.ts'
import { launchBrowser } from '../test/support/browser.ts'

const root = join(import.meta.dirname, '..')
const images = join(root, 'docs/images')
const review = join(root, 'screenshots')

const QUESTION = 'Where does my data go?'
const COMPANIES = ['ferry', 'grid', 'toys', 'bank', 'press']
/** Each has one source, which the first start syncs: the companies' and the product's. */
const ORGANIZATIONS = COMPANIES.length + 1

const README = { viewport: { width: 1180, height: 760 }, deviceScaleFactor: 1.5 }
const GALLERY = { viewport: { width: 1240, height: 1150 } }

/** The front page with an answer, and the document's own sentence that supports it. */
async function ask(page: Page, site: string) {
  await page.goto(site)
  await page.locator('.live').getByRole('button', { name: QUESTION }).click()
  await page.locator('.live .follow-ups').waitFor()
  await page.locator('.live .cite').first().hover()
  await page.locator('.live .preview').waitFor()
}

async function askCompany(page: Page, site: string, company: string) {
  await page.goto(`${site}/gallery.html`)
  await page.locator(`#${company}`).check()
  await page.locator('.stage svc-chat .greeting').waitFor()
  await page.locator('.stage svc-chat').getByRole('button', { name: /\?$/ }).first().click()
  await page.locator('.stage svc-chat .actions').waitFor()
}

async function takePicture(
  browser: Browser,
  path: string,
  options: BrowserContextOptions,
  prepare: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await prepare(page)
  await page.screenshot({ path })
  await context.close()
}

await mkdir(images, { recursive: true })
await mkdir(review, { recursive: true })
await using svc = await createSvc()
const { demo_url: site, output } = await svc.serve()
await until(() => output().split('sync ended').length > ORGANIZATIONS)
await using browser = await launchBrowser()
for (const [name, colorScheme] of [
  ['widget', 'light'],
  ['widget-dark', 'dark'],
] as const) {
  const path = join(images, `${name}.png`)
  await takePicture(browser, path, { ...README, colorScheme }, (page) => ask(page, site))
}
for (const company of COMPANIES) {
  const path = join(review, `gallery-${company}.png`)
  await takePicture(browser, path, GALLERY, (page) => askCompany(page, site, company))
}
