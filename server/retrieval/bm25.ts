import type { Pace } from '../pacer.ts'
import { type FieldCounts, unpackCounts } from '../storage/index/postings.ts'
import type { Hit, ScoredPostings } from '../storage/ports/search-index.ts'
import { bestFirst } from './fuse.ts'

/** A term that is looked for: what it counts, and the passages that hold it. */
export interface WeightedTerm {
  /** Its inverse document frequency, or less where it only stands for a word. */
  weight: number
  lists: ScoredPostings[]
}

/** How passages are looked for. */
export interface Search {
  /** The mean length of passages in terms. */
  meanLength: number
  /** How many of the best are wanted. */
  limit: number
  /** Awaited before each term; absent: nothing else is to have its turn. */
  pace?: Pace | undefined
}

/** How many words of the text one of title, headings or text counts as. */
const FIELD_WEIGHTS: FieldCounts = [2, 1.5, 1]
const SATURATION = 1.2
const LENGTH_NORMALIZATION = 0.75
/** The weighted count of a term, by its packed counts. */
const COUNTS = Float64Array.from({ length: 256 }, (_, packed) =>
  unpackCounts(packed).reduce((sum, count, at) => sum + count * (FIELD_WEIGHTS[at] as number), 0),
)

/** The inverse document frequency of a term of `count` out of `passages`; never negative. */
export function idfOf(passages: number, count: number): number {
  return Math.log(1 + (Math.max(passages, count) - count + 0.5) / (count + 0.5))
}

/**
 * The `limit` passages with the highest BM25, best first. Terms are scored from the heaviest to the
 * lightest. As soon as all terms that are left could not lift a new passage among the best, they
 * are only looked up in the passages found so far, so a common word costs little beside rarer ones
 * (MaxScore: Turtle and Flood 1995). The result is that of scoring every passage.
 */
export async function bestByTerms(
  terms: WeightedTerm[],
  { meanLength, limit, pace }: Search,
): Promise<Hit[]> {
  const ordered = terms.toSorted((one, two) => two.weight - one.weight)
  const scores = createScores()
  let scored = 0
  let left = ordered.reduce((sum, { weight }) => sum + mostOf(weight), 0)
  /** The score of the last of the best is not higher. */
  let leastAtMost = Number.POSITIVE_INFINITY
  for (const [at, { weight, lists }] of ordered.entries()) {
    await pace?.()
    if (leastAtMost > left && scored > left && isLong(lists)) {
      const least = scores.least(limit)
      if (least > left) {
        const found = scores.from((least - left) * ROUNDING)
        const rest = { terms: ordered.slice(at), left }
        return bestOf(await scoreFound(found, rest, { meanLength, limit, pace }), limit)
      }
      leastAtMost = least
    }
    scored += mostOf(weight)
    leastAtMost += mostOf(weight)
    left -= mostOf(weight)
    for (const list of lists) addScores(scores, list, { weight, meanLength })
  }
  return bestOf(scores.from(0), limit)
}

/** Sums of floating-point numbers may differ in their last digits. */
const ROUNDING = 1 - 1e-9
/** From so many postings on it pays to look whether a term can be skipped. */
const LONG = 1000

function isLong(lists: ScoredPostings[]): boolean {
  return lists.reduce((sum, { keys }) => sum + keys.length, 0) >= LONG
}

/** The highest score of a term: that of any count in a passage of any length is below it. */
function mostOf(weight: number): number {
  return weight * (SATURATION + 1)
}

interface Scoring {
  weight: number
  meanLength: number
}

function scoreAt(
  { counts, lengths }: ScoredPostings,
  at: number,
  { weight, meanLength }: Scoring,
): number {
  const count = COUNTS[counts[at] as number] as number
  const length = (lengths[at] as number) / meanLength
  const norm = SATURATION * (1 - LENGTH_NORMALIZATION + LENGTH_NORMALIZATION * length)
  return (weight * count * (SATURATION + 1)) / (count + norm)
}

