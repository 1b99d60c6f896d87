import { Worker } from 'node:worker_threads'
import { v7 as newId } from 'uuid'
import type { CheckAnswer } from './answering/cited/check-answer.ts'
import type { JudgeAnswer } from './answering/quote-answer.ts'
import type { BackgroundData, BackgroundMethods, ChangesMessage } from './background.ts'
import type { Config } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import type { TestedPage } from './contract/source-page.ts'
import type { TestedWebhook } from './contract/webhook.ts'
import type { ProbeRequest } from './ingestion/probe.ts'
import type { Log } from './log.ts'
import type { ModelEvent, Prompt } from './models/ports.ts'
import type { TestedReceiver } from './open-deliveries.ts'
import type { MatchCurated } from './retrieval/curated.ts'
import type { Retrieve } from './retrieval/retrieval.ts'
import type { StoredChange } from './storage/ports/changes.ts'
import type { Turns } from './storage/ports/turns.ts'
import { ownerOf } from './storage/rules/leases.ts'
import { createCalls, threadFile, YOUNG_GENERATION } from './thread.ts'
import { within } from './within.ts'

export type BackgroundThread = ReturnType<typeof startBackgroundThread>

const RESTART_MS = 1000
/** Interval of the heartbeat. */
const HEARTBEAT_MS = 1000
/**
 * Missed heartbeats after which the thread counts as hung, so that a hang is detected within 10 s.
 * The thread answers between two steps of its work. The longest step is the first vector search in
 * a large collection, which reads every vector: 0.7 s for 40,000 of 384 dimensions on a busy
 * machine (measured).
 */
const HANGS_AFTER = 9
/** Heartbeats within which a thread must have started. */
const STARTS_WITHIN = 60
/**
 * Timeout of a call, on top of the time an embedding model may take to embed the question.
 */
const CALL_MS = 30_000
/** A few answers of a slow website, one after another. */
const PROBE_MS = 120_000
const STOP_MS = 1000
const TERMINATE_MS = 300

/**
 * The main thread's side of `background.ts`. When the thread dies or hangs, its pending searches
 * fail with `retrieval_failure` and it is restarted, as another owner of leases; `onLost` puts its
 * jobs back in the queue (docs/behaviour.md#health-and-readiness).
 */
