import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { v7 as newId } from 'uuid'
import { type Config, SettingError } from '../config.ts'
import type { Job } from '../contract/job.ts'
import { MOST_PAGES } from '../contract/website-config.ts'
import { makeDataFolder } from '../data-folder.ts'
import { tryAddress } from '../http/widget-try.ts'
import { createLog } from '../log.ts'
import { openModels } from '../open.ts'
import { openIngestion } from '../open-ingestion.ts'
import { openStore } from '../open-store.ts'
import { startCommand } from '../own-command.ts'
import type { OpenedStore } from '../storage/opened-store.ts'
import type { Store } from '../storage/store.ts'
import { type Prepared, prepare } from './prepare.ts'
import { targetOf } from './target.ts'

const USAGE = 'svc ingest URL-or-folder --into NAME [--org SLUG] [--max-pages N]'

const LOOK_EVERY_MS = 250
/** A running service looks for jobs every five seconds. */
const CLAIMED_WITHIN_MS = 15_000

/**
 * Reads a website or a folder into a collection, and makes what is missing to ask about it
 * (docs/behaviour.md#ingesting-from-the-command-line). Ends with exit code 1 when the job failed.
 */
export async function ingest(args: string[], config: Config): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      into: { type: 'string' },
      org: { type: 'string' },
      'max-pages': { type: 'string' },
    },
  })
  const [text, ...more] = positionals
  const into = values.into?.trim()
  if (!text || more.length > 0 || !into) throw new SettingError(`Usage: ${USAGE}`)
  const target = targetOf(text, values['max-pages'])
  makeDataFolder(config)
  // As the service ingests: its index can be built again from the source.
  const store = await openStore(config, { synchronous: 'NORMAL', overwrites: false })
  try {
    const org = values.org === undefined ? {} : { org: values.org }
    const prepared = await prepare(target, { store, config, into, ...org })
    console.log(`Reading ${text} into “${into}” of ${prepared.organization.slug}.`)
    const job = await follow(await enqueue(store, prepared), { store, config, prepared })
    const isRead = tell(job)
    if (!isRead) process.exitCode = 1
    if (target.type === 'website' && job.error_code === 'limit_exceeded') {
      console.log(`The rest is read with a larger --max-pages, at most ${MOST_PAGES}.`)
    }
    if (isRead) console.log(await nextSteps(prepared, { store, config }))
  } finally {
    await store.close()
  }
}

async function enqueue(store: Store, { organization, source }: Prepared): Promise<Job> {
  // Somebody waits for it, who may repeat the command.
  const asked = { id: newId(), trigger: 'manual' as const, max_attempts: 1 }
  const now = new Date().toISOString()
  const job = await store.jobs.enqueue(organization.id, source.id, asked, now)
  if (!job) throw new Error('The source of the job was deleted.')
  return job
}

interface Following {
  store: OpenedStore
  config: Config
  prepared: Prepared
}

/** Has the job run, by the service where it is running, and returns it when it has ended. */
async function follow(job: Job, following: Following): Promise<Job> {
  const { store, config } = following
  if (await isServing(config)) {
    const taken = await untilJob(job, following, ({ status }, ms) => {
      return status !== 'queued' || ms > CLAIMED_WITHIN_MS
    })
    if (taken.status !== 'queued' || (await isAnyRunning(store))) {
      return untilJob(job, following, ({ is_active }) => !is_active)
    }
  }
  const log = createLog({ ...config, log_level: 'warn' })
  const { stop } = openIngestion({ config, log, store, models: openModels(config) })
  try {
    return await untilJob(job, following, ({ is_active }) => !is_active)
  } finally {
    await stop()
  }
}

/** Looks at the job until it is as wanted, and shows how far it has come. */
async function untilJob(
  { id }: Job,
  { store, prepared }: Following,
  isReached: (job: Job, ms: number) => boolean,
): Promise<Job> {
  const since = performance.now()
  let shown = ''
  for (;;) {
    const job = await store.jobs.find(prepared.organization.id, id)
    if (!job) throw new Error('The job was deleted while it ran.')
    const progress = progressOf(job)
    if (progress !== shown) console.log(progress)
    shown = progress
    if (isReached(job, performance.now() - since)) return job
    await pause(LOOK_EVERY_MS)
  }
}

function progressOf({ status, attempt, error_message, counters }: Job): string {
  if (status === 'queued') {
    return error_message ? `${error_message} Trying again (${attempt}).` : 'Waiting for its turn.'
  }
  const { documents_discovered, documents_ingested, documents_unchanged } = counters
  if (documents_discovered === 0) return 'Looking for documents.'
  return `${documents_discovered} documents found, ${documents_ingested} read, ${documents_unchanged} unchanged.`
}

/** False when nothing can be asked about it. */
function tell({ status, error_message, counters }: Job): boolean {
  const { documents_skipped, documents_failed, chunks_written } = counters
  if (documents_skipped > 0) console.log(`${documents_skipped} documents were skipped.`)
  if (documents_failed > 0) console.log(`${documents_failed} documents failed.`)
  if (error_message) console.error(error_message)
  if (status !== 'succeeded' && status !== 'partial') return false
  console.log(`Done: ${chunks_written} passages written.`)
  return true
}

/** The tag for the website, and what to do next in the order in which it is done. */
async function nextSteps(
  { deployment, source, organization }: Prepared,
  { store, config }: { store: Store; config: Config },
): Promise<string> {
  const { widget_key, allowed_origins, snippet } = deployment
  const { public_url } = config
  const isHere = allowed_origins.includes(new URL(public_url).origin)
  const address = isHere ? tryAddress(public_url, widget_key) : allowed_origins[0]
  const steps = [
    ...((await isServing(config)) ? [] : [`Start the service:  ${startCommand(config)}`]),
    `Ask about it:  ${address ?? public_url}`,
    (await store.claims.isClaimed())
      ? `Sign in to the console:  ${public_url}/svc/console/`
      : 'Open the link that the start prints last: it makes you the owner of all this.',
  ]
  return [
    '',
    `Tag for your website:  ${snippet}`,
    `What became of each document:  GET /knowledge/sources/${source.id}/documents (of ${organization.slug})`,
    '',
    'Next:',
    ...steps.map((step, at) => `  ${at + 1}. ${step}`),
  ].join('\n')
}

/** Whether something listens where the service of these settings would. */
function isServing({ host, port }: Config): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host, port, timeout: 1000 })
  for (const [event, isThere] of [
    ['connect', true],
    ['error', false],
    ['timeout', false],
  ] as const) {
    socket.once(event, () => {
      socket.destroy()
      resolve(isThere)
    })
  }
  return promise
}

async function isAnyRunning(store: Store): Promise<boolean> {
  return (await store.jobs.counts()).some(({ status }) => status === 'running')
}
