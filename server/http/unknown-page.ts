import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import { BEHAVIOUR_PATH } from '../contract/openapi.ts'
import { escapeHtml } from './escape-html.ts'
import { htmlPage } from './html-page.ts'

/** Below these, and at these, a browser too gets the error as JSON. */
const FOR_PROGRAMS = ['/svc/api', '/svc/console/api', '/svc/mcp', '/health', '/ready']

/** A page by itself, in the reader's light or dark colours. */
const STYLE = `
body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif }
`

const HEADERS = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
}

/**
 * Whether a person looks at the answer: a GET or HEAD that prefers HTML to JSON, outside the paths
 * of programs (docs/behaviour.md#errors).
 */
export function isShownToPerson(ctx: Context): boolean {
  return (
    (ctx.method === 'GET' || ctx.method === 'HEAD') &&
    ctx.accepts('json', 'html') === 'html' &&
    !FOR_PROGRAMS.some((path) => ctx.path === path || ctx.path.startsWith(`${path}/`))
  )
}

/** Answers with a page of status 404 that says `message` and where to go; it repeats no request. */
export function sendUnknownPage(ctx: Context, message: string): void {
  ctx.set(HEADERS)
  ctx.status = 404
  ctx.body = htmlPage({
    title: 'Page not found',
    style: STYLE,
    body: `<main>
<h1>Page not found</h1>
<p>${escapeHtml(message)}</p>
<ul>
<li><a href="/svc/console/">Console</a>: sign in and look after your assistants</li>
<li><a href="/svc/docs">API reference</a> and <a href="${BEHAVIOUR_PATH}">rules</a></li>
<li><a href="/svc/widget/check">Widget check</a>: why the widget does not show on a website</li>
</ul>
</main>`,
  })
  ctx.type = 'text/html'
}
