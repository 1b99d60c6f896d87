/** Parts that are loaded with their first use (docs/behaviour.md#the-widget-in-a-page). */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Quotation } from '../../server/contract/conversation.ts'
import { accessibilityViolations, useWidget } from '../support/widget-page.ts'
import { answered, citation, type WidgetServer } from '../support/widget-server.ts'

const widget = useWidget({ viewport: { width: 560, height: 820 } })
const { openAndAsk, ask, visit, open } = widget
let server: WidgetServer
let page: Page

beforeEach(() => {
  ;({ server, page } = widget)
  server.state.script = answered('Thirty days [1].', sources)
})

const LIST = `Everybody has time off:

- Employees have **thirty days** a year.
- Trainees have twenty.

\`\`\`sh
holidays --list
\`\`\``
const sources = [citation(1, { title: 'Handbook', anchor: 'Work › Holidays', snippet: LIST })]

const button = (name: string) => page.getByRole('button', { name, exact: true })
const focused = () =>
  page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.className)
const sent = (method: string) => server.requests.filter((request) => request.method === method)

/** Without those of the website's own text, which is red. */
async function violations() {
  const all = await accessibilityViolations(page)
  return all.filter(([, nodes]) => !String(nodes).includes('Some text'))
}

async function askAnswered(question = 'How many holidays?') {
  await openAndAsk(question)
  await page.locator('.actions').waitFor()
}

describe('a thumbs-down', () => {
  test('asks what was wrong, and sends reasons and text as the note of the rating', async () => {
    await askAnswered()
    await button('Not helpful').click()
    await expect.poll(() => sent('PUT').map(({ body }) => body)).toEqual([{ rating: 'down' }])

    await page.getByLabel('It is not correct').check()
    await page.getByLabel('Something is missing').focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Anything else? (optional)').fill('It is \u200btwenty-eight.')
    await page.locator('.reasons').getByRole('button', { name: 'Send' }).click()

    await page.getByText('Thank you for your feedback.').waitFor()
    expect(sent('PUT').at(-1)?.body).toEqual({
      rating: 'down',
      note: 'It is not correct, Something is missing: It is twenty-eight.',
    })
    expect(await focused()).toBe('scroller')
    expect(await violations()).toEqual([])
  })

  test('is given without a reason, and taken back with the form', async () => {
    await askAnswered()
    await button('Not helpful').click()
    await page.locator('.reasons').waitFor()

    await button('Not helpful').click()

    await page.locator('.reasons').waitFor({ state: 'detached' })
    await expect.poll(() => sent('DELETE')).toHaveLength(1)
  })

  test('brings its form into view below an answer that fills the panel', async () => {
    server.state.script = answered('A line.\n\n'.repeat(60))
    await widget.openAndAsk('Tell me.')
    await page.locator('.actions').waitFor()
    await widget.scrollToEnd()
    await button('Not helpful').click()

    const form = page.locator('.reasons')
    const below = () =>
      form.evaluate((box) => {
        const view = box.closest('.scroller')?.getBoundingClientRect().bottom ?? 0
        return box.getBoundingClientRect().bottom - view
      })
    await expect.poll(below).toBeLessThanOrEqual(0)
  })

  test('says when the reason could not be sent, and keeps it', async () => {
    await askAnswered()
    await button('Not helpful').click()
    const text = page.getByLabel('Anything else? (optional)')
    await text.fill('Wrong.')
    await page.context().setOffline(true)

    await page.locator('.reasons').getByRole('button', { name: 'Send' }).click()

    await page.locator('.reasons [role=status]', { hasText: 'You are offline' }).waitFor()
    expect(await text.inputValue()).toBe('Wrong.')
  })
})

