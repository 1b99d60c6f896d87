/**
 * Takes pictures of the console on the built program, as the third part of `npm run screenshots`:
 * those of the manual into `demo-site/images`, and for review each page light, dark and
 * in German on a phone into `screenshots`.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { startFurnishedConsole } from '../test/browser/furnished-console.ts'
import { launchBrowser } from '../test/support/browser.ts'

type Console = Awaited<ReturnType<typeof startFurnishedConsole>>
type Scenes = Record<string, readonly [path: string, prepare: (page: Page) => Promise<void>]>

const root = join(import.meta.dirname, '..')
const manual = join(root, 'demo-site/images')
const review = join(root, 'screenshots')

/** Pages that the manual shows. */
const SHOWN = new Set(['setup', 'knowledge', 'try', 'inbox', 'gaps', 'look'])

const desktop = { locale: 'en-GB', viewport: { width: 1366, height: 768 } }
const variants: Record<string, BrowserContextOptions> = {
  light: { ...desktop, colorScheme: 'light' },
  dark: { ...desktop, colorScheme: 'dark' },
  german: { locale: 'de-DE', viewport: { width: 360, height: 780 }, deviceScaleFactor: 2 },
}

/** Gives the console people, a key, a written answer, and visitors of the website. */
async function furnish({ upload, visit, send, assistant }: Console) {
  await upload([
    {
      path: 'payment.md',
      text: '# Payment\n\n## How can I pay?\n\nYou can pay by card, by invoice or in our shop.\n\n## When am I charged?\n\nYour card is charged when the parcel leaves our house.\n',
    },
    {
      path: 'repairs.md',
      text: '# Repairs\n\n## Do you repair what is broken?\n\nSend us what is broken: we mend it free of charge for two years.\n',
    },
    {
      path: 'gift-cards.md',
      text: '# Gift cards\n\n## How long is a gift card valid?\n\nA gift card is valid for three years.\n',
    },
  ])
  await send('POST', '/v1/curated-answers', {
    questions: ['Do you have parking?', 'Where can I park?'],
    text: 'Yes, **behind the house**, free for the first hour.',
  })
  await send('POST', '/v1/members', { email: 'bea@acme.test', name: 'Bea', role: 'editor' })
  await send('POST', '/v1/api-keys', { name: 'Newsletter', role: 'member' })
  await send('POST', `/v1/assistants/${assistant.id}/test-questions`, {
    question: 'What does delivery cost?',
  })
  const returned = await visit('Can I send back an article?', 'Who pays the postage of a return?')
  await returned.rate('up')
  const paid = await visit('How can I pay?')
  await paid.rate('down', 'I want to pay by bank transfer.')
  for (const question of [
    'Do you sell umbrellas?',
    'Are umbrellas sold here?',
    'Where can I park?',
  ])
    await visit(question)
  return returned.id
}

/** The pages to take, by name: their paths, and what is done there before the picture. */
function scenes({ source, deployment }: Console, conversation: string) {
  const stay = async () => {}
  return {
    overview: ['overview', stay],
    setup: ['setup?step=questions', preview],
    knowledge: ['knowledge', stay],
    'knowledge-add': ['knowledge/add', stay],
    source: [`knowledge/${source.id}`, stay],
    inbox: [`conversations?c=${conversation}`, stay],
    gaps: ['conversations/unanswered', stay],
    'not-helpful': ['conversations/not-helpful', stay],
    drawer: ['conversations/unanswered', tryBeside],
    try: ['assistant/try?question=How+long+does+delivery+take%3F', ask],
    answers: ['answers', stay],
    answer: ['answers/new', stay],
    assistant: ['assistant', stay],
    website: ['website', stay],
    access: [`website/access?widget=${deployment.id}`, stay],
    look: ['website/look', preview],
    words: ['website/words', preview],
    people: ['settings/people', stay],
    support: ['settings/support', stay],
    data: ['settings', stay],
    notifications: ['settings/notifications', stay],
    audit: ['settings/audit', stay],
    account: ['settings/account', stay],
  } satisfies Scenes
}

/** Waits until the chat beside the settings is there. */
async function preview(page: Page) {
  await page.frameLocator('iframe.preview-frame').locator('svc-chat .panel').waitFor()
}

async function ask(page: Page) {
  await page.locator('main form button[type=submit]').first().click()
  await page.locator('.evidence').first().waitFor()
}

async function tryBeside(page: Page) {
  await page.keyboard.press('Control+j')
  await page.locator('.drawer textarea').fill('How can I pay?')
  await page.locator('.drawer form button[type=submit]').click()
  await page.locator('.drawer .answer a, .drawer .answer button').first().waitFor()
}

/** Takes the pictures of one variant. */
async function takePictures(browser: Browser, service: Console, name: string, places: Scenes) {
  const context = await browser.newContext({ ...variants[name], reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await service.signIn(page)
  for (const [place, [path, prepare]] of Object.entries(places)) {
    await page.goto(service.at(path))
    await page.locator('main h1').waitFor()
    await page
      .locator('main')
      .filter({ hasNot: page.locator('.skeleton') })
      .waitFor()
    await prepare(page)
    await page.screenshot({ path: join(review, `console-${place}-${name}.png`), fullPage: true })
    if (name === 'light' && SHOWN.has(place))
      await page.screenshot({ path: join(manual, `${place}.png`) })
  }
  await context.close()
}

await mkdir(manual, { recursive: true })
await mkdir(review, { recursive: true })
const service = await startFurnishedConsole()
try {
  await using browser = await launchBrowser()
  const places = scenes(service, await furnish(service))
  for (const name of Object.keys(variants)) await takePictures(browser, service, name, places)
} finally {
  await service.stop()
}
