import { parseDocument } from 'yaml'
import { type HomePage, readHomePage } from './markdown/home-page.ts'

/** The fields of a document's front matter that ingestion uses. */
export interface FrontMatter {
  title: string | null
  description: string | null
  slug: string | null
  /** `YYYY-MM-DD`. */
  date: string | null
  /** `url` or `permalink`, absolute or a path. */
  url: string | null
  home: HomePage
}

const NONE: FrontMatter = {
  title: null,
  description: null,
  slug: null,
  date: null,
  url: null,
  home: { title: null, text: '' },
}

/**
 * YAML between `---` or TOML between `+++` at the very start. Unreadable fields count as absent.
 */
export function readFrontMatter(text: string): { frontMatter: FrontMatter; body: string } {
  const match = /^(---|\+\+\+)[ \t]*\n(?:([\s\S]*?)\n)?\1[ \t]*(?:\n|$)/.exec(text)
  if (!match) return { frontMatter: NONE, body: text }
  const values = match[1] === '---' ? readYaml(match[2] ?? '') : readToml(match[2] ?? '')
  const body = text.slice(match[0].length)
  return {
    frontMatter: {
      title: textOf(values.title),
      description: textOf(values.description) ?? textOf(values.summary) ?? textOf(values.excerpt),
      slug: textOf(values.slug),
      date: dateOf(values.date),
      url: textOf(values.url) ?? textOf(values.permalink),
      home: readHomePage(values),
    },
    body,
  }
}

/** `maxAliasCount: 0` because a few aliases of aliases expand to gigabytes. */
function readYaml(source: string): Record<string, unknown> {
  const document = parseDocument(source, { logLevel: 'silent', schema: 'core' })
  if (document.errors.length > 0) return readLines(source, ':')
  try {
    const values: unknown = document.toJS({ maxAliasCount: 0 })
    return typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {}
  } catch {
    return readLines(source, ':')
  }
}

/** Only the `key = value` lines of TOML's top level, which front matter consists of. */
function readToml(source: string): Record<string, unknown> {
  const table = source.search(/^\s*\[/m)
  return readLines(table < 0 ? source : source.slice(0, table), '=')
}

function readLines(source: string, separator: string): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const line of source.split('\n')) {
    const at = line.indexOf(separator)
    const key = line.slice(0, Math.max(at, 0)).trim()
    if (/^\w+$/.test(key))
      values[key] = line
        .slice(at + 1)
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2')
  }
  return values
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function dateOf(value: unknown): string | null {
  const text = value instanceof Date ? value.toISOString() : textOf(value)
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text ?? '')
  return match ? `${match[1]}-${match[2]?.padStart(2, '0')}-${match[3]?.padStart(2, '0')}` : null
}
