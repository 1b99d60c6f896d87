import type { Passage, PassageWithNeighbours } from '../../contract/document.ts'
import type { Page } from '../../contract/operation.ts'
import type { Paging } from './paging.ts'

/** A passage found by one ranking; a higher score is better, on the ranking's own scale. */
export interface Hit {
  rowid: number
  score: number
}

/** A stored passage as ranking and answering need it. */
export interface StoredPassage extends Omit<Passage, 'score'> {
  rowid: number
  position: number
}

export interface Passages {
  find(organization_id: string, id: string): Promise<PassageWithNeighbours | null>
  /** In reading order. null: no such document. */
  list(organization_id: string, document_id: string, paging: Paging): Promise<Page<Passage> | null>
  /** Number of passages in these collections that can be found. */
  count(collection_ids: string[]): Promise<number>
  /** BM25 over terms, best first; `weights` for title, heading and text. */
  matchTerms(
    collection_id: string,
    terms: string[],
    weights: [number, number, number],
    limit: number,
  ): Promise<Hit[]>
  /** BM25 over character n-grams, best first. */
  matchGrams(collection_id: string, grams: string[], limit: number): Promise<Hit[]>
  /** Cosine similarity of vectors, best first. */
  nearest(collection_id: string, vector: Float32Array, limit: number): Promise<Hit[]>
  /** In how many passages of the collection each term occurs; absent terms are left out. */
  frequencies(collection_id: string, terms: string[]): Promise<Map<string, number>>
  /** The passages of these rows that are visible, in the order asked. */
  load(rowids: number[]): Promise<StoredPassage[]>
}
