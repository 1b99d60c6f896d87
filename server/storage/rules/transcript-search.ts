/** Rows that are read of the rarest word of a search, and looked up of the others: some 20 ms. */
export const MOST_READ = 10_000
const MOST_LOOKED_UP = 30_000
/** Of words with the same beginning so many are compared, and so many looked for. */
export const MOST_COMPARED = 200
const MOST_LOOKED_FOR = 30
/** Words are compared by how often they are held, up to this. */
export const MOST_COUNTED = 200
/** So many conversations at the ends of some days tell between which ids theirs are. */
export const AT_ENDS = 100

/**
 * What a search of the inbox reads: the conversations that hold the rarest of its words, and of
 * those the other words one by one, so that each search takes about the same time, however many
 * conversations hold its words (docs/behaviour.md#inbox).
 */
export interface TranscriptSearch {
  /** The spellings of the rarest word. */
  rarest: string[]
  /** Of a spelling that more conversations hold, so many of the newest are read. */
  each: number
  /** `[which word, spelling]` of the others, as JSON. */
  others: string
  /** How many others must be held. */
  count: number
}

/** Of words that begin alike those that are looked for: the whole one, then the most frequent. */
export function wordsToLookFor(
  words: string[],
  whole: string,
  heldBy: (word: string) => number,
): string[] {
  if (!areTooMany(words)) return words
  return words
    .map((word) => ({ word, held: word === whole ? Number.POSITIVE_INFINITY : heldBy(word) }))
    .toSorted((one, two) => two.held - one.held)
    .slice(0, MOST_LOOKED_FOR)
    .map(({ word }) => word)
}

/** Whether words that begin alike are so many that it counts how often each is held. */
export function areTooMany(words: string[]): boolean {
  return words.length > MOST_LOOKED_FOR
}

/** Plans a search, given the spellings of each word and how many rows hold any of them. */
export function planSearch(searched: { words: string[]; held: number }[]): TranscriptSearch {
  const [rarest = [], ...others] = searched
    .toSorted((one, two) => one.held - two.held)
    .map(({ words }) => words)
  const lookUps = others.reduce((sum, words) => sum + words.length, 0)
  const most = Math.min(MOST_READ, Math.ceil(MOST_LOOKED_UP / (lookUps || 1)))
  return {
    rarest,
    each: Math.ceil(most / (rarest.length || 1)),
    others: JSON.stringify(others.flatMap((words, at) => words.map((word) => [at, word]))),
    count: others.length,
  }
}
