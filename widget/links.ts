import type { Citation } from '../server/contract/conversation.ts'

/**
 * Where a link written by a model may lead: an http(s) address on the host of one of the answer's
 * citations. Everything else is null and stays text, because whatever the model read may have told
 * it to send visitors elsewhere.
 */
export function linkTarget(url: string, citations: readonly Citation[]): string | null {
  const target = webAddress(url)
  if (!target) return null
  const known = citations.some((citation) => {
    const cited = webAddress(citation.url ?? '')
    return cited !== null && site(cited) === site(target)
  })
  return known ? target.href : null
}

/** The address, when it is one that a visitor can be sent to. */
export function webAddress(url: string): URL | null {
  if (!URL.canParse(url)) return null
  const address = new URL(url)
  if (address.protocol !== 'http:' && address.protocol !== 'https:') return null
  return address.username || address.password ? null : address
}

function site({ host }: URL): string {
  return host.replace(/^www\./, '')
}
