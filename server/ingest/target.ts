import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { SettingError } from '../config.ts'
import type { Source } from '../contract/source.ts'
import type { SourceType } from '../contract/source-types.ts'

/** What `svc ingest` is pointed at, as a source. */
export interface Target {
  type: SourceType
  name: string
  config: Record<string, unknown>
  /** The folder that must be granted, for a folder. */
  folder: string | null
  /** Where its widget will probably be shown. */
  origins: string[]
  /** Whether a source reads the same. */
  isReadBy(source: Source): boolean
}

/** Throws `SettingError` for what is neither a web address nor a folder. */
export function targetOf(text: string): Target {
  if (/^https?:\/\//i.test(text)) return websiteAt(text)
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
    isReadBy: ({ type, config }) => type === 'folder' && config.path === path,
  }
}

function websiteAt(text: string): Target {
  const url = URL.parse(text)
  if (!url) throw new SettingError(`${text} is not a web address.`)
  return {
    type: 'website',
    name: url.host,
    config: { start_urls: [url.href] },
    folder: null,
    origins: [url.origin],
    isReadBy: ({ type, config }) =>
      type === 'website' && (config.start_urls as string[]).includes(url.href),
  }
}
