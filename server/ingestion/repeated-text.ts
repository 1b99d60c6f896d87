import { createHash } from 'node:crypto'

/**
 * A number that stands for a text, whatever blanks it has. Two texts among a million share one
 * about once in 10,000 websites (53 bits).
 */
export function textDigest(text: string): number {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    low = Math.imul(low ^ unit, 2654435761)
    high = Math.imul(high ^ unit, 1597334677)
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  return 4294967296 * (2097151 & high) + (low >>> 0)
}

/** A digest of a whole page's text. */
export function pageDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** The parts of a title such as "Berths | Harbour". */
export function titleParts(title: string): string[] {
  return title.split(/\s+[|–—·•»-]\s+/)
}

/** A digest of the name of a website, which is no text of a page. */
export function siteNameDigest(name: string): number {
  return textDigest(`\0${name}`)
}

/** Blanks do not distinguish texts. */
export function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Elements whose borders end a text; all others are part of a line. */
export const BLOCKS = new Set(
  'html body main article section div header footer nav aside figure figcaption details summary center address fieldset form dl dt dd hgroup p ul ol li table caption thead tbody tfoot tr td th pre blockquote h1 h2 h3 h4 h5 h6 hr br button select option'.split(
    ' ',
  ),
)

/** Elements without text for readers. */
export const TEXTLESS = new Set(
  'script style noscript template iframe object embed svg canvas audio video head title textarea'.split(
    ' ',
  ),
)

/** Texts on fewer pages may repeat by chance, or for a reason. */
const LEAST_PAGES = 4
const LEAST_SHARE = 0.05
/** A part of a website has navigation of its own: so many of the last pages with a text suffice. */
const LAST_PAGES = 50
const LEAST_OF_LAST = 15
/** Texts that are counted at the same time; the rarest are forgotten beyond. */
const MOST_COUNTED = 400_000
const MOST_REPEATED = 5000

/**
 * Counts on how many pages of a website each text stands, to tell navigation and banners from what
 * the pages are about. `known` are the texts that earlier runs found to repeat.
 */
export function createRepetition(known: number[] = []) {
  const earlier = new Set(known)
  let counts = new Map<number, number>()
  let pages = 0
  const last: ReadonlySet<number>[] = []
  const lastCounts = new Map<number, number>()
  const inParts = new Set<number>()
  const siteNames = new Set<number>()

  function forgetRare(): void {
    counts = new Map([...counts].filter(([, count]) => count > 1))
  }

  function countLast(digests: ReadonlySet<number>): void {
    last.push(digests)
    for (const digest of digests) {
      const count = (lastCounts.get(digest) ?? 0) + 1
      lastCounts.set(digest, count)
      if (count === LEAST_OF_LAST) inParts.add(digest)
    }
    if (last.length <= LAST_PAGES) return
    for (const digest of last.shift() ?? []) {
      const count = (lastCounts.get(digest) ?? 0) - 1
      if (count > 0) lastCounts.set(digest, count)
      else lastCounts.delete(digest)
    }
  }

  return {
    add(digests: ReadonlySet<number>): void {
      pages += 1
      countLast(digests)
      for (const digest of digests) counts.set(digest, (counts.get(digest) ?? 0) + 1)
      if (counts.size > MOST_COUNTED) forgetRare()
    },

    /** The title of a start page ends with the name of the website. */
    begins(title: string): void {
      siteNames.add(siteNameDigest(titleParts(title).at(-1) ?? ''))
    },

    /** The texts that repeat on the pages so far, or did in earlier runs. */
    repeated(): number[] {
      const least = Math.max(LEAST_PAGES, pages * LEAST_SHARE)
      const now = [...counts].filter(([, count]) => count >= least).map(([digest]) => digest)
      return [...new Set([...siteNames, ...now, ...inParts, ...earlier])].slice(0, MOST_REPEATED)
    },
  }
}
export type Repetition = ReturnType<typeof createRepetition>
