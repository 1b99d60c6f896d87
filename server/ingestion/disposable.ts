import { writeFileSync } from 'node:fs'
import { platform } from 'node:os'
import { Worker } from 'node:worker_threads'
import { lowerPriority, threadFile } from '../thread.ts'

/** What a process may take until it is ended. */
export interface DisposableLimits {
  /** Of any kind. */
  maxMemoryMb: number
  /** Processor time without a round of the event loop; by default any. */
  hangMs?: number
  /** Whether it was started as the leader of a group, whose processes end with it. */
  leadsGroup?: boolean
}

export interface Watched {
  maxMemoryMb: number
  hangMs: number
  parent: number
  /** What is ended: the process, or its group. */
  target: number
  /** Grows with the rounds of the event loop. */
  beat: Int32Array
}

const BEAT_MS = 250

/**
 * Makes this process one that reads what strangers have written: it is ended above its limits and
 * when its parent is gone, and gives way to streams.
 */
export function becomeDisposable({
  maxMemoryMb,
  hangMs = Number.POSITIVE_INFINITY,
  leadsGroup = false,
}: DisposableLimits): void {
  const target = leadsGroup && platform() !== 'win32' ? -process.pid : process.pid
  const beat = new Int32Array(new SharedArrayBuffer(4))
  startWatch({ maxMemoryMb, hangMs, parent: process.ppid, target, beat })
  setInterval(() => Atomics.add(beat, 0, 1), BEAT_MS).unref()
  yieldToStreams()
  process.on('disconnect', () => process.kill(target, 'SIGKILL'))
  // Terminals and service managers signal every process of the service; only the parent ends this.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}

/** A thread of its own, because the main one is busy while a document grows. */
function startWatch(watched: Watched): void {
  const watch = new Worker(threadFile('process-watch', import.meta.url), {
    workerData: watched,
    resourceLimits: {
      maxOldGenerationSizeMb: 16,
      maxYoungGenerationSizeMb: 2,
      codeRangeSizeMb: 8,
      stackSizeMb: 1,
    },
  })
  watch.unref()
}

/** Streams have priority; and when memory runs out, the kernel ends this process first. */
function yieldToStreams(): void {
  lowerPriority(10)
  if (platform() === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
}
