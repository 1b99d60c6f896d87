/** The widget with a screen reader and a keyboard. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { examples } from '../support/widget-examples.ts'
import { accessibilityViolations, useWidget } from '../support/widget-page.ts'
import { scenes } from '../support/widget-scenes.ts'
import { answered, completed, type WidgetServer } from '../support/widget-server.ts'

const widget = useWidget({ viewport: { width: 560, height: 820 } })
const { ask } = widget
let server: WidgetServer
let page: Page
/** Without snippets, whose preview would change the accessibility tree. */
const citations = examples.marina.answer.citations.map((cited) => ({ ...cited, snippet: null }))
const example = { ...examples.marina, answer: { ...examples.marina.answer, citations } }

beforeEach(() => {
  server = widget.server
  server.state.attributes = `data-suggestions='${JSON.stringify(example.suggestions)}'`
  server.state.policy = ''
  server.state.followUps = example.followUps
  server.state.brand = { identity: { productName: example.name, tagline: example.tagline } }
})

test('the accessibility tree has the dialog with its name, question, answer and sources', async () => {
  await enter('answered')

  expect(await page.locator('svc-chat').ariaSnapshot()).toBe(TREE)
})

test.each([
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['forced colours', { forcedColors: 'active' }],
] as const)(
  'Tab moves through an answer in reading order, with a visible focus ring (%s)',
  async (_, options) => {
    await enter('answered', options)
    const seen: string[] = []
    const unseen: string[] = []

    await page.getByRole('button', { name: 'New conversation' }).focus()
    await page.keyboard.press('Shift+Tab')
    for (let step = 0; step < 17; step += 1) {
      await page.keyboard.press('Tab')
      const { name, ring } = await page.evaluate(focused)
      seen.push(name)
      if (ring < 2) unseen.push(name)
    }

    expect(seen).toEqual([
      'New conversation',
      'Enlarge',
      'Close',
      'Conversation',
      'Source 1: Bookings',
      'Source 2: Fees and refunds',
      'Table',
      'Source 1: Bookings',
      '1 2 2 sources',
      'Copy answer',
      'Helpful',
      'Not helpful',
      'How long does a refund take?',
      'Can I move a booking instead?',
      'Your question',
      'Send',
      'Harbor Help',
    ])
    expect(unseen).toEqual([])
  },
)

test('the launcher and its icon are visible in forced colours', async () => {
  await enter('closed', { forcedColors: 'active' })

  const { surface, border, drawing } = await page.locator('.launcher').evaluate((button) => {
    const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(button)
    const drawing = getComputedStyle(button, '::before').borderTopColor
    return { surface: backgroundColor, border: [borderTopWidth, borderTopColor], drawing }
  })

  expect(drawing).not.toBe(surface)
  expect(border).toEqual(['1px', drawing])
})

test('an answer in another language than the panel says so, and one in the same does not', async () => {
  await enter('open')
  server.state.script = answered('Sie können die Buchung stornieren, und der Betrag ist nicht weg.')
  await ask('Wie?')
  await page.locator('.actions').waitFor()
  server.state.script = answered('You can cancel the booking, and your money is paid back.')
  await ask('How?')
  await page.locator('.actions').nth(1).waitFor()

  const languages = page.locator('.text')
  const found = await languages.evaluateAll((texts) =>
    texts.map((text) => text.getAttribute('lang')),
  )
  expect(found).toEqual(['de', null])
})

test('two tables are no landmarks, on a page that has its own', async () => {
  await enter('open')
  const table = '| Name | Value |\n|---|---|\n| a | b |\n'
  server.state.script = answered(`${table}\nThe other one:\n\n${table}`)
  await ask('Which?')
  await page.locator('.actions').waitFor()

  expect(await page.getByRole('group', { name: 'Table' }).count()).toBe(2)
  const broken = await accessibilityViolations(page)
  expect(broken.filter(([rule]) => /landmark|region/.test(String(rule)))).toEqual([])
})

