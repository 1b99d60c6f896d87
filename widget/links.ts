import type { Citation } from '../server/contract/conversation.ts'

/**
 * Returns the URL of a link in an answer when it leads to what one of the citations cites, or below
 * it (docs/behaviour.md#checks-of-an-answer). Null otherwise, and the link stays text: a prompt
 * injection in a document could send visitors anywhere.
 */
export function linkTarget(url: string, citations: readonly Citation[]): string | null {
  const target = /[\s\\@]/.test(url) ? null : webAddress(url)
  const isCited = target && citations.some((citation) => leadsTo(target, webAddress(citation.url)))
  return isCited ? target.href : null
}

function leadsTo(target: URL, cited: URL | null): boolean {
  if (!cited) return false
  const { hash, origin, pathname, search } = target
  if (pageOf(target) === pageOf(cited)) return !hash || hash === cited.hash
  return (
    origin === cited.origin &&
    !search &&
    pathname.startsWith(cited.pathname.replace(/\/?$/, '/')) &&
    !/%2f|%5c/i.test(pathname)
  )
}

function pageOf({ href, hash }: URL): string {
  return href.slice(0, href.length - hash.length)
}

/** Parses an http(s) URL without credentials; null for everything else. */
export function webAddress(url: string | null): URL | null {
  if (!url || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null
  const address = new URL(url)
  return /^https?:\/\/[^@/]+\//.test(address.href) ? address : null
}

/**
 * URL of a cited passage: with its own fragment, or else a text fragment of its first words without
 * markup, which browsers scroll to and highlight (https://wicg.github.io/scroll-to-text-fragment/).
 */
export function passageAddress({ url, snippet }: Pick<Citation, 'url' | 'snippet'>): URL | null {
  const address = webAddress(url)
  const [words] = /\p{L}[^*_`|[\n]{2,80}(?=\s|$)/u.exec(snippet ?? '') ?? []
  if (address && words) {
    address.hash ||= `:~:text=${encodeURIComponent(words).replaceAll('-', '%2D')}`
  }
  return address
}
