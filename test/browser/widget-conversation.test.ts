/** Asking in the widget, and the conversation after a reload. */

import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { linkTo } from '../../server/answering/offers.ts'
import type { StreamEvent } from '../../server/contract/events.ts'
import { useWidget } from '../support/widget-page.ts'
import { answered, citation, completed, type WidgetServer } from '../support/widget-server.ts'

const widget = useWidget()
const { visit, ask, openAndAsk, shown } = widget
let server: WidgetServer
let page: Page

beforeEach(() => {
  ;({ server, page } = widget)
})

const sources = [
  citation(1, { title: 'Handbook', anchor: 'Holidays', snippet: 'Everyone has thirty days.' }),
  citation(2, { title: 'Travel', url: 'https://docs.example.test/travel' }),
]

describe('asking (docs/behaviour.md#streams)', () => {
  test('shows the answer as it grows, then its numbered sources', async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
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

  test('tells which source and which link were opened (docs/behaviour.md#opened-sources)', async () => {
    const section = {
      ...linkTo('document', 'Leave', 'https://docs.example.test/leave#rest'),
      kind: 'section' as const,
      heading: 'Rest days',
    }
    const links = [{ ...section, url: null, heading: 'Sabbaticals' }, section]
    server.state.script = async function* () {
      yield { type: 'answer.sources', data: { citations: sources } }
      yield delta('Thirty days [1][2].')
      yield { type: 'answer.links', data: { links } }
      yield completed()
    }
    await page.context().route('https://docs.example.test/**', (route) => route.abort())

    await openAndAsk('How many holidays?')
    await page.locator('.actions').waitFor()
    await page.locator('.offers').getByText('Sabbaticals').click()
    await page.getByRole('link', { name: /Rest days/ }).click()
    await page.locator('summary').click()
    await page.locator('.sources a', { hasText: 'Travel' }).click({ button: 'middle' })

    const opened = () =>
      server.requests.flatMap(({ path, body }) => (path.endsWith('/opened') ? [body] : []))
    await expect.poll(opened).toEqual([{ link: 2 }, { citation: 2 }])
  })

  test('aligns the cells of a table as its delimiter row says', async () => {
    server.state.script = answered('| a | b |\n|:--|--:|\n| 1 | 2 |\n')

    await openAndAsk('How much?')
    await page.locator('.actions').waitFor()

    const aligned = await page
      .locator('.text :is(th, td)')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).textAlign))
    expect(aligned).toEqual(['start', 'end', 'start', 'end'])
  })

  test('announces the finished answer once, and never the growing one', async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
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

  test('replaces a withdrawn text by the abstention', async () => {
    server.state.script = async function* () {
      yield delta('A wrong claim.')
      yield { type: 'answer.replaced', data: { text: 'I cannot answer this.' } }
      yield { type: 'answer.sources', data: { citations: [] } }
      yield completed('withdrawn')
    }

    await openAndAsk('What is it?')
    await page.locator('[data-state="abstained"] .actions').waitFor()

    expect(await page.locator('.answer').innerText()).not.toContain('wrong claim')
    expect(await page.locator('.text').innerText()).toBe('I cannot answer this.')
  })

  test('shows a courtesy as a reply with its links, and not as a refusal', async () => {
    const links = [linkTo('support', 'Contact support', 'https://docs.example.test/help')]
    server.state.script = async function* () {
      yield delta('People can help you here.')
      yield { type: 'answer.sources', data: { citations: [] } }
      yield { type: 'answer.links', data: { links } }
      yield completed('no_question', 'no_question')
    }

    await openAndAsk('a human please')
    await page.locator('.actions').waitFor()
    const link = page.getByRole('link', { name: /Contact support/ })

    expect(await link.getAttribute('href')).toBe('https://docs.example.test/help')
    expect(await link.getAttribute('rel')).toContain('noopener')
    expect(await page.getByRole('heading', { name: 'See also' }).count()).toBe(0)
    expect(await page.locator('.retry').count()).toBe(0)
  })

  test('shows further documents below an answer under a heading', async () => {
    const links = [linkTo('document', 'Leave', 'https://docs.example.test/leave')]
    server.state.script = async function* () {
      yield { type: 'answer.sources', data: { citations: sources } }
      yield delta('Thirty days [1][2].')
      yield { type: 'answer.links', data: { links } }
      yield completed()
    }

    await openAndAsk('How many holidays?')
    await page.locator('.actions').waitFor()

    expect(await page.getByRole('heading', { name: 'See also' }).isVisible()).toBe(true)
    const link = page.getByRole('link', { name: /^Leave/ })
    expect(await link.getAttribute('href')).toBe('https://docs.example.test/leave')
  })

  test('removes invisible characters from pasted text', async () => {
    await openAndAsk('How many holi\u00addays\u200b?\u200f')
    await page.locator('.actions').waitFor()

    expect(streams()[0]?.body).toMatchObject({ text: 'How many holidays?' })
  })

  test('fetches the stored turn with the same key when the stream is cut', async () => {
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

  test('fetches the stored turn when an event was lost', async () => {
    server.state.script = async function* () {
      yield delta('One ')
      yield 'lost'
      yield delta('three.')
      yield completed()
    }

    await openAndAsk('Count.')

    await shown('One three.')
  })

  test('retries with the same key after a failure that stored nothing', async () => {
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

  test('asks again with another key after an interrupted answer, which is stored', async () => {
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
      'Half of The answer was interrupted.',
    )

    server.state.script = answered('All of it.')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await shown('All of it.')

    expect(new Set(streams().map(({ body }) => body['idempotency_key'])).size).toBe(2)
  })

  test.each([
    [429, 'rate_limit_exceeded'],
    [503, 'service_unavailable'],
  ])('sends the question by itself after a %i, and keeps the draft', async (status, code) => {
    server.state.script = () => ({ status, code, retryAfter: 2 })
    await openAndAsk('Too soon?')
    await page.locator('.pause', { hasText: 'busy right now' }).waitFor()
    await page.locator('textarea').fill('And another')

    server.state.script = answered('Now.')
    await shown('Now.')

    expect(await page.locator('.question').allInnerTexts()).toEqual(['Too soon?'])
    expect(await page.locator('textarea').inputValue()).toBe('And another')
    expect(streams().length).toBeGreaterThan(1)
    expect(new Set(streams().map(({ body }) => body['idempotency_key'])).size).toBe(1)
  })

  test('does not send a question that was stopped while the service is busy', async () => {
    server.state.script = () => ({ status: 429, code: 'rate_limit_exceeded', retryAfter: 60 })
    await openAndAsk('Too soon?')
    await page.locator('.pause').waitFor()

    await page.getByRole('button', { name: 'Stop' }).click()
    await page.locator('.notice', { hasText: 'You stopped' }).waitFor()
    server.state.script = answered('Now.')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await shown('Now.')

    expect(await page.locator('.question').count()).toBe(1)
    expect(streams()).toHaveLength(2)
  })

  test.each([
    [5, 1],
    [4, 0],
  ])('with %i requests left, follow-ups are asked for %i times', async (remaining, times) => {
    server.state.remaining = remaining
    server.state.script = answered('Yes [1].', [citation(1)])
    await openAndAsk('Is it so?')
    await page.locator('.actions').waitFor()
    if (times > 0) await page.locator('.follow-ups').waitFor()
    server.state.remaining = 20
    await ask('And this?')
    await page.locator('.turn').nth(1).locator('.follow-ups').waitFor()

    const followUps = server.requests.filter(({ path }) => path.endsWith('/follow-ups'))
    expect(followUps).toHaveLength(times + 1)
  })

  test('says that an answer goes on below, and leads there', async () => {
    server.state.script = answered('A line.\n\n'.repeat(60))
    await openAndAsk('Tell me.')
    await page.locator('.actions').waitFor()

    await page.getByRole('button', { name: 'Jump to the latest message' }).click()

    await expect.poll(widget.distanceToEnd).toBeLessThan(2)
    expect(await page.locator('.latest').count()).toBe(0)
  })

  test('stops an answer and keeps its text', async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
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

    // The visitor's own wish is no warning.
    const note = await page.locator('.notice').evaluate((box) => getComputedStyle(box).color)
    expect(note).toBe('rgb(74, 82, 94)')
    expect(await page.locator('.text').innerText()).toBe('So far.')
    expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(1)
  })

  test('rates, clears the rating, and asks a follow-up question', async () => {
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

test('a marker can be hit within 24 pixels', async () => {
  server.state.script = answered('Yes [1].', sources)
  await openAndAsk('Is it so?')
  await page.locator('.actions').waitFor()

  const hits = await page.locator('.cite').evaluate((marker) => {
    const { left, top, width, height } = marker.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const root = marker.getRootNode() as ShadowRoot
    const around = [0, 11.5, -11.5]
    return around.flatMap((dx) =>
      around.map((dy) => root.elementFromPoint(x + dx, y + dy)?.className),
    )
  })

  expect(new Set(hits)).toEqual(new Set(['cite']))
})

describe('after a reload', () => {
  test('shows the conversation again', async () => {
    server.state.script = answered('Yes [1].', sources)
    await openAndAsk('Is it so?')
    await page.locator('.actions').waitFor()

    await visit()

    await page.getByText('Is it so?').waitFor()
    expect(await page.locator('.cite').count()).toBe(1)
  })

  test('starts a new conversation, with a note, when the earlier one is gone', async () => {
    server.state.script = answered('Yes.')
    await openAndAsk('Is it so?')
    await page.locator('.actions').waitFor()
    server.conversations.clear()

    await visit()
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
    const kept = () => page.evaluate(() => Object.keys(localStorage))
    await expect.poll(kept).toEqual([expect.stringMatching(/:bootstrap$/)])
    expect(await page.locator('.turn').count()).toBe(0)
  })
})

function streams() {
  return server.requests.filter(({ path }) => path.endsWith('messages:stream'))
}

function delta(text: string): StreamEvent {
  return { type: 'answer.delta', data: { text } }
}