function addScores(scores: Scores, list: ScoredPostings, scoring: Scoring): void {
  const { keys } = list
  for (let at = 0; at < keys.length; at += 1) {
    scores.add(keys[at] as number, scoreAt(list, at, scoring))
  }
}

/** Terms that are not scored yet, and the most that all of them can add to a score. */
interface Rest {
  terms: WeightedTerm[]
  left: number
}

/**
 * Adds the scores of terms to passages that were found, which come in ascending order. After each
 * term those are left out that the others cannot lift among the best.
 */
async function scoreFound(
  found: Hit[],
  { terms, left }: Rest,
  { meanLength, limit, pace }: Search,
): Promise<Hit[]> {
  let hits = found
  let more = left
  for (const { weight, lists } of terms) {
    await pace?.()
    for (const list of lists) {
      let at = 0
      for (const hit of hits) {
        at = placeFrom(list.keys, at, hit.key)
        if (list.keys[at] === hit.key) hit.score += scoreAt(list, at, { weight, meanLength })
      }
    }
    more -= mostOf(weight)
    const least = (leastOf(hits, limit) - more) * ROUNDING
    hits = hits.filter(({ score }) => score >= least)
  }
  return hits
}

/** The place of the first key that is not below `key`, searched for in steps that grow. */
function placeFrom(keys: Uint32Array, from: number, key: number): number {
  let step = 1
  let low = from
  while (low + step < keys.length && (keys[low + step] as number) < key) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, keys.length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] as number) < key) low = middle + 1
    else high = middle
  }
  return low
}

type Scores = ReturnType<typeof createScores>

const PAGE_BITS = 10
const PAGE = 1 << PAGE_BITS

/** Sums by passage, in pages of neighbouring keys, of which only those that are used are made. */
function createScores() {
  const pages = new Map<number, Float64Array>()
  let number = -1
  let page: Float64Array = new Float64Array(0)

  function turnTo(other: number): void {
    number = other
    page = pages.get(other) ?? new Float64Array(PAGE)
    pages.set(other, page)
  }

  return {
    add(key: number, score: number): void {
      if (key >>> PAGE_BITS !== number) turnTo(key >>> PAGE_BITS)
      page[key & (PAGE - 1)] = (page[key & (PAGE - 1)] as number) + score
    },

    /** The score of place `limit`; 0 when there are fewer passages. */
    least(limit: number): number {
      const best = createLargest(limit)
      for (const page of pages.values()) {
        for (let at = 0; at < PAGE; at += 1) best.offer(page[at] as number)
      }
      return best.least()
    },

    /** The passages whose score is at least this, but not 0, in ascending order of their keys. */
    from(least: number): Hit[] {
      const found: Hit[] = []
      for (const number of [...pages.keys()].sort((one, two) => one - two)) {
        const page = pages.get(number) as Float64Array
        for (let at = 0; at < PAGE; at += 1) {
          const score = page[at] as number
          if (score > 0 && score >= least) found.push({ key: number * PAGE + at, score })
        }
      }
      return found
    },
  }
}

/** Keeps the `count` largest of many numbers above 0, in ascending order. */
function createLargest(count: number) {
  const kept: number[] = []
  return {
    offer(value: number): void {
      if (value <= 0 || (kept.length === count && value <= (kept[0] as number))) return
      let at = 0
      while (at < kept.length && (kept[at] as number) < value) at += 1
      kept.splice(at, 0, value)
      if (kept.length > count) kept.shift()
    },
    least: () => (kept.length === count ? (kept[0] as number) : 0),
  }
}

/** The score of place `limit`; 0 when there are fewer passages. */
function leastOf(hits: Hit[], limit: number): number {
  const best = createLargest(limit)
  for (const { score } of hits) best.offer(score)
  return best.least()
}

/** Sorts only those that may be among the best, of what can be many thousands. */
function bestOf(hits: Hit[], limit: number): Hit[] {
  const least = leastOf(hits, limit)
  return bestFirst(hits.filter(({ score }) => score >= least)).slice(0, limit)
}
