import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { SettingError } from '../config.ts'
import type { Source } from '../contract/source.ts'
import type { SourceType } from '../contract/source-types.ts'
import { MOST_PAGES } from '../contract/website-config.ts'

/** What `svc ingest` is pointed at, as a source. */
export interface Target {
  type: SourceType
  name: string
  config: Record<string, unknown>
  /** The folder that must be granted, for a folder. */
  folder: string | null
  /** Where its widget will probably be shown. */
  origins: string[]
  /** Settings that an existing source gets as well. */
  given: Record<string, unknown>
  /** Whether a source reads the same. */
  isReadBy(source: Source): boolean
}

/**
 * Throws `SettingError` for what is neither a web address nor a folder, and for a `maxPages` that
 * is no number of pages of a website.
 */
export function targetOf(text: string, maxPages?: string): Target {
  if (/^https?:\/\//i.test(text)) return websiteAt(text, pagesOf(maxPages))
  if (maxPages !== undefined) throw new SettingError('--max-pages is for websites.')
  const path = resolve(text)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new SettingError(`${text} is neither a folder nor an address that begins with https://.`)
  }
  return {
    type: 'folder',
    name: basename(path) || path,
    config: { path },
    folder: path,
    origins: [],
    given: {},
    isReadBy: ({ type, config }) => type === 'folder' && config.path === path,
  }
}

function pagesOf(maxPages: string | undefined): { max_pages?: number } {
  if (maxPages === undefined) return {}
  const max_pages = Number(maxPages)
  if (Number.isInteger(max_pages) && max_pages >= 1 && max_pages <= MOST_PAGES) return { max_pages }
  throw new SettingError(`--max-pages must be a whole number from 1 to ${MOST_PAGES}.`)
}

function websiteAt(text: string, given: { max_pages?: number }): Target {
  const url = URL.parse(text)
  if (!url) throw new SettingError(`${text} is not a web address.`)
  return {
    type: 'website',
    name: url.host,
    config: { start_urls: [url.href], ...given },
    given,
    folder: null,
    origins: [url.origin],
    isReadBy: ({ type, config }) =>
      type === 'website' && (config.start_urls as string[]).includes(url.href),
  }
}
