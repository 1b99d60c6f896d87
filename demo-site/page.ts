import { parse } from 'yaml'

/** A page of the site, as far as it differs from the others. */
export interface Page {
  /** On the site, such as `/docs/models.html`. */
  path: string
  title: string
  summary: string
  /** What its widget says first, and offers to ask. */
  greeting: string
  suggestions: string[]
  /** Beside that of the site. */
  stylesheet?: string
  body: string
}

/** Throws when the front matter is missing, because a page without a title is a mistake. */
export function frontMatterOf(name: string, source: string) {
  const [, fields, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? []
  if (!fields || !body) throw new Error(`${name} has no front matter`)
  return { fields: parse(fields), body }
}

/** The whole page: `[[name]]` in the template becomes what the page says of it. */
export function pageHtml(template: string, page: Page): string {
  const { path, title, summary, greeting, suggestions, stylesheet, body } = page
  const parts: Record<string, string> = {
    title: escape(title),
    summary: escape(summary),
    stylesheet: stylesheet ? `<link rel="stylesheet" href="${stylesheet}">` : '',
    greeting: escape(greeting),
    suggestions: escape(JSON.stringify(suggestions)),
    body,
  }
  return withCurrent(template, path).replace(
    /\[\[(\w+)\]\]/g,
    (_, name: string) => parts[name] ?? '',
  )
}

/** Marks the link of the site's navigation that leads to the page, or to the part it belongs to. */
function withCurrent(template: string, path: string): string {
  if (path.startsWith('/docs/')) return mark(template, '/docs/getting-started.html', 'true')
  return mark(template, path.replace(/index\.html$/, ''), 'page')
}

function mark(template: string, href: string, current: string): string {
  return template.replace(`href="${href}"`, `$& aria-current="${current}"`)
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
