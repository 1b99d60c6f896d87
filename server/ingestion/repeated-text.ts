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

/** A digest of a text of a page. In one with a year any digits may differ: when it was changed. */
export function repeatedDigest(text: string): number {
  return textDigest(YEAR.test(text) ? text.replace(/\d+/g, '0') : text)
}
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/

/** A digest that says of a text that most pages have it, which stands for the text alone else. */
export function commonDigest(digest: number): number {
  return textDigest(`most ${digest}`)
}

/** A digest of the name of a website, which is no text of a page. */
export function siteNameDigest(name: string): number {
  return textDigest(`\0${name}`)
}

/** Blanks do not distinguish texts. */
export function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Texts on fewer pages may repeat by chance, or for a reason. */
const LEAST_PAGES = 4
const LEAST_SHARE = 0.05
/** A part of a website has navigation of its own: so many of the last pages with a text suffice. */
const LAST_PAGES = 50
const LEAST_OF_LAST = 15
/** A text on so many pages says nothing about any of them, wherever it stands. */
const COMMON_SHARE = 0.6
/** Pages that must have a place, unless so many do. */
const PLACE_SHARE = 0.1
const ENOUGH_OF_PLACE = 40
/** Of them, those where it holds links in the same words. */
const LINKS_SHARE = 0.8
/** Texts and places that are counted at the same time; the rarest are forgotten beyond. */
const MOST_COUNTED = 400_000
const MOST_REPEATED = 5000

/** What is counted of a page. */
export interface CountedPage {
  /** Digests of its texts. */
  texts: ReadonlySet<number>
  /**
   * Its places by their digests: a digest of the words outside of the links that stand there, or
   * null where something else does, or links at several such places.
   */
  places: ReadonlyMap<number, number | null>
}

/**
 * Counts on how many pages of a website each text stands, and which places hold nothing but links,
 * to tell navigation and banners from what the pages are about. `known` are the digests that
 * earlier runs found.
 */
export function createRepetition(known: number[] = []) {
  const earlier = new Set(known)
  let counts = new Map<number, number>()
  let pages = 0
  const last: ReadonlySet<number>[] = []
  const lastCounts = new Map<number, number>()
  const inParts = new Set<number>()
  const siteNames = new Set<number>()
  const places = createPlaces()
  let current: number[] = []
  let renewAt = 0

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

  /** Digests of the texts and places that repeat on the pages so far, or did in earlier runs. */
  function repeated(): number[] {
    const least = Math.max(LEAST_PAGES, pages * LEAST_SHARE)
    const most = Math.max(LEAST_PAGES, pages * COMMON_SHARE)
    const now: number[] = []
    for (const [digest, count] of counts) {
      if (count >= least) now.push(digest)
      if (count >= most) now.push(commonDigest(digest))
    }
    const all = [...siteNames, ...places.ofLinks(pages), ...now, ...inParts, ...earlier]
    return [...new Set(all)].slice(0, MOST_REPEATED)
  }

  return {
    add(page: CountedPage): void {
      pages += 1
      countLast(page.texts)
      places.add(page.places)
      for (const digest of page.texts) counts.set(digest, (counts.get(digest) ?? 0) + 1)
      if (counts.size > MOST_COUNTED) forgetRare()
    },

    /** The title of a start page ends with the name of the website. */
    begins(title: string): void {
      siteNames.add(siteNameDigest(titleParts(title).at(-1) ?? ''))
    },

    repeated,

    /** The same, counted anew now and then. */
    recentlyRepeated(): number[] {
      if (pages >= renewAt) {
        current = repeated()
        renewAt = pages + Math.max(8, pages / 8)
      }
      return current
    },
  }
}
export type Repetition = ReturnType<typeof createRepetition>

/** Counts what stands at each place of the pages. */
function createPlaces() {
  let counts = new Map<number, { pages: number; words: Map<number, number> }>()

  return {
    add(places: CountedPage['places']): void {
      for (const [place, words] of places) {
        const count = counts.get(place) ?? { pages: 0, words: new Map() }
        counts.set(place, count)
        count.pages += 1
        if (words !== null) count.words.set(words, (count.words.get(words) ?? 0) + 1)
      }
      if (counts.size > MOST_COUNTED) {
        counts = new Map([...counts].filter(([, { pages }]) => pages > 1))
      }
    },

    /** Places that enough pages have, and that hold links in the same few words on most of them. */
    ofLinks(pages: number): number[] {
      const least = Math.max(LEAST_PAGES, Math.min(pages * PLACE_SHARE, ENOUGH_OF_PLACE))
      return [...counts].flatMap(([place, { pages, words }]) => {
        if (pages < least) return []
        const often = [...words.values()].filter((count) => count >= pages * LEAST_SHARE)
        const alike = often.reduce((sum, count) => sum + count, 0)
        return alike >= pages * LINKS_SHARE ? [place] : []
      })
    },
  }
}
