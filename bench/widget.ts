import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'
import { completed, type Script, startWidgetServer } from '../test/support/widget-server.ts'
import type { Figure } from './table.ts'

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
  const { longest } = await traced(browser, page, async () => {
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
    const widget = await streamed(browser, server, text)
    const { total, longest, quarters } = widget
    const what = `widget: 40 kB of ${kind}`
    const baseline = kind === 'everything' ? await drawnWhole(browser, text) : undefined
    figures.push(
      {
        what,
        measured: total,
        unit: 'ms',
        budget: 3000,
        ...(baseline && { baseline: baseline.total }),
      },
      {
        what: `${what}, longest task`,
        measured: longest,
        unit: 'ms',
        budget: 16,
        ...(baseline && { baseline: baseline.longest }),
      },
      {
        what: `${what}, last quarter against the first`,
        measured: quarters[3] ?? 0,
        unit: 'ms',
        baseline: quarters[0] ?? 0,
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

async function streamed(browser: Browser, server: Server, text: string): Promise<Trace> {
  const page = await newPage(browser)
  server.state.script = script(text)
  await page.goto(server.url)
  await page.locator('.launcher').waitFor()
  await page.evaluate(openPanel)
  const trace = await traced(browser, page, async () => {
    await page.evaluate(() => window.svc?.('ask', 'Tell me everything.'))
    await page.locator('.turn[data-state="answered"]').waitFor({ timeout: 120_000 })
  })
  await page.context().close()
  return trace
}

/** The baseline: all of the text so far through a parser and into the page, as often as the widget draws. */
async function drawnWhole(browser: Browser, text: string): Promise<Trace> {
  const page = await newPage(browser)
  await page.setContent('<div id="box" style="height:600px;width:380px;overflow:auto"></div>')
  await page.addScriptTag({ path: 'node_modules/markdown-it/dist/browser/markdown-it.umd.min.js' })
  const trace = await traced(browser, page, () =>
    page.evaluate(
      async ({ text, milliseconds }) => {
        const { markdownit } = window as unknown as {
          markdownit: () => { render: (text: string) => string }
        }
        const box = document.querySelector('#box') as HTMLElement
        const markdown = markdownit()
        const started = performance.now()
        for (let share = 0; share < 1; ) {
          await new Promise((resolve) => setTimeout(resolve, 50))
          share = Math.min(1, (performance.now() - started) / milliseconds)
          box.innerHTML = markdown.render(text.slice(0, text.length * share))
          box.scrollTop = box.scrollHeight
        }
      },
      { text, milliseconds: (DELTAS / DELTAS_PER_SECOND) * 1000 },
    ),
  )
  await page.context().close()
  return trace
}

/** Milliseconds of work on the page's main thread: in all, in the longest task, and in each quarter of the time. */
interface Trace {
  total: number
  longest: number
  quarters: number[]
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args: { name?: string }
}

async function traced(browser: Browser, page: Page, act: () => Promise<void>): Promise<Trace> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  return mainThread(traceEvents)
}

/** Time of the thread itself, so that what else the machine does does not count. */
function mainThread(events: TraceEvent[]): Trace {
  const mains = events
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid))
    .map((own) => own.filter(({ name, ph }) => name === 'RunTask' && ph === 'X'))
  const tasks = mains.toSorted((a, b) => sum(b) - sum(a))[0] ?? []
  const from = Math.min(...tasks.map(({ ts }) => ts))
  const length = Math.max(...tasks.map(({ ts }) => ts)) - from
  const quarters = [0, 1, 2, 3].map((quarter) =>
    sum(tasks.filter(({ ts }) => Math.min(3, Math.floor((4 * (ts - from)) / length)) === quarter)),
  )
  return { total: sum(tasks), longest: Math.max(...tasks.map(milliseconds)), quarters }
}

function sum(tasks: TraceEvent[]): number {
  return tasks.reduce((total, task) => total + milliseconds(task), 0)
}

function milliseconds({ tdur, dur }: TraceEvent): number {
  return (tdur ?? dur ?? 0) / 1000
}

async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(20_000)
  return page
}
