import { cutPostings, decodeBlock, encodeBlock, joinPostings, type Postings } from './postings.ts'

/** A stored block of the postings of one term. */
export interface BlockRow {
  term: string
  first: number
  n: number
  body: Uint8Array
}

/** Postings of one block: with these it stays within a page of the database, mostly. */
const BLOCK_POSTINGS = 320

/** Throws a `RangeError` when the block is damaged. */
export function postingsIn({ first, n, body }: BlockRow): Postings {
  return decodeBlock(first, n, body)
}

/** The postings of each term; blocks of a term come in their order. */
export function postingsByTerm(rows: BlockRow[]): Map<string, Postings> {
  const lists = Map.groupBy(rows, ({ term }) => term)
  return new Map([...lists].map(([term, blocks]) => [term, joinPostings(blocks.map(postingsIn))]))
}

/** The blocks that hold a list. */
export function blocksOf(term: string, list: Postings): BlockRow[] {
  return cutPostings(list, BLOCK_POSTINGS).map((part) => ({
    term,
    first: part.keys[0] as number,
    n: part.keys.length,
    body: encodeBlock(part),
  }))
}

/** The blocks to write when postings of higher keys follow the last block; one may replace it. */
export function blocksAfter(last: BlockRow | undefined, term: string, list: Postings): BlockRow[] {
  const fits = last && last.n + list.keys.length <= BLOCK_POSTINGS
  return blocksOf(term, fits ? joinPostings([postingsIn(last), list]) : list)
}
