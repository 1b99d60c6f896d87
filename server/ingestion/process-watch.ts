/**
 * The thread that ends a disposable process above its limits. V8's own limits do not count array
 * buffers and WebAssembly. It also ends a process whose parent is gone and that is too busy to
 * notice.
 */
import { workerData } from 'node:worker_threads'
import type { Watched } from './disposable.ts'

/** At full speed a process takes some 40 MB in this time (measured). */
const EVERY_MS = 20
/** A process that waits for a processor or a disk has more time, which is counted in looks. */
const WAITS = 3

const { maxMemoryMb, parent, target, beat, hangMs } = workerData as Watched
let lastBeat = 0
let usedMs = 0
let looks = 0

setInterval(() => {
  const isOutgrown = process.memoryUsage.rss() > maxMemoryMb * 1024 * 1024
  if (isOutgrown || isHung() || process.ppid !== parent) process.kill(target, 'SIGKILL')
}, EVERY_MS)

/** Whether the main thread has not come to its next beat for so much processor time. */
function isHung(): boolean {
  const nowMs = processorMs()
  const now = Atomics.load(beat, 0)
  if (now !== lastBeat) {
    lastBeat = now
    usedMs = nowMs
    looks = 0
  }
  looks += 1
  return nowMs - usedMs > hangMs || looks * EVERY_MS > WAITS * hangMs
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
