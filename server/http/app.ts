import { randomUUID } from 'node:crypto'
import Koa, { type Context, type Middleware } from 'koa'
import type { Operation } from '../contract/operation.ts'
import { consoleOperations, operations } from '../contract/operations.ts'
import type { RateLimits } from '../identity/rate-limits.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { SaveUpload } from '../resources/documents.ts'
import { PASSAGES_PATH } from '../resources/passage-links.ts'
import type { Store } from '../storage/store.ts'
import { BODY_TIMEOUT_MS } from './arrival.ts'
import { type AssetFolders, createAssets } from './assets.ts'
import { createAudit } from './audited.ts'
import { createApiKeyAuthenticator } from './authenticate.ts'
import { serveConsole } from './console-pages.ts'
import { tellFailure } from './errors.ts'
import { createLimiter } from './limit.ts'
import { requireHost } from './malformed.ts'
import { serveMcp } from './mcp.ts'
import { below, mount, mountPreflights, refuseUnrouted } from './mount.ts'
import { servePassagePages } from './passage-page.ts'
import { createReadJson } from './read-body.ts'
import { type Readiness, shuttingDown } from './readiness.ts'
import { createApiReference } from './reference.ts'
import { createConsoleHandlers, createHandlers, type Resources } from './routes.ts'
import { createSessionAccess } from './session-access.ts'
import { isUnread } from './unread-body.ts'
import { createWidgetAccess } from './widget-access.ts'
import { CHECK_PATH, createWidgetCheck } from './widget-check/check.ts'
import { createWidgetTry, TRY_PATH } from './widget-try.ts'

export const API_BASE = '/svc/api/v1'
export const CONSOLE_BASE = '/svc/console/api'

export interface AppOptions {
  store: Store
  resources: Resources
  readiness: Readiness
  saveUpload: SaveUpload
  log: Log
  now: () => string
  newId: () => string
  /** `base_url`, without a slash at its end. */
  publicUrl: string
  /** Platform-wide widget allow-list; `*` leaves the decision to each deployment. */
  widgetOrigins: string[] | '*'
  rateLimits: RateLimits
  /** How many reverse proxies in front are trusted for the client's address. */
  trustProxy: number
  /** null: nothing is measured. */
  metrics: Pick<Metrics, 'request' | 'limited'> | null
  /** docs/behaviour.md, shown at `/svc/docs/behaviour`. */
  behaviourFile: string
  manualDir: string
  /** null serves no widget. */
  assets: AssetFolders | null
  /** Folder of the built console; null serves none. */
  consoleDir: string | null
  /** Milliseconds of silence before a stream sends a comment. */
  keepAliveMs?: number
  /** How long a body may take to arrive; by default a minute. */
  bodyTimeoutMs?: number
}

/** The path of the operation with a budget of its own, `opened`. */
const OPENED = new RegExp(`^${API_BASE}/widget/conversations/[^/]+/messages/[^/]+/opened$`)

