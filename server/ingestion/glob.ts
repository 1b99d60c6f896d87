import {
  ANY,
  GLOBSTAR,
  type GlobCharacter,
  type GlobSegment,
  parseGlob,
  RUN,
} from '../contract/glob.ts'

/**
 * A function that tells whether a relative path with `/` matches any of the globs
 * (docs/behaviour.md#sources), in time linear in the length of the path. Throws `GlobError`.
 */
export function createMatcher(globs: string[]): (path: string) => boolean {
  const alternatives = globs.flatMap(parseGlob)
  return (path) => {
    const names = path.split('/').map((name) => Array.from(name))
    return alternatives.some((segments) => matches(segments, names, ofPaths))
  }
}

/** How one part of a glob is compared with one item of a path. */
interface Comparison<Part, Item> {
  /** It matches any number of items. */
  isRun(part: Part): boolean
  fits(part: Part, item: Item): boolean
}

const ofPaths: Comparison<GlobSegment, string[]> = {
  isRun: (segment) => segment === GLOBSTAR,
  fits: (segment, name) => segment !== GLOBSTAR && matches(segment, name, ofNames),
}

const ofNames: Comparison<GlobCharacter | typeof RUN, string> = {
  isRun: (part) => part === RUN,
  fits(part, character) {
    if (typeof part === 'string') return part === character
    if (typeof part === 'symbol') return part === ANY
    return part.ranges.some(([from, to]) => from <= character && character <= to)
  },
}

/**
 * Matches the characters of a name, or the names of a path. After a mismatch only the last run
 * takes one item more: what earlier runs took was no worse. So each part is compared with each item
 * at most once.
 */
function matches<Part, Item>(
  parts: Part[],
  items: Item[],
  { isRun, fits }: Comparison<Part, Item>,
): boolean {
  let at = 0
  let item = 0
  /** Where the last run ends in `parts`, and before which item. */
  let runAt = -1
  let runTo = 0
  while (item < items.length) {
    const part = parts[at]
    if (part !== undefined && isRun(part)) {
      at += 1
      runAt = at
      runTo = item
    } else if (part !== undefined && fits(part, items[item] as Item)) {
      at += 1
      item += 1
    } else if (runAt >= 0) {
      runTo += 1
      item = runTo
      at = runAt
    } else return false
  }
  while (at < parts.length && isRun(parts[at] as Part)) at += 1
  return at === parts.length
}