export function startBackgroundThread({
  config,
  log,
  onOwner = () => {},
  onLost,
  onChanges = () => {},
  createWorker = (owner) =>
    new Worker(threadFile('background', import.meta.url), {
      workerData: { config, owner } satisfies BackgroundData,
      resourceLimits: YOUNG_GENERATION,
    }),
  heartbeatMs = HEARTBEAT_MS,
}: {
  config: Config
  log: Log
  /** Called with the owner that a thread is to be, before it starts. */
  onOwner?: (owner: string) => void
  /** Called with the owner that a dead thread was, before the next one starts. */
  onLost: (owner: string) => Promise<unknown>
  /** Called with what the thread stores. */
  onChanges?: (changes: StoredChange[]) => void
  createWorker?: (owner: string) => Worker
  heartbeatMs?: number
}) {
  let owner!: string
  let thread!: Thread
  let stopping = false
  const deadlineMs = config.embedding_ms + CALL_MS
  const report = (err: unknown) =>
    log.warn({ err }, 'the background thread is ended in the middle of its work')

  function launch(): void {
    owner = ownerOf(newId())
    onOwner(owner)
    thread = watch(createWorker(owner), { log, heartbeatMs, onChanges })
    thread.worker.on('exit', () => {
      if (!stopping) setTimeout(relaunch, RESTART_MS).unref()
    })
  }

  /** Retries until the thread starts; meanwhile `/ready` reports that it is missing. */
  async function relaunch(): Promise<void> {
    try {
      if (!stopping) await onLost(owner)
      if (!stopping) launch()
    } catch (err) {
      log.error({ err }, 'the background thread could not be started again')
      setTimeout(relaunch, RESTART_MS).unref()
    }
  }

  launch()

  const retrieve: Retrieve = (request, signal) =>
    thread.call('retrieve', request, { deadlineMs, signal })
  const matchCurated: MatchCurated = (request, signal) =>
    thread.call('matchCurated', request, { deadlineMs, signal })
  const judgeAnswer: JudgeAnswer = (chosen, signal) =>
    thread.call('judgeAnswer', chosen, { deadlineMs, signal })
  const checkAnswer: CheckAnswer = (answer, signal) =>
    thread.call('checkAnswer', answer, { deadlineMs, signal })

  return {
    /** Holds the thread's leases. */
    owner: () => owner,
    /** Resolves once the thread has started, which takes as long as the rest of the service. */
    ready: () => thread.ready,
    retrieve,
    matchCurated,
    checkAnswer,
    judgeAnswer,
    /** Tries an address of a source. */
    probe: (request: ProbeRequest, signal: AbortSignal): Promise<TestedPage> =>
      thread.call('probe', request, { deadlineMs: PROBE_MS, signal }),
    /** Sends a test to a webhook. */
    testWebhook: (receiver: TestedReceiver, signal: AbortSignal): Promise<TestedWebhook> =>
      thread.call('testWebhook', receiver, { deadlineMs, signal }),
    /** Streams the built-in model's answer. */
    async *extract(prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent> {
      yield* await thread.call('extract', prompt, { deadlineMs, signal })
    },
    /** `Turns.progress`, written by the thread. */
    progress: ((organization_id, answer_id, grown, now) => {
      const call = { organization_id, answer_id, ...grown, now }
      return thread.call('progress', call, { deadlineMs })
    }) satisfies Turns['progress'],
    wakeJobs() {
      // A thread that is restarting looks for jobs by itself.
      void thread.call('wake', undefined, { deadlineMs }).catch(() => undefined)
    },
    /** Throws while the thread is hung or restarting. */
    async check(): Promise<void> {
      if (!thread.works()) throw lost()
    },
    /** Puts the running jobs back in the queue and starts no others; searches and answers go on. */
    stopJobs(): void {
      stopping = true
      void thread.call('stopJobs', undefined, { deadlineMs }).catch(() => undefined)
    },
    /**
     * Terminates the thread after at most a second, even in the middle of its work. One that starts
     * gets that second too: better-sqlite3 aborts the process when its loading is interrupted.
     */
    async stop(): Promise<void> {
      stopping = true
      await thread.call('stop', undefined, { deadlineMs: STOP_MS }).catch(report)
      await within(TERMINATE_MS, thread.worker.terminate(), report)
    },
  }
}

type Thread = ReturnType<typeof watch>

/**
 * A worker that is terminated when it misses too many heartbeats. Heartbeats are counted instead of
 * time: after the whole process was suspended, as on a laptop that slept, none was missed.
 */
function watch(
  worker: Worker,
  {
    log,
    heartbeatMs,
    onChanges,
  }: { log: Log; heartbeatMs: number; onChanges: (changes: StoredChange[]) => void },
) {
  const { call, abandon } = createCalls<BackgroundMethods>(worker, lost)
  let state: 'starting' | 'works' | 'lost' = 'starting'
  let missedHeartbeats = 0

  const ask = () => call('ready', undefined, { deadlineMs: CALL_MS + STARTS_WITHIN * heartbeatMs })
  const heartbeat = setInterval(() => {
    missedHeartbeats += 1
    if (missedHeartbeats > (state === 'starting' ? STARTS_WITHIN : HANGS_AFTER)) giveUp()
    else void ask().catch(() => undefined)
  }, heartbeatMs).unref()

  function giveUp(): void {
    log.error('the background thread does not answer and is ended')
    lose()
    void worker.terminate()
  }

  function lose(): void {
    state = 'lost'
    clearInterval(heartbeat)
    abandon()
  }

  worker.on('message', (message: object) => {
    missedHeartbeats = 0
    if ('changes' in message) onChanges((message as ChangesMessage).changes)
  })
  worker.on('error', (err) => log.error({ err }, 'the background thread failed'))
  worker.on('exit', lose)

  async function started(): Promise<void> {
    await ask()
    state = 'works'
  }
  const ready = started()
  // A thread that dies during its start is restarted.
  ready.catch(() => undefined)
  return { worker, call, ready, works: () => state === 'works' }
}

function lost(): Error {
  return new ServiceError('retrieval_failure', 'The knowledge could not be searched.')
}
