/** Weights of a passage's features in the ranking, fitted by `npm run fit`. */
export const RANKING = {
  words: 1,
  grams: 0.47,
  endings: 0.8,
  spelling: 0.35,
  heading: 0.47,
  likeness: 0.35,
  window: 0.35,
  near: 0.26,
  document: 0.26,
}

/** Weights of the signs that a question is answered, in a logistic model fitted by it too. */
export const CONFIDENCE = {
  bias: 2.74,
  score: 0.08,
  share: 2.41,
  likeness: 12.82,
  found: 1.99,
  indexed: -1.3,
  missed: -0.44,
  near: -4.47,
  pairs: 4.7,
}
