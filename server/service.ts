import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ModelTimeouts } from './answering/generate.ts'
import { type Answering, createAnswering } from './answering/questions.ts'
import { createTestRunner, type TestRunner } from './answering/test-runs.ts'
import { createTryModel } from './answering/try-model.ts'
import { type BackgroundThread, startBackgroundThread } from './background-thread.ts'
import { type Backups, scheduleBackups } from './backup-schedule.ts'
import { compose } from './compose.ts'
import type { Config } from './config.ts'
import { closeToOthers, programDir } from './data-folder.ts'
import { noticeForwarded } from './http/forwarded-notice.ts'
import { answerWith } from './http/malformed.ts'
import { sharedFor } from './http/readiness.ts'
import { UNTAKEN } from './ingestion/declared-questions.ts'
import { createLeaseOwners, type LeaseOwners } from './lease-owners.ts'
import { keepLeases, RELEASE_MS, release, takeOver } from './leases.ts'
import { addressOf, close, listen } from './listen.ts'
import type { Log } from './log.ts'
import { createMachine } from './machine.ts'
import { measureRetrieve } from './metrics/measure.ts'
import type { Metrics } from './metrics/metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { isOld, RENEWED } from './models/builtin/lexical.ts'
import { type Apply, createProvisioning, declarableParts, openModels } from './open.ts'
import { lockData, openStore } from './open-store.ts'
import { openWidgetVersions } from './open-widget-versions.ts'
import type { Provisioning } from './provisioning/file.ts'
import { type ChangeFeed, createChangeFeed } from './resources/changes.ts'
import { createSweep } from './retention.ts'
import type { MatchCurated } from './retrieval/curated.ts'
import type { Retrieve } from './retrieval/retrieval.ts'
import { openVault } from './secret-key.ts'
import type { OpenedStore } from './storage/opened-store.ts'
import type { Store } from './storage/store.ts'
import { version } from './version.ts'
import { within } from './within.ts'

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
/** Timeout for storing interrupted answers. */
const SAVE_MS = 1500
/** A result of the database probe is reused for this long. */
const PROBE_MS = 1000
/**
 * Interval for the jobs that `svc` commands queue from other processes, and for checkpoints, which
 * keep the write-ahead log short.
 */
const WAKE_MS = 5000
/** Earlier questions that are put into gaps in one step, after an upgrade. */
const GROUPED_AT_ONCE = 200
/** Interval at which what is past its time is erased. */
const SWEEP_MS = 24 * 60 * 60 * 1000

/** What is prepared before the port opens; `applyQuietly` does not log each thing that it makes. */
export interface Preparing extends Pick<Service, 'store' | 'apply'> {
  applyQuietly: Apply
}

interface Start {
  config: Config
  log: Log
  /** Runs before the port opens. */
  prepare?: (needs: Preparing) => Promise<void>
  /** Ends the start when aborted; `startService` then throws its reason. */
  signal?: AbortSignal
}

/**
 * Starts the service and resolves once it answers. Throws `SettingError` with one sentence when the
 * data folder is in use or was written by a newer version, a port is in use, or a setting names
 * something that does not exist; everything opened by then is closed.
 */
export async function startService(start: Start): Promise<Service> {
  const opened = createOpened()
  try {
    return await open(start, opened)
  } catch (error) {
    await opened.closeAll()
    throw error
  }
}

