/** The lengths of a collection's passages in terms; 0 where a passage is not indexed. */
export interface PassageLengths {
  of(key: number): number
}

/** The lengths of neighbouring passages, two bytes each: small enough to be stored in a row. */
export interface LengthPage {
  page: number
  body: Uint8Array
}

/** Lengths in memory, as of a revision of their collection's index. */
export interface HeldLengths extends PassageLengths {
  readonly revision: number
  /** Takes the pages that were changed since, up to a revision. */
  take(revision: number, pages: Iterable<LengthPage>): void
}

const PAGE = 256
const PAGE_BITS = 8
/** The bytes of a page. */
export const PAGE_BYTES = 2 * PAGE

const EMPTY = new Uint16Array(PAGE)

/** No lengths yet. */
export function holdLengths(): HeldLengths {
  const held: Uint16Array[] = []
  let revision = 0
  return {
    get revision() {
      return revision
    },
    of: (key) => (held[key >>> PAGE_BITS] ?? EMPTY)[key & (PAGE - 1)] as number,
    take(current, pages) {
      for (const { page, body } of pages) held[page] = lengthsIn(body)
      revision = current
    },
  }
}

/** The numbers of the pages that hold the keys. */
export function pagesOf(keys: Iterable<number>): number[] {
  return [...new Set(Array.from(keys, (key) => key >>> PAGE_BITS))]
}

/**
 * The pages with other lengths, of those that are stored, and by how many passages and terms the
 * collection is longer.
 */
export function changeLengths(stored: LengthPage[], lengths: Map<number, number>) {
  const bodies = new Map(stored.map(({ page, body }) => [page, body]))
  const grown = { passages: 0, length: 0 }
  const pages: LengthPage[] = []
  for (const [page, keys] of Map.groupBy(lengths.keys(), (key) => key >>> PAGE_BITS)) {
    const body = lengthsIn(bodies.get(page))
    for (const key of keys) {
      const [before, after] = [body[key & (PAGE - 1)] as number, lengths.get(key) as number]
      grown.passages += Math.sign(after) - Math.sign(before)
      grown.length += after - before
      body[key & (PAGE - 1)] = after
    }
    pages.push({ page, body: new Uint8Array(body.buffer) })
  }
  return { pages, grown }
}

function lengthsIn(body: Uint8Array | undefined): Uint16Array {
  return body ? new Uint16Array(new Uint8Array(body).buffer) : new Uint16Array(PAGE)
}
