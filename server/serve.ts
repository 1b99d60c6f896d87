import { once as nextEvent } from 'node:events'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { addressAt, type Config } from './config.ts'
import { DEMO_SLUG } from './contract/demo.ts'
import { isLoopback } from './contract/loopback.ts'
import { programDir } from './data-folder.ts'
import { API_BASE } from './http/app.ts'
import { createDemoSite } from './http/demo-site.ts'
import { checkPort, close, freePort, listen } from './listen.ts'
import { createLog, type Log } from './log.ts'
import { once } from './once.ts'
import { DEMO_DEPLOYMENT, demoOrganizations, demoSlugs } from './provisioning/demo.ts'
import { readProvisioning } from './provisioning/file.ts'
import { hasOpenSecrets } from './provisioning/open-secrets.ts'
import type { NewSecret } from './provisioning/record.ts'
import { newClaimCode } from './resources/claims.ts'
import { type Preparing, type Service, startService } from './service.ts'
import type { StoredDeployment } from './storage/ports/deployments.ts'
import type { Store } from './storage/store.ts'
import { version } from './version.ts'

/** Hard timeout of a stop, which takes at most 14 s by itself. */
const EXIT_MS = 14_500

/**
 * Serves until the process is told to end, then ends it with exit code 0, also in the middle of the
 * start (docs/behaviour.md#starting-and-stopping). Throws when the start fails.
 */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config)
  const signal = stopSignal(log)
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
 * Aborts on SIGTERM or SIGINT, and ends the process after the hard timeout. A repeated signal
 * changes nothing: where `svc.mjs` runs a newer Node, Ctrl-C comes from the terminal and from
 * `svc.mjs`.
 */
