import type { Citation } from '../server/contract/conversation.ts'

/**
 * Where a link written by a model may lead: an http(s) address on the host of one of the answer's
 * citations. Everything else is null and stays text, because whatever the model read may have told
 * it to send visitors elsewhere.
 */
export function linkTarget(url: string, citations: readonly Citation[]): string | null {
  const target = webAddress(url)
  const isKnown = citations.some((citation) => siteOf(webAddress(citation.url)) === siteOf(target))
  return target && isKnown ? target.href : null
}

/** The address, when it is one that a visitor can be sent to: of the web, and with no password in it. */
export function webAddress(url: string | null): URL | null {
  if (!url || !URL.canParse(url)) return null
  const address = new URL(url)
  return /^https?:\/\/[^@/]+\//.test(address.href) ? address : null
}

/**
 * Where the passage of a citation is: at its heading, or else at its first words, which a browser
 * finds by a text fragment (https://wicg.github.io/scroll-to-text-fragment/).
 */
export function passageAddress({ url, snippet }: Citation): URL | null {
  const address = webAddress(url)
  const [words] = /[^…\s].{2,80}(?=\s|$)/.exec(snippet ?? '') ?? []
  if (address && words) {
    address.hash ||= `:~:text=${encodeURIComponent(words).replaceAll('-', '%2D')}`
  }
  return address
}

function siteOf(address: URL | null): string | undefined {
  return address?.host.replace(/^www\./, '')
}
