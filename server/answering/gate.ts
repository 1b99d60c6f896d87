import type { AbstentionReason } from '../contract/events.ts'
import type { Retrieval } from '../retrieval/retrieval.ts'

/** The built-in model quotes passages; a configured one writes the answer itself. */
export type ModelKind = 'builtin' | 'configured'

/**
 * Thresholds of retrieval's confidence, below which an assistant abstains. At 0.5 an answer and a
 * refusal are equally likely to be wrong (`retrieval/confidence.ts`); the built-in model cannot
 * tell better. A configured model judges the passages itself, also those in another language than
 * the question, whose words retrieval cannot compare: it is kept from hopeless questions only.
 */
const MIN_CONFIDENCE: Record<ModelKind, number> = { builtin: 0.5, configured: 0.1 }

/**
 * The gate between retrieval and the model: why the question must be declined without asking the
 * model, or null when it may answer (docs/behaviour.md#abstention).
 */
export function reasonToAbstain(
  { indexed, passages, confidence }: Retrieval,
  model: ModelKind,
): AbstentionReason | null {
  if (indexed === 0) return 'no_knowledge'
  if (passages.length === 0) return 'no_relevant_passages'
  return confidence < MIN_CONFIDENCE[model] ? 'insufficient_support' : null
}
