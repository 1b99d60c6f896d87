import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { databaseFile, programDir } from './data-folder.ts'
import { API_BASE } from './http/app.ts'
import { createDemoSite } from './http/demo-site.ts'
import { addressOf, close, listen } from './listen.ts'
import { createLog } from './log.ts'
import { once } from './once.ts'
import type { NewSecret } from './provisioning/access.ts'
import { DEMO_DEPLOYMENT, DEMO_SLUG, demoOrganization } from './provisioning/demo.ts'
import { readProvisioning } from './provisioning/file.ts'
import { type Service, startService } from './service.ts'
import type { Store, StoredDeployment } from './storage/store.ts'
import { version } from './version.ts'

/** Serves until the process is told to end; provisions, and shows the demo where there is one. */
export async function serve(config: Config): Promise<void> {
  const isNew = !existsSync(databaseFile(config))
  const declared =
    config.provision && (await readProvisioning(config.provision, config.environment))
  const log = createLog(config)
  const service = await startService({ config, log })
  const demo = await serveDemo(config, service, config.demo ?? (isNew && !config.provision))
  const made = demo?.made ?? []
  if (declared) made.push(...(await service.apply.all(declared)))
  process.stdout.write(welcome({ url: service.url, demo_url: demo?.url ?? null, made }))

  const stop = once(async () => {
    log.info('stopping')
    if (demo) await close(demo.server)
    await service.stop()
    process.exit(0)
  })
  // Heard as often as they come: where `svc.mjs` runs a newer Node, Ctrl-C comes from the terminal and from it.
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

interface Demo {
  server: Server
  url: string
  made: NewSecret[]
}

/**
 * The demo site, on a port and so on an origin of its own, while the demo organization exists; `create`
 * makes that organization. null: there is none, or SVC_DEMO is off.
 */
async function serveDemo(
  config: Config,
  { store, apply }: Service,
  create: boolean,
): Promise<Demo | null> {
  if (config.demo === false) return null
  const existing = await store.organizations.findBySlug(DEMO_SLUG)
  if (!existing && !create) return null

  const { host, demo_port } = config
  const server = await listen({ host, port: demo_port, setting: 'SVC_DEMO_PORT' })
  const url = addressOf(server)
  const made = existing
    ? []
    : await apply.organization(
        demoOrganization({
          knowledgeDir: join(programDir, 'demo-site/knowledge'),
          origins: originsOf(url, config.public_url),
          url,
        }),
      )
  const deployment = await demoDeployment(store, originsOf(url, config.public_url))
  const site = createDemoSite({
    dir: join(programDir, 'dist/demo-site'),
    values: { base_url: config.public_url, widget_key: deployment?.widget_key ?? '' },
  })
  server.on('request', site.callback())
  return { server, url, made }
}

/** The deployment that the demo site shows, allowed where the site is this time. */
async function demoDeployment(
  store: Store,
  allowed_origins: string[],
): Promise<StoredDeployment | null> {
  const now = new Date().toISOString()
  const demo = await store.organizations.findBySlug(DEMO_SLUG)
  if (!demo) return null
  const { data } = await store.deployments.list(demo.id, { limit: 100 }, now)
  const deployment = data.find(({ name }) => name === DEMO_DEPLOYMENT)
  if (!deployment) return null
  if (allowed_origins.every((origin) => deployment.allowed_origins.includes(origin))) {
    return deployment
  }
  return store.deployments.update(demo.id, deployment.id, { allowed_origins }, now)
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

function welcome({
  url,
  demo_url,
  made,
}: {
  url: string
  demo_url: string | null
  made: NewSecret[]
}): string {
  const rows = [
    ...(demo_url ? [['Demo page', `${demo_url}/`]] : []),
    ['API', `${url}${API_BASE}  (reference: ${url}/svc/docs)`],
    ...made.map(({ what, of, secret, organization }) => [
      SECRETS[what],
      `${secret}  (${[organization, of].filter(Boolean).join(', ')}; shown only now)`,
    ]),
  ]
  const lines = rows.map(([what = '', value]) => `  ${what.padEnd(12)}${value}`)
  const next = demo_url
    ? 'Next: open the demo page and ask the assistant something, then put your own documents in.'
    : 'Next: see "svc --help" for organizations, users and keys.'
  return `\nKnowledge Assistant ${version} is ready.\n\n${lines.join('\n')}\n\n${next}\n\n`
}

const SECRETS = { password: 'Password', api_key: 'API key', widget_key: 'Widget key' }
