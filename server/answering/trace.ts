import type { Citation } from '../contract/conversation.ts'
import type { Trace } from '../contract/trace.ts'
import type { Retrieval } from '../retrieval/retrieval.ts'
import type { TurnUsage } from './turn-usage.ts'

/** What the trace of a turn tells of its search (docs/behaviour.md#traces). */
export function searchOf(
  question_as_searched: string,
  { confidence, passages }: Retrieval,
  threshold: number,
): Pick<Trace, 'question_as_searched' | 'confidence' | 'threshold' | 'passages'> {
  return {
    question_as_searched,
    confidence,
    threshold,
    passages: passages.map(({ source_id, document_id, title, url, anchor, score }) => ({
      source_id,
      document_id,
      title,
      url,
      anchor,
      score,
      shown: false,
      cited: false,
    })),
  }
}

/** The passages in the prompt: of a configured model those that fit into it. */
export function markShown({ steps }: TurnUsage, shown: { source_id: string }[]): void {
  const ids = new Set(shown.map(({ source_id }) => source_id))
  for (const passage of steps.passages) passage.shown = ids.has(passage.source_id)
}

export function markCited({ steps }: TurnUsage, citations: Citation[]): void {
  const cited = new Set(citations.map(({ source_id }) => source_id))
  for (const passage of steps.passages) passage.cited = cited.has(passage.source_id)
}
