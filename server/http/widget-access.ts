import type { Context, Middleware, Next } from 'koa'
import { normalizeOrigin, type RefusalReason } from '../contract/deployment.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Caller } from '../identity/caller.ts'
import { type Embed, type PresentedVisitor, visitorExpiry } from '../identity/embed.ts'
import { hashSecret } from '../identity/secrets.ts'
import type { PresentedDeployment } from '../storage/ports/deployments.ts'
import type { Store } from '../storage/store.ts'
import { recordUse } from './record-use.ts'

/** The outcome of a bootstrap (docs/behaviour.md#bootstrap): 401, 403 or 200. */
export type Verdict = 'not_live' | 'origin_not_allowed' | 'allowed'

export type WidgetAccess = ReturnType<typeof createWidgetAccess>

/** What a widget request was sent with. */
interface Presented {
  at: string
  /** null: not well-formed, or missing where it is needed. */
  origin: string | null
  /** null: no deployment has the key. */
  deployment: PresentedDeployment | null
  /** Why the deployment does not admit the request. */
  reason: RefusalReason | null
  /** null also when the request is not admitted. */
  visitor: PresentedVisitor | null
}

const ALLOWED_HEADERS = 'Content-Type, X-SVC-Widget-Key, X-SVC-Visitor-Token'
const EXPOSED_HEADERS = 'Retry-After, X-Request-Id, RateLimit, RateLimit-Policy'
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
  base,
  mayRecordRefusal,
}: {
  store: Store
  publicUrl: string
  widgetOrigins: string[] | '*'
  now: () => string
  /** Path of the API, below which the widget's routes are. */
  base: string
  /** Whether one more refusal of a client that is over its budget may be recorded. */
  mayRecordRefusal: (ctx: Context) => Promise<boolean>
}) {
  const ownOrigin = new URL(publicUrl).origin
  const isForWidget = ({ path }: Context) => path.startsWith(`${base}/widget/`)
  const isBootstrap = ({ path }: Context) => path === `${base}/widget/bootstrap`

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

  /** Looks up the key, the origin and the visitor of a request, once. */
  function present(ctx: Context): Promise<Presented> {
    ctx.state.presented ??= lookUp(ctx)
    return ctx.state.presented as Promise<Presented>
  }

  async function lookUp(ctx: Context): Promise<Presented> {
    const at = now()
    const deployment = await store.deployments.findByKey(ctx.get('x-svc-widget-key'), at)
    const origin = originOf(ctx)
    const reason = deployment && refusalOf(deployment, origin)
    const isAdmitted = deployment !== null && isLive(deployment) && reason === null
    const visitor = isAdmitted ? await presentedVisitor(ctx, deployment, at) : null
    return { at, origin, deployment, reason, visitor }
  }

  /**
   * Throws the same 401 for an unknown, malformed, revoked and expired key, and 403 for the origin.
   * Refusals of a deployment are recorded for its owner.
   */
  async function admit(ctx: Context): Promise<Embed> {
    const { at, deployment, origin, reason, visitor } = await present(ctx)
    if (reason) await recordRefusal(ctx, reason)
    if (!deployment || !isLive(deployment)) throw unknownKey()
    if (!origin || reason) {
      throw new ServiceError('authorization_error', 'The origin of this page is not allowed.')
    }
    await recordUse(store.deployments.touch(deployment.organization_id, deployment, at))
    // A refused bootstrap must stay unreadable to the page, so the header is set on success only.
    if (!isBootstrap(ctx)) allowOrigin(ctx, origin)
    return { origin, deployment, visitor }
  }

  /**
   * Whether a request to the widget's routes carries the token of a visitor who is admitted, who
   * counts against other budgets (docs/behaviour.md#rate-limits). The page may read their refusals.
   */
  async function isVisitor(ctx: Context): Promise<boolean> {
    if (!isForWidget(ctx) || ctx.get('x-svc-visitor-token') === '') return false
    const { origin, visitor } = await present(ctx)
    if (!origin || !visitor) return false
    ctx.vary('Origin')
    if (!isBootstrap(ctx)) allowOrigin(ctx, origin)
    return true
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
      deployment.organization_id,
      deployment.id,
      hashSecret(token),
      at,
      visitorExpiry(at),
    )
    return visitor && { ...visitor, token }
  }

  /**
   * Answers a preflight: 204 for every well-formed origin, else 403. It carries no key, so it
   * decides nothing: the request that follows is refused where the deployment's owner sees it.
   */
  function preflight(methods: string[]): Middleware {
    return (ctx) => {
      ctx.vary('Origin')
      const origin = normalizeOrigin(ctx.get('origin'))
      if (!origin) {
        throw new ServiceError('authorization_error', 'The origin of this page is not well-formed.')
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

  /** Records for the owner when a rate limit refuses a request to a deployment. */
  async function recordLimited(ctx: Context, next: Next): Promise<void> {
    if (!isForWidget(ctx)) return next()
    try {
      await next()
    } catch (error) {
      if (isLimit(error) && ctx.method !== 'OPTIONS' && (await mayRecordRefusal(ctx))) {
        await recordRefusal(ctx, 'rate_limited')
      }
      throw error
    }
  }

  async function recordRefusal(ctx: Context, reason: RefusalReason): Promise<void> {
    const { at, deployment, origin } = await present(ctx)
    if (!deployment) return
    const { organization_id, id } = deployment
    const shown = origin ?? shownOrigin(ctx)
    await recordUse(store.deployments.refuse(organization_id, id, shown, reason, at))
  }

  return { admit, isVisitor, verdict, preflight, recordLimited }
}

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
