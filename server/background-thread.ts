import { Worker } from 'node:worker_threads'
import type { CheckAnswer } from './answering/cited/check.ts'
import type { BackgroundMethods } from './background.ts'
import type { Config } from './config.ts'
import type { Citation } from './contract/conversation.ts'
import { ServiceError } from './contract/errors.ts'
import type { Log } from './log.ts'
import type { ModelEvent, Prompt } from './models/ports.ts'
import type { Retrieve } from './retrieval/retrieval.ts'
import { createCalls, threadFile, YOUNG_GENERATION } from './thread.ts'
import { within } from './within.ts'

export type BackgroundThread = Awaited<ReturnType<typeof startBackgroundThread>>

const RESTART_MS = 1000
/** The thread is asked this often whether it still answers. */
const PULSE_MS = 1000
/**
 * Pulses without an answer after which it counts as hung, so that a hang is seen within 10 s. It
 * answers between two steps of its work. The longest is the first search by vectors in a large
 * collection, which reads all of them: 0.7 s for 40,000 of 384 numbers, on a machine that was busy
 * (measured).
 */
const HANGS_AFTER = 9
/** Pulses within which a thread must have started. */
const STARTS_WITHIN = 60
/**
 * Deadline of a call, beyond what an embedding model may take to turn the question into a vector.
 */
const CALL_MS = 30_000
const STOP_MS = 1000
const TERMINATE_MS = 300

/**
 * The main thread's side of `background.ts`. A thread that dies or hangs fails the searches it owes
 * with `retrieval_failure` and is started again; `beforeStart` puts its jobs back in the queue
 * (docs/behaviour.md#health-and-readiness).
 */
export async function startBackgroundThread({
  config,
  log,
  beforeStart,
  createWorker = () =>
    new Worker(threadFile('background', import.meta.url), {
      workerData: config,
      resourceLimits: YOUNG_GENERATION,
    }),
  pulseMs = PULSE_MS,
}: {
  config: Config
  log: Log
  beforeStart: () => Promise<unknown>
  createWorker?: () => Worker
  pulseMs?: number
}) {
  let thread!: Thread
  let stopping = false
  const deadlineMs = config.embedding_ms + CALL_MS
  const report = (err: unknown) =>
    log.warn({ err }, 'the background thread is ended in the middle of its work')

  function launch(): void {
    thread = watch(createWorker(), { log, pulseMs })
    thread.worker.on('exit', () => {
      if (!stopping) setTimeout(relaunch, RESTART_MS).unref()
    })
  }

  /** Tries until it works: the service answers what it can meanwhile, and says so in `/ready`. */
  async function relaunch(): Promise<void> {
    try {
      if (!stopping) await beforeStart()
      if (!stopping) launch()
    } catch (err) {
      log.error({ err }, 'the background thread could not be started again')
      setTimeout(relaunch, RESTART_MS).unref()
    }
  }

  await beforeStart()
  launch()

  const retrieve: Retrieve = (request, signal) =>
    thread.call('retrieve', request, { deadlineMs, signal })
  const checkAnswer: CheckAnswer = (answer, signal) =>
    thread.call('checkAnswer', answer, { deadlineMs, signal })

  return {
    /** Resolves once the thread works, which takes as long to start as the rest of the service. */
    ready: () => thread.ready,
    retrieve,
    checkAnswer,
    /** The built-in model's answer. */
    async *extract(prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent> {
      yield* await thread.call('extract', prompt, { deadlineMs, signal })
    },
    /** `Turns.progress`, written there. */
    progress(answer_id: string, text: string, citations: Citation[]): Promise<void> {
      return thread.call('progress', { answer_id, text, citations }, { deadlineMs })
    },
    wakeJobs() {
      // A thread that is starting again looks for jobs by itself.
      void thread.call('wake', undefined, { deadlineMs }).catch(() => undefined)
    },
    /** Throws while the thread is hung, or not yet started again. */
    async check(): Promise<void> {
      if (!thread.works()) throw lost()
    },
    /** Puts the running jobs back in the queue and begins no others; searches and answers go on. */
    stopJobs(): void {
      stopping = true
      void thread.call('stopJobs', undefined, { deadlineMs }).catch(() => undefined)
    },
    /** Ends the thread, in a second whatever it is doing. */
    async stop(): Promise<void> {
      stopping = true
      const stopped = thread.call('stop', undefined, { deadlineMs: STOP_MS })
      if (thread.works()) await stopped.catch(report)
      else stopped.catch(() => undefined)
      await within(TERMINATE_MS, thread.worker.terminate(), report)
    },
  }
}

type Thread = ReturnType<typeof watch>

/**
 * A worker that is ended when it does not answer any more. Time is counted in pulses of this
 * thread: when the whole process stood still, as on a machine that slept, the worker has not been
 * silent.
 */
function watch(worker: Worker, { log, pulseMs }: { log: Log; pulseMs: number }) {
  const { call, abandon } = createCalls<BackgroundMethods>(worker, lost)
  let state: 'starting' | 'works' | 'lost' = 'starting'
  let silentPulses = 0

  const ask = () => call('ready', undefined, { deadlineMs: CALL_MS + STARTS_WITHIN * pulseMs })
  const pulse = setInterval(() => {
    silentPulses += 1
    if (silentPulses > (state === 'starting' ? STARTS_WITHIN : HANGS_AFTER)) giveUp()
    else void ask().catch(() => undefined)
  }, pulseMs).unref()

  function giveUp(): void {
    log.error('the background thread does not answer and is ended')
    lose()
    void worker.terminate()
  }

  function lose(): void {
    state = 'lost'
    clearInterval(pulse)
    abandon()
  }

  worker.on('message', () => {
    silentPulses = 0
  })
  worker.on('error', (err) => log.error({ err }, 'the background thread failed'))
  worker.on('exit', lose)

  async function started(): Promise<void> {
    await ask()
    state = 'works'
  }
  const ready = started()
  // A thread that dies before it works is started again.
  ready.catch(() => undefined)
  return { worker, call, ready, works: () => state === 'works' }
}

function lost(): Error {
  return new ServiceError('retrieval_failure', 'The knowledge could not be searched.')
}
