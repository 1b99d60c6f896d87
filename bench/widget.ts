import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { launchBrowser } from '../test/support/browser.ts'
import { startWidgetServer } from '../test/support/widget-server.ts'
import type { Figure } from './table.ts'
import { measureLongAnswers } from './widget-stream.ts'
import { measureVisits } from './widget-visit.ts'

const WIDGET = 'dist/widget'

/**
 * Measures the built widget in a real browser against a scripted service: its size, loading,
 * opening and long streamed answers. Times are main thread CPU time; each is the median of several
 * runs, with minimum and maximum.
 */
export async function measureWidget(): Promise<Figure[]> {
  const browser = await launchBrowser()
  const server = await startWidgetServer()
  server.state.policy = ''
  try {
    return [
      ...(await weights()),
      ...(await measureVisits(browser, server)),
      ...(await measureLongAnswers(browser, server)),
    ]
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Compressed size of the launcher, and of launcher and panel in the default language. */
async function weights(): Promise<Figure[]> {
  const panel = await readdir(join(WIDGET, 'widget'))
  const launcher = await compressed('widget.js')
  const rest = await Promise.all(
    panel.filter((name) => name.startsWith('panel')).map((name) => compressed(`widget/${name}`)),
  )
  const total = rest.reduce((sum, bytes) => sum + bytes, launcher)
  return [
    { what: 'widget: before a click, brotli', measured: launcher / 1000, unit: 'kB', budget: 3 },
    { what: 'widget: opened, brotli', measured: total / 1000, unit: 'kB', budget: 25 },
  ]
}

async function compressed(file: string): Promise<number> {
  return brotliCompressSync(await readFile(join(WIDGET, file))).length
}
