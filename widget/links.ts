import type { Citation } from '../server/contract/conversation.ts'

/**
 * Returns the URL of a link in an answer when it is http(s) and on the host of one of the
 * citations. Null otherwise, and the link stays text: a prompt injection in a document could send
 * visitors anywhere.
 */
export function linkTarget(url: string, citations: readonly Citation[]): string | null {
  const target = webAddress(url)
  const isKnown = citations.some((citation) => siteOf(webAddress(citation.url)) === siteOf(target))
  return target && isKnown ? target.href : null
}

/** Parses an http(s) URL without credentials; null for everything else. */
export function webAddress(url: string | null): URL | null {
  if (!url || !URL.canParse(url)) return null
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

function siteOf(address: URL | null): string | undefined {
  return address?.host.replace(/^www\./, '')
}