describe('the menu', () => {
  beforeEach(async () => {
    server.state.attributes = 'data-privacy-url="https://www.example.test/privacy"'
    await askAnswered('The first question?')
    await button('New conversation').click()
    await ask('The second question?')
    await page.locator('.actions').waitFor()
    await button('Conversations and data').click()
    await page.locator('.past').nth(1).waitFor()
  })

  test('lists the conversations and opens an earlier one, which goes on', async () => {
    expect(await page.locator('.past .title').allInnerTexts()).toEqual([
      'The second question?',
      'The first question?',
    ])
    expect(await violations()).toEqual([])
    await page.locator('.past', { hasText: 'first' }).click()
    await page.locator('.question', { hasText: 'The first question?' }).waitFor()
    await expect.poll(focused).toBe('scroller')

    await ask('And then?')

    await expect.poll(() => page.locator('.question').count()).toBe(2)
    await expect
      .poll(() => [...server.conversations.values()].map(({ length }) => length))
      .toContain(4)
  })

  test('deletes one conversation once that is confirmed', async () => {
    const trash = button('Delete: The second question?')
    await trash.click()
    await button('Cancel').click()
    await trash.click()
    await expect.poll(() => page.getByText('Delete this conversation?').isVisible()).toBe(true)

    await button('Delete').click()

    await expect.poll(() => page.locator('.past').count()).toBe(1)
    expect(server.conversations.size).toBe(1)
    await page.keyboard.press('Escape')
    expect(await page.locator('.turn').count()).toBe(0)
  })

  test('deletes everything after it has asked once', async () => {
    await button('Delete everything').focus()
    await page.keyboard.press('Enter')
    await page.getByText('This cannot be undone.').waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')

    await page.locator('.menu').waitFor({ state: 'detached' })
    expect(server.conversations.size).toBe(0)
    expect(sent('DELETE').map(({ path }) => path)).toEqual(['/svc/api/v1/widget/visitor'])
    expect(await page.locator('.turn').count()).toBe(0)
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
      .toMatch(/^[^,]*bootstrap$/)
  })

  test('links to the privacy notice of the tag, and closes with Escape', async () => {
    const link = page.getByRole('link', { name: 'Privacy notice' })
    expect(await link.getAttribute('href')).toBe('https://www.example.test/privacy')

    await page.keyboard.press('Escape')

    await page.locator('.menu').waitFor({ state: 'detached' })
    expect(await page.locator('.panel').isVisible()).toBe(true)
    expect(
      await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.ariaLabel),
    ).toBe('Conversations and data')
  })

  test('says so when the conversations cannot be loaded', async () => {
    await button('Conversations and data').click()
    await page.context().setOffline(true)

    await button('Conversations and data').click()

    await page.locator('.menu', { hasText: 'You are offline' }).waitFor()
  })
})

