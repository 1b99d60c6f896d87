import { webAddressOf } from '../contract/web-address.ts'
import type { FrontMatter } from './formats/front-matter.ts'
import { createMatcher } from './glob.ts'

/** How a source's files are published (see `FolderConfig` of `contract/source-types.ts`). */
export interface LinkSettings {
  base_url?: string | undefined
  permalinks?: Record<string, string> | undefined
}

type Facts = Pick<FrontMatter, 'slug' | 'date' | 'url'>
const NO_FACTS: Facts = { slug: null, date: null, url: null }

/**
 * The public address of a file of a source, or null where it is not known. The front matter's `url`
 * takes precedence over the `permalinks` template of the first glob that matches, and that over
 * `base_url` with the path: cleaned where a site is built from such files, else as it is. A front
 * matter `slug` replaces the last part of the path.
 */
export function documentUrl(
  path: string,
  { base_url, permalinks }: LinkSettings,
  facts: Facts = NO_FACTS,
): string | null {
  if (facts.url) {
    const own = facts.url.startsWith('/') ? withBase(facts.url, base_url) : httpUrl(facts.url)
    if (own) return own
  }
  const template = Object.entries(permalinks ?? {}).find(([glob]) => createMatcher([glob])(path))
  if (template) return withBase(fill(template[1], path, facts), base_url)
  if (!base_url) return null
  if (facts.slug?.startsWith('/')) return withBase(facts.slug, base_url)
  const published = BUILT_FROM.test(path) ? publicPath(path, facts.slug) : path
  return withBase(escaped(published), base_url)
}

/** Files of which a site's pages are made; any other, such as a PDF, is published as it is. */
const BUILT_FROM = /\.(?:md|mdx|markdown|adoc|asciidoc|ipynb)$/i

/**
 * A file's path as sites publish it: without its extension, its ordering number, and a last
 * `index`, `_index` or `README`. `10-start/02-first-steps.mdx` → `start/first-steps`. A number
 * before another digit is a date or a version and stays.
 */
export function publicPath(path: string, slug: string | null = null): string {
  const parts = path.split('/')
  const leaf = parts.pop() ?? ''
  const folders = parts.map(withoutOrder)
  const name = leaf.replace(/\.[^.]+$/, '')
  if (/^(_?index|readme)$/i.test(name)) return folders.join('/')
  return [...folders, slug ?? withoutOrder(name)].join('/')
}

/** The address of a place in a document: its heading's id, or a page of a PDF. */
export function passageUrl(
  url: string | null,
  { fragment, page }: { fragment: string | null; page: number | null },
): string | null {
  if (url === null) return null
  const place = page === null ? fragment : `page=${page}`
  if (place === null) return url
  const address = new URL(url)
  address.hash = place
  return address.href
}

/** The text as a normalized http or https address without user name and password, or null. */
export function httpUrl(text: string, base?: string): string | null {
  return webAddressOf(text, base)?.href ?? null
}

function withoutOrder(part: string): string {
  return part.replace(/^\d+\s*[-_.]+\s*(?=\D)/, '')
}

/** Escapes the characters of a file's name that have a meaning in an address. */
function escaped(path: string): string {
  return path.replace(/[%?#]/g, encodeURIComponent)
}

/** `base_url` may have a path, which is put before every other. */
function withBase(path: string, base: string | undefined): string | null {
  const absolute = httpUrl(path)
  if (absolute || !base) return absolute
  return path === ''
    ? httpUrl(base)
    : httpUrl(`${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`)
}

function fill(template: string, path: string, { slug, date }: Facts): string {
  const leaf = (path.split('/').at(-1) ?? '').replace(/\.[^.]+$/, '')
  const dated = /^(\d{4})-(\d{1,2})-(\d{1,2})-(.+)$/.exec(leaf)
  const [year, month, day] = date?.split('-') ?? dated?.slice(1, 4) ?? []
  const values: Record<string, string> = {
    path: escaped(publicPath(path)),
    slug: escaped(slug ?? dated?.[4] ?? withoutOrder(leaf)),
    year: year ?? '',
    month: month?.padStart(2, '0') ?? '',
    day: day?.padStart(2, '0') ?? '',
  }
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}