async function open(start: Start, opened: Opened): Promise<Service> {
  const { config, log, signal } = start
  const store = await openData(start, opened)
  // Bad settings stop the start here; the background thread, which runs the model, starts later.
  const models = openModels(config, {
    extract: (prompt, signal) => background.extract(prompt, signal),
    report: (fault) => log.error(fault),
  })
  const signingKey = config.secret_key === null ? await store.shared?.signingKey() : undefined
  const vault = openVault(config, signingKey)
  const owners = createLeaseOwners(config)
  await takeOver(store, owners)
  opened.add(keepLeases(store, log))
  const sweep = createSweep(store)
  await sweep(new Date().toISOString())
  while ((await store.gaps.catchUp(GROUPED_AT_ONCE)) === GROUPED_AT_ONCE);
  const applyQuietly = createProvisioning({ config, store, models })
  const apply = logged(applyQuietly, log)
  signal?.throwIfAborted()
  await start.prepare?.({ store, apply, applyQuietly })
  signal?.throwIfAborted()
  const feed = createChangeFeed()
  store.watch((changes) => feed.emit('stored', changes))
  const background = openBackground(start, { store, feed, owners }, opened)
  const metrics = config.metrics_port === null ? null : await openMetrics(store)
  const retrieve = metrics ? measureRetrieve(background.retrieve, metrics) : background.retrieve
  const { matchCurated } = background
  const declarable = declarableParts({ config, store, models, vault })
  const shared = { ...declarable, store, retrieve, matchCurated }
  const wiring = { start, shared, background }
  const answering = wireAnswering(wiring)
  const testRunner = wireTestRunner(wiring, answering)
  const state = { draining: false }
  const backups = config.backup && scheduleBackups(config, config.backup, log)
  if (backups) opened.add(backups.stop)
  const app = wireApp({ ...wiring, backups, metrics, answering, feed, testRunner, state })
  await background.ready()
  signal?.throwIfAborted()
  if (metrics) await openMetricsPort(start, metrics, opened)
  const url = await openPort(start, app, opened)
  // Not before: a start that is refused says one line.
  for (const fault of models.faults()) log.error(fault)
  if (isOld({ selector: config.embedding_model, dimensions: config.embedding_dimensions })) {
    log.info({ setting: 'SVC_EMBEDDING_MODEL' }, RENEWED)
  }
  if (store.shared) {
    log.info({ vectors: await store.shared.vectorSearch() }, 'opened the database')
  }
  testRunner.wake()
  const waking = setInterval(() => {
    background.wakeJobs()
    testRunner.wake()
  }, WAKE_MS)
  const sweeping = setInterval(() => {
    sweep(new Date().toISOString()).catch((err) =>
      log.warn({ err }, 'what is kept for a time could not be erased'),
    )
  }, SWEEP_MS)

  return {
    store,
    async apply(declared, file) {
      const applied = await apply(declared, file)
      background.wakeJobs()
      return applied
    },
    url,
    async stop() {
      state.draining = true
      feed.emit('closed')
      clearInterval(waking)
      clearInterval(sweeping)
      background.stopJobs()
      await within(SAVE_MS, testRunner.stop(), (err) => log.warn({ err }, 'a test run failed'))
      await answering.stop({ drainMs: DRAIN_MS, saveMs: SAVE_MS })
      await opened.closeAll()
    },
  }
}

type Opened = ReturnType<typeof createOpened>

/** Everything opened so far, to be closed in reverse order. */
function createOpened() {
  const closers: (() => unknown)[] = []
  return {
    add(close: () => unknown): void {
      closers.push(close)
    },
    async closeAll(): Promise<void> {
      for (const close of closers.splice(0).toReversed()) await close()
    },
  }
}

