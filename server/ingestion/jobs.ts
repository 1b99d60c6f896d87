import { setImmediate } from 'node:timers/promises'
import { Cron } from 'croner'
import type { JobErrorCode } from '../contract/job.ts'
import type { ClaimedJob, Store } from '../storage/store.ts'
import type { Outcome, SetTimer } from './run-job.ts'
import type { UploadFiles } from './upload-files.ts'

export interface JobLoopNeeds {
  store: Pick<Store, 'jobs' | 'documents' | 'sources' | 'uploads'>
  run(claimed: ClaimedJob, signal: AbortSignal): Promise<Outcome>
  files: Pick<UploadFiles, 'sweep'>
  now: () => string
  newId: () => string
  /** At least 0, below 1. */
  random: () => number
  setTimer: SetTimer
  report(error: unknown): void
}

export interface JobLoop {
  /** Looks for due jobs now: one was queued or cancelled, or a schedule changed. */
  wake(): void
  /** Puts a running job back in the queue without counting an attempt, and ends the loop. */
  stop(): Promise<void>
}

export const MAX_ATTEMPTS = 3

const RETRIED = new Set<JobErrorCode>(['source_unreachable', 'embedding_failure'])
const FIRST_DELAY_MS = 10_000
const JITTER = 0.2
/** Schedules and the clock are looked at this often, whatever else happens. */
const LONGEST_SLEEP_MS = 60_000
const SWEPT_AT_ONCE = 500
const FILES_EVERY_MS = 60 * 60 * 1000

/**
 * Works through the jobs, one after another, and sleeps until the next is due. Between them it enqueues
 * what the schedules ask for and clears hidden passages out of the indexes.
 */
export function createJobLoop(needs: JobLoopNeeds): JobLoop {
  const { store, now, setTimer, report } = needs
  const shutdown = new AbortController()
  const schedules = createSchedules(needs)
  let woken = false
  let rouse = () => {}
  let filesSweptAt = Number.NEGATIVE_INFINITY

  async function loop(): Promise<void> {
    while (!shutdown.signal.aborted) {
      woken = false
      const sleepMs = await turn().catch((error: unknown) => {
        report(error)
        return LONGEST_SLEEP_MS / 10
      })
      await sleep(sleepMs)
    }
  }

  /** Does what is due, and says how long nothing will be. */
  async function turn(): Promise<number> {
    const nextScheduledMs = await schedules.enqueueDue()
    const claimed = await store.jobs.claim(now())
    if (claimed) {
      await work(claimed)
      return 0
    }
    if (await sweep()) return 0
    const due = await store.jobs.nextDueAt()
    const nextJobMs = due === null ? LONGEST_SLEEP_MS : Date.parse(due) - Date.parse(now())
    return Math.max(0, Math.min(nextJobMs, nextScheduledMs, LONGEST_SLEEP_MS))
  }

  async function work(claimed: ClaimedJob): Promise<void> {
    const uploadedBefore = new Set(await uploadedTo(claimed))
    const outcome = await needs.run(claimed, shutdown.signal)
    if (outcome.kind === 'stopped') return
    const { kind: _, ...end } = outcome
    const { id, attempt, max_attempts } = claimed.job
    if (end.error_code && RETRIED.has(end.error_code) && attempt < max_attempts) {
      const next_attempt_at = new Date(
        Date.parse(now()) + retryDelayMs(attempt, needs.random),
      ).toISOString()
      const { error_code, error_message } = end
      await store.jobs.progress(id, end.counters, end.source_version)
      await store.jobs.retry(id, {
        error_code,
        error_message: error_message ?? '',
        next_attempt_at,
      })
      return
    }
    await store.jobs.finish(id, end, now())
    // An upload during the run was told to wait for this job, which had listed the files by then.
    const uploaded = await uploadedTo(claimed)
    if (uploaded.every((file) => uploadedBefore.has(file))) return
    const job = { id: needs.newId(), trigger: 'api' as const, max_attempts: MAX_ATTEMPTS }
    await store.jobs.enqueue(claimed.organization_id, claimed.source.id, job, now())
  }

  /** What has been uploaded to the job's source, each version of a file a value of its own. */
  async function uploadedTo({ source }: ClaimedJob): Promise<string[]> {
    if (source.type !== 'upload') return []
    return (await store.uploads.list(source.id)).map((upload) => JSON.stringify(upload))
  }

  /** True while there is more to clear away. */
  async function sweep(): Promise<boolean> {
    const left = await store.documents.sweep(SWEPT_AT_ONCE)
    await setImmediate()
    if (left > 0) return true
    const at = Date.parse(now())
    if (at - filesSweptAt < FILES_EVERY_MS) return false
    filesSweptAt = at
    await needs.files.sweep(await store.uploads.hashes())
    return false
  }

  async function sleep(ms: number): Promise<void> {
    if (ms <= 0 || woken || shutdown.signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    rouse = resolve
    const cancel = setTimer(resolve, ms)
    await promise
    cancel()
  }

  function wake(): void {
    woken = true
    rouse()
  }

  const ended = loop()
  return {
    wake,
    async stop() {
      shutdown.abort()
      wake()
      await ended
      await store.jobs.release()
    },
  }
}

/** 10 s × 2^(attempt − 1), give or take a fifth (completions 8). */
export function retryDelayMs(attempt: number, random: () => number): number {
  return Math.round(FIRST_DELAY_MS * 2 ** (attempt - 1) * (1 - JITTER + 2 * JITTER * random()))
}

/**
 * Sources with a schedule, in UTC. What fell due while the server was not running is not made up for:
 * a schedule counts from the start, or from when it was set.
 */
function createSchedules({ store, now, newId }: JobLoopNeeds) {
  const startedAt = now()
  const lastAt = new Map<string, string>()

  async function enqueueDue(): Promise<number> {
    const at = now()
    let nextMs = LONGEST_SLEEP_MS
    for (const { organization_id, id, schedule, updated_at } of await store.sources.scheduled()) {
      const since = [startedAt, updated_at, lastAt.get(id) ?? ''].reduce((a, b) => (a > b ? a : b))
      const due = new Cron(schedule, { timezone: 'UTC', paused: true }).nextRun(new Date(since))
      if (!due) continue
      const waitMs = due.getTime() - Date.parse(at)
      if (waitMs <= 0) {
        lastAt.set(id, at)
        const job = { id: newId(), trigger: 'scheduled' as const, max_attempts: MAX_ATTEMPTS }
        await store.jobs.enqueue(organization_id, id, job, at)
      } else nextMs = Math.min(nextMs, waitMs)
    }
    return nextMs
  }

  return { enqueueDue }
}
