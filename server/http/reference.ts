import { createHash } from 'node:crypto'
import type { Middleware } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import { describeApi, type OpenApi } from '../contract/openapi.ts'
import { once } from '../once.ts'
import { renderReference } from './reference-page.ts'
import { referenceStyle } from './reference-style.ts'

export interface ApiReference {
  /** The OpenAPI document of `GET /openapi.json`. */
  document(): OpenApi
  /** The page at `/svc/docs` (completions 1). */
  page: Middleware
}

const PATHS = new Set(['/svc/docs', '/svc/docs/'])

/** The API's description and its readable form; both are made when they are first asked for, and kept. */
export function createApiReference(version: string): ApiReference {
  const document = once(() => describeApi(version))
  const page = once(() => {
    const html = renderReference(document(), referenceStyle)
    return { html, headers: headersOf(html) }
  })

  return {
    document,
    page: (ctx, next) => {
      if (!PATHS.has(ctx.path)) return next()
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
        ctx.set('Allow', 'GET, HEAD')
        throw new ServiceError('method_not_allowed', 'This path allows GET, HEAD.')
      }
      const { html, headers } = page()
      ctx.set(headers)
      ctx.status = 200
      if (ctx.fresh) {
        ctx.status = 304
        return
      }
      ctx.body = html
      ctx.type = 'text/html'
    },
  }
}

/** The page needs its own style and nothing else, from anywhere. */
function headersOf(html: string): Record<string, string> {
  const style = `'sha256-${sha256(referenceStyle)}'`
  return {
    'Content-Security-Policy': `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
    ETag: `"${sha256(html)}"`,
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
