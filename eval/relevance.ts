import { withoutNumber } from '../server/text/headings.ts'
import { lettersOf } from '../server/text/letters.ts'
import type { Question } from './sets.ts'

/** A ranked passage of a set's document. */
export interface Ranked {
  doc: string
  text: string
  /** Headings it is under, from the outermost; of one under none, the title of its document. */
  headings: string[]
}

/** At least this share of one passage's words is in the other: they are cut differently. */
const SAME = 0.5

/**
 * For each passage, the gold entry that it satisfies, by index, or -1. As the scorer of the sets
 * counts: where a set names passages by their words, else by document.
 */
export function goldOf(passages: Omit<Ranked, 'headings'>[], { gold }: Question): number[] {
  const bags = gold.map(({ passage }) => (passage ? bagOf(passage) : null))
  return passages.map(({ doc, text }) => {
    if (!gold.some((each) => each.doc === doc)) return -1
    const own = bagOf(text)
    return gold.findIndex((each, at) => {
      const bag = bags[at]
      return (
        each.doc === doc && (!bag || contained(bag, own) >= SAME || contained(own, bag) >= SAME)
      )
    })
  })
}

/** Relevance of passages, where a set names the headings that an answer is under. */
export function goldPassages(passages: Ranked[], { gold }: Question): number[] {
  const named = gold.map(({ doc, headings = [] }) => ({
    doc,
    names: new Set(headings.map(nameOf)),
  }))
  return passages.map(({ doc, text, headings }) => {
    const own = [...headings, ...headingsIn(text)].map(nameOf)
    return named.findIndex((each) => each.doc === doc && own.some((name) => each.names.has(name)))
  })
}

/** Headings of sections that were merged into a passage. */
function headingsIn(text: string): string[] {
  return [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => heading)
}

/** A heading as its page and its passage both have it, without number and link to itself. */
function nameOf(heading: string): string {
  return lettersOf(withoutNumber(heading))
}

/** nDCG of the first ten; `gold` of the passages in order of rank, of `total` entries. */
export function ndcgOf(gold: number[], total: number): number {
  const seen = new Set<number>()
  let gain = 0
  gold.slice(0, 10).forEach((entry, rank) => {
    if (entry < 0 || seen.has(entry)) return
    seen.add(entry)
    gain += 1 / Math.log2(rank + 2)
  })
  let ideal = 0
  for (let rank = 0; rank < Math.min(10, total); rank += 1) ideal += 1 / Math.log2(rank + 2)
  return gain / ideal
}

const UNSPACED = '\\u0e00-\\u0e7f\\u3040-\\u30ff\\u3400-\\u9fff'
const TOKENS = new RegExp(`[${UNSPACED}]|[\\p{L}\\p{N}\\p{M}]+`, 'gu')

function bagOf(text: string): Map<string, number> {
  const bag = new Map<string, number>()
  for (const token of text.normalize('NFKC').toLowerCase().match(TOKENS) ?? []) {
    bag.set(token, (bag.get(token) ?? 0) + 1)
  }
  return bag
}

/** The share of one bag's words that another holds. */
function contained(one: Map<string, number>, other: Map<string, number>): number {
  let all = 0
  let shared = 0
  for (const [token, count] of one) {
    all += count
    shared += Math.min(count, other.get(token) ?? 0)
  }
  return all === 0 ? 0 : shared / all
}
