import type { Context, Middleware, Next } from 'koa'
import { normalizeOrigin, type RefusalReason } from '../contract/deployment.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import type { Caller } from '../identity/caller.ts'
import { type Embed, type PresentedVisitor, visitorExpiry } from '../identity/embed.ts'
import { hashSecret } from '../identity/secrets.ts'
import type { PresentedDeployment, Store } from '../storage/store.ts'
import { recordUse } from './record-use.ts'

/** The outcome of a bootstrap (docs/behaviour.md#bootstrap): 401, 403 or 200. */
export type Verdict = 'not_live' | 'origin_not_allowed' | 'allowed'

export type WidgetAccess = ReturnType<typeof createWidgetAccess>

const ALLOWED_HEADERS = 'Content-Type, X-SVC-Widget-Key, X-SVC-Visitor-Token'
const EXPOSED_HEADERS = 'Retry-After, X-Request-Id'
const PREFLIGHT_SECONDS = 600

/**
 * Who may call the public widget routes (docs/behaviour.md#origins-and-preflights).
 * `widgetOrigins` is the platform-wide allow-list; `*` leaves the decision to each deployment.
 */
export function createWidgetAccess({
  store,
  publicUrl,
  widgetOrigins,
  now,
  mayRecordRefusal,
}: {
  store: Store
  publicUrl: string
  widgetOrigins: string[] | '*'
  now: () => string
  /** Whether one more refusal of a client that is over its budget may be recorded. */
  mayRecordRefusal: (ctx: Context) => Promise<boolean>
}) {
  const ownOrigin = new URL(publicUrl).origin

  /** Browsers omit `Origin` in a same-origin GET: its origin is that of the public URL. */
  function originOf(ctx: Context): string | null {
    const sent = ctx.get('origin')
    if (sent !== '') return normalizeOrigin(sent)
    const sameOrigin = ctx.get('sec-fetch-site') === 'same-origin'
    return sameOrigin && ['GET', 'HEAD'].includes(ctx.method) ? ownOrigin : null
  }

  function onPlatform(origin: string): boolean {
    return widgetOrigins === '*' || widgetOrigins.includes(origin)
  }

  /**
   * Throws the same 401 for an unknown, malformed, revoked and expired key, and 403 for the origin.
   */
  async function admit(ctx: Context, operation: Operation): Promise<Embed> {
    const at = now()
    const isBootstrap = operation.path === BOOTSTRAP_PATH
    const deployment = await store.deployments.findByKey(ctx.get('x-svc-widget-key'), at)
    const origin = originOf(ctx)
    const reason = deployment && refusalOf(deployment, origin)
    if (deployment && reason && isBootstrap) {
      await recordUse(
        store.deployments.refuse(deployment.id, origin ?? shownOrigin(ctx), reason, at),
      )
    }
    if (!deployment || !isLive(deployment)) throw unknownKey()
    if (!origin || reason) {
      throw new ServiceError('authorization_error', 'The origin of this page is not allowed.')
    }
    await recordUse(store.deployments.touch(deployment, at))
    // A refused bootstrap must stay unreadable to the page, so the header is set on success only.
    if (!isBootstrap) allowOrigin(ctx, origin)
    return { origin, deployment, visitor: await presentedVisitor(ctx, deployment, at) }
  }

  function refusalOf(deployment: PresentedDeployment, origin: string | null): RefusalReason | null {
    if (deployment.status !== 'active') return deployment.status
    const allowed = origin && deployment.allowed_origins.includes(origin) && onPlatform(origin)
    return allowed ? null : 'origin_not_allowed'
  }

  /** The outcome that a bootstrap from this origin would have, without recording anything. */
  async function verdict(widgetKey: string, origin: string | null): Promise<Verdict> {
    const deployment = await store.deployments.findByKey(widgetKey, now())
    if (!deployment || !isLive(deployment)) return 'not_live'
    return refusalOf(deployment, origin) ? 'origin_not_allowed' : 'allowed'
  }

  async function presentedVisitor(
    ctx: Context,
    deployment: PresentedDeployment,
    at: string,
  ): Promise<PresentedVisitor | null> {
    const token = ctx.get('x-svc-visitor-token')
    if (token === '') return null
    const visitor = await store.visitors.present(
      deployment.id,
      hashSecret(token),
      at,
      visitorExpiry(at),
    )
    return visitor && { ...visitor, token }
  }

  /** Answers a preflight: 204 when some live deployment allows the origin, else 403. */
  function preflight(methods: string[]): Middleware {
    return async (ctx) => {
      ctx.vary('Origin')
      const origin = normalizeOrigin(ctx.get('origin'))
      const allowed = origin && onPlatform(origin)
      if (!allowed || !(await store.deployments.originAllowed(origin, now()))) {
        throw new ServiceError('authorization_error', 'The origin of this page is not allowed.')
      }
      ctx.set({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Methods': methods.join(', '),
        'Access-Control-Allow-Headers': ALLOWED_HEADERS,
        'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
      })
      ctx.status = 204
    }
  }

  /** Records for the owner when a rate limit refuses the bootstrap of a deployment. */
  function recordLimited(base: string): Middleware {
    const path = base + BOOTSTRAP_PATH
    return (ctx, next) => (ctx.path === path ? recordLimit(ctx, next) : next())
  }

  async function recordLimit(ctx: Context, next: Next): Promise<void> {
    try {
      await next()
    } catch (error) {
      if (isLimit(error)) await recordRefusal(ctx)
      throw error
    }
  }

  async function recordRefusal(ctx: Context): Promise<void> {
    if (ctx.method === 'OPTIONS' || !(await mayRecordRefusal(ctx))) return
    const at = now()
    const deployment = await store.deployments.findByKey(ctx.get('x-svc-widget-key'), at)
    if (!deployment) return
    const origin = originOf(ctx) ?? shownOrigin(ctx)
    await recordUse(store.deployments.refuse(deployment.id, origin, 'rate_limited', at))
  }

  return { admit, verdict, preflight, recordLimited }
}

const BOOTSTRAP_PATH = '/widget/bootstrap'

/** Allows the page to read the response; never with credentials. */
export function allowOrigin(ctx: Context, origin: string): void {
  ctx.set('Access-Control-Allow-Origin', origin)
  ctx.set('Access-Control-Expose-Headers', EXPOSED_HEADERS)
}

/** The caller of a visitor's request. Throws 401 when the token is missing or not valid here. */
export function visitorCaller({ deployment, visitor }: Embed): Caller {
  if (!visitor) {
    throw new ServiceError('authentication_error', 'A valid visitor token is required.')
  }
  return {
    organization_id: deployment.organization_id,
    owner: { type: 'service', id: deployment.id },
    visitor_id: visitor.id,
    channel: 'widget',
    role: null,
    permissions: new Set(['message.send']),
  }
}

function isLimit(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'rate_limit_exceeded'
}

function isLive({ status, organization_status }: PresentedDeployment): boolean {
  return status === 'active' && organization_status === 'active'
}

function unknownKey(): ServiceError {
  return new ServiceError('authentication_error', 'A valid widget key is required.')
}

/**
 * What the owner sees instead of an invalid origin: `null` of a sandboxed page or a file, or ''.
 */
function shownOrigin(ctx: Context): string {
  return ctx.get('origin') === 'null' ? 'null' : ''
}
