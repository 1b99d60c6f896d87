import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'
import { completed, type Script, startWidgetServer } from '../test/support/widget-server.ts'
import { type Figure, quantile } from './table.ts'

const BYTES = 40_000
const DELTAS = 8000
const DELTAS_PER_SECOND = 200
/** Fourfold, as on a phone of some years ago. A thread's own time does not show the browser's throttling. */
const SLOWER = 4
/** After which a page has nothing more to do. */
const IDLE_MS = 500
const WIDGET = 'dist/widget'

type Server = Awaited<ReturnType<typeof startWidgetServer>>

/**
 * The built widget in a real browser, against a service that answers as told: what it weighs, what
 * loading and opening cost, and what a long answer costs while it streams, beside a page that reads
 * and draws the whole text again on every draw. Times are those of the main thread's own work.
 */
export async function measureWidget(): Promise<Figure[]> {
  const browser = await launchBrowser()
  const server = await startWidgetServer()
  server.state.policy = ''
  try {
    return [
      ...(await weights()),
      ...(await opening(browser, server)),
      ...(await memory(browser, server)),
      ...(await streaming(browser, server)),
    ]
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Every script that a conversation loads, compressed as a server may send it. */
async function weights(): Promise<Figure[]> {
  const panel = await readdir(join(WIDGET, 'widget'))
  const launcher = await compressed('widget.js')
  const rest = await Promise.all(
    panel.filter((name) => name.startsWith('panel')).map((name) => compressed(`widget/${name}`)),
  )
  const total = rest.reduce((sum, bytes) => sum + bytes, launcher)
  return [
    { what: 'widget: before a click, brotli', measured: launcher / 1000, unit: 'kB', budget: 2.5 },
    { what: 'widget: in all, brotli', measured: total / 1000, unit: 'kB', budget: 18 },
  ]
}

async function compressed(file: string): Promise<number> {
  return brotliCompressSync(await readFile(join(WIDGET, file))).length
}

async function opening(browser: Browser, server: Server): Promise<Figure[]> {
  const page = await newPage(browser)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  server.state.withWidget = false
  await settled(page, session, server.url)
  const bare = await worked(session, () => settled(page, session, server.url))
  server.state.withWidget = true
  const load = await worked(session, async () => {
    await settled(page, session, server.url)
    await evaluate(session, untilLauncher)
  })
  const open = await worked(session, () => evaluate(session, openPanel))
  await settled(page, session, server.url)
  await evaluate(session, untilLauncher)
  const longest = await longestTask(browser, async () => {
    await evaluate(session, openPanel)
    await pause(IDLE_MS)
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await settled(page, session, server.url)
  await evaluate(session, untilLauncher)
  const ready = await evaluate(session, openPanel)
  await page.context().close()
  return [
    {
      what: 'widget: loading, 4 times slower, above the page without it',
      measured: SLOWER * (load - bare),
      unit: 'ms',
      budget: 25,
    },
    { what: 'widget: opening', measured: SLOWER * open, unit: 'ms', budget: 150 },
    {
      what: 'widget: opening, longest task',
      measured: SLOWER * longest,
      unit: 'ms',
      budget: 40,
    },
    { what: 'widget: click to ready, by the clock', measured: ready, unit: 'ms', budget: 200 },
  ]
}

/** Milliseconds of work on the page's main thread, until a moment after `act`. */
async function worked(session: CDPSession, act: () => Promise<unknown>): Promise<number> {
  const before = await taskMs(session)
  await act()
  await pause(IDLE_MS)
  return (await taskMs(session)) - before
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

async function settled(page: Page, session: CDPSession, url: string) {
  await page.goto(url)
  await evaluate(session, untilDrawn)
}

/** Runs a function in the page; Playwright's own way would load a library into the page first. */
async function evaluate<Value>(session: CDPSession, act: () => Promise<Value>): Promise<Value> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: `(${act.toString()})()`,
    awaitPromise: true,
    returnByValue: true,
  })
  return result.value
}

async function untilLauncher(): Promise<void> {
  const launcher = () => document.querySelector('svc-chat')?.shadowRoot?.querySelector('.launcher')
  while (!launcher()) await new Promise((resolve) => setTimeout(resolve, 100))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** Clicks, and resolves with the milliseconds until the composer has the focus. */
async function openPanel(): Promise<number> {
  const root = document.querySelector('svc-chat')?.shadowRoot
  const from = performance.now()
  root?.querySelector<HTMLElement>('.launcher')?.click()
  while (root?.activeElement?.tagName !== 'TEXTAREA') {
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
  return performance.now() - from
}

async function untilDrawn(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

async function memory(browser: Browser, server: Server): Promise<Figure[]> {
  const page = await newPage(browser)
  const session = await page.context().newCDPSession(page)
  server.state.withWidget = false
  await settled(page, session, server.url)
  const bare = await heapBytes(session)
  server.state.withWidget = true
  await settled(page, session, server.url)
  await evaluate(session, untilLauncher)
  const closed = await heapBytes(session)
  await evaluate(session, openPanel)
  const open = await heapBytes(session)
  await page.context().close()
  return [
    { what: 'widget: heap, closed', measured: (closed - bare) / 1e6, unit: 'MB', budget: 0.2 },
    { what: 'widget: heap, open', measured: (open - bare) / 1e6, unit: 'MB', budget: 1.5 },
  ]
}

async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

async function streaming(browser: Browser, server: Server): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [kind, unit] of Object.entries(pieces)) {
    const text = answerOf(unit)
    const { total, longest, quarters } = await streamed(browser, server, text)
    const what = `widget: 40 kB of ${kind}`
    const whole = kind === 'everything' ? await drawnWhole(browser, text) : undefined
    figures.push(
      {
        what,
        measured: total,
        unit: 'ms',
        budget: 3000,
        ...(whole && { baseline: whole.total }),
      },
      {
        what: `${what}, longest task`,
        measured: longest,
        unit: 'ms',
        budget: 16,
        ...(whole && { baseline: whole.longest }),
      },
      {
        what: `${what}, a second of the last quarter against one of the first`,
        measured: quarters[3] ?? Number.NaN,
        unit: 'ms',
        baseline: quarters[0] ?? Number.NaN,
        budget: 1.2,
        of: 'ratio',
      },
    )
  }
  return figures
}

/** What an answer of 40 kB may consist of; `N` becomes a number. */
const pieces: Record<string, { head?: string; piece: string }> = {
  everything: {
    piece:
      '## Part N\n\nTo set up **deployment N** you need `npm run step-N` and a [page](https://docs.example.test/N) [1].\nIt then takes *some* time.\n\n- first of N\n- second with `code`\n- third [1]\n\n```sh\nnpm install thing-N\nnpm start\n```\n\n| Name | Value |\n|---|---|\n| a | N |\n| b | **2** |\n\n',
  },
  prose: {
    piece:
      'To set up **deployment N** you need `npm run step-N` [1]. It then takes *some* time, and a few more words are said of N.\n\n',
  },
  'one list': { piece: '- item N says that **something** is so [1], and `why`\n' },
  'one table': {
    head: '| Name | Value | Note |\n|---|---|---|\n',
    piece: '| name N | value N | a longer **note** about N |\n',
  },
  'one code block': { head: '```js\n', piece: 'const value_N = compute(N) // a comment\n' },
}

function answerOf({ head = '', piece }: { head?: string; piece: string }): string {
  let text = head
  for (let n = 1; text.length < BYTES; n += 1) text += piece.replaceAll('N', String(n))
  return text.slice(0, BYTES)
}

function script(text: string): Script {
  return async function* () {
    yield* paced(text, (part) => ({ type: 'answer.delta', data: { text: part } }) as const)
    yield completed()
  }
}

/** The parts of a text, as many a second as a fast model writes. */
async function* paced<Part>(text: string, make: (part: string) => Part): AsyncGenerator<Part> {
  const size = Math.ceil(text.length / DELTAS)
  const started = performance.now()
  for (let sent = 0; sent < DELTAS; sent += 1) {
    const early = started + (sent * 1000) / DELTAS_PER_SECOND - performance.now()
    if (early > 1) await pause(early)
    yield make(text.slice(sent * size, (sent + 1) * size))
  }
}

async function streamed(browser: Browser, server: Server, text: string): Promise<Work> {
  server.state.script = script(text)
  const page = await openBare(browser, server.url)
  await page.evaluate(untilLauncher)
  await page.evaluate(openPanel)
  return work(browser, page, {
    begin: () => window.svc?.('ask', 'Tell me everything.'),
    hasEnded: () => {
      const root = document.querySelector('svc-chat')?.shadowRoot
      return root?.querySelector('.turn[data-state="answered"]') !== null
    },
  })
}

interface Redrawn {
  markdownit: () => { render: (text: string) => string }
  text: string
  ended: boolean
}

/** The baseline: all of the text so far through a parser and into the page, twenty times a second. */
async function drawnWhole(browser: Browser, text: string): Promise<Work> {
  const page = await openBare(browser, 'about:blank')
  await page.run(await readFile(PARSER, 'utf8'))
  await page.run(`text = ${JSON.stringify(text)}`)
  return work(browser, page, {
    begin: async () => {
      const given = globalThis as unknown as Redrawn
      const markdown = given.markdownit()
      document.body.innerHTML = '<div style="height:600px;width:380px;overflow:auto"></div>'
      const box = document.body.firstElementChild as HTMLElement
      const started = performance.now()
      const milliseconds = 40_000
      for (let share = 0; share < 1; ) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        share = Math.min(1, (performance.now() - started) / milliseconds)
        box.innerHTML = markdown.render(given.text.slice(0, given.text.length * share))
        box.scrollTop = box.scrollHeight
      }
      given.ended = true
    },
    hasEnded: () => (globalThis as unknown as Redrawn).ended,
  })
}

const PARSER = 'node_modules/markdown-it/dist/browser/markdown-it.umd.min.js'

/** A page that nothing but these calls is attached to. */
interface BarePage {
  send: (method: string, params?: object) => Promise<any>
  run: (expression: string) => Promise<void>
  evaluate: <Value>(act: () => Value) => Promise<Awaited<Value>>
  close: () => Promise<void>
}

/**
 * Opens a page past Playwright, which watches the network of its own pages: the browser then tells
 * of every delta on the page's main thread, and that costs as much as drawing the answer.
 */
async function openBare(browser: Browser, url: string): Promise<BarePage> {
  const session = await browser.newBrowserCDPSession()
  const { browserContextId } = await session.send('Target.createBrowserContext')
  const { targetId } = await session.send('Target.createTarget', { url, browserContextId })
  const { sessionId } = await session.send('Target.attachToTarget', { targetId })
  const replies = new Map<number, (reply: { result?: any; error?: object }) => void>()
  let sent = 0
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const reply = JSON.parse(message)
    replies.get(reply.id)?.(reply)
    replies.delete(reply.id)
  })
  async function send(method: string, params: object = {}) {
    const id = (sent += 1)
    const answered = new Promise<{ result?: any; error?: object }>((resolve) => {
      replies.set(id, resolve)
    })
    const message = JSON.stringify({ id, method, params })
    await session.send('Target.sendMessageToTarget', { sessionId, message })
    const { result, error } = await answered
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
  async function run(expression: string, options: object = {}) {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, ...options })
    if (exceptionDetails) throw new Error(`The page failed: ${JSON.stringify(exceptionDetails)}`)
    return result.value
  }
  const value = (expression: string) => run(expression, { awaitPromise: true, returnByValue: true })
  while ((await value('document.readyState')) !== 'complete') await pause(50)
  return {
    send,
    run: (expression) => run(expression),
    evaluate: (act) => value(`(${act.toString()})()`),
    async close() {
      await session.send('Target.disposeBrowserContext', { browserContextId })
    },
  }
}

