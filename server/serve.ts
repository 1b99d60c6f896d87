import { once as nextEvent } from 'node:events'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { addressAt, type Config } from './config.ts'
import { programDir } from './data-folder.ts'
import { API_BASE } from './http/app.ts'
import { createDemoSite } from './http/demo-site.ts'
import { close, freePort, listen } from './listen.ts'
import { createLog, type Log } from './log.ts'
import { once } from './once.ts'
import { DEMO_DEPLOYMENT, DEMO_SLUG, demoOrganization } from './provisioning/demo.ts'
import { readProvisioning } from './provisioning/file.ts'
import type { NewSecret } from './provisioning/record.ts'
import { type Service, startService } from './service.ts'
import type { Store, StoredDeployment } from './storage/store.ts'
import { version } from './version.ts'

/** A stop takes at most 14 s by itself; whatever hangs beyond is left behind. */
const EXIT_MS = 14_500

/**
 * Serves until the process is told to end, then ends it with exit code 0, also in the middle of the start
 * (docs/behaviour.md#starting-and-stopping). Throws when the start fails.
 */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config)
  const signal = hearStop(log)
  try {
    const service = await start(config, log, signal)
    if (!signal.aborted) await nextEvent(signal, 'abort')
    await service.stop()
  } catch (error) {
    if (!signal.aborted) throw error
    if (error !== signal.reason) log.error({ err: error }, 'stopping failed')
  }
  process.exit(0)
}

/**
 * Aborts when the process is told to end, which is heard as often as it comes: where `svc.mjs` runs a
 * newer Node, Ctrl-C comes from the terminal and from it. The process then ends in any case.
 */
function hearStop(log: Log): AbortSignal {
  const told = new AbortController()
  const stop = once(() => {
    log.info('stopping')
    told.abort()
    setTimeout(() => process.exit(0), EXIT_MS)
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return told.signal
}

/** Provisions, starts the service and shows the demo where there is one. */
async function start(
  config: Config,
  log: Log,
  signal: AbortSignal,
): Promise<Pick<Service, 'stop'>> {
  const { provision, environment } = config
  const declared = provision && (await readProvisioning(provision, environment))
  let demo: Demo | null = null
  const service = await startService({
    config,
    log,
    signal,
    async prepare(needs) {
      if (declared) showOnce((await needs.apply(declared, provision)).made)
      demo = await prepareDemo(config, needs)
    },
  })
  try {
    const site = demo && (await serveDemo(config, demo))
    process.stdout.write(welcome(service.url, demo))
    return {
      async stop() {
        await Promise.all([service.stop(), site && close(site)])
      },
    }
  } catch (error) {
    await service.stop()
    throw error
  }
}

/** Where the demo site is served, and the key of the widget on it. */
interface Demo {
  url: string
  port: number
  widget_key: string
}

/**
 * Makes the demo organization where it is wanted and missing, and lets its widget be shown where the site
 * is this time. null: there is no demo, or SVC_DEMO is off.
 */
async function prepareDemo(
  config: Config,
  { store, apply }: Pick<Service, 'store' | 'apply'>,
): Promise<Demo | null> {
  const existing = await store.organizations.findBySlug(DEMO_SLUG)
  if (config.demo === false || (!existing && !(await wantsDemo(config, store)))) return null

  const { host, public_url } = config
  const port = config.demo_port || (await freePort(host))
  const url = addressAt(host, port)
  const origins = originsOf(url, public_url)
  if (!existing) {
    const knowledgeDir = join(programDir, 'demo-site/knowledge')
    const demo = demoOrganization({ knowledgeDir, origins, url })
    showOnce((await apply({ organizations: [demo], staff: [] }, 'The demo')).made)
  }
  const deployment = await demoDeployment(store, origins)
  return { url, port, widget_key: deployment?.widget_key ?? '' }
}

/** A data folder is new until it holds an organization: a first start that failed does not count. */
async function wantsDemo({ demo, provision }: Config, store: Store): Promise<boolean> {
  return demo ?? (!provision && (await store.organizations.list()).length === 0)
}

/** The deployment that the demo site shows, allowed at these origins. */
async function demoDeployment(store: Store, origins: string[]): Promise<StoredDeployment | null> {
  const now = new Date().toISOString()
  const demo = await store.organizations.findBySlug(DEMO_SLUG)
  if (!demo) return null
  const { data } = await store.deployments.list(demo.id, { limit: 100 }, now)
  const deployment = data.find(({ name }) => name === DEMO_DEPLOYMENT)
  if (!deployment) return null
  if (origins.every((origin) => deployment.allowed_origins.includes(origin))) return deployment
  return store.deployments.update(demo.id, deployment.id, { allowed_origins: origins }, now)
}

/** The demo site, on a port and so on an origin of its own; the port opens when it can answer. */
async function serveDemo(
  { host, public_url }: Config,
  { port, widget_key }: Demo,
): Promise<Server> {
  const site = createDemoSite({
    dir: join(programDir, 'dist/demo-site'),
    values: { base_url: public_url, widget_key },
  })
  const answer = (server: Server) => server.on('request', site.callback())
  return listen({ host, port, settings: { host: 'SVC_HOST', port: 'SVC_DEMO_PORT' }, answer })
}

/**
 * Under which browsers meet the site: its address, which says nothing when the service listens on every
 * one, the names of the loopback, and its port beside the public URL.
 */
function originsOf(url: string, publicUrl: string): string[] {
  const { port } = new URL(url)
  const { protocol, hostname } = new URL(publicUrl)
  const hosts = ['http://127.0.0.1', 'http://localhost', `${protocol}//${hostname}`]
  const origins = [url, ...hosts.map((host) => new URL(`${host}:${port}`).origin)]
  return [...new Set(origins)].sort()
}

/** Printed as soon as they are stored: whatever fails afterwards, they could not be shown again. */
function showOnce(made: NewSecret[]): void {
  for (const { what, of, secret, organization } of made) {
    const whose = [organization, of].filter(Boolean).join(', ')
    process.stdout.write(row(SECRETS[what], `${secret}  (${whose}; shown only now)`))
  }
}

function welcome(url: string, demo: Demo | null): string {
  const rows = [
    ...(demo ? [row('Demo page', `${demo.url}/`)] : []),
    row('API', `${url}${API_BASE}  (reference: ${url}/svc/docs)`),
  ]
  const next = demo
    ? 'Next: open the demo page and ask the assistant something, then put your own documents in.'
    : 'Next: see "svc --help" for organizations, users and keys.'
  return `\nKnowledge Assistant ${version} is ready.\n\n${rows.join('')}\n${next}\n\n`
}

function row(what: string, value: string): string {
  return `  ${what.padEnd(12)}${value}\n`
}

const SECRETS = { password: 'Password', api_key: 'API key', widget_key: 'Widget key' }
