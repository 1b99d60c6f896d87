/**
 * The thread that ends a parser process which has outgrown its memory, of whatever kind: V8's own
 * limits know nothing of array buffers and WebAssembly. It also ends one whose parent is gone and
 * which is too busy to notice.
 */
import { workerData } from 'node:worker_threads'

/** At full speed a process takes some 40 MB in this time (measured). */
const EVERY_MS = 20

const { maxMemoryMb, parent } = workerData as { maxMemoryMb: number; parent: number }

setInterval(() => {
  const isOutgrown = process.memoryUsage.rss() > maxMemoryMb * 1024 * 1024
  if (isOutgrown || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
