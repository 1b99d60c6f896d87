import type { WebsiteConfig } from '../../../contract/website-config.ts'
import type { Entry, Frontier } from './frontier.ts'
import { isNoDocument } from './judge.ts'
import type { ScannedPage } from './page-scan.ts'
import type { Scope } from './scope.ts'

/** The address that a page says is its own, if that is another one and can be asked for. */
export function canonicalOf(
  url: string,
  page: ScannedPage,
  { config, scope }: { config: WebsiteConfig; scope: Scope },
): string | null {
  if (!config.respect_canonical || !page.canonical) return null
  const canonical = scope.spell(page.canonical, url)
  if (canonical === null || canonical === url || isNoDocument(canonical)) return null
  return scope.ruleFor(canonical) === null ? canonical : null
}

/** Pages that name another address as their own, and are read themselves if that one fails. */
export function createCanonicals(frontier: Frontier) {
  const targets = new Map<string, string>()
  const waiting = new Map<string, Entry[]>()
  const lost = new Set<string>()
  return {
    /** False when the page must be read itself: the other one failed, or leads back to it. */
    defer(entry: Entry, canonical: string): boolean {
      if (lost.has(canonical)) return false
      for (let at: string | undefined = canonical; at !== undefined; at = targets.get(at)) {
        if (at === entry.url) return false
      }
      targets.set(entry.url, canonical)
      const others = waiting.get(canonical)
      if (others) others.push(entry)
      else waiting.set(canonical, [entry])
      return true
    },

    read: (url: string) => void waiting.delete(url),

    lost(url: string): void {
      lost.add(url)
      for (const entry of waiting.get(url) ?? []) {
        frontier.again({ ...entry, ignoresCanonical: true })
      }
      waiting.delete(url)
    },
  }
}
