import type { Middleware } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import { htmlPage } from './html-page.ts'
import { isWidgetKey } from './widget-check/findings.ts'

export const TRY_PATH = '/svc/widget/try'

/** Where a deployment can be tried out, if it allows the origin of the service itself. */
export function tryAddress(publicUrl: string, widgetKey: string): string {
  return `${publicUrl}${TRY_PATH}?key=${widgetKey}`
}

/**
 * A page with nothing but the widget of `?key=…`, on the service's own address. The deployment must
 * allow that origin as it must any other (docs/behaviour.md#bootstrap).
 */
export function createWidgetTry(publicUrl: string): Middleware {
  const { origin } = new URL(publicUrl)
  const policy = [
    "default-src 'none'",
    `script-src ${origin}`,
    `connect-src ${origin}`,
    'img-src https: data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return async (ctx, next) => {
    if (ctx.path !== TRY_PATH) return next()
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD')
      throw new ServiceError('method_not_allowed', 'This path allows GET, HEAD.')
    }
    const key = [ctx.query.key ?? ''].flat()[0] ?? ''
    if (!isWidgetKey(key)) {
      throw new ServiceError('validation_error', 'key must be the widget key of a deployment.')
    }
    ctx.set({ 'Content-Security-Policy': policy.join('; '), 'Referrer-Policy': 'no-referrer' })
    ctx.status = 200
    ctx.body = pageWith(key, publicUrl)
    ctx.type = 'text/html'
  }
}

function pageWith(key: string, publicUrl: string): string {
  return htmlPage({
    title: 'Try the widget',
    body: `<h1>Try the widget</h1>
<p>Open it at the edge of this page and ask. If it does not show, see <a href="${publicUrl}/svc/widget/check?key=${key}&amp;origin=${new URL(publicUrl).origin}">why</a>.</p>
<script async src="${publicUrl}/svc/widget.js" data-widget-key="${key}"></script>`,
  })
}
