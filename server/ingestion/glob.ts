import {
  ANY,
  GLOBSTAR,
  type GlobCharacter,
  type GlobSegment,
  parseGlob,
  RUN,
} from '../contract/glob.ts'

/**
 * Says whether a path, relative and with `/`, is one of those that any of the globs describes
 * (docs/behaviour.md#sources). In time proportional to the length of the path, whatever the globs.
 * Throws `GlobError`.
 */
export function createMatcher(globs: string[]): (path: string) => boolean {
  const alternatives = globs.flatMap(parseGlob)
  return (path) => {
    const names = path.split('/').map((name) => Array.from(name))
    return alternatives.some((segments) => matches(segments, names, ofPaths))
  }
}

/** What one part of a glob says of one item of a path. */
interface Comparison<Part, Item> {
  /** It stands for any number of items. */
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
 * The same for the characters of a name and for the names of a path. When something does not fit, only
 * the last run need take one item more: what it took before was no worse. So each part is compared
 * with each item at most once.
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
