/** Streams that are cut into any pieces, cut off or held back (docs/behaviour.md#streams). */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { useWidget } from '../support/widget-page.ts'
import { completed, type WidgetServer } from '../support/widget-server.ts'

const widget = useWidget()
let server: WidgetServer
let page: Page

beforeEach(() => {
  ;({ server, page } = widget)
})

test('an answer is read byte by byte, with comments and unknown events in between', async () => {
  server.state.script = async function* () {
    yield* bytesOf(': keep-alive\r\n\r\nid: 3\r\nevent: answer.mood\r\ndata: {}\r\n\r\n')
    yield* bytesOf(
      `id: 4\nevent: answer.delta\ndata: {"text":"Grüße, 你好 😀"}\n\n: keep-alive\n\n`,
    )
    yield 'lost'
    yield 'lost'
    yield completed()
  }

  await widget.openAndAsk('How?')

  await page.locator('[data-state="answered"]', { hasText: 'Grüße, 你好 😀' }).waitFor()
  expect(asked()).toEqual(['messages:stream'])
})

test.each([
  ['before its first byte', []],
  [
    'in the middle of a letter',
    bytesOf('id: 3\nevent: answer.delta\ndata: {"text":"Gr\u00fc').slice(0, -1),
  ],
  ['in an event that is not whole yet', bytesOf('id: 3\nevent: answer.completed\ndata: {}\n')],
])('a stream that is cut %s is replaced by the stored answer', async (_, bytes) => {
  server.state.script = async function* () {
    yield* bytes
    yield 'cut'
    yield { type: 'answer.delta', data: { text: 'The stored answer.' } }
    yield completed()
  }

  await widget.openAndAsk('How?')

  await page.locator('[data-state="answered"]', { hasText: 'The stored answer.' }).waitFor()
  expect(asked()).toEqual(['messages:stream', 'messages'])
})

test('a stream that stays open after its last event is complete, and is closed', async () => {
  let left: Promise<unknown> | undefined
  await page.route('**/messages:stream', async (route) => {
    left = page.waitForEvent('requestfailed')
    await route.continue()
  })
  server.state.script = async function* () {
    yield { type: 'answer.delta', data: { text: 'Yes.' } }
    yield completed()
    await new Promise(() => {})
  }

  await widget.openAndAsk('How?')

  await page.locator('[data-state="answered"]', { hasText: 'Yes.' }).waitFor()
  await left
  expect(asked()).toEqual(['messages:stream'])
})

test('an answer comes as a whole when the reader of streams cannot be loaded', async () => {
  await page.route('**/event-stream-*.js', (route) => route.abort())
  server.state.script = async function* () {
    yield { type: 'answer.delta', data: { text: 'The whole answer.' } }
    yield completed()
  }

  await widget.openAndAsk('How?')

  await page.locator('[data-state="answered"]', { hasText: 'The whole answer.' }).waitFor()
  expect(asked()).toEqual(['messages'])
})

test('the stored answer is shown when a proxy holds the whole stream back', async () => {
  server.state.script = async function* () {
    yield { type: 'answer.delta', data: { text: 'The stored answer.' } }
    yield completed()
  }
  let isStored = false
  await page.route('**/messages:stream', async (route) => {
    const request = route.request()
    const response = await fetch(request.url(), {
      method: 'POST',
      headers: await request.allHeaders(),
      body: request.postData(),
    })
    await response.text()
    isStored = true
  })
  await page.clock.install()
  await page.goto(server.url)
  await page.clock.runFor(5000)
  await widget.open()
  await widget.ask('How?')
  await expect.poll(() => isStored).toBe(true)
  expect(asked()).toEqual(['messages:stream'])

  await page.clock.runFor(10_000)

  await page.locator('[data-state="answered"]', { hasText: 'The stored answer.' }).waitFor()
  expect(asked()).toEqual(['messages:stream', 'messages'])
})

/** Splits the text into single bytes, each sent by itself. */
function bytesOf(text: string): Uint8Array[] {
  return Array.from(new TextEncoder().encode(text), (byte) => Uint8Array.of(byte))
}

/** Routes of the requests for the question, in order; asserts that all share one key. */
function asked(): string[] {
  const asking = server.requests.filter(({ path }) => /messages(:stream)?$/.test(path))
  expect(new Set(asking.map(({ body }) => body['idempotency_key'])).size).toBe(1)
  return asking.map(({ path }) => path.split('/').at(-1) ?? '')
}
