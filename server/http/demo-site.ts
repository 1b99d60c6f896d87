import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import Koa from 'koa'
import { escapeHtml } from './escape-html.ts'

/**
 * The demo website (docs/behaviour.md#the-demo). `{{base_url}}` and the names of widget keys in its
 * pages are replaced by their values. All files are read once, here.
 */
export function createDemoSite({
  dir,
  values,
}: {
  dir: string
  values: { base_url: string } & Record<string, string>
}): Koa {
  const pages = readPages(dir, values)
  const policy = contentSecurityPolicy(new URL(values.base_url).origin)
  const site = new Koa()
  site.use((ctx) => {
    const page = pages.get(ctx.path) ?? pages.get('/404.html')
    ctx.set({
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Cache-Control': 'no-cache',
    })
    ctx.status = pages.has(ctx.path) ? 200 : 404
    ctx.body = page?.body ?? 'Not found.'
    ctx.type = page?.type ?? 'text/plain'
  })
  return site
}

interface SitePage {
  type: string
  body: Buffer | string
}

/** `/guide` and `/guide.html` are one page, `/` and `/docs/` their folder's `index.html`. */
function readPages(dir: string, values: Record<string, string>): Map<string, SitePage> {
  const pages = new Map<string, SitePage>()
  for (const file of listFiles(dir)) {
    const type = extname(file)
    const bytes = readFileSync(join(dir, file))
    const page = { type, body: type === '.html' ? fill(bytes.toString(), values) : bytes }
    const path = `/${file}`
    pages.set(path, page)
    if (path.endsWith('/index.html')) pages.set(path.slice(0, -'index.html'.length), page)
    else if (type === '.html') pages.set(path.slice(0, -'.html'.length), page)
  }
  return pages
}

function listFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
}

function fill(html: string, values: Record<string, string>): string {
  return html.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? escapeHtml(values[name] ?? '') : placeholder,
  )
}

/** The Content-Security-Policy that the widget supports, extended by the site's own needs. */
function contentSecurityPolicy(base: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${base}`,
    `connect-src ${base}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