function stopSignal(log: Log): AbortSignal {
  const controller = new AbortController()
  const stop = once(() => {
    log.info('stopping')
    controller.abort()
    setTimeout(() => process.exit(0), EXIT_MS)
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return controller.signal
}

/** Provisions, starts the service and serves the demo site where there is a demo. */
async function start(
  config: Config,
  log: Log,
  signal: AbortSignal,
): Promise<Pick<Service, 'stop'>> {
  const { provision, environment, host, port } = config
  await checkPort({ host, port, settings: { host: 'SVC_HOST', port: 'SVC_PORT' } })
  const declared = provision && (await readProvisioning(provision, environment))
  if (provision && (await hasOpenSecrets(provision))) {
    log.warn({ file: provision }, 'other users can read the secrets in the provisioning file')
  }
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
    welcome(service, config, demo, await newClaimCode(service.store))
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

interface Demo {
  /** Address of the demo site. */
  url: string
  port: number
  /** Widget keys by their name in the pages of the demo site. */
  widget_keys: Record<string, string>
}

/**
 * Creates the demo's organizations where they are wanted and missing, and allows their widgets on
 * the current origins of the site (docs/behaviour.md#the-demo). null: there is no demo, or SVC_DEMO
 * is off.
 */
async function prepareDemo(
  config: Config,
  { store, applyQuietly }: Preparing,
): Promise<Demo | null> {
  const existing = await store.organizations.findBySlug(DEMO_SLUG)
  if (config.demo === false || existing?.status === 'suspended') return null
  if (!existing && !(await wantsDemo(config, store))) return null

  const { host, public_url } = config
  const port = config.demo_port || (await freePort(host))
  const url = addressAt(host, port)
  const origins = originsOf(url, public_url)
  const siteDir = join(programDir, 'demo-site')
  const organizations = await demoOrganizations({ siteDir, origins, url })
  const missing = []
  for (const organization of organizations) {
    if (!(await store.organizations.findBySlug(organization.slug))) missing.push(organization)
  }
  if (missing.length > 0) await applyQuietly({ organizations: missing, staff: [] }, 'The demo')
  const demo = await store.organizations.findBySlug(DEMO_SLUG)
  if (!demo) return null
  const widget_keys = await demoKeys(store, origins)
  return { url, port, widget_keys }
}

/** The keys of the demo site's widgets; empty where the organization or deployment is gone. */
async function demoKeys(store: Store, origins: string[]): Promise<Record<string, string>> {
  const keys: Record<string, string> = {}
  for (const [name, slug] of Object.entries(demoSlugs)) {
    const organization = await store.organizations.findBySlug(slug)
    const deployment = organization && (await demoDeployment(store, organization.id, origins))
    keys[name] = deployment?.widget_key ?? ''
  }
  return keys
}

/** A data folder counts as new until it holds an organization, also after a failed first start. */
async function wantsDemo({ demo, provision, public_url }: Config, store: Store): Promise<boolean> {
  if (demo !== null) return demo
  if (provision || !isLoopback(new URL(public_url).hostname)) return false
  return (await store.organizations.list()).length === 0
}

/** The deployment that the demo site shows, updated to allow these origins. */
async function demoDeployment(
  store: Store,
  organization_id: string,
  origins: string[],
): Promise<StoredDeployment | null> {
  const now = new Date().toISOString()
  const { data } = await store.deployments.list(organization_id, { limit: 100 }, now)
  const deployment = data.find(({ name }) => name === DEMO_DEPLOYMENT)
  if (!deployment) return null
  if (origins.every((origin) => deployment.allowed_origins.includes(origin))) return deployment
  return store.deployments.update(organization_id, deployment.id, { allowed_origins: origins }, now)
}

/** Serves the demo site on a port, and so on an origin, of its own. */
async function serveDemo(
  { host, public_url }: Config,
  { port, widget_keys }: Demo,
): Promise<Server> {
  const site = createDemoSite({
    dir: join(programDir, 'dist/demo-site'),
    values: { ...widget_keys, base_url: public_url },
  })
  const answer = (server: Server) => server.on('request', site.callback())
  return listen({ host, port, settings: { host: 'SVC_HOST', port: 'SVC_DEMO_PORT' }, answer })
}

/**
 * The origins under which browsers reach the site: its address, the loopback names, and the host of
 * the public URL with the site's port, for a service that listens on every address.
 */
function originsOf(url: string, publicUrl: string): string[] {
  const { port } = new URL(url)
  const { protocol, hostname } = new URL(publicUrl)
  const hosts = ['http://127.0.0.1', 'http://localhost', `${protocol}//${hostname}`]
  const origins = [url, ...hosts.map((host) => new URL(`${host}:${port}`).origin)]
  return [...new Set(origins)].sort()
}

/** Printed as soon as they are stored: they cannot be shown again, should the start fail later. */
function showOnce(made: NewSecret[]): void {
  for (const { what, of, secret, organization } of made) {
    const whose = [organization, of].filter(Boolean).join(', ')
    process.stdout.write(row(SECRETS[what], `${secret}  (${whose}; shown only now)`))
  }
}

/** Next steps in the order in which they are done; the link that makes an owner comes last. */
function welcome(service: Service, { public_url }: Config, demo: Demo | null, code: string | null) {
  const console = `${public_url}/svc/console/`
  const rows = [
    ...(demo ? [row('Demo page', `${demo.url}/`)] : []),
    row('API', `${service.url}${API_BASE}  (reference: ${service.url}/svc/docs)`),
  ]
  const steps = [
    ...(demo ? ['Open the demo page and ask the assistant something.'] : []),
    code
      ? 'Open this link: whoever does so first becomes the owner.'
      : `Sign in to the console: ${console}`,
  ]
  const next = steps.map((step, at) => `  ${at + 1}. ${step}\n`).join('')
  const text = `\nKnowledge Assistant ${version} is ready.\n\n${rows.join('')}\nNext:\n${next}\n`
  process.stdout.write(text)
  // On standard error, which is not kept with what a service usually writes.
  if (code) process.stderr.write(`${framed(row('Console', `${console}#claim=${code}`))}\n`)
}

/** Between two rules, so that it is found among the lines of the log. */
function framed(line: string): string {
  const rule = `${'─'.repeat(line.length)}\n`
  return `${rule}${line}${rule}`
}

function row(what: string, value: string): string {
  return `  ${what.padEnd(12)}${value}\n`
}

const SECRETS = { password: 'Password', api_key: 'API key', widget_key: 'Widget key' }
