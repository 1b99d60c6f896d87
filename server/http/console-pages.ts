import type { Context, Middleware } from 'koa'
import { readStaticFiles, sendStaticFile } from './static-file.ts'
import { isShownToPerson } from './unknown-page.ts'

const CONSOLE = '/svc/console/'
const PREVIEW = 'preview'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const HEADERS = {
  'Content-Security-Policy': POLICY,
  // Addresses of the console may hold ids, and links of invitations end in a secret.
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** The preview of the widget, in a sandboxed frame of the console, whose origin is opaque. */
const PREVIEW_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data: https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  'sandbox allow-scripts',
].join('; ')

const PREVIEW_HEADERS = { ...HEADERS, 'Content-Security-Policy': PREVIEW_POLICY }

/** A page of an opaque origin loads its files as a stranger does. */
const FILE_HEADERS = {
  ...HEADERS,
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/**
 * Serves the built console (docs/behaviour.md#the-console): its files, the same page at every
 * address that is no file and not of the API, and a redirect from `/` for browsers.
 */
export function serveConsole(dir: string): Middleware {
  const files = readStaticFiles(dir)
  const page = files.get('index.html')
  return async (ctx, next) => {
    if (!page) return next()
    if (leadsHere(ctx)) return ctx.redirect(CONSOLE)
    if (!ctx.path.startsWith(CONSOLE)) return next()
    const path = ctx.path.slice(CONSOLE.length)
    if (path.startsWith('api/')) return next()
    const file =
      files.get(path === PREVIEW ? 'preview.html' : path) ??
      (path.startsWith('assets/') ? undefined : page)
    return file ? sendStaticFile(ctx, file, headersOf(path)) : next()
  }
}

function headersOf(path: string): Record<string, string> {
  if (path === PREVIEW) return PREVIEW_HEADERS
  return path.startsWith('assets/') ? FILE_HEADERS : HEADERS
}

/** API clients that ask for `/` get their 404. */
function leadsHere(ctx: Context): boolean {
  return ctx.path === '/svc/console' || (ctx.path === '/' && isShownToPerson(ctx))
}
