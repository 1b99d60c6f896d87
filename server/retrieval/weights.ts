import type { Signs } from './confidence.ts'
import type { Features } from './rank.ts'

/** Weights of a passage's features in the ranking, fitted by `npm run fit`. */
export const RANKING: Record<keyof Features, number> = {
  words: 1,
  grams: 0.35,
  endings: 0.8,
  spelling: 0.35,
  heading: 0.26,
  likeness: 0.88,
  window: 0.35,
  near: 0.35,
  document: 0.26,
}

/** Weights of the signs that a question is answered, in a logistic model fitted by it too. */
export const CONFIDENCE: Record<keyof Signs, number> & { bias: number } = {
  bias: 2.66,
  score: 0.06,
  share: 3.19,
  likeness: 12.6,
  found: 2.25,
  indexed: -1.41,
  missed: -0.4,
  near: -5.39,
  pairs: 5.21,
}
