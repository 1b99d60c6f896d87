import type { Context, Middleware } from 'koa'
import type { PassageWithNeighbours } from '../contract/document.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Documents } from '../resources/documents.ts'
import { PASSAGES_PATH, type PassageLinks } from '../resources/passage-links.ts'
import { escapeHtml } from './escape-html.ts'
import { htmlPage } from './html-page.ts'
import { markedText } from './marked-text.ts'

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'private, no-store',
}

/**
 * Shows the passage of a signed link with the passages beside it, and marks the quotations that the
 * link names (docs/behaviour.md#passage-pages).
 * Throws the same `not_found` for a link that is not valid and for a passage that is gone.
 */
export function servePassagePages({
  documents,
  passageLinks,
}: {
  documents: Pick<Documents, 'passageOf'>
  passageLinks: PassageLinks
}): Middleware {
  return async (ctx, next) => {
    const [, organization_id, source_id] = PATH.exec(ctx.path) ?? []
    if (organization_id === undefined || source_id === undefined) return next()
    ctx.state.operation = 'passage page'
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD')
      throw new ServiceError('method_not_allowed', 'This path allows GET, HEAD.')
    }
    const [expires, signature] = [parameter(ctx, 'expires'), parameter(ctx, 'signature')]
    if (!passageLinks.isValid({ organization_id, source_id, expires, signature })) {
      throw new ServiceError('not_found', 'This link is not valid, or no longer.')
    }
    const passage = await documents.passageOf(organization_id, source_id)
    ctx.set(HEADERS)
    ctx.status = 200
    ctx.body = pageWith(passage, [ctx.query.quote ?? []].flat())
    ctx.type = 'text/html'
  }
}

const PATH = new RegExp(`^${PASSAGES_PATH}/([0-9a-f-]{36})/([0-9a-f-]{36})$`)

function parameter(ctx: Context, name: string): string {
  return [ctx.query[name] ?? ''].flat()[0] ?? ''
}

const STYLE = `
body { max-width: 45rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 1rem 0 }
.beside { opacity: .7 }
mark { background: light-dark(#fff3bf, #4d4200); color: inherit }
`

function pageWith(
  { title, anchor, text, previous, next }: PassageWithNeighbours,
  quotes: string[],
): string {
  const beside = (passage: { text: string } | null) =>
    passage ? `<div class="text beside">${escapeHtml(passage.text)}</div>\n` : ''
  return htmlPage({
    title,
    style: STYLE,
    body: `<main>
<h1 dir="auto">${escapeHtml(title)}</h1>
${anchor === null ? '' : `<h2 dir="auto">${escapeHtml(anchor)}</h2>\n`}${beside(previous)}<div class="text" dir="auto">${markedText(text, quotes)}</div>
${beside(next)}</main>`,
  })
}
