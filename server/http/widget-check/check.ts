import { createHash } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import { normalizeOrigin } from '../../contract/deployment.ts'
import { ServiceError } from '../../contract/errors.ts'
import type { PinnedScript } from '../assets.ts'
import type { WidgetAccess } from '../widget-access.ts'
import { browserScript } from './browser-script.ts'
import { type Asked, type Finding, findings, isWidgetKey } from './findings.ts'
import { checkStyle, renderCheck } from './page.ts'

export const CHECK_PATH = '/svc/widget/check'
const SCRIPT_PATH = `${CHECK_PATH}.js`

/**
 * Diagnostic page for site owners: `?key=…&origin=…&policy=…`. It is public, so it reveals no more
 * than a bootstrap does (docs/behaviour.md#bootstrap): whether an active deployment has the key,
 * and then whether it allows the origin; never which key was revoked, or which other origins are
 * allowed.
 */
export function createWidgetCheck({
  publicUrl,
  verdict,
  pinnedScript,
}: {
  publicUrl: string
  verdict: WidgetAccess['verdict']
  pinnedScript: PinnedScript | null
}): Middleware {
  const headers = headersOf(new URL(publicUrl).origin)

  async function examine(asked: Asked): Promise<Finding[]> {
    const { key, origin } = asked
    return findings(asked, isWidgetKey(key) ? await verdict(key, normalizeOrigin(origin)) : null)
  }

  return async (ctx, next) => {
    if (ctx.path !== CHECK_PATH && ctx.path !== SCRIPT_PATH) return next()
    refuseOtherMethods(ctx)
    ctx.set(headers)
    ctx.status = 200
    if (ctx.path === SCRIPT_PATH) {
      ctx.body = browserScript
      ctx.type = 'text/javascript'
      return
    }
    const [key, origin] = [parameter(ctx, 'key'), parameter(ctx, 'origin')]
    const asked = { key, origin, policy: parameter(ctx, 'policy', 8000), publicUrl }
    const found = await examine(asked)
    ctx.body = renderCheck({ ...asked, pinnedScript, found, scriptPath: SCRIPT_PATH })
    ctx.type = 'text/html'
  }
}

/** The first value of a query parameter, trimmed and cut to a length. */
function parameter(ctx: Context, name: string, characters = 400): string {
  return [ctx.query[name] ?? ''].flat()[0]?.trim().slice(0, characters) ?? ''
}

function refuseOtherMethods(ctx: Context): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return
  ctx.set('Allow', 'GET, HEAD')
  throw new ServiceError('method_not_allowed', 'This path allows GET, HEAD.')
}

function headersOf(publicOrigin: string): Record<string, string> {
  const style = createHash('sha256').update(checkStyle).digest('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${style}'`,
    "script-src 'self'",
    `connect-src 'self' ${publicOrigin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return { 'Content-Security-Policy': policy.join('; '), 'Referrer-Policy': 'no-referrer' }
}
