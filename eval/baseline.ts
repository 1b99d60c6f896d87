import { bestFirst, stretch } from '../server/retrieval/fuse.ts'
import type { Hit } from '../server/storage/ports/search-index.ts'
import { contentOf } from '../server/text/content.ts'
import { stemmingLanguageOf } from '../server/text/language.ts'
import { wordsOf } from '../server/text/words.ts'
import type { Library, LibraryPassage } from './library.ts'
import type { Question } from './sets.ts'

/**
 * Simple rankings for comparison. `plain` is BM25 over words; `tuned` adds stems, stop words, and
 * the words of titles (twice) and headings; `grams` fuses in a ranking by character 4-grams.
 */
export const baselines = ['plain', 'tuned', 'grams'] as const
export type Baseline = (typeof baselines)[number]

const K1 = 1.2
const B = 0.75
/** The share of the n-grams' ranking in the fusion. */
const GRAM_WEIGHT = 0.4 / 1.4
/** Passages of each ranking before fusion. */
const DEPTH = 100

type Search = (question: string) => LibraryPassage[]

/** Ranks a set's passages by a BM25 that shares only stemming and n-grams with the product. */
export function createBaseline(library: Library, baseline: Baseline) {
  const opened = new Map<string, Search>()

  return function ranked({ question, collection, exclude }: Question) {
    const ids = library.collectionsOf(collection)
    const key = ids.join()
    const inside = () => library.passages.filter(({ collection_id }) => ids.includes(collection_id))
    const search = opened.get(key) ?? openSearch(inside(), baseline)
    opened.set(key, search)
    return search(question).filter(({ doc }) => !exclude?.includes(doc))
  }
}

function openSearch(passages: LibraryPassage[], baseline: Baseline): Search {
  const ranked = (hits: Hit[]) => hits.flatMap(({ key }) => passages[key] ?? [])
  if (baseline === 'plain') {
    const search = bm25(passages.map(({ text }) => spelled(text)))
    return (question) => ranked(search(spelled(question)))
  }
  const language = stemmingLanguageOf(passages.map(({ text }) => text).join('\n'))
  const contents = passages.map(({ title, anchor, text }) =>
    contentOf([title, title, anchor ?? '', text].join('\n'), language),
  )
  const byTerms = bm25(contents.map(({ terms }) => terms))
  if (baseline === 'tuned') {
    return (question) => ranked(byTerms(contentOf(question, language).terms))
  }
  const byGrams = bm25(contents.map(({ grams }) => grams))
  return (question) => {
    const { terms, grams } = contentOf(question, language)
    return ranked(mix(byTerms(terms), byGrams(grams)))
  }
}

function mix(byTerms: Hit[], byGrams: Hit[]): Hit[] {
  const scores = new Map(stretch(byTerms).map(({ key, score }) => [key, score * (1 - GRAM_WEIGHT)]))
  for (const { key, score } of stretch(byGrams)) {
    scores.set(key, (scores.get(key) ?? 0) + score * GRAM_WEIGHT)
  }
  return bestFirst([...scores].map(([key, score]) => ({ key, score })))
}

function spelled(text: string): string[] {
  return wordsOf(text).map((word) => word.text)
}

/** A BM25 search in texts given as terms; `key` is the index of a text. */
function bm25(texts: string[][]): (terms: string[]) => Hit[] {
  const postings = new Map<string, Map<number, number>>()
  texts.forEach((terms, at) => {
    for (const term of terms) {
      const counts = postings.get(term) ?? new Map<number, number>()
      postings.set(term, counts.set(at, (counts.get(at) ?? 0) + 1))
    }
  })
  const lengths = texts.map((terms) => terms.length)
  const mean = lengths.reduce((sum, length) => sum + length, 0) / texts.length

  return (terms) => {
    const scores = new Map<number, number>()
    for (const term of new Set(terms)) {
      const counts = postings.get(term) ?? new Map<number, number>()
      const idf = Math.log(1 + (texts.length - counts.size + 0.5) / (counts.size + 0.5))
      for (const [at, count] of counts) {
        const length = (lengths[at] ?? 0) / mean
        const gain = (idf * count * (K1 + 1)) / (count + K1 * (1 - B + B * length))
        scores.set(at, (scores.get(at) ?? 0) + gain)
      }
    }
    return bestFirst([...scores].map(([key, score]) => ({ key, score }))).slice(0, DEPTH)
  }
}
