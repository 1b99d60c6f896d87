import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../../bench/figures.ts'
import { type Acme, QUESTION } from './acme.ts'

const LOOK_EVERY_MS = 200
/** Timeout of a probe. */
const LOOK_MS = 10_000

/**
 * Asks for `/ready` and for a search in turn, until it is stopped; then tells what was answered
 * otherwise than with 200, and how long it took.
 */
export function watchService({ api, call }: Pick<Acme, 'api' | 'call'>) {
  const faults = new Map<string, number>()
  const times: number[] = []
  const look = { wanted: true }
  const note = async (what: string, ask: () => Promise<{ status: number }>) => {
    const start = performance.now()
    const { status } = await Promise.race([ask(), pause(LOOK_MS, { status: 0 })]).catch(() => ({
      status: -1,
    }))
    times.push(performance.now() - start)
    if (status === 200) return
    const fault = status === 0 ? `${what} hangs` : `${what} answers ${status}`
    faults.set(fault, (faults.get(fault) ?? 0) + 1)
  }
  const looking = (async () => {
    while (look.wanted) {
      await note('/ready', () => fetch(`${api}/ready`))
      await note('a search', () => call('POST', '/knowledge/search', { query: QUESTION }))
      await pause(LOOK_EVERY_MS)
    }
  })()
  return {
    async stop() {
      look.wanted = false
      await looking
      const slowestMs = Math.round(Math.max(...times))
      const p99 = Math.round(quantile(times, 0.99))
      return {
        faults: [...faults].map(([fault, times]) => `${fault}, ${times} times`),
        slowestMs,
        told: `${times.length} looks, p99 ${p99} ms, slowest ${slowestMs} ms`,
      }
    },
  }
}
