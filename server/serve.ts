import { once as nextEvent } from 'node:events'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join, resolve } from 'node:path'
import { addressAt, type Config, type Environment } from './config.ts'
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
    await showClaim(config, service.store)
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

interface Demo {
  /** Address of the demo site. */
  url: string
  port: number
  /** Widget keys by their name in the pages of the demo site. */
  widget_keys: Record<string, string>
  /** Commands that create an owner and an API key where the demo organization has none. */
  commands: string[]
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
  return { url, port, widget_keys, commands: await missingCommands(config, store, demo.id) }
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

/** For a shell in a checkout, or where the program is installed. */
async function missingCommands(
  config: Config,
  store: Store,
  organization_id: string,
): Promise<string[]> {
  const isCheckout = existsSync(join(programDir, 'server/main.ts'))
  const program = isCheckout ? 'npm run svc --' : installedCommand(config.environment)
  const svc = `${placeSetting(config, isCheckout)}${program}`
  const people = await store.users.members(organization_id)
  const keys = await store.apiKeys.list(organization_id)
  const hasKey = keys.some(({ revoked_at }) => revoked_at === null)
  return [
    ...(people.length > 0
      ? []
      : [`${svc} user create you@example.com "Your Name" --org ${DEMO_SLUG} --role owner`]),
    ...(hasKey ? [] : [`${svc} key create "My key" --org ${DEMO_SLUG} --role admin`]),
  ]
}

/** Says to a command where the data are; of an address, which may hold a password, its name. */
function placeSetting({ data_dir, database_url }: Config, isCheckout: boolean): string {
  if (database_url !== null) return 'SVC_DATABASE_URL="$SVC_DATABASE_URL" '
  const usual = isCheckout ? join(programDir, 'data') : resolve('data')
  return data_dir === usual ? '' : `SVC_DATA_DIR=${quoted(data_dir)} `
}

/** The command as one types it: launchers of packages name it, and what npx runs is on no path. */
function installedCommand({ KNOWLEDGE_ASSISTANT_COMMAND, npm_command }: Environment): string {
  if (KNOWLEDGE_ASSISTANT_COMMAND) return KNOWLEDGE_ASSISTANT_COMMAND
  return npm_command === 'exec' ? quoted(process.argv[1] ?? 'svc') : 'svc'
}

function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
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

/** On standard error, which is not kept with what a service usually writes. */
async function showClaim({ public_url }: Config, store: Store): Promise<void> {
  const code = await newClaimCode(store)
  if (code) process.stderr.write(row('Console', `${public_url}/svc/console/#claim=${code}`))
}

function welcome(url: string, demo: Demo | null): string {
  const rows = [
    ...(demo ? [row('Demo page', `${demo.url}/`)] : []),
    row('API', `${url}${API_BASE}  (reference: ${url}/svc/docs)`),
  ]
  return `\nKnowledge Assistant ${version} is ready.\n\n${rows.join('')}\n${next(demo)}\n\n`
}

function next(demo: Demo | null): string {
  if (!demo) return 'Next: see "svc --help" for organizations, users and keys.'
  const ask = 'Next: open the demo page and ask the assistant something.'
  if (demo.commands.length === 0) return `${ask} Then put your own documents in.`
  const lines = demo.commands.map((command) => `  ${command}`).join('\n')
  return `${ask}\nTo sign in or to use the API, also while the service runs:\n\n${lines}`
}

function row(what: string, value: string): string {
  return `  ${what.padEnd(12)}${value}\n`
}

const SECRETS = { password: 'Password', api_key: 'API key', widget_key: 'Widget key' }
