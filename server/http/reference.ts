import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Middleware } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import { BEHAVIOUR_PATH, describeApi } from '../contract/openapi.ts'
import type { OpenApi } from '../contract/openapi-document.ts'
import { once } from '../once.ts'
import { renderReference } from './reference-page.ts'
import { referenceStyle } from './reference-style.ts'

export interface ApiReference {
  /** The OpenAPI document of `GET /openapi.json`. */
  document(): OpenApi
  /** Serves the API reference at `/svc/docs` and the rules behind it at `/svc/docs/behaviour`. */
  pages: Middleware
}

/**
 * The description of the API and its pages, which are made at the first request and kept.
 * `behaviourFile` is docs/behaviour.md.
 */
export function createApiReference({
  version,
  behaviourFile,
}: {
  version: string
  behaviourFile: string
}): ApiReference {
  const document = once(() => describeApi(version))
  const reference = once(async () => toPage(renderReference(document(), referenceStyle)))
  const behaviour = once(async () => {
    // Loaded on demand: most services never show the page.
    const { renderBehaviour } = await import('./behaviour-page.ts')
    return toPage(renderBehaviour(await readFile(behaviourFile, 'utf8'), referenceStyle))
  })
  const pages = new Map([
    ['/svc/docs', reference],
    ['/svc/docs/', reference],
    [BEHAVIOUR_PATH, behaviour],
  ])

  return {
    document,
    pages: async (ctx, next) => {
      const page = pages.get(ctx.path)
      if (!page) return next()
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
        ctx.set('Allow', 'GET, HEAD')
        throw new ServiceError('method_not_allowed', 'This path allows GET, HEAD.')
      }
      const { html, headers } = await page()
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

/** A page and its headers; its policy allows its own style and no other resources. */
function toPage(html: string) {
  const style = `'sha256-${sha256(referenceStyle)}'`
  const headers = {
    'Content-Security-Policy': `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
    ETag: `"${sha256(html)}"`,
  }
  return { html, headers }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
