import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../test/support/browser.ts'
import { startWidgetServer } from '../../test/support/widget-server.ts'
import { heapBytes, openPage, recordTasks, workedMs } from '../page.ts'
import type { Rounds, Section } from '../section.ts'
import { openPanel, type Server, settle } from '../visit.ts'

/**
 * CPU slowdown of an old phone. Thread time does not include the browser's throttling, so figures
 * are multiplied by it.
 */
const CPU_SLOWDOWN = 4

interface Size extends Rounds {
  /** Time after which the page is idle. */
  idleMs: number
}

/**
 * The built widget in a real browser against a scripted service: size, loading, opening, memory.
 * Times are those of the main thread, in processor time.
 */
export const section: Section<Size> = {
  sizes: { full: { rounds: 9, idleMs: 500 }, smallest: { rounds: 1, idleMs: 20 } },

  async prepare({ idleMs }, { program }) {
    const browser = await launchBrowser()
    const server = await startWidgetServer()
    server.state.policy = ''
    const weights = await weightsOf(join(program, 'dist/widget'))

    return async () => {
      const { load, open, longest } = await visited(browser, server, idleMs)
      const ready = await openedSlowly(browser, server)
      const heap = await weighed(browser, server)
      return [
        {
          what: 'widget: before a click, brotli',
          measured: weights.launcher,
          unit: 'kB',
          budget: 4,
        },
        { what: 'widget: opened, brotli', measured: weights.opened, unit: 'kB', budget: 32 },
        {
          what: 'widget: loading, 4 times slower, above the page without it',
          measured: CPU_SLOWDOWN * load,
          unit: 'ms',
          budget: 25,
        },
        {
          what: 'widget: opening, 4 times slower',
          measured: CPU_SLOWDOWN * open,
          unit: 'ms',
          budget: 150,
        },
        {
          what: 'widget: opening, longest task',
          measured: CPU_SLOWDOWN * longest,
          unit: 'ms',
          budget: 50,
        },
        { what: 'widget: click to ready, by the clock', measured: ready, unit: 'ms', budget: 200 },
        { what: 'widget: heap, closed', measured: heap.closed / 1e6, unit: 'MB', budget: 0.2 },
        { what: 'widget: heap, open', measured: heap.open / 1e6, unit: 'MB', budget: 1.5 },
      ]
    }
  },
}

/** Compressed kilobytes of the launcher, and of launcher and panel in the default language. */
async function weightsOf(folder: string): Promise<{ launcher: number; opened: number }> {
  const compressed = async (file: string) =>
    brotliCompressSync(await readFile(join(folder, file))).length / 1000
  const panel = (await readdir(join(folder, 'widget'))).filter((name) => name.startsWith('panel'))
  const launcher = await compressed('widget.js')
  const rest = await Promise.all(panel.map((name) => compressed(`widget/${name}`)))
  return { launcher, opened: rest.reduce((sum, size) => sum + size, launcher) }
}

/** Milliseconds of work: `load` beyond the page without the widget. */
async function visited(browser: Browser, server: Server, idleMs: number) {
  const page = await openPage(browser)
  const worked = async (withWidget: boolean) => {
    await settle(page, server, withWidget)
    await pause(idleMs)
    return workedMs(page)
  }
  // The first visits include one-time work of the browser.
  await worked(false)
  await worked(false)
  const bare = await worked(false)
  const load = await worked(true)
  const tasksOf = await recordTasks(browser, async () => {
    await page.run(mark)
    await page.run(openPanel)
    await pause(idleMs)
    await page.run(mark)
  })
  const tasks = tasksOf('opening').map(({ ms }) => ms)
  const open = tasks.reduce((sum, ms) => sum + ms, 0)
  await page.close()
  return { load: load - bare, open, longest: Math.max(...tasks) }
}

/**
 * Milliseconds by the clock from the click to the focus. In a tab of its own: one in which the
 * panel was open opens it again by itself.
 */
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

function mark() {
  performance.mark('opening')
}
