import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import type { startWidgetServer } from '../test/support/widget-server.ts'
import { heapBytes, openPage, type Page, recordTasks, workedMs } from './page.ts'
import { type Figure, inTheMiddle } from './table.ts'

const VISITS = 9
/**
 * CPU slowdown of an old phone. Thread time does not include the browser's throttling, so figures
 * are multiplied by it.
 */
const CPU_SLOWDOWN = 4
/** Time after which the page is idle. */
const IDLE_MS = 500

export type Server = Awaited<ReturnType<typeof startWidgetServer>>

/** Measures time and memory of loading and opening. */
export async function measureVisits(browser: Browser, server: Server): Promise<Figure[]> {
  const seen: Visit[] = []
  for (let visit = 0; visit < VISITS; visit += 1) seen.push(await visited(browser, server))
  const heap = await weighed(browser, server)
  const median = (pick: (visit: Visit) => number) => inTheMiddle(seen.map(pick))
  return [
    {
      what: 'widget: loading, 4 times slower, above the page without it',
      ...median(({ load }) => CPU_SLOWDOWN * load),
      unit: 'ms',
      budget: 25,
    },
    {
      what: 'widget: opening, 4 times slower',
      ...median(({ open }) => CPU_SLOWDOWN * open),
      unit: 'ms',
      budget: 150,
    },
    {
      what: 'widget: opening, longest task',
      ...median(({ longest }) => CPU_SLOWDOWN * longest),
      unit: 'ms',
      budget: 40,
    },
    {
      what: 'widget: click to ready, by the clock',
      ...median(({ ready }) => ready),
      unit: 'ms',
      budget: 200,
    },
    {
      what: 'widget: heap, closed',
      measured: heap.closed / 1e6,
      unit: 'MB',
      budget: 0.2,
    },
    {
      what: 'widget: heap, open',
      measured: heap.open / 1e6,
      unit: 'MB',
      budget: 1.5,
    },
  ]
}

type Visit = Awaited<ReturnType<typeof visited>>

/**
 * Milliseconds: `load` beyond the page without the widget; `ready` is wall time, the rest is work.
 */
async function visited(browser: Browser, server: Server) {
  const page = await openPage(browser)
  // Warm-up: the first visits include one-time work of the browser.
  await worked(page, server, false)
  await worked(page, server, false)
  const bare = await worked(page, server, false)
  const load = await worked(page, server, true)
  const tasksOf = await recordTasks(browser, async () => {
    await page.run(mark)
    await page.run(openPanel)
    await pause(IDLE_MS)
    await page.run(mark)
  })
  const tasks = tasksOf('opening').map(({ ms }) => ms)
  const open = tasks.reduce((sum, ms) => sum + ms, 0)
  await page.close()
  const ready = await openedSlowly(browser, server)
  return { load: load - bare, open, longest: Math.max(...tasks), ready }
}

/** In a tab of its own: one in which the panel was open opens it again by itself. */
async function openedSlowly(browser: Browser, server: Server): Promise<number> {
  const page = await openPage(browser)
  await page.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await settle(page, server, true)
  const ready = await page.run(openPanel)
  await page.close()
  return ready
}

/** Heap in bytes beyond that of the page without the widget. */
async function weighed(browser: Browser, server: Server) {
  const page = await openPage(browser)
  await settle(page, server, false)
  const bare = await heapBytes(page)
  await settle(page, server, true)
  const closed = await heapBytes(page)
  await page.run(openPanel)
  const open = await heapBytes(page)
  await page.close()
  return { closed: closed - bare, open: open - bare }
}

/** Milliseconds of work for one visit to the page. */
async function worked(page: Page, server: Server, withWidget: boolean): Promise<number> {
  await settle(page, server, withWidget)
  await pause(IDLE_MS)
  return workedMs(page)
}

async function settle(page: Page, server: Server, withWidget: boolean) {
  server.state.withWidget = withWidget
  await page.goto(server.url)
  if (withWidget) await page.run(untilLauncher)
}

function mark() {
  performance.mark('opening')
}

export async function untilLauncher(): Promise<void> {
  const launcher = () => document.querySelector('svc-chat')?.shadowRoot?.querySelector('.launcher')
  while (!launcher()) await new Promise((resolve) => setTimeout(resolve, 100))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** Clicks, and resolves with the milliseconds until the composer is focused. */
export async function openPanel(): Promise<number> {
  const root = document.querySelector('svc-chat')?.shadowRoot
  const from = performance.now()
  root?.querySelector<HTMLElement>('.launcher')?.click()
  while (root?.activeElement?.tagName !== 'TEXTAREA') {
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
  return performance.now() - from
}