/** Locks the data folder and opens the store. */
async function openData({ config, log }: Start, opened: Opened): Promise<OpenedStore> {
  opened.add(await lockData(config))
  makeFolderPrivate(config, log)
  if (config.database_url !== null && config.secret_key === null) {
    log.warn(
      'SVC_SECRET_KEY is not set: sources with credentials and webhooks need it, the same for all processes',
    )
  }
  const store = await openStore(config, { checkpoints: false, blocks: false })
  opened.add(() => store.close())
  return store
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

const REASONS = { ...UNTAKEN, no_document: 'a declared question waits for its document' }

const KEPT_EMBEDDING =
  'the collection keeps its embedding, which the file names otherwise; only a move changes it'

/** Also logs each difference from the file that was corrected. */
function logged(apply: Apply, log: Log): Apply {
  return async (declared, file) => {
    const applied = await apply(declared, file)
    for (const { kind, ...change } of applied.changes) {
      log.info({ file, ...change }, `${kind} by the provisioning`)
    }
    for (const { place, weakness } of applied.weak) {
      log.warn({ file, place }, `the password ${weakness}`)
    }
    if (namesOldEmbedding(declared)) log.info({ file }, RENEWED)
    for (const { why, ...question } of applied.untaken) {
      log.warn({ file, ...question }, REASONS[why])
    }
    for (const kept of applied.keptEmbeddings) log.warn({ file, ...kept }, KEPT_EMBEDDING)
    log.info({ file, changes: applied.changes.length }, 'the provisioning is applied')
    return applied
  }
}

function namesOldEmbedding({ organizations }: Provisioning): boolean {
  return organizations
    .flatMap(({ collections }) => collections)
    .some(({ embedding_model: selector, embedding_dimensions: dimensions }) =>
      isOld({ selector, dimensions }),
    )
}

function openBackground(
  { config, log }: Start,
  { store, feed, owners }: { store: Store; feed: ChangeFeed; owners: LeaseOwners },
  opened: Opened,
): BackgroundThread {
  const background = startBackgroundThread({
    config,
    log,
    onOwner: owners.note,
    onChanges: (changes) => feed.emit('stored', changes),
    async onLost(owner) {
      await store.leases.end(owner)
      await store.jobs.recover(new Date().toISOString())
    },
  })
  opened.add(async () => {
    await background.stop()
    // A thread that was terminated in the middle of its work could not do this itself.
    await within(RELEASE_MS, release(store, background.owner()), (err) =>
      log.warn({ err }, 'running jobs could not be put back in the queue'),
    )
  })
  return background
}

/** Imported only when metrics are on, which keeps other starts short. */
async function openMetrics({ jobs, embeddingMoves, shared }: OpenedStore): Promise<Metrics> {
  const { createMetrics } = await import('./metrics/metrics.ts')
  return createMetrics({
    countJobs: jobs.counts,
    countUnembedded: embeddingMoves.countWaiting,
    countWaiting: shared?.waiting ?? null,
  })
}

/** The parts that answering and the app are made of. */
interface Wiring {
  start: Start
  shared: ReturnType<typeof declarableParts> & {
    store: OpenedStore
    retrieve: Retrieve
    matchCurated: MatchCurated
  }
  background: BackgroundThread
}

function wireAnswering({ start: { config, log }, shared, background }: Wiring): Answering {
  const { store } = shared
  return createAnswering({
    ...shared,
    store: { ...store, turns: { ...store.turns, progress: background.progress } },
    checkAnswer: background.checkAnswer,
    judgeAnswer: background.judgeAnswer,
    verifies: config.verify,
    newBoundary: () => randomBytes(12).toString('base64url'),
    timeouts: modelTimeouts(config),
    report: (err) => log.warn({ err }, 'an answer failed'),
    reportUnstored: (err) => log.warn({ err }, 'an answer is not stored yet'),
  })
}

function wireTestRunner({ start: { log }, shared }: Wiring, { tryOut }: Answering): TestRunner {
  return createTestRunner({
    ...shared,
    tryOut,
    report: (err) => log.warn({ err }, 'a test question was not answered'),
  })
}

function modelTimeouts({ model_first_token_ms, model_idle_ms }: Config): ModelTimeouts {
  return { firstTokenMs: model_first_token_ms, idleMs: model_idle_ms }
}

function wireApp({
  start: { config, log },
  shared,
  background,
  backups,
  metrics,
  answering,
  feed,
  testRunner,
  state,
}: Wiring & {
  backups: Backups | null
  metrics: Metrics | null
  answering: Answering
  feed: ChangeFeed
  testRunner: TestRunner
  state: { draining: boolean }
}) {
  return compose({
    ...shared,
    feed,
    metrics,
    log,
    wakeJobs: background.wakeJobs,
    wakeTestRuns: testRunner.wake,
    probe: background.probe,
    testWebhook: background.testWebhook,
    questions: answering,
    machine: createMachine(config, shared.store),
    tryModel: createTryModel({
      ...shared,
      timeouts: modelTimeouts(config),
      report: (err) => log.warn({ err }, 'the test of a model failed'),
    }),
    files: shared.store.files,
    counters: shared.store.shared?.counters ?? null,
    widgetOrigins: config.widget_origins,
    rates: config.rates,
    monotonicMs: () => performance.now(),
    trustProxy: config.trust_proxy,
    assets: {
      assetsDir: join(programDir, 'dist/widget'),
      versions: openWidgetVersions(config, shared.store, log),
    },
    consoleDir: join(programDir, 'dist/console'),
    readiness: {
      version,
      draining: () => state.draining,
      checks: {
        database: sharedFor(PROBE_MS, shared.store.ping),
        workers: background.check,
        index: () => describeIndex(shared.store),
        ...(backups && { backup: backups.state }),
      },
    },
  })
}

async function openMetricsPort({ config, log }: Start, metrics: Metrics, opened: Opened) {
  const server = await serveMetrics(config, metrics)
  opened.add(() => close(server))
  log.info({ url: `${addressOf(server)}/metrics` }, 'serving metrics')
}

/** Returns the origin that the app answers at. */
async function openPort(
  { config, log }: Start,
  app: ReturnType<typeof compose>,
  opened: Opened,
): Promise<string> {
  const server = await listen({
    host: config.host,
    port: config.port,
    settings: { host: 'SVC_HOST', port: 'SVC_PORT' },
    answer(server) {
      answerWith(server, app.callback())
      if (config.trust_proxy === 0) noticeForwarded(server, log)
    },
  })
  opened.add(() => close(server))
  return addressOf(server)
}

/** The state of the search index, as `/ready` tells it. */
async function describeIndex({ searchIndex }: Pick<Store, 'searchIndex'>): Promise<string> {
  const rebuilt = await searchIndex.rebuilt()
  return rebuilt === null ? 'ok' : `rebuilding ${Math.floor(rebuilt * 100)} %`
}
