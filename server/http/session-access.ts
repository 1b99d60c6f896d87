import type { Context, Middleware } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import { firstCodePoints } from '../contract/text.ts'
import type { Caller } from '../identity/caller.ts'
import { hashSecret } from '../identity/secrets.ts'
import { callerOf, isConfirmed, isRenewalDue, sessionExpiry } from '../identity/session.ts'
import type { PresentedSession, PresentedSupport } from '../storage/ports/sessions.ts'
import type { Store } from '../storage/store.ts'
import type { Authenticator } from './authenticate.ts'
import { recordUse } from './record-use.ts'

export type SessionAccess = ReturnType<typeof createSessionAccess>

/**
 * Over https the prefix `__Host-` binds the cookie to this host: the browser accepts none that a
 * sister site set for the whole domain (RFC 6265bis). It requires the path `/`. Without https the
 * path keeps the cookie from other websites on the same host.
 */
const HOST_COOKIE = { name: '__Host-svc_session', path: '/' }
const PLAIN_COOKIE = { name: 'svc_session', path: '/svc' }

/** Methods that change nothing. */
export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Maximum length of a recorded path with its query. */
const MAX_PATH_CHARS = 2000

/**
 * People signed in to the console: their cookie and their caller
 * (docs/behaviour.md#console-sessions).
 */
export function createSessionAccess({
  store,
  publicUrl,
  now,
}: {
  store: Store
  publicUrl: string
  now: () => string
}) {
  const secure = publicUrl.startsWith('https:')
  const cookie = secure ? HOST_COOKIE : PLAIN_COOKIE
  const { origin: publicOrigin, host: publicHost } = new URL(publicUrl)

  /** The session of the request, looked up once. A request with `Authorization` has none. */
  async function present(ctx: Context): Promise<PresentedSession | null> {
    if (ctx.state.session === undefined) ctx.state.session = await read(ctx)
    return ctx.state.session as PresentedSession | null
  }

  async function read(ctx: Context): Promise<PresentedSession | null> {
    const token = presentedToken(ctx)
    if (token === null) return null
    const at = now()
    const session = await store.sessions.present(hashSecret(token), at)
    if (session && isRenewalDue(session, at)) {
      const expires_at = sessionExpiry(at)
      await recordUse(store.sessions.prolong(session.id, expires_at))
      setCookie(ctx, token, expires_at)
    }
    return session
  }

  function presentedToken(ctx: Context): string | null {
    if (ctx.get('authorization') !== '') return null
    return ctx.cookies.get(cookie.name) || null
  }

  /**
   * Throws `authorization_error` when another website may have sent the request (CSRF): browsers
   * add the cookie by themselves, but no page can forge the headers that name its origin.
   */
  function refuseForeign(ctx: Context): void {
    if (SAFE_METHODS.has(ctx.method) || presentedToken(ctx) === null) return
    if (ctx.get('sec-fetch-site') === 'same-origin' || isOwn(ctx.get('origin'), ctx)) return
    throw new ServiceError(
      'authorization_error',
      'A request with a console session must come from the console itself.',
    )
  }

  /** The origin of the public address, or the one that the console was opened under. */
  function isOwn(origin: string, ctx: Context): boolean {
    if (origin === publicOrigin) return true
    const host = ctx.get('host')
    return host !== publicHost && URL.parse(origin)?.host === host
  }

  function setCookie(ctx: Context, token: string | null, expires_at: string): void {
    // Behind a proxy that terminates TLS the connection is plain; the public address decides.
    ctx.cookies.secure = secure
    ctx.cookies.set(cookie.name, token, {
      path: cookie.path,
      expires: new Date(token === null ? 0 : expires_at),
      httpOnly: true,
      sameSite: 'lax',
      secure,
      signed: false,
      overwrite: true,
    })
  }

  const authenticator: Authenticator = async (ctx) => {
    refuseForeign(ctx)
    const session = await present(ctx)
    if (session?.support) return supportCaller(ctx, session, session.support)
    return session && callerOf(session)
  }

  /**
   * Records each request of a support session before it is answered
   * (docs/behaviour.md#support-access).
   */
  async function supportCaller(
    ctx: Context,
    session: PresentedSession,
    { id, organization, live }: PresentedSupport,
  ): Promise<Caller | null> {
    if (!live) return null
    const path = firstCodePoints(ctx.path + ctx.search, MAX_PATH_CHARS)
    await store.supportSessions.record(organization.id, id, {
      method: ctx.method,
      path,
      at: now(),
    })
    return callerOf(session)
  }

  return {
    authenticator,

    present,

    /** The session of the signed-in person, in any organization. Throws `authentication_error`. */
    async signedIn(ctx: Context): Promise<PresentedSession> {
      const session = await present(ctx)
      if (session) return session
      throw new ServiceError('authentication_error', 'You must be signed in.')
    },

    /**
     * Throws `confirmation_required` for a session that was neither begun nor confirmed within ten
     * minutes (docs/behaviour.md#asking-again). An API key has none, and passes.
     */
    async requireConfirmed(ctx: Context): Promise<void> {
      const session = await present(ctx)
      if (!session || isConfirmed(session, now())) return
      throw new ServiceError(
        'confirmation_required',
        'Confirm your password with POST /svc/console/api/session/confirm, then repeat the request.',
      )
    },

    /**
     * Guards the console's routes: refuses requests from other websites, and API keys of any role
     * with `authorization_error` (docs/behaviour.md#console-sessions).
     */
    guard(apiKeys: Authenticator): Middleware {
      return async (ctx, next) => {
        refuseForeign(ctx)
        if (await apiKeys(ctx)) {
          throw new ServiceError('authorization_error', 'This route does not accept API keys.')
        }
        return next()
      }
    },

    /** Sets the cookie of a new session; the session that the request came with ends. */
    async begin(ctx: Context, token: string): Promise<void> {
      const earlier = await present(ctx)
      if (earlier) await store.sessions.end(earlier.id, now())
      setCookie(ctx, token, sessionExpiry(now()))
    },

    /** Deletes the cookie. */
    forget(ctx: Context): void {
      setCookie(ctx, null, now())
    },
  }
}
