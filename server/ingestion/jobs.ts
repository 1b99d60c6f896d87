import { once } from 'node:events'
import { Cron } from 'croner'
import type { JobErrorCode } from '../contract/job.ts'
import type { UploadFiles } from '../storage/ports/files.ts'
import type { BusyJobs, ClaimedJob } from '../storage/ports/jobs.ts'
import type { ScheduledSource } from '../storage/ports/sources.ts'
import { isMissed, RENEW_EVERY_MS } from '../storage/rules/leases.ts'
import type { Store } from '../storage/store.ts'
import { analyzePassage } from '../text/passage.ts'
import type { GiveWay } from './give-way.ts'
import { queueRereads } from './rereads.ts'
import type { Outcome, SetTimer } from './run-job.ts'

export interface JobLoopNeeds {
  store: Pick<
    Store,
    | 'owner'
    | 'leases'
    | 'jobs'
    | 'documents'
    | 'organizations'
    | 'sources'
    | 'uploads'
    | 'searchIndex'
  >
  run(claimed: ClaimedJob, signal: AbortSignal): Promise<Outcome>
  /** How many jobs run at the same time, beside the first ones of other organizations. */
  slots: number
  files: Pick<UploadFiles, 'sweep'>
  /** Removes what runs that were killed have left on the disk. */
  clearRepositories(): Promise<void>
  now: () => string
  newId: () => string
  /** At least 0, below 1. */
  random: () => number
  setTimer: SetTimer
  giveWay: GiveWay
  report(error: unknown): void
}

export interface JobLoop {
  /** Looks for due jobs now: one was queued or cancelled, or a schedule changed. */
  wake(): void
  /** Puts running jobs back in the queue without counting an attempt, and ends the loop. */
  stop(): Promise<void>
}

const MAX_ATTEMPTS = 3

const RETRIED = new Set<JobErrorCode>(['source_unreachable', 'embedding_failure'])
const FIRST_DELAY_MS = 10_000
const JITTER = 0.2
/** Schedules and the clock are checked at least this often. */
const LONGEST_SLEEP_MS = 60_000
/** After a step that failed, for instance because the disk is full. */
const TRY_AGAIN_MS = 6000
/** Passages, in some 4 ms. */
const SWEPT_AT_ONCE = 200
const FILES_EVERY_MS = 60 * 60 * 1000

/**
 * Runs the jobs of different sources side by side, and sleeps until the next is due. It enqueues
 * scheduled jobs and, at its start, what an upgrade has to read again, keeps leases
 * (docs/architecture.md#leases) and, while no job waits, removes hidden passages from the index and
 * keeps it in order. It runs no job while the index is rebuilt.
 *
 * No organization keeps another waiting (docs/behaviour.md#jobs): when `slots` jobs run, jobs of
 * organizations without a running one still start, until jobs of `slots + 1` organizations run. So
 * an organization that takes all slots, by many sources or by a silent provider, does not block the
 * next one.
 */