describe('a preview', () => {
  const exact = 'Employees have thirty days a year.'
  const quote = { marker: 0, exact, prefix: 'Everybody has time off: ', suffix: ' Trainees' }
  const quoting = (...quotes: Quotation[]) => sources.map((source) => ({ ...source, quotes }))

  /** Marked texts in the passage of the card. */
  const marked = () => page.evaluate(() => [...(CSS.highlights.get('svc-quote') ?? [])].map(String))

  test('has the typography of the document, with the quotation marked over bold text', async () => {
    server.state.script = answered('Thirty days [1].', quoting(quote))
    server.state.passages = { 1: LIST }
    await askAnswered()

    await page.locator('.cite').hover()

    const preview = page.locator('.preview')
    await preview.locator('li').first().waitFor()
    await expect.poll(marked).toEqual([exact])
    expect(await preview.locator('li').count()).toBe(2)
    expect(await preview.locator('pre').innerText()).toContain('holidays --list')
    expect(await preview.locator('.from').innerText()).toContain('Work › Holidays')
    expect(
      await preview.getByRole('link', { name: 'Open at this place' }).getAttribute('href'),
    ).toContain('#:~:text=Employees%20have%20thirty%20days%20a%20year.')
    expect(await violations()).toEqual([])
  })

  test('shows the quotation with its surroundings where the passage cannot be had', async () => {
    server.state.script = answered('Thirty days [1].', quoting(quote))
    await askAnswered()

    await page.locator('.cite').hover()

    expect(await page.locator('.preview mark').innerText()).toBe(exact)
    expect(await page.locator('.preview .text').innerText()).toBe(
      'Everybody has time off: Employees have thirty days a year. Trainees',
    )
  })

  test('shows the passage from its beginning and marks nothing without a quotation', async () => {
    server.state.passages = { 1: LIST }
    await askAnswered()

    await page.locator('.cite').hover()

    await page.locator('.preview li').first().waitFor()
    expect(await marked()).toEqual([])
    expect(await page.locator('.preview mark').count()).toBe(0)
  })

  test('wraps what is quoted in browsers without highlights', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(CSS, 'highlights', { value: undefined })
    })
    const { exact: other } = { exact: 'Trainees have twenty.' }
    const second = { marker: 0, exact: other, prefix: 'thirty days a year. ', suffix: '' }
    server.state.script = answered('Thirty days [1].', quoting(quote, second))
    server.state.passages = { 1: LIST }
    await askAnswered()

    await page.locator('.cite').hover()

    await page.locator('.preview li mark').first().waitFor()
    const texts = await page.locator('.preview mark').allInnerTexts()
    expect(texts.join('')).toBe(`${exact}${other}`)
  })

  test('brings a quotation far down into view', async () => {
    const long = `${'Much is said before it.\n\n'.repeat(40)}Employees have *thirty* days a year.`
    server.state.script = answered('Thirty days [1].', quoting({ ...quote, prefix: '' }))
    server.state.passages = { 1: long }
    await askAnswered()

    await page.locator('.cite').hover()

    await expect.poll(marked).toEqual([exact])
    const card = (await page.locator('.preview').boundingBox()) ?? { y: 0, height: 0 }
    const place = await page.evaluate(() => {
      const [range] = [...(CSS.highlights.get('svc-quote') ?? [])] as Range[]
      return range?.getBoundingClientRect().top ?? 0
    })
    expect(place).toBeGreaterThan(card.y)
    expect(place).toBeLessThan(card.y + card.height)
  })

  test('of equal markers of a list stands once, and steps through all their quotations', async () => {
    const steps = '1. Open the lock [1]\n2. Pull the rope [1]\n3. Close the gate [1]'
    const texts = ['Open the lock.', 'Pull the rope.', 'Close the gate.']
    const quotes = texts.map((exact, marker) => ({ marker, exact, prefix: '', suffix: '' }))
    server.state.script = answered(steps, quoting(...quotes))
    server.state.passages = { 1: texts.map((text, at) => `${at + 1}. ${text}`).join('\n') }
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await askAnswered()
    expect(await page.locator('.answer .cite:visible').count()).toBe(1)

    await button('Copy answer').click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '1. Open the lock\n2. Pull the rope\n3. Close the gate [1]\n\n1. [Handbook](https://docs.example.test/page-1)',
    )

    await page.locator('.answer .cite:visible').hover()

    await expect.poll(marked).toEqual(texts)
    const step = page.locator('.preview .ways button')
    expect(await step.innerText()).toBe('1 / 3')
    await step.click()
    expect(await step.innerText()).toBe('2 / 3')
  })

  test.each([0, 0.3, 0.6, 1])(
    'stands at its marker, scrolled to %d of the answer',
    async (part) => {
      server.state.script = answered('A sentence of some length [1].\n\n'.repeat(40), sources)
      await askAnswered()
      await page.locator('.follow-ups').waitFor()
      const scroller = page.locator('.scroller')
      await scroller.evaluate((box, part) => {
        box.scrollTop = part * box.scrollHeight
      }, part)
      const markers = page.locator('.cite')
      for (const index of [3, 12, 20, 28, 38]) {
        const seen = await markers.nth(index).evaluate((marker) => {
          const { top, bottom } = marker.getBoundingClientRect()
          const view = marker.closest('.scroller')?.getBoundingClientRect() ?? new DOMRect()
          return top > view.top + 4 && bottom < view.bottom - 4
        })
        if (!seen) continue
        await markers.nth(index).hover()
        await expect.poll(() => distanceOf(index)).toBeLessThan(12)
      }
      await markers.nth(20).focus()
      await expect.poll(() => distanceOf(20)).toBeLessThan(12)
      expect(await page.locator('.preview').count()).toBe(1)
    },
  )

  test('is followed from the keyboard, and left by Escape to its marker', async () => {
    await askAnswered()
    await page.locator('.cite').focus()
    await page.locator('.preview').waitFor()

    await page.keyboard.press('Enter')
    expect(await focused()).toBe('there')
    await page.keyboard.press('Escape')

    expect(await focused()).toBe('cite')
    await page.locator('.preview').waitFor({ state: 'detached' })
    expect(await page.locator('.panel').isVisible()).toBe(true)
  })

  test('is replaced by the source in the list when it cannot be loaded', async () => {
    await page.route('**/extras-*.js', (route) => route.abort())
    await askAnswered()
    await expect.poll(() => page.locator('.source').isVisible()).toBe(false)

    await page.locator('.cite').click()
    await page.locator('.cite').click()

    await page.locator('.source:focus').waitFor()
    await button('Not helpful').click()
    await expect.poll(() => sent('PUT').map(({ body }) => body)).toEqual([{ rating: 'down' }])
    await button('Conversations and data').click()
    await page.locator('.menu', { hasText: 'could not be reached' }).waitFor()
  })

  /** Pixels between the card and its marker; below zero where they overlap. */
  function distanceOf(index: number) {
    return page
      .locator('.cite')
      .nth(index)
      .evaluate((marker) => {
        const card = marker.closest('.content')?.querySelector('.preview')?.getBoundingClientRect()
        const { top, bottom } = marker.getBoundingClientRect()
        return card ? Math.max(card.top - bottom, top - card.bottom) : Number.POSITIVE_INFINITY
      })
  }
})

