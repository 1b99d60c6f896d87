import type { StoredPassage } from '../storage/ports/passages.ts'
import type { AnalyzedQuestion } from '../text/question.ts'
import type { WeightedWord } from './match.ts'

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

/** Findings of a search by which its answers are judged. */
export interface SearchSigns {
  /** The words of the question, as they weigh in what was searched. */
  words: WeightedWord[]
  /** `titled` of the first passages (`confidence.ts`). */
  titled: number
  /** The same of `subject`. */
  subject: number
  lead: number
  trusted: number
  agreed: number
  /** Likenesses in meaning by the keys of passages, as `MeaningSigns` has the best of them. */
  likenesses: ReadonlyMap<number, number>
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
  /** What its answers are judged by; absent where nothing was searched. */
  signs?: SearchSigns
}

/** Runs in the background thread. Throws `retrieval_failure`. */
export type Retrieve = (request: RetrievalRequest, signal: AbortSignal) => Promise<Retrieval>
