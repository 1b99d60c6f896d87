import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { createAnswering } from './answering/questions.ts'
import { startBackgroundThread } from './background-thread.ts'
import { compose, composeDeclarable } from './compose.ts'
import { type Config, SettingError } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import {
  checkDataFolder,
  closeToOthers,
  databaseFile,
  programDir,
  uploadsDir,
  widgetVersionsDir,
} from './data-folder.ts'
import { noticeForwarded } from './http/forwarded-notice.ts'
import { answerWith } from './http/malformed.ts'
import { sharedFor } from './http/readiness.ts'
import { addressOf, close, listen } from './listen.ts'
import type { Log } from './log.ts'
import { measureRetrieve } from './metrics/measure.ts'
import type { Metrics } from './metrics/metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { EXTRACTIVE_MODEL, type LanguageModel } from './models/ports.ts'
import { checkDefaults, loadModels, type Models } from './models/registry.ts'
import { readyPasswords } from './provisioning/access.ts'
import { createApply } from './provisioning/apply.ts'
import type { Provisioning } from './provisioning/file.ts'
import type { Applied } from './provisioning/record.ts'
import { lockDataFolder, type OpenOptions, openDatabase } from './storage/sqlite/database.ts'
import { DatabaseFailure } from './storage/sqlite/failures.ts'
import { inOneStep } from './storage/sqlite/in-one-step.ts'
import { createSqliteStore, openSqliteStore } from './storage/sqlite/store.ts'
import type { Store } from './storage/store.ts'
import { version } from './version.ts'
import { within } from './within.ts'

/**
 * Applies a provisioning in one transaction: a crash or an error leaves nothing behind. Throws
 * `SettingError` with one line that names the file and the place in it.
 */
export type Apply = (declared: Provisioning, file: string) => Promise<Applied>

export interface Service {
  store: Store
  apply: Apply
  /** Origin of the API, without a slash at its end. */
  url: string
  /**
   * Refuses new requests, puts running jobs back in the queue, lets running answers finish for up
   * to 10 s and closes everything. Takes at most 14 s, even when a part hangs
   * (docs/behaviour.md#starting-and-stopping).
   */
  stop(): Promise<void>
}

const DRAIN_MS = 10_000
/** Timeouts for storing interrupted answers and for putting jobs back in the queue. */
const SAVE_MS = 1500
const RELEASE_MS = 500
/** A result of the database probe is reused for this long. */
const PROBE_MS = 1000
/**
 * Interval for the jobs that `svc` commands queue from other processes, and for checkpoints, which
 * keep the write-ahead log short.
 */
const WAKE_MS = 5000

const now = () => new Date().toISOString()

interface Start {
  config: Config
  log: Log
  /** Runs before the port opens. */
  prepare?: (needs: Pick<Service, 'store' | 'apply'>) => Promise<void>
  /** Ends the start when aborted; `startService` then throws its reason. */
  signal?: AbortSignal
}

/**
 * Starts the service and resolves once it answers. Throws `SettingError` with one sentence when the
 * data folder is in use or was written by a newer version, a port is in use, or a setting names
 * something that does not exist; everything opened by then is closed.
 */
