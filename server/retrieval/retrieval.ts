import type { StoredPassage } from '../storage/store.ts'

/** A question put to collections; those that are not the organization's own are left out. */
export interface RetrievalRequest {
  organization_id: string
  collection_ids: string[]
  query: string
  /** How many passages at the most. */
  limit: number
}

export interface RetrievedPassage extends StoredPassage {
  /** Higher is more relevant; not a probability (contract §2.3). */
  score: number
}

export interface Retrieval {
  /** Passages that could have been found at all: 0 means nothing is indexed. */
  indexed: number
  /** Best first. */
  passages: RetrievedPassage[]
  /** How likely the passages answer the question, 0 to 1, by evidence of words alone (no model). */
  confidence: number
}

/** Runs in the background thread. Throws `retrieval_failure`. */
export type Retrieve = (request: RetrievalRequest, signal: AbortSignal) => Promise<Retrieval>
