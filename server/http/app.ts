import { Router } from '@koa/router'
import Koa, { type Context, type Middleware } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { type Operations, operations } from '../contract/operations.ts'
import type { RateLimits } from '../identity/rate-limits.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { SaveUpload } from '../resources/documents.ts'
import type { Store } from '../storage/store.ts'
import { serveAssets } from './assets.ts'
import { createApiKeyAuthenticator } from './authenticate.ts'
import { type Binding, bind, type Handler } from './bind.ts'
import { reportErrors } from './errors.ts'
import { createLimiter } from './limit.ts'
import { type Readiness, shuttingDown } from './readiness.ts'
import { createApiReference } from './reference.ts'
import { createHandlers, type Handlers, type Resources } from './routes.ts'
import { createWidgetAccess, type WidgetAccess } from './widget-access.ts'

export const API_BASE = '/svc/api/v1'

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
  /** Folder of the built widget; null serves none. */
  assetsDir: string | null
  /** Milliseconds of silence before a stream sends a comment. */
  keepAliveMs?: number
}

/** The service over HTTP: the API under `/svc/api/v1`, the widget's files beside it (completions 1). */
export function createApp(options: AppOptions): Koa {
  const { store, resources, readiness, log, now, newId, assetsDir, metrics } = options
  const limiter = createLimiter({ ...options, onRefused: (budget) => metrics?.limited(budget) })
  const widgetAccess = createWidgetAccess({ ...options, mayNote: limiter.mayNote })
  const authenticators = [createApiKeyAuthenticator({ store, now })]
  const reference = createApiReference(readiness.version)
  const handlers = createHandlers(resources, readiness, reference)

  const app = new Koa()
  app.use(nameRequest(newId))
  app.use(logRequest(log))
  if (metrics) app.use(measureRequest(metrics))
  app.use(reportErrors(log))
  app.use(refuseWhileDraining(readiness.draining))
  if (assetsDir !== null) app.use(serveAssets(assetsDir))
  app.use(reference.page)
  app.use(widgetAccess.noteLimited(API_BASE))
  app.use(limiter.door(API_BASE, isHealth))
  app.use(route(handlers, { ...options, authenticators, widgetAccess, limiter }))

  app.on('error', (err: NodeJS.ErrnoException) => {
    // A visitor who closes the page: no fault.
    if (err.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err }, 'a response failed')
  })
  return app
}

/** Every response carries an id, the one of its log line; none is taken from outside. */
function nameRequest(newId: () => string): Middleware {
  return (ctx, next) => {
    ctx.state.requestId = newId()
    ctx.set({
      'X-Request-Id': ctx.state.requestId,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    })
    return next()
  }
}

function logRequest(log: Log): Middleware {
  return async (ctx, next) => {
    const start = performance.now()
    await next()
    const ms = Math.round((performance.now() - start) * 10) / 10
    const { method, path, status } = ctx
    log.info({ request_id: ctx.state.requestId, method, path, status, ms }, 'request')
  }
}

function measureRequest(metrics: Pick<Metrics, 'request'>): Middleware {
  return async (ctx, next) => {
    const start = performance.now()
    await next()
    const seconds = (performance.now() - start) / 1000
    metrics.request(ctx.state.operation ?? 'other', ctx.status, seconds)
  }
}

/** The one route without a limit (contract §8). */
function isHealth({ method, path }: Context): boolean {
  return path === `${API_BASE}/health` && ['GET', 'HEAD'].includes(method)
}

function refuseWhileDraining(draining: () => boolean): Middleware {
  const always = new Set([`${API_BASE}/health`, `${API_BASE}/ready`])
  return (ctx, next) => {
    if (draining() && !always.has(ctx.path)) throw shuttingDown()
    return next()
  }
}

/** One route for each operation, preflights for the widget's, and what is left: 405 or 404 (completions 2). */
function route(handlers: Handlers, binding: Binding & { widgetAccess: WidgetAccess }): Middleware {
  const router = new Router({ prefix: API_BASE, sensitive: true, strict: true })
  for (const name of Object.keys(operations) as (keyof Operations)[]) {
    const operation: Operation = operations[name]
    const handler = handlers[name] as Handler<Operation>
    const answer = bind(operation, handler, binding)
    router[operation.method](toRoute(operation.path), nameOperation(name), answer)
  }
  for (const [path, methods] of widgetMethods()) {
    router.options(toRoute(path), binding.widgetAccess.preflight(methods))
  }
  const routes = router.routes()
  return (ctx, next) => routes(ctx as never, () => refuseUnrouted(ctx, next))
}

/** For the metrics: the name is of this program, never the path that was asked for. */
function nameOperation(name: string): Middleware {
  return (ctx, next) => {
    ctx.state.operation = name
    return next()
  }
}

const refuseUnrouted: Middleware = async (ctx) => {
  const methods = new Set((ctx.matched as Router['stack']).flatMap((layer) => layer.methods))
  if (methods.size === 0) {
    throw new ServiceError('not_found', 'There is nothing at this path.')
  }
  const allowed = [...methods].sort().join(', ')
  ctx.set('Allow', allowed)
  throw new ServiceError('method_not_allowed', `This path allows ${allowed}.`)
}

/** `{id}` becomes `:id`; a literal colon, as in `messages:stream`, is escaped. */
function toRoute(path: string): string {
  return path.replaceAll(':', '\\:').replace(/\{(\w+)\}/g, ':$1')
}

function widgetMethods(): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { access, path, method } of Object.values<Operation>(operations)) {
    if (access !== 'widget' && access !== 'visitor') continue
    methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()])
  }
  return methods
}
