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

export type BackgroundThread = Awaited<ReturnType<typeof startBackgroundThread>>

const RESTART_MS = 1000

/**
 * The main thread's side of `background.ts`. A thread that dies fails the searches it owes with
 * `retrieval_failure` and is started again; `beforeStart` puts its jobs back in the queue.
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
}: {
  config: Config
  log: Log
  beforeStart: () => Promise<unknown>
  createWorker?: () => Worker
}) {
  let call!: ReturnType<typeof createCalls<BackgroundMethods>>
  let worker!: Worker
  let alive = false
  let stopping = false

  function launch(): void {
    worker = createWorker()
    call = createCalls<BackgroundMethods>(worker, lost)
    alive = true
    worker.on('error', (err) => log.error({ err }, 'the background thread failed'))
    worker.on('exit', () => {
      alive = false
      if (!stopping) setTimeout(relaunch, RESTART_MS).unref()
    })
  }

  /** Tries until it works: the service answers what it can meanwhile, and says so in `/ready`. */
  async function relaunch(): Promise<void> {
    if (stopping) return
    try {
      await beforeStart()
      launch()
    } catch (err) {
      log.error({ err }, 'the background thread could not be started again')
      setTimeout(relaunch, RESTART_MS).unref()
    }
  }

  await beforeStart()
  launch()

  const retrieve: Retrieve = (request, signal) => call('retrieve', request, signal)
  const checkAnswer: CheckAnswer = (answer, signal) => call('checkAnswer', answer, signal)

  return {
    /** Resolves once the thread works, which takes as long to start as the rest of the service. */
    ready: () => call('ready', undefined),
    retrieve,
    checkAnswer,
    /** The built-in model's answer. */
    async *extract(prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent> {
      yield* await call('extract', prompt, signal)
    },
    /** `Turns.progress`, written there. */
    progress(answer_id: string, text: string, citations: Citation[]): Promise<void> {
      return call('progress', { answer_id, text, citations })
    },
    wakeJobs() {
      // A thread that is starting again looks for jobs by itself.
      void call('wake', undefined).catch(() => undefined)
    },
    async check(): Promise<void> {
      if (!alive) throw lost()
    },
    /** Puts a running job back in the queue and ends the thread. */
    async stop(): Promise<void> {
      stopping = true
      if (alive) await call('stop', undefined)
      await worker.terminate()
    },
  }
}

function lost(): Error {
  return new ServiceError('retrieval_failure', 'The knowledge could not be searched.')
}
