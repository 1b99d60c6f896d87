import type { Strictness } from '../contract/behaviour.ts'
import type { AbstentionReason } from '../contract/events.ts'
import type { LanguageModel } from '../models/ports.ts'
import type { Retrieval } from '../retrieval/retrieval.ts'

/** The built-in model quotes passages; a configured one writes the answer itself. */
export type ModelKind = 'builtin' | 'configured'

export function kindOf({ selector }: Pick<LanguageModel, 'selector'>): ModelKind {
  return selector.startsWith('builtin/') ? 'builtin' : 'configured'
}

/**
 * Thresholds of confidence, below which an assistant abstains. Of the built-in model it is that in
 * the text that it would quote (`retrieval/answer-confidence.ts`). A configured model judges the
 * passages itself, also those in another language than the question, whose words retrieval cannot
 * compare: by retrieval's confidence it is kept from hopeless questions only.
 */
const THRESHOLDS: Record<ModelKind, Record<Strictness, number>> = {
  builtin: { strict: 0.5, balanced: 0.35, open: 0.2 },
  configured: { strict: 0.3, balanced: 0.1, open: 0.03 },
}

/** The threshold of an assistant's behaviour (docs/behaviour.md#behaviour-of-an-assistant). */
export function thresholdOf(model: ModelKind, strictness: Strictness): number {
  return THRESHOLDS[model][strictness]
}

/**
 * The gate between retrieval and the model: why the question must be declined without asking the
 * model, or null when it may answer (docs/behaviour.md#abstention).
 */
export function reasonToAbstain(
  { indexed, passages, confidence }: Retrieval,
  threshold: number,
): AbstentionReason | null {
  if (indexed === 0) return 'no_knowledge'
  if (passages.length === 0) return 'no_relevant_passages'
  return confidence < threshold ? 'insufficient_support' : null
}
