import { lettersOf } from '../text/letters.ts'
import type { PageText } from './page-texts.ts'
import { textDigest } from './repeated-text.ts'

/** Longer words beside links are more than what links are called. */
const LABEL_LETTERS = 60
/** Fewer links in a text must be most of it. */
const MANY_LINKS = 2
const MAX_PLACES = 2000

interface Place {
  /** The first list or element there, and its texts, which others may repeat. */
  container: unknown
  texts: Set<string>
  isOfLinks: boolean
  /** Too few links to tell. */
  isUnclear: boolean
  /** Letters outside of its links. */
  labels: Set<string>
}

/** Collects what stands at the places of a page, to be compared with other pages. */
export function createPlaceReader() {
  const places = new Map<number, Place>()

  return {
    add(found: PageText<unknown>): void {
      const { text, places: digests, container } = found
      const label = lettersOf(found.unlinked)
      const isSeparator = found.links === 0 && label === ''
      if (found.isHeading || isSeparator) return
      for (const digest of digests) {
        const known = places.get(digest)
        if (!known && places.size >= MAX_PLACES) continue
        const at = known ?? newPlace(container)
        places.set(digest, at)
        if (at.container === container && at.texts.size < MAX_TEXTS) at.texts.add(text)
        at.isOfLinks &&= hasLinks(found) && (at.container === container || at.texts.has(text))
        at.isUnclear ||= !isOfLinks(found)
        if (at.labels.size < MAX_LABELS) at.labels.add(label)
      }
    },

    /** A digest of the words outside of its links for each place; null where there is more. */
    of(title: string): Map<number, number | null> {
      const named = lettersOf(title)
      const told = [...places].filter(([, at]) => !at.isOfLinks || !at.isUnclear)
      return new Map(told.map(([place, at]) => [place, wordsAt(at, named)]))
    },
  }
}

function newPlace(container: unknown): Place {
  return { container, texts: new Set(), isOfLinks: true, isUnclear: false, labels: new Set() }
}

/** Whether a text has links with a few words beside them. */
export function hasLinks({ links, unlinked }: PageText<unknown>): boolean {
  return links > 0 && lettersOf(unlinked).length <= LABEL_LETTERS
}

/** Whether it is a list of links, or mostly one. */
function isOfLinks({ text, links, unlinked }: PageText<unknown>): boolean {
  return links >= MANY_LINKS || lettersOf(unlinked).length * 2 <= text.length
}

const MAX_TEXTS = 200
const MAX_LABELS = 20

/** The page's own name is no word that tells places apart: it ends a trail. */
function wordsAt({ isOfLinks, labels }: Place, named: string): number | null {
  if (!isOfLinks) return null
  const words = [...labels].filter((label) => !named.includes(label))
  return textDigest(words.toSorted().join(' '))
}
