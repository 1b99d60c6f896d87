/**
 * Loaded into a service before its own program: on SIGUSR2 it prints what its main thread did to
 * everybody else since the last time: `busyMs`, the most processor time that went by between two
 * turns of its event loop, which others on the machine cannot lengthen; `delayMs`, the longest wait
 * by the clock, which they can; and `rssMb`, the most memory that the process ever had.
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