test('animations run unless the visitor prefers reduced motion', async () => {
  const animations = () =>
    page
      .locator('.panel')
      .evaluate((panel) =>
        panel
          .getAnimations({ subtree: true })
          .map((animation) => (animation as CSSAnimation).animationName),
      )
  await enter('waiting')
  expect(await animations()).toEqual([])

  await page.emulateMedia({ reducedMotion: 'no-preference' })

  expect(await animations()).toContain('breathe')
})

test('each notice and answer is announced once, and a growing answer never', async () => {
  await enter('open')
  await page.evaluate(() => {
    const status = document.querySelector('svc-chat')?.shadowRoot?.querySelector('[role=status]')
    const said: string[] = []
    Object.assign(window, { said })
    if (!status) return
    new MutationObserver(() => said.push(status.textContent)).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
  server.state.script = async function* () {
    for (const text of ['One ', 'two ', 'three.']) yield { type: 'answer.delta', data: { text } }
    yield completed()
  }
  await ask('Count.')
  await page.locator('.actions').waitFor()
  server.state.script = async function* () {
    yield { type: 'answer.delta', data: { text: 'A wrong claim.' } }
    yield { type: 'answer.replaced', data: { text: 'I cannot say.' } }
    yield completed('withdrawn')
  }
  await ask('Why?')
  await page.locator('[data-state="abstained"] .actions').waitFor()
  server.state.script = () => ({ status: 502, code: 'provider_failure' })
  await ask('Where?')
  await page.locator('.notice').waitFor()
  server.state.script = () => ({ status: 429, code: 'rate_limit_exceeded', retryAfter: 60 })
  await ask('When?')
  await page.locator('.pause').waitFor()

  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)

  expect(said.filter(Boolean)).toEqual([
    'Looking for an answer…',
    'One two three.',
    'Looking for an answer…',
    'I cannot say. A draft of this answer was withdrawn because the sources did not support it.',
    'Looking for an answer…',
    'Something went wrong. The assistant could not answer.',
    'Looking for an answer…',
    'We’re busy right now. Sending your question in a moment.',
  ])
})

test('Escape closes from anywhere in the panel and returns the focus', async () => {
  server.state.body = '<button id="own" onclick="svc(\'open\')">Ask us</button>'
  await enter('closed')
  await page.locator('#own').focus()
  await page.keyboard.press('Enter')
  await page.locator('textarea').waitFor()
  await page.getByRole('button', { name: 'Close' }).focus()

  await page.keyboard.press('Escape')

  await page.locator('.panel').waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('own')
})

test('the focus goes to the launcher when the element that opened the panel is gone', async () => {
  server.state.body = '<button id="own" onclick="svc(\'open\'), this.remove()">Ask us</button>'
  await enter('closed')
  await page.locator('#own').press('Enter')
  await page.locator('textarea').waitFor()

  await page.keyboard.press('Escape')

  expect((await page.evaluate(focused)).name).toBe(example.name)
})

test('the focus stays on the stop button when the answer ends', async () => {
  await enter('streaming')
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  await page.locator('.notice').waitFor()
  await page.evaluate(() => new Promise(requestAnimationFrame))

  expect((await page.evaluate(focused)).name).toBe('Send')
})

test('a question that is too long is an alert that describes the field', async () => {
  await enter('open')
  const field = page.locator('textarea')

  await field.fill('x'.repeat(16_002))

  await expect.poll(() => page.getByRole('alert').innerText()).toBe('2 characters too long')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  const described = await field.getAttribute('aria-describedby')
  expect(await page.getByRole('alert').getAttribute('id')).toBe(described)

  await field.fill('x')

  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
})

test('during IME composition, Enter does not send and Escape does not close', async () => {
  await enter('open')
  server.state.script = answered('Yes.')
  const protocol = await page.context().newCDPSession(page)
  await page.locator('textarea').focus()
  await protocol.send('Input.imeSetComposition', {
    text: 'にほん',
    selectionStart: 3,
    selectionEnd: 3,
  })
  for (const key of ['Enter', 'Escape']) {
    await page.locator('textarea').dispatchEvent('keydown', { key, keyCode: 229, bubbles: true })
  }

  expect(await page.locator('textarea').inputValue()).toBe('にほん')
  expect(await page.locator('.turn').count()).toBe(0)
  expect(await page.locator('.panel').isVisible()).toBe(true)
})

async function enter(name: keyof typeof scenes, options: BrowserContextOptions = {}) {
  page = await widget.openAnew(options)
  await page.goto(server.url)
  await scenes[name]({ page, server, example })
}

/** Runs in the page: name of the focused element, and width of its focus ring in pixels. */
function focused() {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  if (!(element instanceof HTMLElement)) return { name: '', ring: 0 }
  const ringed = (element.matches('textarea') && element.closest('.field')) || element
  const { outlineStyle, outlineWidth, outlineOffset, borderWidth } = getComputedStyle(ringed)
  const border = element.matches('textarea') ? Number.parseFloat(borderWidth) : 0
  const width = Number.parseFloat(outlineWidth)
  const reach = Number.parseFloat(outlineOffset) + width
  const { left } = ringed.getBoundingClientRect()
  let isCut = false
  for (let box = ringed.parentElement; box; box = box.parentElement) {
    const clips = getComputedStyle(box).overflowX !== 'visible'
    if (clips && left - reach < box.getBoundingClientRect().left) isCut = true
  }
  return {
    name: element.ariaLabel ?? element.innerText.replaceAll('\n', ' '),
    ring: outlineStyle === 'none' || isCut ? 0 : width + border,
  }
}

/** Accessibility tree of an answer, as a Playwright ARIA snapshot. */
const TREE = `- dialog "Harbor Help":
  - heading "Harbor Help" [level=2]
  - paragraph: Answers from the handbook
  - button "Conversations and data"
  - button "New conversation"
  - button "Enlarge"
  - button "Close"
  - region "Conversation":
    - log:
      - paragraph: Hello! Ask a question, and I will answer from the documentation and show my sources.
    - article:
      - heading "Your question" [level=3]
      - paragraph: How do I cancel a booking, and what do I get back?
      - paragraph:
        - text: You can cancel a booking until the day of arrival
        - 'button "Source 1: Bookings"': "1"
        - text: ":"
      - list:
        - listitem:
          - paragraph:
            - text: Open
            - strong: Bookings
            - text: and choose the one to cancel.
        - listitem:
          - paragraph:
            - text: Press
            - emphasis: Cancel booking
            - text: and confirm.
      - paragraph:
        - text: What you get back depends on the time
        - 'button "Source 2: Fees and refunds"': "2"
        - text: ":"
      - group "Table":
        - table:
          - rowgroup:
            - row "Before arrival Refund":
              - columnheader "Before arrival"
              - columnheader "Refund"
          - rowgroup:
            - row "72 hours or more 100 %":
              - cell "72 hours or more"
              - cell "100 %"
            - row "24 to 72 hours 50 %":
              - cell "24 to 72 hours"
              - cell "50 %"
            - row "less than 24 hours none":
              - cell "less than 24 hours"
              - cell "none"
      - paragraph:
        - text: From the command line it is
        - code: harbor cancel <id>
        - 'button "Source 1: Bookings"': "1"
        - text: .
      - group: 2 sources
      - button "Copy answer"
      - button "Helpful"
      - button "Not helpful"
      - list "You could also ask":
        - listitem:
          - button "How long does a refund take?"
        - listitem:
          - button "Can I move a booking instead?"
  - button "Jump to the latest message"
  - paragraph
  - textbox "Your question":
    - /placeholder: Ask a question…
  - button "Send" [disabled]
  - paragraph: Powered by Knowledge Assistant
  - status: "You can cancel a booking until the day of arrival: Open Bookings and choose the one to cancel. Press Cancel booking and confirm. What you get back depends on the time: Before arrival, Refund 72 hours or more, 100 % 24 to 72 hours, 50 % less than 24 hours, none From the command line it is harbor cancel <id>. 2 sources."
- button "Harbor Help" [expanded]`
