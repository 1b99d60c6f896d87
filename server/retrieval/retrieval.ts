import type { StoredPassage } from '../storage/ports/passages.ts'
import type { AnalyzedQuestion } from '../text/question.ts'

/** A question put to collections; those that are not the organization's own are left out. */
export interface RetrievalRequest {
  organization_id: string
  collection_ids: string[]
  query: string
  /** How many passages at the most. */
  limit: number
}

export interface RetrievedPassage extends StoredPassage {
  /** Higher is more relevant; not a probability (docs/behaviour.md#citations). */
  score: number
}

export interface Retrieval {
  /** The query as it was analysed, where misspelt words have the terms of their corrections. */
  question: AnalyzedQuestion
  /** Passages that could have been found at all: 0 means nothing is indexed. */
  indexed: number
  /** Best first. */
  passages: RetrievedPassage[]
  /**
   * The first passage of the section that an owner pointed to for a question like this one; absent
   * or null: nobody did.
   */
  pointed?: StoredPassage | null | undefined
  /** How likely the passages answer the question, 0 to 1, judged by words and by meaning. */
  confidence: number
}

/** Runs in the background thread. Throws `retrieval_failure`. */
export type Retrieve = (request: RetrievalRequest, signal: AbortSignal) => Promise<Retrieval>
