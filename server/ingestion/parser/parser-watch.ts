/**
 * The thread that ends a parser process above its memory limit. V8's own limits do not count array
 * buffers and WebAssembly. It also ends a process whose parent is gone and that is too busy to
 * notice.
 */
import { workerData } from 'node:worker_threads'

/** At full speed a process takes some 40 MB in this time (measured). */
const EVERY_MS = 20

const { maxMemoryMb, parent } = workerData as { maxMemoryMb: number; parent: number }

setInterval(() => {
  const isOutgrown = process.memoryUsage.rss() > maxMemoryMb * 1024 * 1024
  if (isOutgrown || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
