import type { IndexedTerms } from '../index/posting-batches.ts'
import type { Postings } from '../index/postings.ts'

/** A passage found by one ranking; a higher score is better, on the ranking's own scale. */
export interface Hit {
  key: number
  score: number
}

/** What collections hold of the terms that were looked up. Hidden passages do not count. */
export interface Lookup {
  /** Number of passages, and their mean length in terms. */
  passages: number
  meanLength: number
  /** By term, without absent ones: a list or two for each collection, none with a passage twice. */
  lists: Map<string, ScoredPostings[]>
}

/** Postings with the length of each passage beside it, in terms. */
export interface ScoredPostings extends Postings {
  lengths: Uint16Array
}

/** An indexed term that shares n-grams with a word. */
export interface LikeTerm {
  term: string
  /** How many n-grams they share. */
  shared: number
}

/** The terms of a passage, separated by spaces (`text/passage.ts`). */
export type Analyze = (passage: { title: string; headings: string[]; text: string }) => {
  terms: IndexedTerms['terms']
}

/** Collections of an organization. Those that are another's, or nobody's, hold nothing. */
export interface Searched {
  organization_id: string
  collection_ids: string[]
}

/**
 * The index of several collections at once: one inverted index of words, and vectors. Scores are
 * counted from it in `retrieval`, so that they are the same with every store. Passages are named by
 * their key, a number of the organization that grows in the order of storing and is never used
 * again.
 */
export interface SearchIndex {
  lookUp(searched: Searched, terms: string[]): Promise<Lookup>
  /**
   * For each word, given by its n-grams, the terms that share the most n-grams with it, `limit` of
   * each collection. Terms that only hidden passages hold may be among them.
   */
  likeTerms(searched: Searched, words: string[][], limit: number): Promise<LikeTerm[][]>
  /**
   * Those of the terms that passages hold, of words of three letters and more. Terms that only
   * hidden passages hold may be among them.
   */
  knownTerms(searched: Searched, terms: string[]): Promise<string[]>
  /**
   * One short step of loading what `nearest` needs of these collections: true while there is more,
   * and `nearest` would take long.
   */
  loadVectors(searched: Searched): Promise<boolean>
  /**
   * Cosine similarity of vectors (`quantize`), best first. Collections whose vectors have another
   * width, as one that has just moved, are left out.
   */
  nearest(searched: Searched, vector: Int8Array, limit: number): Promise<Hit[]>
  /** The vectors of the windows of passages, by their keys; those without any are left out. */
  windows(searched: Searched, keys: number[]): Promise<Map<number, Int8Array[]>>
  /**
   * One short step of keeping the index in order: merges what was added, takes out what was erased.
   * True while there is more to do. While passages come in (`busy`) it waits for some to gather.
   */
  maintain(load: 'busy' | 'idle'): Promise<boolean>
  /**
   * Requests that the words of an organization's collections are erased from the index and indexed
   * anew from the stored passages, by `rebuild`: it may be damaged.
   */
  reset(organization_id: string): Promise<void>
  /**
   * Indexes some of the passages of an older database, or takes a step of a reset: until it is
   * false, no others may be stored. Searches find those that are indexed.
   */
  rebuild(analyze: Analyze): Promise<boolean>
  /** The share that is indexed of the passages being indexed anew, 0 to 1; null when all are. */
  rebuilt(): Promise<number | null>
}
