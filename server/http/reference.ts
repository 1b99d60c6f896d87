import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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
  /**
   * Serves the API reference at `/svc/docs`, the rules behind it at `/svc/docs/behaviour`, and the
   * manual for owners below `/svc/docs/manual/`.
   */
  pages: Middleware
}

/**
 * The description of the API and its pages, which are made at the first request and kept.
 * `behaviourFile` is docs/behaviour.md, `manualDir` the folder of the manual's pages.
 */
export function createApiReference({
  version,
  behaviourFile,
  manualDir,
}: {
  version: string
  behaviourFile: string
  manualDir: string
}): ApiReference {
  const document = once(() => describeApi(version))
  const reference = once(async () => toPage(renderReference(document(), referenceStyle)))
  const pages = new Map([
    ['/svc/docs', reference],
    ['/svc/docs/', reference],
    [BEHAVIOUR_PATH, once(() => readPage(behaviourFile))],
    ...namesIn(manualDir).map((name): [string, () => Promise<Page>] => [
      `/svc/docs/manual/${name}`,
      once(() => readPage(join(manualDir, `${name}.md`))),
    ]),
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

/** Names of the manual's pages. */
function namesIn(manualDir: string): string[] {
  const files = readdirSync(manualDir).filter((file) => file.endsWith('.md'))
  return files.map((file) => file.slice(0, -'.md'.length))
}

async function readPage(file: string): Promise<Page> {
  // Loaded on demand: most services never show the page.
  const { renderDocument } = await import('./document-page.ts')
  const markdown = await readFile(file, 'utf8')
  const [, title = ''] = /^# (.+)$/m.exec(markdown) ?? []
  return toPage(renderDocument(title, markdown, referenceStyle))
}

type Page = ReturnType<typeof toPage>

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
