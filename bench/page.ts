import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'

/** Longer than anything takes that a page is asked for, on a busy machine too. */
const REPLY_MS = 120_000

/**
 * A page with a bare DevTools session, without Playwright's instrumentation. What it does not do
 * within two minutes fails.
 */
export interface Page {
  send: (method: string, params?: object) => Promise<any>
  goto: (url: string) => Promise<void>
  /** Runs a script or a self-contained function in the page, and returns its result. */
  run: <Value>(act: string | (() => Value)) => Promise<Awaited<Value>>
  close: () => Promise<void>
}

/**
 * Opens an empty page without Playwright, which enables network events on its pages: the browser
 * then reports every delta on the page's main thread, which costs as much as rendering the answer.
 */
export async function openPage(browser: Browser): Promise<Page> {
  const session = await browser.newBrowserCDPSession()
  const { browserContextId } = await session.send('Target.createBrowserContext')
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  })
  const { sessionId } = await session.send('Target.attachToTarget', { targetId })
  const replies = new Map<number, (reply: { result?: any; error?: object }) => void>()
  let sent = 0
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const reply = JSON.parse(message)
    replies.get(reply.id)?.(reply)
    replies.delete(reply.id)
  })

  async function send(method: string, params: object = {}) {
    const id = (sent += 1)
    const answered = new Promise<{ result?: any; error?: object }>((resolve) => {
      replies.set(id, resolve)
    })
    const message = JSON.stringify({ id, method, params })
    await session.send('Target.sendMessageToTarget', { sessionId, message })
    const { result, error } = await Promise.race([answered, silence(method)])
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }

  async function run<Value>(act: string | (() => Value)): Promise<Awaited<Value>> {
    const expression = typeof act === 'string' ? act : `(${act.toString()})()`
    const options = { awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, ...options })
    if (exceptionDetails) throw new Error(`The page failed: ${JSON.stringify(exceptionDetails)}`)
    return result.value
  }

  await send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    send,
    run,
    async goto(url) {
      await send('Page.navigate', { url })
      await run(untilLoaded)
    },
    async close() {
      await session.send('Target.disposeBrowserContext', { browserContextId })
      await session.detach()
    },
  }
}

async function silence(method: string): Promise<never> {
  await pause(REPLY_MS, undefined, { ref: false })
  throw new Error(`The page did not reply to ${method} within ${REPLY_MS / 1000} s.`)
}

async function untilLoaded(): Promise<void> {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  while (document.readyState !== 'complete') await drawn()
  await drawn()
}

/** CPU time of the page's main thread since navigation, in milliseconds. */
export async function workedMs(page: Page): Promise<number> {
  const { metrics } = await page.send('Performance.getMetrics')
  const duration = metrics.find(({ name }: { name: string }) => name === 'TaskDuration')
  return 1000 * duration.value
}

/** Size of the JavaScript heap in bytes, after garbage collection. */
export async function heapBytes(page: Page): Promise<number> {
  await page.send('HeapProfiler.collectGarbage')
  const { usedSize } = await page.send('Runtime.getHeapUsage')
  return usedSize
}

/** A task of a page's main thread. */
export interface Task {
  /** Start of the task between the two marks, from 0 to 1. */
  at: number
  /** CPU time in milliseconds. */
  ms: number
  /** Whether it is garbage collection, scheduled by the browser. */
  isCollection: boolean
}

/**
 * Records a trace while `act` runs. Returns the tasks of the page that has set a `performance.mark`
 * of the given name twice, between the two marks.
 */
export async function recordTasks(
  browser: Browser,
  act: () => Promise<void>,
): Promise<(mark: string) => Task[]> {
  // As few categories as possible, because tracing takes time too.
  const categories = ['toplevel', 'blink.user_timing']
  await browser.startTracing(undefined, { categories })
  await act()
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  const traceEvents = trace.traceEvents.toSorted((a, b) => a.ts - b.ts)
  return (mark) => {
    const [first, last] = traceEvents.filter(({ cat, name }) => cat === MARKS && name === mark)
    if (!first || !last) throw new Error(`The page did not set the mark ${mark} twice.`)
    const tasks: Task[] = []
    for (const { name, ts, dur, tdur, args } of traceEvents.filter(isWorkOf(first, last))) {
      const ms = (tdur ?? dur) / 1000
      const at = (ts - first.ts) / (last.ts - first.ts)
      const task = tasks.at(-1)
      if (name === MICROTASKS && task) task.ms += ms
      else tasks.push({ at, ms, isCollection: COLLECTION.test(args.src_func ?? '') })
    }
    return tasks
  }
}

const MARKS = 'blink.user_timing'
const TASK = 'ThreadControllerImpl::RunTask'
/** Microtasks, which the browser runs after a task and traces separately. */
const MICROTASKS = 'BlinkScheduler_PerformMicrotaskCheckpoint'

/** Posters of garbage collection tasks, of V8 and of Blink. */
const COLLECTION = /v8::internal::(IncrementalMarking|MinorGC|MemoryReducer)|cppgc::/

interface TraceEvent {
  cat: string
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds, like all times of a trace. */
  ts: number
  dur: number
  /** CPU time. */
  tdur?: number
  args: { src_func?: string }
}

/** Filters work of the thread that set the marks, between them. */
function isWorkOf(first: TraceEvent, last: TraceEvent): (event: TraceEvent) => boolean {
  return ({ name, ph, pid, tid, ts, dur }) =>
    (name === TASK || name === MICROTASKS) &&
    ph === 'X' &&
    pid === first.pid &&
    tid === first.tid &&
    ts + dur > first.ts &&
    ts < last.ts
}