/**
 * Milliseconds of work on the page's main thread: in all, in the longest task, and, for each quarter
 * of the time, in a second of it, as the median.
 */
interface Work {
  total: number
  longest: number
  quarters: number[]
}

interface Doing {
  begin: () => void
  hasEnded: () => boolean
}

/** Does it and closes the page. The thread's own clock, so that what else the machine does does not count. */
async function work(browser: Browser, page: BarePage, { begin, hasEnded }: Doing): Promise<Work> {
  await page.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taskMs = async () => {
    const { metrics } = await page.send('Performance.getMetrics')
    const duration = metrics.find(({ name }: { name: string }) => name === 'TaskDuration')
    return 1000 * duration.value
  }
  const clock = [await taskMs()]
  const longest = await longestTask(browser, async () => {
    await page.run(`(${begin.toString()})()`)
    for (let second = 1; second < MOST_SECONDS; second += 1) {
      await pause(1000)
      clock.push(await taskMs())
      if (await page.evaluate(hasEnded)) return
    }
  })
  await page.close()
  const seconds = clock.slice(1).map((ms, index) => ms - (clock[index] ?? ms))
  const quarter = Math.floor(seconds.length / 4)
  return {
    total: (clock.at(-1) ?? Number.NaN) - (clock[0] ?? Number.NaN),
    longest,
    quarters: [0, 1, 2, 3].map((n) => quantile(seconds.slice(n * quarter, (n + 1) * quarter), 0.5)),
  }
}

const MOST_SECONDS = 90

/** Milliseconds of the longest task on the page's main thread meanwhile, by that thread's own clock. */
async function longestTask(browser: Browser, act: () => Promise<void>): Promise<number> {
  // Nothing but the tasks themselves: every further event of a trace is work too.
  await browser.startTracing(undefined, { categories: ['toplevel'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const tasks = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map((thread) => traceEvents.filter((event) => isTask(event) && isOn(event, thread)))
    .toSorted((a, b) => b.length - a.length)[0]
  return Math.max(...(tasks ?? []).map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000))
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args: { name?: string }
}

function isTask({ name, ph }: TraceEvent): boolean {
  return name === 'ThreadControllerImpl::RunTask' && ph === 'X'
}

function isOn(event: TraceEvent, thread: TraceEvent): boolean {
  return event.pid === thread.pid && event.tid === thread.tid
}

async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(20_000)
  return page
}
