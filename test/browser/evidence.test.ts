/** Markers of real answers mark what they quote, on the built program with the demo's knowledge. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WidgetMessage } from '../../server/contract/widget.ts'
import { createSvc, type Serving, until } from '../process/svc.ts'
import { openPage, useBrowser } from '../support/widget-page.ts'

/** Answers whose markers are compared. */
const ANSWERS = 60
/** Of the demo: each has one source, which is synced by the first start. */
const ORGANIZATIONS = 6
const UNLIMITED = { SVC_RATE_WIDGET: '0', SVC_RATE_ADDRESS: '0', SVC_RATE_DEPLOYMENT: '0' }

const held = useBrowser()
let svc: Awaited<ReturnType<typeof createSvc>>
let serving: Serving

beforeAll(async () => {
  svc = await createSvc()
  serving = await svc.serve(UNLIMITED)
  await until(() => serving.output().split('sync ended').length > ORGANIZATIONS)
})
afterAll(() => svc[Symbol.asyncDispose]())

/** The questions that are headings of the demo's documentation, spread over its pages. */
function questions(): string[] {
  const folder = join(import.meta.dirname, '../../demo-site/knowledge')
  const pages = globSync('*.md', { cwd: folder }).toSorted()
  const all = pages.flatMap((page) =>
    [...readFileSync(join(folder, page), 'utf8').matchAll(/^#{2,} (.*\?)$/gm)].map(
      ([, heading = '']) => heading,
    ),
  )
  const step = Math.floor(all.length / (ANSWERS + 20))
  return all.filter((_, at) => at % step === 0)
}

/** Asks over the API, as a visitor of the page, until so many are answered; keeps the visit. */
async function askAll(page: Page, wanted: string[]): Promise<WidgetMessage[]> {
  return page.evaluate(
    async ({ wanted, most }) => {
      const script = document.querySelector<HTMLScriptElement>('[data-widget-key]')
      const base = new URL(script?.src ?? '').origin
      const key = script?.dataset['widgetKey'] ?? ''
      let token = ''
      const send = async (path: string, body: object) => {
        const response = await fetch(`${base}/svc/api/v1/widget/conversations${path}`, {
          method: 'POST',
          headers: {
            'X-SVC-Widget-Key': key,
            'X-SVC-Visitor-Token': token,
            'Content-Type': 'application/json',
          },
          body: JSON.stringify(body),
        })
        return response.json()
      }
      const { conversation, visitor_token } = await send('', {})
      token = visitor_token
      const answers = []
      for (const text of wanted) {
        if (answers.filter(({ citations }) => citations.length > 0).length === most) break
        answers.push((await send(`/${conversation.id}/messages`, { text })).answer)
      }
      const visit = { visitor_token, conversation_id: conversation.id }
      localStorage.setItem(`svc:${key}`, JSON.stringify(visit))
      return answers
    },
    { wanted, most: ANSWERS },
  )
}

/**
 * Points at each marker that an answer shows, and compares what is marked with the quotations of
 * it and of those that it stands for. Returns what differs, and how many markers there were.
 */
async function compare(page: Page, turn: number, { citations }: WidgetMessage) {
  const quotes = citations.flatMap((each) =>
    each.quotes.map(({ marker, exact }) => ({ ordinal: each.ordinal, marker, exact })),
  )
  return page
    .locator('.live .turn')
    .nth(turn)
    .evaluate(async (element, quotes) => {
      const bare = (text: string) => text.replace(/\s+/g, '')
      const cites = [...element.querySelectorAll<HTMLElement>('.answer .text .cite')]
      const isHidden = (cite?: HTMLElement) => cite?.closest('[hidden]') !== null
      const different: object[] = []
      let count = 0
      for (const [at, cite] of cites.entries()) {
        if (isHidden(cite)) continue
        count += 1
        let first = at
        while (first > 0 && isHidden(cites[first - 1])) first -= 1
        const ordinal = Number(cite.dataset['ordinal'])
        const expected = quotes
          .filter(({ marker }) => marker >= first && marker <= at)
          .filter((quote) => quote.ordinal === ordinal)
          .map(({ exact }) => bare(exact))
        const marked = () => [...(CSS.highlights.get('svc-quote') ?? [])].map(String).map(bare)
        cite.scrollIntoView({ block: 'center' })
        cite.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, composed: true }))
        const isRight = () => marked().join('|') === expected.join('|')
        for (let waited = 0; !isRight() && waited < 100; waited += 1) {
          await new Promise((resolve) => setTimeout(resolve, 30))
        }
        if (!isRight()) different.push({ at, ordinal, expected, marked: marked() })
      }
      return { count, different }
    }, quotes)
}

test('every marker of sixty answers marks what it quotes', async () => {
  const page = await openPage(held.browser)
  await page.goto(`${serving.demo_url}/`)
  const answers = await askAll(page, questions())
  expect(answers.filter(({ citations }) => citations.length > 0)).toHaveLength(ANSWERS)
  await page.reload()
  await page
    .locator('.live .turn')
    .nth(answers.length - 1)
    .waitFor()
  // The first pointer over a marker loads the card.
  await page.locator('.live .cite:visible').last().hover()
  await page.locator('.live .preview').waitFor()

  let markers = 0
  const different: object[] = []
  for (const [turn, answer] of answers.entries()) {
    const compared = await compare(page, turn, answer)
    markers += compared.count
    different.push(...compared.different.map((each) => ({ text: answer.text, ...each })))
  }

  expect(different).toEqual([])
  expect(markers).toBeGreaterThan(ANSWERS)
  await page.context().close()
})