export async function startService(start: Start): Promise<Service> {
  const opened: (() => unknown)[] = []
  const closeAll = async () => {
    for (const close of opened.splice(0).toReversed()) await close()
  }
  try {
    return await open(start, opened, closeAll)
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function open(
  { config, log, prepare, signal }: Start,
  opened: (() => unknown)[],
  closeAll: () => Promise<void>,
): Promise<Service> {
  opened.push(forOperator(() => lockDataFolder(config.data_dir)))
  makeFolderPrivate(config, log)
  const store = openStore(config, { checkpoints: false, blocks: false })
  opened.push(() => store.close())
  // Bad settings stop the start here; the background thread, which runs the model, starts later.
  const models = openModels(config, (prompt, signal) => background.extract(prompt, signal))
  await store.turns.recover(now())
  const apply = logged(createApplyAtOnce(config, models), log)
  signal?.throwIfAborted()
  await prepare?.({ store, apply })
  signal?.throwIfAborted()
  const background = await startBackgroundThread({
    config,
    log,
    beforeStart: () => store.jobs.recover(now()),
  })
  opened.push(async () => {
    await background.stop()
    // A thread that was terminated in the middle of a job could not do this itself.
    await within(RELEASE_MS, store.jobs.release(), (err) =>
      log.warn({ err }, 'running jobs could not be put back in the queue'),
    )
  })
  const metrics = config.metrics_port === null ? null : await openMetrics(store)
  const { wakeJobs } = background
  const retrieve = metrics ? measureRetrieve(background.retrieve, metrics) : background.retrieve
  const shared = declarableParts({ config, store, models })
  const answering = createAnswering({
    ...shared,
    store: { ...store, turns: { ...store.turns, progress: background.progress } },
    retrieve,
    checkAnswer: background.checkAnswer,
    newBoundary: () => randomBytes(12).toString('base64url'),
    timeouts: { firstTokenMs: config.model_first_token_ms, idleMs: config.model_idle_ms },
    report: (err) => log.warn({ err }, 'an answer failed'),
  })

  let draining = false
  const app = compose({
    ...shared,
    metrics,
    log,
    wakeJobs,
    retrieve,
    questions: answering,
    uploadsDir: uploadsDir(config),
    widgetOrigins: config.widget_origins,
    rates: config.rates,
    monotonicMs: () => performance.now(),
    trustProxy: config.trust_proxy,
    assets: {
      assetsDir: join(programDir, 'dist/widget'),
      versionsDir: widgetVersionsDir(config),
    },
    readiness: {
      version,
      draining: () => draining,
      checks: { database: sharedFor(PROBE_MS, store.ping), workers: background.check },
    },
  })
  await background.ready()
  signal?.throwIfAborted()
  if (metrics) {
    const metricsServer = await serveMetrics(config, metrics)
    opened.push(() => close(metricsServer))
    log.info({ url: `${addressOf(metricsServer)}/metrics` }, 'serving metrics')
  }
  const server = await listen({
    host: config.host,
    port: config.port,
    settings: { host: 'SVC_HOST', port: 'SVC_PORT' },
    answer(server) {
      answerWith(server, app.callback())
      if (config.trust_proxy === 0) noticeForwarded(server, log)
    },
  })
  opened.push(() => close(server))
  const waking = setInterval(wakeJobs, WAKE_MS)

  return {
    store,
    async apply(declared, file) {
      const applied = await apply(declared, file)
      wakeJobs()
      return applied
    },
    url: addressOf(server),
    async stop() {
      draining = true
      clearInterval(waking)
      background.stopJobs()
      await answering.stop({ drainMs: DRAIN_MS, saveMs: SAVE_MS })
      await closeAll()
    },
  }
}

function makeFolderPrivate(config: Config, log: Log): void {
  const { closed, refused } = closeToOthers(config)
  const folder = config.data_dir
  if (closed > 0)
    log.warn({ folder, closed }, 'other users could read the data folder; not any more')
  if (refused.length > 0) {
    log.warn(
      { folder, refused: refused.slice(0, 5) },
      'other users can read what is in the data folder',
    )
  }
}

/** Imported only when metrics are on, which keeps other starts short. */
async function openMetrics(store: Store): Promise<Metrics> {
  const { createMetrics } = await import('./metrics/metrics.ts')
  return createMetrics({ countJobs: store.jobs.counts })
}

/**
 * Opens the store of the data folder and migrates it, also beside a running service. Throws
 * `SettingError` or `ServiceError` with one sentence when the folder or the database cannot be
 * used.
 */
export function openStore(
  config: Config,
  options: Pick<OpenOptions, 'checkpoints' | 'blocks' | 'readonly'> = {},
): Store {
  return forOperator(() => {
    checkDataFolder(config)
    return openSqliteStore(databaseFile(config), options)
  })
}

/**
 * Applies a provisioning without a running service, or beside one, which soon finds the queued
 * jobs.
 */
export function openProvisioning(config: Config): Apply {
  return createApplyAtOnce(config, openModels(config))
}

function createApplyAtOnce(config: Config, models: Models): Apply {
  return async (declared, file) => {
    const db = forOperator(() => {
      checkDataFolder(config)
      return openDatabase(databaseFile(config))
    })
    try {
      const store = createSqliteStore(db)
      const parts = declarableParts({ config, store, models })
      // A running service finds the jobs by itself in a moment.
      const resources = composeDeclarable({ ...parts, wakeJobs: () => {} })
      const passwords = await readyPasswords(store, declared)
      const apply = createApply({ store, models, resources, passwords, now, newId })
      return await inOneStep(db, () => apply(declared))
    } catch (error) {
      if (error instanceof SettingError) throw new SettingError(`${file}: ${error.message}`)
      if (error instanceof DatabaseFailure) throw unavailable(error)
      throw error
    } finally {
      db.close()
    }
  }
}

/** Also logs each difference from the file that was corrected. */
function logged(apply: Apply, log: Log): Apply {
  return async (declared, file) => {
    const applied = await apply(declared, file)
    for (const { kind, ...change } of applied.changes) {
      log.info({ file, ...change }, `${kind} by the provisioning`)
    }
    log.info({ file, changes: applied.changes.length }, 'the provisioning is applied')
    return applied
  }
}

/**
 * The configured models. `extract` runs the built-in one, which only a running service needs.
 * Throws `SettingError` for a providers file that is missing or invalid.
 */
export function openModels(config: Config, extract: LanguageModel['stream'] = unasked): Models {
  const models = loadModels(config, [{ selector: EXTRACTIVE_MODEL, stream: extract }])
  checkDefaults(models)
  return models
}

function unasked(): never {
  throw new Error('Only a running service answers.')
}

function declarableParts({
  config,
  store,
  models,
}: {
  config: Config
  store: Store
  models: Models
}) {
  const { public_url: publicUrl, source_roots: sourceRoots } = config
  return { store, models, now, newId, publicUrl, sourceRoots }
}

/**
 * The message of a failure for the operator, with the file and the remedy, which no API caller
 * sees.
 */
export function sentenceForOperator({ message, cause }: ServiceError): string {
  return cause instanceof DatabaseFailure ? cause.message : message
}

/**
 * Turns a failure to open something into one line for the operator: `ServiceError` where the data
 * is damaged or the disk fails, else `SettingError`.
 */
export function forOperator<Result>(open: () => Result): Result {
  try {
    return open()
  } catch (error) {
    if (error instanceof SettingError || error instanceof ServiceError) throw error
    if (error instanceof DatabaseFailure) throw unavailable(error)
    throw new SettingError(error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  }
}

function unavailable(failure: DatabaseFailure): ServiceError {
  return new ServiceError('service_unavailable', failure.message, { cause: failure })
}