describe('wide content', () => {
  const wide = `\`\`\`sh\n${'harbor cancel --booking 12345 '.repeat(6)}\n\`\`\`\n\n\`\`\`\nshort\n\`\`\``

  test('fades while its end is out of view, wraps on wish and is enlarged', async () => {
    server.state.script = answered(wide)
    await askAnswered()
    const frame = page.locator('.frame').first()
    await expect.poll(() => frame.getAttribute('data-more')).toBe('')
    expect(await button('Wrap lines').count()).toBe(1)
    const copy = () => frame.locator('.code-header button').last().screenshot()
    const besideFade = await copy()
    await frame.locator('pre').evaluate((box) => box.scrollTo(1e5, 0))
    await expect.poll(() => frame.getAttribute('data-more')).toBeNull()
    expect(besideFade.equals(await copy())).toBe(true)

    await button('Wrap lines').click()
    expect(await frame.locator('pre').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    await page.locator('.frame .wide').nth(1).click()
    const width = await frame.evaluate((box) => box.getBoundingClientRect().width)
    expect(width).toBeGreaterThan(440)
    expect(await violations()).toEqual([])

    await page.keyboard.press('Escape')
    await expect.poll(() => frame.evaluate((box) => box.matches(':popover-open'))).toBe(false)
    expect(await page.locator('.panel').isVisible()).toBe(true)
    expect(await frame.isVisible()).toBe(true)
  })

  test('a question of 13,000 characters is folded, and unfolds', async () => {
    await askAnswered('Is it so? '.repeat(1300))
    const height = () => page.locator('.question').evaluate((box) => box.clientHeight)
    expect(await height()).toBeLessThan(250)

    await button('Show all').click()

    expect(await height()).toBeGreaterThan(2000)
    expect(await button('Show all').getAttribute('aria-expanded')).toBe('true')
  })
})

test('a busy service speaks for itself, shows the time that is left and is asked by itself', async () => {
  const replies = [{ status: 429, code: 'rate_limit_exceeded', retryAfter: 8 }]
  const script = server.state.script
  server.state.script = (question) => replies.shift() ?? script(question)
  await openAndAsk('How many?')
  await page.getByText('We’re busy right now.').first().waitFor()
  const bar = () => page.locator('.pause span').evaluate((box) => box.getBoundingClientRect().width)
  await expect.poll(bar).toBeGreaterThan(100)

  await page.locator('.actions').waitFor()

  expect(await page.locator('.question').count()).toBe(1)
})

test('the panel is enlarged to two thirds of the window, and made small again', async () => {
  page = await widget.openAnew({ viewport: { width: 1500, height: 900 } })
  await visit()
  await open()
  const size = async () => {
    const box = await page.locator('.panel').boundingBox()
    return [box?.width, box?.height]
  }
  expect(await size()).toEqual([440, 720])

  await button('Enlarge').click()
  expect(await size()).toEqual([990, 720])
  expect(await button('Enlarge').getAttribute('aria-expanded')).toBe('true')
  await button('Enlarge').click()

  expect(await size()).toEqual([440, 720])
})

test('axe finds nothing on a page with a header, a footer and a main of its own', async () => {
  server.state.body = '</main><header>Ours</header><footer>Contact</footer><main>'
  page = await widget.openAnew({})
  await page.goto(server.url)
  await page.evaluate(() => document.querySelector('main:empty')?.remove())
  await open()
  await ask('How many?')
  await page.locator('.actions').waitFor()

  expect(await violations()).toEqual([])
  expect(await page.getByRole('banner').count()).toBe(1)
  expect(await page.getByRole('contentinfo').count()).toBe(1)
})
