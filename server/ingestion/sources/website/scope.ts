import type { WebsiteConfig } from '../../../contract/website-config.ts'
import { createMatcher } from '../../glob.ts'
import { globPath, siteOf, spell } from './addresses.ts'

/** Why an address is not read; null when it may be. */
export type ScopeRule = 'elsewhere' | 'outside' | 'exclude' | 'include' | 'trap'

export interface Scope {
  /** The spelling of an address, with the host that its website is known by. */
  spell(address: string, base?: string): string | null
  /** `url` is a spelling. */
  ruleFor(url: string): ScopeRule | null
  /** A start address was redirected: the website is known by that host, and its folder counts. */
  redirected(from: string, to: string): void
}

const MAX_LENGTH = 1000
const MAX_SEGMENTS = 25
const MAX_REPEATED_SEGMENTS = 3
const MAX_PARAMETERS = 6
/** Addresses that differ in their parameters alone. */
const MAX_VARIANTS = 2000
const MAX_COMBINATIONS = 50
/** Pages of which such addresses are counted. */
const MAX_COUNTED = 100_000

/**
 * The addresses that belong to a website source (docs/behaviour.md#websites): of the websites of
 * the start addresses, below their folders unless `include` says otherwise, and no traps.
 */
export function createScope({ start_urls, include, exclude }: WebsiteConfig): Scope {
  const isIncluded = include.length > 0 ? createMatcher(include.map(relative)) : null
  const isExcluded = createMatcher(exclude.map(relative))
  const hosts = new Map<string, URL>()
  const folders: { site: string; folder: string }[] = []
  const isTrap = createTrapDetector()

  function add(address: string): void {
    const url = new URL(address)
    hosts.set(siteOf(url), url)
    folders.push({ site: siteOf(url), folder: url.pathname.replace(/[^/]*$/, '') })
  }
  for (const address of start_urls) add(spell(address) ?? address)
  const starts = new Set(start_urls.map((address) => spell(address)))

  function spellHere(address: string, base?: string): string | null {
    const spelling = spell(address, base)
    const url = spelling ? new URL(spelling) : null
    const host = url && hosts.get(siteOf(url))
    if (!url || !host) return spelling
    url.protocol = host.protocol
    url.hostname = host.hostname
    return url.href
  }

  return {
    spell: spellHere,

    ruleFor(address) {
      if (starts.has(address)) return null
      const url = new URL(address)
      const site = siteOf(url)
      if (!hosts.has(site)) return 'elsewhere'
      const path = globPath(url)
      if (isExcluded(path)) return 'exclude'
      if (isIncluded) {
        if (!isIncluded(path)) return 'include'
      } else if (
        !folders.some(({ site: of, folder }) => of === site && url.pathname.startsWith(folder))
      ) {
        return 'outside'
      }
      return isTrap(url) ? 'trap' : null
    },

    redirected(from, to) {
      const [before, after] = [new URL(from), new URL(to)]
      if (siteOf(before) !== siteOf(after) || !starts.has(from)) return
      add(to)
      if (!isExcluded(globPath(after))) starts.add(spellHere(to))
    },
  }
}

/** Whether `exclude` leaves out a start address, from which nothing could be read then. */
export function isStartExcluded(start_url: string, exclude: string[]): boolean {
  const url = URL.parse(spell(start_url) ?? start_url)
  return url !== null && createMatcher(exclude.map(relative))(globPath(url))
}

/** Globs are relative to the root of the website, whether or not they begin with a slash. */
function relative(glob: string): string {
  return glob.replace(/^\/+/, '')
}

/** Recognizes addresses that a website could make up without end. */
function createTrapDetector(): (url: URL) => boolean {
  const variants = new Map<string, Set<string>>()
  return (url) => {
    if (url.href.length > MAX_LENGTH) return true
    const segments = url.pathname.split('/').filter((segment) => segment !== '')
    if (segments.length > MAX_SEGMENTS) return true
    const times = [...Map.groupBy(segments, (segment) => segment).values()]
    if (times.some((same) => same.length >= MAX_REPEATED_SEGMENTS)) return true
    if (url.search === '') return false
    const parameters = url.search.slice(1).split('&')
    if (parameters.length > MAX_PARAMETERS) return true
    const page = `${url.host}${url.pathname}${parameters.length > 1 ? '&' : ''}`
    const seen = variants.get(page) ?? new Set()
    if (variants.size < MAX_COUNTED) variants.set(page, seen)
    const most = parameters.length > 1 ? MAX_COMBINATIONS : MAX_VARIANTS
    if (seen.size < most) seen.add(url.search)
    return !seen.has(url.search)
  }
}