/** The service over HTTP: the API under `/svc/api/v1`, the widget's files beside it. */
export function createApp(options: AppOptions): Koa {
  const { store, resources, readiness, log, now, metrics } = options
  const { bodyTimeoutMs = BODY_TIMEOUT_MS } = options
  const limiter = createLimiter({ ...options, onRefused: (budget) => metrics?.limited(budget) })
  const widgetAccess = createWidgetAccess({
    ...options,
    base: API_BASE,
    mayRecordRefusal: limiter.mayRecordRefusal,
  })
  const apiKeys = createApiKeyAuthenticator({ store, now })
  const sessions = createSessionAccess(options)
  const assets =
    options.assets &&
    createAssets(options.assets, (err) =>
      log.warn({ err }, 'this version of the widget is not kept'),
    )
  const pinnedScript = assets?.pinnedScript ?? null
  const { behaviourFile, manualDir } = options
  const reference = createApiReference({ version: readiness.version, behaviourFile, manualDir })
  const handlers = createHandlers(resources, readiness, reference)

  const app = new Koa()
  app.use(answerRequest(log, metrics))
  app.use(requireHost)
  app.use(refuseWhileDraining(readiness.draining))

  const authenticators = [apiKeys, sessions.authenticator]
  const readJson = createReadJson({ timeoutMs: bodyTimeoutMs })
  const shared = { ...options, limiter, audit: createAudit(options), readJson, bodyTimeoutMs }
  const binding = { ...shared, authenticators, widgetAccess, sessions }
  // Requests are matched in this order, so the most frequent routes come first.
  app.use(widgetAccess.recordLimited)
  app.use(mountPreflights(API_BASE, operations, binding))
  app.use(
    limiter.beforeAuthentication(API_BASE, async (ctx) => {
      if (isGet(ctx, 'health')) return null
      if (isGet(ctx, 'ready')) return 'readiness'
      if (isGet(ctx, 'widget/bootstrap')) return 'bootstrap'
      if (!(await widgetAccess.isVisitor(ctx))) return 'address'
      return ctx.method === 'POST' && OPENED.test(ctx.path) ? null : 'visitors'
    }),
  )
  app.use(mount(API_BASE, operations, handlers, binding))

  if (assets) app.use(assets.serve)
  if (options.consoleDir) app.use(serveConsole(options.consoleDir))
  app.use(reference.pages)
  app.use(limiter.beforeAuthentication(CHECK_PATH, () => 'address'))
  app.use(limiter.beforeAuthentication(PASSAGES_PATH, () => 'address'))
  app.use(limiter.beforeAuthentication(TRY_PATH, () => 'address'))
  app.use(createWidgetTry(options.publicUrl))
  app.use(createWidgetCheck({ ...options, verdict: widgetAccess.verdict, pinnedScript }))
  // A signed-in person has a budget of their own (docs/behaviour.md#rate-limits).
  app.use(
    limiter.beforeAuthentication(`${CONSOLE_BASE}/`, async (ctx) =>
      (await sessions.present(ctx)) ? null : 'address',
    ),
  )
  app.use(below(CONSOLE_BASE, sessions.guard(apiKeys)))

  const ofConsole = {
    ...binding,
    authenticators: [sessions.authenticator],
    limiter: { ...limiter, caller: limiter.person },
  }
  app.use(mount(`${CONSOLE_BASE}/v1`, withoutWidget(operations), handlers, ofConsole))
  const ownHandlers = createConsoleHandlers(resources, {
    src: `${options.publicUrl}/svc/widget.js`,
    pinned: pinnedScript && {
      src: options.publicUrl + pinnedScript.path,
      integrity: pinnedScript.integrity,
    },
  })
  app.use(mount(CONSOLE_BASE, consoleOperations, ownHandlers, ofConsole))
  const report = (err: unknown) => log.error({ err }, 'an MCP request failed')
  const { version } = readiness
  const reportMistake = (mistake: string) => log.debug({ mistake }, 'an MCP request was refused')
  app.use(serveMcp({ ...shared, version, authenticator: apiKeys, report, reportMistake }))
  app.use(servePassagePages(resources))
  app.use(refuseUnrouted)

  app.on('error', (err: NodeJS.ErrnoException) => {
    // A visitor closed the page: not an error.
    if (err.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err }, 'a response failed')
  })
  return app
}

/**
 * Gives every request its id, its error response, its metrics and its log line. A single
 * middleware, because each additional one slows down every request.
 */
function answerRequest(log: Log, metrics: AppOptions['metrics']): Middleware {
  // Redacting secret fields costs more than writing the line, and request lines have none.
  const lines = log.child({}, { redact: [] })
  return async (ctx, next) => {
    const start = performance.now()
    nameRequest(ctx)
    try {
      await next()
    } catch (error) {
      tellFailure(ctx, error, log)
    }
    // Do not wait for a body that no route reads.
    if (!ctx.headerSent && isUnread(ctx.req)) ctx.set('Connection', 'close')
    const ms = performance.now() - start
    const { method, path, status, state } = ctx
    metrics?.request(state.operation ?? 'other', status, ms / 1000)
    const line = { request_id: state.requestId, method, path, status, ms: Math.round(ms * 10) / 10 }
    lines.info(line, 'request')
  }
}

/** Every response carries the id of its log line; an id sent by the client is ignored. */
function nameRequest({ state, res }: Context): void {
  state.requestId = randomUUID()
  res.setHeader('X-Request-Id', state.requestId)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Cache-Control', 'no-store')
}

/** Of the operations, `health` alone has no limit (docs/behaviour.md#rate-limits). */
function isGet({ method, path }: Context, name: 'health' | 'ready' | 'widget/bootstrap'): boolean {
  return path === `${API_BASE}/${name}` && ['GET', 'HEAD'].includes(method)
}

function refuseWhileDraining(draining: () => boolean): Middleware {
  const always = new Set([`${API_BASE}/health`, `${API_BASE}/ready`])
  return (ctx, next) => {
    if (draining() && !always.has(ctx.path)) throw shuttingDown()
    return next()
  }
}

/** Without the routes of the widget, which exist under the API's base only. */
function withoutWidget(all: Record<string, Operation>): Record<string, Operation> {
  const rest = Object.entries(all).filter(
    ([, { access }]) => access !== 'widget' && access !== 'visitor',
  )
  return Object.fromEntries(rest)
}
