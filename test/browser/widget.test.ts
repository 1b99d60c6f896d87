import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { themeCss } from '../../server/branding/css.ts'
import { platformBrand } from '../../server/branding/defaults.ts'
import type { StreamEvent } from '../../server/contract/events.ts'
import { launchBrowser } from '../support/browser.ts'
import {
  answered,
  citation,
  completed,
  startWidgetServer,
  widgetKey,
} from '../support/widget-server.ts'

let browser: Browser
let server: Awaited<ReturnType<typeof startWidgetServer>>
let page: Page
let complaints: string[]

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

beforeEach(async () => {
  server = await startWidgetServer()
  page = await newPage()
})
afterEach(async () => {
  await page.context().close()
  await server.close()
})

const sources = [
  citation(1, { title: 'Handbook', anchor: 'Holidays', snippet: 'Everyone has thirty days.' }),
  citation(2, { title: 'Travel', url: 'https://docs.example.test/travel' }),
]

describe('in the page (completions 16)', () => {
  test('works under the strictest policy, without a complaint, a cookie or another host', async () => {
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    server.state.script = answered('Thirty days [1].', sources)

    await openAndAsk('How many holidays?')
    await page.locator('.actions').waitFor()

    expect(complaints).toEqual([])
    expect([...hosts].toSorted()).toEqual([server.base, server.url].toSorted())
    expect(await page.context().cookies()).toEqual([])
    expect(await page.locator('svc-chat [style]').count()).toBe(0)
  })

  test('puts nothing on window but svc', async () => {
    const own = () => Object.getOwnPropertyNames(window)
    await page.goto(`${server.url}/without-widget`)
    const before = await page.evaluate(own)

    await visit()
    await open()

    const added = (await page.evaluate(own)).filter((name) => !before.includes(name))
    expect(added).toEqual(['svc'])
  })

  test('loads the panel only when a visitor reaches for it', async () => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname))

    await visit()
    expect(scripts.filter((path) => path.startsWith('/svc/widget/'))).toEqual([])

    await page.locator('.launcher').hover()
    await expect
      .poll(() => scripts.filter((path) => path.startsWith('/svc/widget/')))
      .toHaveLength(1)
  })

  test('shows nothing when it is refused, and tells the site owner once what to check: SVC101', async () => {
    server.state.refuseBootstrap = 403

    await page.goto(server.url)
    await expect.poll(() => warnings()).toHaveLength(1)

    expect(warnings()[0]).toContain('SVC101')
    expect(warnings()[0]).toContain(server.url)
    expect(warnings()[0]).toContain(widgetKey)
    expect(
      await page.locator('svc-chat').evaluate(({ shadowRoot }) => shadowRoot?.childElementCount),
    ).toBe(0)
  })

  test('names the directive that blocks it: SVC103', async () => {
    server.state.policy = `default-src 'none'; script-src {base}; connect-src 'self'`

    await page.goto(server.url)
    await expect.poll(() => warnings()).toHaveLength(1)

    expect(warnings()[0]).toContain('SVC103')
    expect(warnings()[0]).toContain('connect-src')
  })

  test('says that it is on the page twice: SVC105', async () => {
    server.state.body = `<script async src="${server.base}/svc/widget.js" data-widget-key="x"></script>`

    await visit()
    await expect.poll(() => warnings()).toHaveLength(1)

    expect(warnings()[0]).toContain('SVC105')
    expect(await page.locator('svc-chat').count()).toBe(1)
  })

  test('takes properties of the page over the brand, and the brand over its own', async () => {
    server.state.brand = {
      theme: { colors: { light: { brand: 'rgb(1, 2, 3)', brandContrast: 'rgb(9, 9, 9)' } } },
    }
    await visit()
    expect(await background('.launcher')).toBe('rgb(1, 2, 3)')

    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('svc-chat { --svc-color-brand: rgb(7, 8, 9) }')
      document.adoptedStyleSheets = [sheet]
    })
    expect(await background('.launcher')).toBe('rgb(7, 8, 9)')
  })

  test('has every property of the resolved theme, in both appearances (completions 16)', async () => {
    server.state.brand = {
      theme: { colors: { light: { brand: 'red' } }, shape: { radiusMd: '3px' } },
    }
    const names = new Set(themeCss(platformBrand('https://x.test')).match(/--svc-[\w-]+(?=:)/g))
    await visit()
    await open()

    const values = await page.locator('svc-chat').evaluate((host, names) => {
      const style = getComputedStyle(host)
      return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]))
    }, Array.from(names))
    expect(Object.keys(values).filter((name) => values[name] === '')).toEqual([])
    expect(values).toMatchObject({
      '--svc-color-brand': 'light-dark(red,#94a9ff)',
      '--svc-color-text-primary': 'light-dark(#171b21,#eef0f3)',
      '--svc-radius-md': '3px',
    })
  })

  test('follows data-svc-theme of the page, and data-theme before it', async () => {
    const scheme = () =>
      page.locator('svc-chat').evaluate((host) => getComputedStyle(host).colorScheme)
    await visit()
    expect(await scheme()).toBe('light dark')

    await page.evaluate(() => document.documentElement.setAttribute('data-svc-theme', 'dark'))
    await expect.poll(scheme).toBe('dark')

    await page.evaluate(() => document.querySelector('svc-chat')?.setAttribute('theme', 'light'))
    await expect.poll(scheme).toBe('light')
  })

  test('is driven by window.svc, and tells what happens', async () => {
    server.state.script = answered('Yes.', sources)
    await visit()
    await page.evaluate(() => {
      const told: string[] = []
      Object.assign(document, { told })
      for (const name of ['open', 'question', 'answer', 'close']) {
        window.svc?.('on', `svc:${name}`, (event) => told.push(event.type))
      }
      window.svc?.('ask', 'Is it so?')
    })
    await page.locator('.actions').waitFor()
    await page.evaluate(() => window.svc?.('close'))

    await expect
      .poll(() => page.evaluate(() => (document as unknown as { told: string[] }).told))
      .toEqual(['svc:open', 'svc:question', 'svc:answer', 'svc:close'])
  })

  test('stands where its tag stands when it is inline', async () => {
    server.state.script = answered('Yes.')
    server.state.body = `<svc-chat inline widget-key="${widgetKey}" base-url="${server.base}"></svc-chat>`
    await visit()
    const inline = page.locator('main svc-chat')
    await inline.locator('textarea').fill('Is it so?')
    await page.keyboard.press('Enter')

    await inline.locator('.text', { hasText: 'Yes.' }).waitFor()

    expect(await inline.locator('.launcher').count()).toBe(0)
    expect(await inline.evaluate((host) => getComputedStyle(host).position)).toBe('static')
  })

  test('frees everything when removed, and restores the conversation when added again', async () => {
    server.state.script = answered('Yes [1].', sources)
    await openAndAsk('Is it so?')
    await page.locator('.actions').waitFor()

    await page.evaluate(async () => {
      const host = document.querySelector('svc-chat')
      host?.remove()
      await Promise.resolve()
      document.body.append(host ?? '')
    })
    await page.locator('.launcher').click()

    await page.getByText('Is it so?').waitFor()
    expect(await page.locator('.turn').count()).toBe(1)
  })
})

