import { timingSafeEqual } from 'node:crypto'
import type { Quotation } from '../contract/conversation.ts'
import type { Vault } from '../identity/vault.ts'

export const PASSAGES_PATH = '/svc/passages'

const DAY_MS = 24 * 60 * 60 * 1000
const LIFETIME_MS = 7 * DAY_MS
/** Links that are made within an hour are alike. */
const STEP_MS = 60 * 60 * 1000

export type PassageLinks = ReturnType<typeof createPassageLinks>

/** A longer quotation is named in an address by its first and last words. */
const MAX_QUOTED_WORDS = 12
const END_WORDS = 5
/** Between those, in an address. */
export const ELLIPSIS = ' … '

/** The claims of a link, as its address has them. */
export interface PassageLink {
  organization_id: string
  source_id: string
  /** Seconds since 1970. */
  expires: string
  signature: string
}

/**
 * Addresses of pages that show a passage of a document without a URL to whoever has the link, for
 * seven days (docs/behaviour.md#passage-pages).
 */
export function createPassageLinks({
  vault,
  publicUrl,
  now,
}: {
  vault: Pick<Vault, 'sign'>
  publicUrl: string
  now: () => string
}) {
  const sign = ({ organization_id, source_id, expires }: Omit<PassageLink, 'signature'>) =>
    vault.sign(`${organization_id}/${source_id}/${expires}`, 'passage')

  return {
    /** The page marks the quotations, which are no part of what is signed. */
    addressOf(
      organization_id: string,
      source_id: string,
      quotes: readonly Pick<Quotation, 'exact'>[] = [],
    ): string {
      const until = Math.ceil(Date.parse(now()) / STEP_MS) * STEP_MS + LIFETIME_MS
      const expires = String(until / 1000)
      const signature = sign({ organization_id, source_id, expires })
      const query = new URLSearchParams({ expires, signature })
      for (const text of new Set(quotes.map(({ exact }) => shortened(exact)))) {
        query.append('quote', text)
      }
      const place = quotes.length === 0 ? '' : '#quote'
      return `${publicUrl}${PASSAGES_PATH}/${organization_id}/${source_id}?${query}${place}`
    },

    /** False for a link that was changed, that is too old or that another service made. */
    isValid({ signature, ...claims }: PassageLink): boolean {
      const isLive = Number(claims.expires) * 1000 > Date.parse(now())
      return isLive && isSame(signature, sign(claims))
    },
  }
}

function shortened(exact: string): string {
  const words = exact.split(/\s+/)
  if (words.length <= MAX_QUOTED_WORDS) return exact
  return [words.slice(0, END_WORDS), words.slice(-END_WORDS)]
    .map((end) => end.join(' '))
    .join(ELLIPSIS)
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
