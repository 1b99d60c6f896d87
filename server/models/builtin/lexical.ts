import { MEANING_DIMENSIONS, MEANING_EMBEDDING } from './meaning.ts'

/** The built-in embedding of earlier versions, which compared spelling and ranked nothing. */
export const LEXICAL_EMBEDDING = 'builtin/lexical-512'
const LEXICAL_DIMENSIONS = 512

/** Tells the operator what an earlier name means. */
export const RENEWED = `${LEXICAL_EMBEDDING} is no more; it means ${MEANING_EMBEDDING}`

/** An embedding as it is named; without a width, the model's own. */
export interface NamedEmbedding {
  selector: string
  dimensions?: number | null | undefined
}

/**
 * The embedding that a setting, a provisioning file or a request of earlier versions means: the
 * built-in one of today, also where only the earlier width is left (docs/behaviour.md#embeddings).
 */
export function renewed(named: NamedEmbedding): NamedEmbedding {
  return isOld(named) ? { selector: MEANING_EMBEDDING, dimensions: MEANING_DIMENSIONS } : named
}

/** Whether an embedding is named, or as wide, as the built-in one of earlier versions. */
export function isOld({ selector, dimensions }: NamedEmbedding): boolean {
  const isEarlierWidth = selector === MEANING_EMBEDDING && dimensions === LEXICAL_DIMENSIONS
  return selector === LEXICAL_EMBEDDING || isEarlierWidth
}
