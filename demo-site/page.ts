import { parse } from 'yaml'

/** The parts of a page that differ from other pages. */
export interface Page {
  /** Path on the site, such as `/docs/models.html`. */
  path: string
  title: string
  summary: string
  /** First message of the widget. */
  greeting: string
  suggestions: string[]
  /** In addition to those of the site. */
  stylesheet?: string
  script?: string
  /** Whether the page holds the chat inside, so that the widget adds no button. */
  inline?: boolean
  body: string
}

/** Parses the front matter; throws when there is none. */
export function frontMatterOf(name: string, source: string) {
  const [, fields, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? []
  if (!fields || !body) throw new Error(`${name} has no front matter`)
  return { fields: parse(fields), body }
}

/** Renders the page: replaces each `[[name]]` of the template. */
export function pageHtml(template: string, page: Page): string {
  const { path, title, summary, greeting, suggestions, stylesheet, script, inline, body } = page
  const parts: Record<string, string> = {
    title: escape(title),
    summary: escape(summary),
    stylesheet: stylesheet ? `<link rel="stylesheet" href="${stylesheet}">` : '',
    script: script ? `<script defer src="${script}"></script>` : '',
    hidden: inline ? 'data-hidden' : '',
    greeting: escape(greeting),
    suggestions: escape(JSON.stringify(suggestions)),
    body,
  }
  return withCurrent(template, path).replace(
    /\[\[(\w+)\]\]/g,
    (_, name: string) => parts[name] ?? '',
  )
}

/** Sets `aria-current` on the navigation link of the page, or of its section. */
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