export function createJobLoop(needs: JobLoopNeeds): JobLoop {
  const { store, slots, now, setTimer, report } = needs
  const shutdown = new AbortController()
  const stopping = once(shutdown.signal, 'abort')
  const running = new Map<ClaimedJob, Promise<void>>()
  const schedules = createSchedules(needs)
  let woken = false
  let endSleep = () => {}
  let areRereadsQueued = false
  let filesSweptAt = Number.NEGATIVE_INFINITY
  let leasesKeptAt = Number.NEGATIVE_INFINITY

  async function loop(): Promise<void> {
    while (!shutdown.signal.aborted) {
      woken = false
      const sleepMs = await runDue().catch((error: unknown) => {
        report(error)
        return TRY_AGAIN_MS
      })
      await sleep(sleepMs)
    }
  }

  /** Does what is due, and returns how long the loop may sleep. */
  async function runDue(): Promise<number> {
    await keepLeases()
    if (running.size === 0 && (await store.searchIndex.rebuild(analyzePassage))) {
      await store.searchIndex.maintain('busy')
      await needs.giveWay()
      return 0
    }
    if (!areRereadsQueued) await queueRereads({ ...needs, max_attempts: MAX_ATTEMPTS })
    areRereadsQueued = true
    const nextScheduledMs = await schedules.enqueueDue()
    // A rebuild waits for the jobs that run, and others for it: keys are indexed in their order.
    const mayStart = (await store.searchIndex.rebuilt()) === null
    if (mayStart) await startDue()
    if (await sweep()) return 0
    const due = mayStart && hasRoom() ? await store.jobs.nextDueAt(busy()) : null
    const nextJobMs = due === null ? LONGEST_SLEEP_MS : Date.parse(due) - Date.parse(now())
    return Math.max(0, Math.min(nextJobMs, nextScheduledMs, LONGEST_SLEEP_MS))
  }

  /**
   * Renews those on what runs here, and takes over what other processes left behind. The main
   * thread wakes the loop often enough.
   */
  async function keepLeases(): Promise<void> {
    const at = now()
    if (Date.parse(at) - leasesKeptAt < RENEW_EVERY_MS) return
    await store.leases.renew(at)
    await store.jobs.recover(at)
    leasesKeptAt = Date.parse(at)
  }

  async function startDue(): Promise<void> {
    while (hasRoom()) {
      const claimed = await store.jobs.claim(now(), busy())
      if (!claimed) return
      start(claimed)
    }
  }

  function hasRoom(): boolean {
    const atWork = new Set([...running.keys()].map((claimed) => claimed.organization_id))
    return running.size < slots || atWork.size <= slots
  }

  /** A source is busy until its run has ended, for a cancelled one a little after the job. */
  function busy(): BusyJobs {
    const claimed = [...running.keys()]
    return {
      sources: claimed.map(({ source }) => source.id),
      organizations: running.size < slots ? [] : claimed.map((job) => job.organization_id),
    }
  }

  function start(claimed: ClaimedJob): void {
    const run = work(claimed)
      .catch(report)
      .finally(() => {
        running.delete(claimed)
        wake()
      })
    running.set(claimed, run)
  }

  async function work(claimed: ClaimedJob): Promise<void> {
    const outcome = await needs.run(claimed, shutdown.signal)
    if (outcome.kind === 'ended') await untilDone(() => record(claimed, outcome))
  }

  async function record(
    { organization_id, job: { id, attempt, max_attempts } }: ClaimedJob,
    outcome: Outcome & { kind: 'ended' },
  ): Promise<void> {
    const { kind: _, ...end } = outcome
    const { error_code, error_message, counters, source_version } = end
    if (!error_code || !RETRIED.has(error_code) || attempt >= max_attempts) {
      await store.jobs.finish(organization_id, id, end, now())
      return
    }
    const waitMs = retryDelayMs(attempt, needs.random)
    await store.jobs.retry(organization_id, id, {
      error_code,
      error_message: error_message ?? '',
      next_attempt_at: new Date(Date.parse(now()) + waitMs).toISOString(),
      counters,
      source_version,
    })
  }

  /** A job whose end is not stored would count as running forever and block its source. */
  async function untilDone(step: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await step()
      } catch (error) {
        report(error)
        if (shutdown.signal.aborted) return
        await pause(TRY_AGAIN_MS, stopping)
      }
    }
  }

  /** True while there is more to clear away. */
  async function sweep(): Promise<boolean> {
    const more = await store.documents.sweep(SWEPT_AT_ONCE)
    await needs.giveWay()
    if (more) return true
    if (await store.searchIndex.maintain(running.size > 0 ? 'busy' : 'idle')) return true
    // A run may still read a file that it has listed, although another upload replaced it.
    if (running.size > 0) return false
    const at = Date.parse(now())
    if (at - filesSweptAt < FILES_EVERY_MS) return false
    filesSweptAt = at
    await needs.files.sweep(await store.uploads.hashes())
    await needs.clearRepositories()
    return false
  }

  async function sleep(ms: number): Promise<void> {
    if (ms <= 0 || woken || shutdown.signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    endSleep = resolve
    await pause(ms, promise)
  }

  /** Waits for a time, or until `sooner` resolves. */
  async function pause(ms: number, sooner: Promise<unknown>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = setTimer(resolve, ms)
    await Promise.race([promise, sooner])
    cancel()
  }

  function wake(): void {
    woken = true
    endSleep()
  }

  const ended = loop()
  return {
    wake,
    async stop() {
      shutdown.abort()
      wake()
      await ended
      await Promise.all(running.values())
      await store.jobs.release(store.owner)
    },
  }
}

/** Exponential backoff with jitter: 10 s × 2^(attempt − 1) ± 20 % (docs/behaviour.md#jobs). */
export function retryDelayMs(attempt: number, random: () => number): number {
  return Math.round(FIRST_DELAY_MS * 2 ** (attempt - 1) * (1 - JITTER + 2 * JITTER * random()))
}

/**
 * Sources with a schedule, each in its time zone. A run that was missed while nothing ran is not
 * made up for: a schedule counts from the start of the server, or from when it was set
 * (docs/behaviour.md#jobs).
 */
function createSchedules({ store, now, newId }: JobLoopNeeds) {
  const startedAt = now()

  async function enqueueDue(): Promise<number> {
    const at = now()
    for (const source of await store.sources.due(at)) await moveOn(source, at)
    const next = await store.sources.nextDueAt()
    return next === null ? LONGEST_SLEEP_MS : Date.parse(next) - Date.parse(at)
  }

  async function moveOn(source: ScheduledSource, at: string): Promise<void> {
    const { organization_id, id, updated_at, next_due_at: seen } = source
    const setAt = updated_at > startedAt ? updated_at : startedAt
    const next = nextRun(source, seen === null ? setAt : at)
    if (!next) return
    if (seen === null || isMissed(seen, startedAt)) {
      await store.sources.plan(organization_id, id, { seen, next })
      return
    }
    const job = { id: newId(), max_attempts: MAX_ATTEMPTS, seen, next }
    await store.jobs.enqueueScheduled(organization_id, id, job, at)
  }

  return { enqueueDue }
}

function nextRun(
  { schedule, time_zone }: Pick<ScheduledSource, 'schedule' | 'time_zone'>,
  since: string,
): string | undefined {
  const cron = new Cron(schedule, { timezone: time_zone, paused: true })
  return cron.nextRun(new Date(since))?.toISOString()
}
