/**
 * End to end on a documentation site: provisions and syncs a folder of Markdown in the layout of
 * two common site generators, and asks about it in a real browser on a page of another origin.
 */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caller, createSvc, type Serving, until } from '../process/svc.ts'
import { freePort } from '../support/free-port.ts'
import { openPage, useBrowser } from '../support/widget-page.ts'

const SECRET = `svc_sk_${'s'.repeat(40)}`
const WIDGET_KEY = `svc_wk_${'s'.repeat(40)}`
const SITE = 'https://harbor.example'

const held = useBrowser()
let svc: Awaited<ReturnType<typeof createSvc>>
let serving: Serving
let host: Server
let page: Page

beforeAll(async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  svc = await createSvc()
  const file = join(svc.dir, 'harbor.json')
  await writeFile(file, JSON.stringify(provisioning(origin)))
  serving = await svc.serve({
    SVC_PROVISION: file,
    SVC_RATE_ADDRESS: '0',
    SVC_RATE_WIDGET: '0',
    SVC_RATE_DEPLOYMENT: '0',
  })
  host = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><html lang="en"><title>Marina</title><h1>Marina</h1>
       <script async src="${serving.url}/svc/widget.js" data-widget-key="${WIDGET_KEY}"></script>`,
    )
  }).listen(port, '127.0.0.1')
  await once(host, 'listening')
  await synced()

  page = await openPage(held.browser)
  await page.goto(origin)
  await page.locator('svc-chat .launcher').click()
})

afterAll(async () => {
  await page?.context().close()
  host?.close()
  await svc?.[Symbol.asyncDispose]()
})

test.each([
  {
    question: 'Which languages does the booking page speak?',
    words: 'English, Danish, Dutch, German and Swedish',
    title: 'Introduction',
    anchor: 'Supported languages',
    url: `${SITE}/guide/start#supported-languages`,
  },
  {
    question: 'How do I install Harbor on Debian?',
    words: 'apt install harbor-office',
    title: 'Installation',
    anchor: 'Install on Debian',
    url: `${SITE}/guide/start/install#install-on-debian`,
  },
  {
    question: 'How do I add a berth?',
    words: 'Enter its name and its three measures in metres.',
    title: 'Berths',
    anchor: 'Add a berth',
    url: `${SITE}/guide/operate/berths#add-a-berth`,
  },
  {
    question: 'When does a guest get the whole fee back after cancelling?',
    words: 'at least 72 hours before arrival',
    title: 'Fees and refunds',
    anchor: 'Refunds',
    url: `${SITE}/guide/operate/fees#refunds`,
  },
  {
    question: 'How can I restore a backup?',
    words: 'harbor restore backups/2025-04-01.harbor',
    title: 'Backups',
    anchor: 'Restore a backup',
    url: `${SITE}/guide/operate/backup#restore`,
  },
  {
    question: 'Where do the tide tables come from?',
    words: 'national hydrographic offices',
    title: 'Tide tables are built in',
    anchor: 'Where the tables come from',
    url: `${SITE}/2025/03/18/tide-tables/#sources`,
  },
  {
    question: 'How do I pair a card reader?',
    words: 'six-digit code',
    title: 'Card readers',
    anchor: 'Pair a card reader',
    url: `${SITE}/2025/06/02/card-readers/#pair-a-card-reader`,
  },
])('“$question” is answered from $title › $anchor', async ({ question, ...expected }) => {
  const turn = await ask(question)

  expect(await turn.getAttribute('data-state')).toBe('answered')
  expect(await turn.locator('.answer').innerText()).toContain(expected.words)
  const [source] = await sourcesOf(turn)
  expect(source?.url).toBe(expected.url)
  expect(source?.text).toContain(expected.title)
  expect(source?.text).toContain(expected.anchor)
})

test.each([
  'Who won the football world cup in 2014?',
  'How do I reset my WordPress password?',
  'Which airlines fly to Copenhagen?',
])('“%s”, which the site does not answer, is declined', async (question) => {
  const turn = await ask(question)

  expect(await turn.getAttribute('data-state')).toBe('abstained')
  expect(await sourcesOf(turn)).toEqual([])
})

async function ask(question: string) {
  const before = await page.locator('svc-chat .turn').count()
  await page.locator('svc-chat textarea').fill(question)
  await page.locator('svc-chat textarea').press('Enter')
  const turn = page.locator('svc-chat .turn').nth(before)
  await turn.waitFor()
  await until(async () =>
    ['answered', 'abstained'].includes((await turn.getAttribute('data-state')) ?? ''),
  )
  return turn
}

function sourcesOf(turn: ReturnType<Page['locator']>) {
  return turn.locator('.sources a').evaluateAll((links) =>
    links.map((link) => ({
      url: (link as HTMLAnchorElement).href,
      text: link.textContent ?? '',
    })),
  )
}

async function synced(): Promise<void> {
  const call = caller(serving.api, SECRET)
  const { body: collections } = await call('GET', '/knowledge/collections')
  const path = `/knowledge/collections/${collections.data[0].id}/sources`
  await until(async () => (await call('GET', path)).body.data[0].latest_job.status === 'succeeded')
}

function provisioning(origin: string) {
  return {
    organizations: [
      {
        slug: 'marina',
        name: 'Marina',
        api_keys: [{ name: 'ci', role: 'admin', secret: SECRET }],
        collections: [
          {
            name: 'Site',
            sources: [
              {
                name: 'site',
                type: 'folder',
                config: {
                  path: join(import.meta.dirname, '../fixtures/harbor'),
                  base_url: SITE,
                  permalinks: { 'news/*.md': '/{year}/{month}/{day}/{slug}/' },
                },
                sync: true,
              },
            ],
          },
        ],
        assistants: [{ name: 'Guide', collections: ['Site'] }],
        widget_deployments: [
          {
            name: 'Website',
            assistant: 'Guide',
            allowed_origins: [origin],
            widget_key: WIDGET_KEY,
          },
        ],
      },
    ],
  }
}