describe('asking', () => {
  test('shows the answer as it grows, then its numbered sources', async () => {
    const { gate, release } = createGate()
    server.state.script = async function* () {
      yield { type: 'answer.sources', data: { citations: sources } }
      yield delta('Thirty days [1], **or')
      await gate
      yield delta(' more** when [2].')
      yield { type: 'answer.sources', data: { citations: sources } }
      yield completed()
    }

    await openAndAsk('How many holidays?')
    await page.locator('.text strong').waitFor()
    expect(await page.locator('.text').innerText()).not.toContain('**')
    release()
    await page.locator('.actions').waitFor()

    expect(
      await page
        .locator('.source')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('#')[0])),
    ).toEqual(sources.map(({ url }) => url))
    await page.getByRole('button', { name: 'Source 1: Handbook' }).click()
    await page.getByText('Everyone has thirty days.').waitFor()
    expect(await page.locator('.source').first().getAttribute('rel')).toBe(
      'noopener noreferrer nofollow ugc',
    )
  })

  test('aligns the cells of a table as the answer says', async () => {
    server.state.script = answered('| a | b |\n|:--|--:|\n| 1 | 2 |\n')

    await openAndAsk('How much?')
    await page.locator('.actions').waitFor()

    const aligned = await page
      .locator('.text :is(th, td)')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).textAlign))
    expect(aligned).toEqual(['start', 'end', 'start', 'end'])
  })

  test('says the finished answer once, and never the growing one', async () => {
    const { gate, release } = createGate()
    server.state.script = async function* () {
      yield delta('One ')
      await gate
      yield delta('two.')
      yield completed()
    }
    await openAndAsk('Count.')
    await page.locator('.text').waitFor()
    const status = page.locator('svc-chat [role=status]')
    expect(await status.innerText()).toBe('Looking for an answer…')
    expect(await page.locator('svc-chat [role=log] .text').count()).toBe(0)

    release()
    await expect.poll(() => status.innerText()).toBe('One two.')

    expect(await page.locator('svc-chat [role=log]').getAttribute('aria-live')).toBe('off')
  })

  test('leaves nothing of a text that was withdrawn, and shows the abstention kindly', async () => {
    server.state.script = async function* () {
      yield delta('A wrong claim.')
      yield { type: 'answer.replaced', data: { text: 'I cannot answer this.' } }
      yield { type: 'answer.sources', data: { citations: [] } }
      yield completed('withdrawn')
    }

    await openAndAsk('What is it?')
    await page.locator('.abstained').waitFor()

    expect(await page.locator('.answer').innerText()).not.toContain('wrong claim')
    expect(await page.locator('.abstained').innerText()).toContain('I cannot answer this.')
  })

  test('leaves out the invisible marks that come along with pasted text', async () => {
    await openAndAsk('How many holi\u00addays\u200b?\u200f')
    await page.locator('.actions').waitFor()

    expect(streams()[0]?.body).toMatchObject({ text: 'How many holidays?' })
  })

  test('fetches the stored turn with the same key when the stream is cut (contract §6, rule 10)', async () => {
    server.state.script = async function* () {
      yield delta('The beginning ')
      yield 'cut'
      yield delta('and the end.')
      yield completed()
    }

    await openAndAsk('Tell me.')
    await shown('The beginning and the end.')

    const asked = server.requests.filter(({ path }) => /messages(:stream)?$/.test(path))
    const keys = new Set(asked.map(({ body }) => body['idempotency_key']))
    expect(asked).toHaveLength(2)
    expect(keys.size).toBe(1)
    expect(server.conversations.values().next().value).toHaveLength(2)
  })

  test('fetches the stored turn when an event was lost (contract §6, rule 5)', async () => {
    server.state.script = async function* () {
      yield delta('One ')
      yield 'lost'
      yield delta('three.')
      yield completed()
    }

    await openAndAsk('Count.')

    await shown('One three.')
  })

  test('tries again with the same key after a failure that kept nothing (contract §4.5, rule 7)', async () => {
    server.state.script = () => ({ status: 502, code: 'provider_failure' })
    await openAndAsk('Tell me.')
    await page.locator('.notice').waitFor()

    server.state.script = answered('Here it is.')
    await page.getByRole('button', { name: 'Try again' }).click()
    await shown('Here it is.')

    const keys = streams().map(({ body }) => body['idempotency_key'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('asks anew, with another key, after an answer that broke off and was kept', async () => {
    server.state.script = async function* () {
      yield delta('Half **of')
      yield {
        type: 'answer.interrupted',
        data: { answer_message_id: '', reason: 'provider_failure' },
      }
    }
    await openAndAsk('Tell me.')
    await page.locator('.notice').waitFor()
    expect(await page.locator('.text').innerText()).toBe('Half of')
    expect(await page.locator('svc-chat [role=status]').innerText()).toBe(
      'Half of The answer broke off here.',
    )

    server.state.script = answered('All of it.')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await shown('All of it.')

    expect(new Set(streams().map(({ body }) => body['idempotency_key'])).size).toBe(2)
  })

  test('keeps the question and counts down when it is one too many (429)', async () => {
    server.state.script = () => ({ status: 429, code: 'rate_limit_exceeded', retryAfter: 2 })
    await openAndAsk('Too soon?')
    await page.locator('.hint:not(:empty)').waitFor()

    expect(await page.locator('textarea').inputValue()).toBe('Too soon?')
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)

    server.state.script = answered('Now.')
    await page.locator('.send').click()
    await shown('Now.')
    expect(new Set(streams().map(({ body }) => body['idempotency_key'])).size).toBe(1)
  })

  test('stops when told to, and keeps what was written', async () => {
    const { gate, release } = createGate()
    server.state.script = async function* () {
      yield delta('So far.')
      await gate
      yield completed()
    }
    await openAndAsk('Tell me.')
    await shown('So far.')

    await page.getByRole('button', { name: 'Stop' }).click()
    await page.locator('.notice', { hasText: 'You stopped this answer.' }).waitFor()
    release()

    expect(await page.locator('.text').innerText()).toBe('So far.')
    expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(1)
  })

  test('rates, takes the rating back, and asks a suggested question', async () => {
    server.state.script = answered('Yes [1].', sources)
    await openAndAsk('Is it so?')
    const helpful = page.getByRole('button', { name: 'Helpful', exact: true })
    await helpful.click()
    await expect.poll(() => helpful.getAttribute('aria-pressed')).toBe('true')
    await helpful.click()
    await expect
      .poll(() =>
        server.requests
          .filter(({ path }) => path.endsWith('/feedback'))
          .map(({ method }) => method),
      )
      .toEqual(['PUT', 'DELETE'])

    await page.getByRole('button', { name: 'How do I begin?' }).click()

    await expect
      .poll(() => streams().map(({ body }) => body['text']))
      .toEqual(['Is it so?', 'How do I begin?'])
  })
})

describe('coming back', () => {
  test('shows the conversation again after a reload', async () => {
    server.state.script = answered('Yes [1].', sources)
    await openAndAsk('Is it so?')
    await page.locator('.actions').waitFor()

    await visit()
    await open()

    await page.getByText('Is it so?').waitFor()
    expect(await page.locator('.cite').count()).toBe(1)
  })

  test('begins anew, and says so, when the conversation is gone', async () => {
    server.state.script = answered('Yes.')
    await openAndAsk('Is it so?')
    await page.locator('.actions').waitFor()
    server.conversations.clear()

    await visit()
    await open()
    await page.locator('.note', { hasText: 'no longer available' }).waitFor()
    expect(await page.locator('[role=status]').innerText()).toContain('no longer available')
    await ask('And now?')

    await shown('Yes.')
  })

  test('forgets the visitor on the server and on the page', async () => {
    server.state.script = answered('Yes.')
    await openAndAsk('Is it so?')
    await page.locator('.actions').waitFor()

    await page.evaluate(() => window.svc?.('forget'))

    await expect.poll(() => server.conversations.size).toBe(0)
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
    expect(await page.locator('.turn').count()).toBe(0)
  })
})

describe('for everybody (WCAG 2.2 AA)', () => {
  test('takes the focus in, gives it back, and closes at Escape', async () => {
    await visit()
    await page.locator('.launcher').focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('TEXTAREA')

    await page.keyboard.press('Escape')

    await expect.poll(focused).toBe('BUTTON')
    expect(await page.locator('dialog').isVisible()).toBe(false)
    expect(await page.locator('.launcher').getAttribute('aria-expanded')).toBe('false')
  })

  test('leaves the focus where it is when the page shows the panel by itself', async () => {
    server.state.attributes = 'data-open'
    await visit()
    await page.locator('dialog[open]').waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')

    await page.locator('textarea').press('Escape')

    await expect.poll(focused).toBe('BUTTON')
    expect(await page.locator('dialog').isVisible()).toBe(false)
  })

  test('keeps the focus in the panel when the control that had it goes away', async () => {
    server.state.attributes = `data-suggestions='["How many?"]'`
    server.state.script = answered('Thirty.')
    await visit()
    await open()
    await page.getByRole('button', { name: 'How many?' }).click()
    await shown('Thirty.')
    await expect.poll(focused).toBe('DIV')

    await page.getByRole('button', { name: 'New conversation' }).click()
    await expect.poll(focused).toBe('TEXTAREA')
  })

  test('covers a phone, out of whose page nothing can be reached meanwhile', async () => {
    await page.context().close()
    page = await newPage({ viewport: { width: 390, height: 780 } })

    await visit()
    await open()

    const box = await page.locator('dialog').boundingBox()
    expect(box).toEqual({ x: 0, y: 0, width: 390, height: 780 })
    expect(await page.locator('dialog').evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
  })
})

async function newPage(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const opened = await context.newPage()
  opened.setDefaultTimeout(8000)
  complaints = []
  opened.on('console', (line) => complaints.push(line.text()))
  opened.on('pageerror', (error) => complaints.push(error.message))
  return opened
}

function warnings(): string[] {
  return complaints.filter((line) => line.startsWith('SVC'))
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

async function openAndAsk(text: string) {
  await visit()
  await open()
  await ask(text)
}

function background(selector: string): Promise<string> {
  return page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor)
}

function focused(): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName)
}

/** Waits for an answer with this text on the page. */
async function shown(text: string) {
  await page.locator('.text', { hasText: text }).waitFor()
}

function streams() {
  return server.requests.filter(({ path }) => path.endsWith('messages:stream'))
}

function delta(text: string): StreamEvent {
  return { type: 'answer.delta', data: { text } }
}

function createGate() {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  return { gate, release }
}
