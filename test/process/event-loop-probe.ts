/**
 * Preloaded into a service: on SIGUSR2 it prints how long the main thread blocked the event loop
 * since the last report. `busyMs` is the most processor time between two turns of the loop, which
 * other processes cannot lengthen; `delayMs` the longest wait by the clock, which they can;
 * `rssMb` the peak memory of the process.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const RESOLUTION_MS = 5

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let reports = 0
  let busiest = 0
  let before = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    busiest = Math.max(busiest, user + system)
  }, RESOLUTION_MS).unref()

  process.on('SIGUSR2', () => {
    const report = {
      busyMs: Math.round(busiest / 100) / 10,
      delayMs: Math.round(delay.max / 1e5) / 10,
      rssMb: Math.round(process.resourceUsage().maxRSS / 1024),
    }
    reports += 1
    busiest = 0
    delay.reset()
    process.stdout.write(`\nevent-loop ${reports} ${JSON.stringify(report)}\n`)
  })
}
